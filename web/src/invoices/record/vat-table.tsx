import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { useLingui } from '@lingui/react/macro'
import { Amount } from '../../books/amount.tsx'
import { vatLabels } from '../../books/vat.labels.ts'
import { useLabels } from '../../records/code-labels.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'

type Tax = InvoiceRecord['taxes'][number]

/** VAT by category and rate, with the legally required note where none is due. */
export function VatTable({ taxes, currency }: { taxes: readonly Tax[]; currency: string }) {
  const { t } = useLingui()
  const labelOf = useLabels(vatLabels)
  return (
    <PlainTable<Tax>
      label={t`VAT`}
      rows={taxes}
      keyOf={({ category, percentage }) => `${category} ${percentage}`}
      columns={[
        {
          id: 'category',
          title: t`Category`,
          cell: ({ category, reason }) => (
            <>
              <span>{labelOf(category)}</span>
              {reason !== null && <span className="block text-[12px] text-ink-2">{reason}</span>}
            </>
          ),
        },
        {
          id: 'rate',
          title: t({ message: 'Rate', context: 'VAT' }),
          width: 'w-20',
          align: 'right',
          cell: ({ percentage }) => <span className="tnum">{percentage === null ? '—' : `${percentage} %`}</span>,
        },
        {
          id: 'base',
          title: t`Base`,
          width: 'w-28',
          align: 'right',
          cell: ({ base }) => <Amount amount={base} currency={currency} />,
        },
        {
          id: 'tax',
          title: t`VAT`,
          width: 'w-28',
          align: 'right',
          cell: ({ tax }) => <Amount amount={tax} currency={currency} />,
        },
      ]}
    />
  )
}
