import type { SelfBillingAgreement } from '@cartage/contract/purchases/app/agreement'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, useMemo, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { usePermission } from '../../session/permission.ts'
import { useCommands } from '../../shell/commands.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Handshake, Plus } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useShownColumns } from '../../ui/table/columns-menu.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ListFrame } from '../../ui/table/list-frame.tsx'
import { useCursor } from '../../ui/table/row-keys.ts'
import { useWindows } from '../../ui/table/row-windows.ts'
import { useAgreementColumns } from './agreements.columns.tsx'
import { loadAgreements } from './queries.ts'

// Loaded on first use.
const AgreementDialog = lazy(async () => ({ default: (await import('./agreement.dialog.tsx')).AgreementDialog }))

const keyOf = ({ self_billing_agreement_id }: SelfBillingAgreement) => self_billing_agreement_id

/** Self-billing agreements with suppliers. */
export function AgreementsList({ views }: { views: ReactNode }) {
  const { t } = useLingui()
  usePageTitle(t`Purchases`)
  const mayWrite = usePermission('invoice.write')
  const [edited, setEdited] = useState<SelfBillingAgreement | 'new'>()
  const windows = useWindows<SelfBillingAgreement>(['purchases', 'self-billing', 'agreements'], loadAgreements, keyOf)
  const shown = useShownColumns('self-billing-agreements', useAgreementColumns())
  const edit = (agreement: SelfBillingAgreement) => mayWrite && setEdited(agreement)
  const title = t`New agreement`
  useCommands(
    useMemo(
      () => (mayWrite ? [{ id: 'new-agreement', title, icon: Plus, keys: 'n', run: () => setEdited('new') }] : []),
      [title, mayWrite],
    ),
  )
  const button = mayWrite && (
    <Button variant="brand" icon={Plus} keys="n" onClick={() => setEdited('new')}>
      {title}
    </Button>
  )
  return (
    <>
      <ListFrame
        title={t`Purchases`}
        views={views}
        actions={button}
        filters={null}
        total={windows.total}
        countLabels={(total) => t`${plural(total, { one: '# agreement', other: '# agreements' })}`}
        shown={shown}
        table={
          <DataTable
            label={t`Self-billing agreements`}
            columns={shown.columns}
            windows={windows}
            keyOf={keyOf}
            newLabels={(count) => t`${plural(count, { one: '# new agreement', other: '# new agreements' })}`}
            nameOf={({ company_name }) => company_name}
            cursor={useCursor()}
            openKey={undefined}
            onPeek={edit}
            onOpen={edit}
            isFaded={({ state }) => state === 'ENDED'}
            failure={windows.error ? failureOf(windows.error) : undefined}
            empty={
              <EmptyState
                icon={Handshake}
                title={t`No self-billing agreements`}
                text={t`With an agreement you write the invoices of a supplier from what completed trips cost.`}
              >
                <div className="pt-4">{button}</div>
              </EmptyState>
            }
          />
        }
        panel={null}
      />
      {edited !== undefined && (
        <LateDialog>
          <AgreementDialog
            agreement={edited === 'new' ? undefined : edited}
            onSaved={() => edited === 'new' && windows.news?.expectOwn()}
            onClose={() => setEdited(undefined)}
          />
        </LateDialog>
      )}
    </>
  )
}
