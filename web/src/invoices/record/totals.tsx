import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Amount } from '../../books/amount.tsx'

type Summed = Pick<
  InvoiceRecord,
  | 'adjustments'
  | 'currency'
  | 'total_excl_tax'
  | 'total_tax'
  | 'total_incl_tax'
  | 'accounting_currency'
  | 'accounting_excl_tax'
  | 'accounting_tax'
>

/** Totals of a document with discounts and surcharges, also in the accounting currency if that differs. */
export function Totals({ invoice }: { invoice: Summed }) {
  const { t } = useLingui()
  const { currency, accounting_currency: books } = invoice
  const isForeign = currency !== books
  return (
    <dl className="ml-auto grid w-fit min-w-72 grid-cols-[1fr_auto] gap-x-6 gap-y-1 px-3 pt-3">
      {invoice.adjustments.map(({ kind, category, rate, amount, percentage, reason }) => (
        <Sum
          key={`${kind} ${category} ${rate} ${reason}`}
          name={[reason, percentage && `${percentage} %`].filter(Boolean).join(' · ')}
        >
          <Amount amount={kind === 'ALLOWANCE' ? `-${amount}` : amount} currency={currency} />
        </Sum>
      ))}
      <Sum name={t`Excl. VAT`}>
        <Amount amount={invoice.total_excl_tax} currency={currency} />
      </Sum>
      <Sum name={t`VAT`}>
        <Amount amount={invoice.total_tax} currency={currency} />
      </Sum>
      <Sum name={t`Incl. VAT`} isStrong>
        <Amount amount={invoice.total_incl_tax} currency={currency} />
      </Sum>
      {isForeign && invoice.accounting_excl_tax !== null && (
        <Sum name={t`Excl. VAT in ${books}`}>
          <Amount amount={invoice.accounting_excl_tax} currency={books} />
        </Sum>
      )}
      {isForeign && invoice.accounting_tax !== null && (
        <Sum name={t`VAT in ${books}`}>
          <Amount amount={invoice.accounting_tax} currency={books} />
        </Sum>
      )}
    </dl>
  )
}

function Sum({ name, isStrong = false, children }: { name: string; isStrong?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className={isStrong ? 'font-semibold' : 'text-ink-2'}>{name}</dt>
      <dd className={isStrong ? 'text-right font-semibold' : 'text-right'}>{children}</dd>
    </>
  )
}
