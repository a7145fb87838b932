import { invoicePayments, invoicePostings, invoiceStatuses } from '@cartage/contract/billing/app/document'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps } from '../lists/filter-bar.tsx'
import { useLabels } from '../records/code-labels.ts'
import { BookCheck, CalendarDays, CircleDot, Clock, HandCoins, Send } from '../ui/icons.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import type { InvoicesSearch } from './address.ts'
import { companyFilter } from './company-filter.tsx'
import { DateFilter } from './date-filter.tsx'
import { paymentLabels, postingLabels, statusLabels } from './labels.tsx'
import { invoiceCountsQuery } from './queries.ts'

/** Search and filters of the invoices. */
export function InvoiceFilters({ search, onChange }: FilterProps<InvoicesSearch>) {
  const { t } = useLingui()
  const [statusOf, postingOf, paymentOf] = [useLabels(statusLabels), useLabels(postingLabels), useLabels(paymentLabels)]
  const counts = useQuery(invoiceCountsQuery(search)).data
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Number…`}
      filters={[
        {
          member: 'status',
          title: t`Status`,
          icon: CircleDot,
          facets: invoiceStatuses.map((value) => ({
            value,
            label: statusOf(value),
            count: counts?.by_status[value] ?? 0,
          })),
        },
        {
          member: 'payment',
          title: t`Payment`,
          icon: HandCoins,
          facets: invoicePayments.map((value) => ({
            value,
            label: paymentOf(value),
            count: counts?.by_payment[value] ?? 0,
          })),
        },
        {
          member: 'posting',
          title: t`Posting`,
          icon: BookCheck,
          facets: invoicePostings.map((value) => ({
            value,
            label: postingOf(value),
            count: counts?.by_posting[value] ?? 0,
          })),
        },
        {
          flags: ['overdue'],
          title: t`Due`,
          icon: Clock,
          facets: [{ value: 'overdue', label: t`Overdue`, count: counts?.overdue }],
        },
        {
          flags: ['unsent'],
          title: t`Sent to the customer`,
          icon: Send,
          facets: [{ value: 'unsent', label: t`Not sent or not delivered`, count: counts?.unsent }],
        },
        {
          title: t`Period`,
          icon: CalendarDays,
          isOn: search.from !== undefined || search.to !== undefined,
          control: (added) => <DateFilter value={search} onChange={onChange} added={added} />,
        },
        companyFilter(t`Company`, search.company, (company) => onChange({ company })),
      ]}
    >
      {search.run !== undefined && <FilterChip title={t`Run`} onClear={() => onChange({ run: undefined })} />}
    </FilterBar>
  )
}
