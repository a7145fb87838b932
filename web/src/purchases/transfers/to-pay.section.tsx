import type { OpenCredit, PayablePurchase } from '@cartage/contract/purchases/app/transfers'
import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '../../books/amount.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'

/** Payable invoices to choose from. One that cannot be paid shows the reason. */
export function PayablesTable({
  rows,
  chosen,
  onChange,
  mayPay,
}: {
  rows: readonly PayablePurchase[]
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
  mayPay: boolean
}) {
  const { t } = useLingui()
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <PlainTable<PayablePurchase>
      label={t`To pay`}
      rows={rows}
      keyOf={({ invoice_id }) => invoice_id}
      columns={[
        {
          id: 'number',
          title: t`Number`,
          width: 'w-44',
          cell: ({ invoice_id, external_name, name, fault }) => (
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                disabled={!mayPay || fault !== null}
                checked={chosen.includes(invoice_id)}
                onChange={() => toggle(invoice_id)}
              />
              {external_name ?? name}
            </label>
          ),
        },
        { id: 'supplier', title: t`Supplier`, cell: ({ company_name }) => company_name },
        {
          id: 'due',
          title: t`Due date`,
          width: 'w-28',
          cell: ({ due_date }) => (due_date === null ? '—' : <OrderDay date={due_date} />),
        },
        {
          id: 'open',
          title: t({ message: 'Open', context: 'amount' }),
          width: 'w-32',
          align: 'right',
          cell: ({ open, currency }) => <Amount amount={open} currency={currency} />,
        },
        { id: 'account', title: t`Bank account`, width: 'w-56', cell: ({ account }) => account ?? '—' },
        { id: 'reference', title: t`Payment reference`, cell: ({ reference }) => reference },
        { id: 'fault', title: t`Reason`, cell: ({ fault }) => <span className="text-amber">{fault}</span> },
      ]}
    />
  )
}

/** Credit notes of suppliers, to deduct from chosen invoices of the same supplier (PAYOUT-9). */
export function CreditsTable({
  rows,
  suppliers,
  chosen,
  onChange,
  mayPay,
}: {
  rows: readonly OpenCredit[]
  /** Supplier ids of the chosen invoices. */
  suppliers: ReadonlySet<string>
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
  mayPay: boolean
}) {
  const { t } = useLingui()
  if (rows.length === 0) return null
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <section aria-label={t`Credit notes to set off`} className="grid gap-2">
      <h2 className="font-semibold">
        <Trans>Credit notes to set off</Trans>
      </h2>
      <p className="text-ink-3">
        <Trans>They lower the transfers of the same supplier. What is left of one stays open.</Trans>
      </p>
      <PlainTable<OpenCredit>
        label={t`Credit notes to set off`}
        rows={rows}
        keyOf={({ invoice_id }) => invoice_id}
        columns={[
          {
            id: 'number',
            title: t`Number`,
            width: 'w-44',
            cell: ({ invoice_id, company_id, external_name, name, fault }) => (
              <label className="flex items-center gap-2">
                <input
                  type="checkbox"
                  disabled={!mayPay || fault !== null || !suppliers.has(company_id)}
                  checked={chosen.includes(invoice_id) && suppliers.has(company_id)}
                  onChange={() => toggle(invoice_id)}
                />
                {external_name ?? name}
              </label>
            ),
          },
          { id: 'supplier', title: t`Supplier`, cell: ({ company_name }) => company_name },
          {
            id: 'open',
            title: t({ message: 'Open', context: 'amount' }),
            width: 'w-32',
            align: 'right',
            cell: ({ open, currency }) => <Amount amount={open} currency={currency} />,
          },
          {
            id: 'fault',
            title: t`Reason`,
            cell: ({ company_id, fault }) => {
              if (fault !== null) return <span className="text-amber">{fault}</span>
              return suppliers.has(company_id) ? null : <Trans>Choose an invoice of this supplier first.</Trans>
            },
          },
        ]}
      />
    </section>
  )
}
