import type { CreditPreview } from '@cartage/contract/billing/app/draft'
import { Trans } from '@lingui/react/macro'
import { Amount } from '../../books/amount.tsx'
import { VatTable } from '../record/vat-table.tsx'

/** Totals of a credit note before it is drafted. */
export function CreditResult({ credit }: { credit: CreditPreview }) {
  const { currency } = credit
  return (
    <section aria-live="polite" className="rounded-lg border border-line">
      <VatTable taxes={credit.taxes} currency={currency} />
      <p className="flex justify-between border-t border-line px-3 py-2 font-semibold">
        <span>
          <Trans>Credit incl. VAT</Trans>
        </span>
        <Amount amount={credit.total_incl_tax} currency={currency} />
      </p>
    </section>
  )
}
