import type { CustomerDocument } from '@cartage/contract/purchases/app/customer'
import type { UnplacedPurchase } from '@cartage/contract/purchases/app/unplaced'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { Amount } from '../../books/amount.tsx'
import { Loaded } from '../../records/loaded.tsx'
import { CircleAlert } from '../../ui/icons.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { KeysMeanwhile } from '../../ui/overlay/late-dialog.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { type Supplier, SupplierField } from '../supplier-field.tsx'
import { ChargesTable } from './charges-table.tsx'
import { acceptDocument, type Choice, customerDocumentQuery, linesOf, useCustomerDocumentChange } from './queries.ts'

/** Compares what a customer bills in our name with our charges, which can be changed before accepting it. */
export function CustomerChargesDialog({
  item,
  onClose,
  onSettled,
}: {
  item: UnplacedPurchase
  onClose: () => void
  onSettled: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const [choice, setChoice] = useState<Choice>({ company_id: null })
  const query = useQuery(customerDocumentQuery(item.inbox_item_id, choice))
  const { mutate, isPending } = useCustomerDocumentChange<UnplacedPurchase>()
  // Keys typed while the document loads are for the field of the customer.
  if (query.isPending) return <KeysMeanwhile />
  const document = query.data
  function accept() {
    if (!document) return
    mutate(() => acceptDocument(document), {
      onSuccess: () => {
        toasts.done(t`Document accepted`)
        onSettled()
      },
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Charges of ${item.external_name ?? ''}`}
      text={<Trans>What the customer bills, next to our charges. Accepted charges are billed elsewhere.</Trans>}
      className="w-[960px]"
      footer={
        <DialogFooter
          verb={<Trans>Accept</Trans>}
          onClose={onClose}
          onConfirm={accept}
          isDisabled={document === undefined || document.fault !== null || query.isFetching}
          isBusy={isPending}
        />
      }
    >
      <Loaded query={query}>
        {(loaded) => <Comparison document={loaded} companyId={choice.company_id} onChange={setChoice} />}
      </Loaded>
    </Dialog>
  )
}

function Comparison({
  document,
  companyId,
  onChange,
}: {
  document: CustomerDocument
  companyId: string | null
  onChange: (choice: Choice) => void
}) {
  const { t } = useLingui()
  const { customer, fault, lines } = document
  const [chosen, setChosen] = useState<Supplier | null>(null)
  const shown = chosen ?? (customer && { id: customer.id, title: customer.name, text: '' })
  function choose(company: Supplier | null) {
    setChosen(company)
    if (company !== null) onChange({ company_id: company.id })
  }
  const change = (position: number, charge_ids: string[]) =>
    onChange({
      company_id: companyId,
      lines: linesOf(lines).map((line) => (line.position === position ? { position, charge_ids } : line)),
    })
  return (
    <div className="grid gap-3">
      <SupplierField label={t`Customer`} value={shown} onChange={choose} fault={undefined} />
      {fault !== null && (
        <Notice icon={CircleAlert} tone="amber">
          {fault}
        </Notice>
      )}
      <ChargesTable document={document} onChange={change} />
      <Sums document={document} />
    </div>
  )
}

function Sums({ document: { expected, total, difference, currency } }: { document: CustomerDocument }) {
  const { t } = useLingui()
  const sums = [
    [t`Our charges`, expected],
    [t`Billed`, total],
    [t`Difference`, difference],
  ] as const
  return (
    <dl className="flex flex-wrap justify-end gap-x-6 font-semibold">
      {sums.map(([name, amount]) => (
        <div key={name} className="flex items-baseline gap-1.5">
          <dt className="font-normal text-ink-3">{name}</dt>
          <dd>
            <Amount amount={amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
