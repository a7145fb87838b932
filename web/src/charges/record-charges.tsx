import type { Charge } from '@cartage/contract/charges/app/charge'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { usePermission } from '../session/permission.ts'
import { useCommands } from '../shell/commands.ts'
import { Button } from '../ui/button.tsx'
import { Plus, ReceiptText } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ChargeActions } from './actions.tsx'
import { AddChargeDialog } from './add.dialog.tsx'
import { ChargePanel } from './charge.panel.tsx'
import { ChargesTable } from './charges-table.tsx'
import type { ChargeSubject } from './queries.ts'

/** Charges of an order or costs of a trip: the table, the selected one next to it, and actions. */
export function RecordCharges({
  subject,
  charges,
  label,
  empty,
  summary,
  explanation,
  children,
}: {
  subject: ChargeSubject
  charges: readonly Charge[]
  label: string
  /** Shown without charges. */
  empty: { title: string; text: string }
  /** Totals, next to the button. */
  summary: ReactNode
  /** Explains the price of the selected charge. */
  explanation?: (charge: Charge) => ReactNode
  children?: ReactNode
}) {
  const [chosen, setChosen] = useState<string>()
  const charge = charges.find(({ charge_id }) => charge_id === chosen)
  const close = useCallback(() => setChosen(undefined), [])
  return (
    <div className="flex min-h-0 flex-1">
      <div className="min-w-0 flex-1 overflow-y-auto">
        <div className="flex items-center gap-3 px-4 py-3">
          <div className="min-w-0 flex-1">{summary}</div>
          <AddButton subject={subject} />
        </div>
        {charges.length === 0 ? (
          <EmptyState icon={ReceiptText} {...empty} />
        ) : (
          <ChargesTable label={label} rows={charges} current={chosen} onChoose={setChosen} />
        )}
        {children}
      </div>
      {charge && (
        <ChargePanel key={charge.charge_id} charge={charge} onClose={close}>
          <ChargeActions charge={charge} />
          {explanation?.(charge)}
        </ChargePanel>
      )}
    </div>
  )
}

function AddButton({ subject }: { subject: ChargeSubject }) {
  const { t } = useLingui()
  const mayWrite = usePermission('charge.write')
  const [isAdding, setIsAdding] = useState(false)
  const title = 'order_id' in subject ? t`Add charge` : t`Add cost`
  useCommands(
    useMemo(
      () => (mayWrite ? [{ id: 'add-charge', title, icon: Plus, keys: 'n', run: () => setIsAdding(true) }] : []),
      [mayWrite, title],
    ),
  )
  if (!mayWrite) return null
  return (
    <>
      <Button variant="brand" icon={Plus} keys="n" onClick={() => setIsAdding(true)}>
        {title}
      </Button>
      {isAdding && <AddChargeDialog subject={subject} onClose={() => setIsAdding(false)} />}
    </>
  )
}
