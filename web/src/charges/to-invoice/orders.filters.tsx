import { unbilledReasons } from '@cartage/contract/charges/app/list'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps } from '../../lists/filter-bar.tsx'
import { useLabels } from '../../records/code-labels.ts'
import { CircleHelp } from '../../ui/icons.tsx'
import { FilterChip } from '../../ui/table/filter-chip.tsx'
import type { InvoiceSearch } from '../address.ts'
import { reasonLabels } from '../labels.tsx'
import { invoiceCountsQuery, moneyQuery } from '../queries.ts'

/** Search and filters of the orders to invoice. */
export function OrderFilters({ search, onChange }: FilterProps<InvoiceSearch>) {
  const { t } = useLingui()
  const labelOf = useLabels(reasonLabels)
  const counts = useQuery(invoiceCountsQuery(search)).data?.by_reason
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Order number…`}
      filters={[
        {
          member: 'reason',
          title: t`Waits for`,
          icon: CircleHelp,
          facets: unbilledReasons.map((value) => ({ value, label: labelOf(value), count: counts?.[value] ?? 0 })),
        },
      ]}
    >
      {search.company !== undefined && <CompanyChip search={search} onChange={onChange} />}
      {search.until !== undefined && (
        <FilterChip title={t`Until`} onClear={() => onChange({ until: undefined })}>
          {search.until}
        </FilterChip>
      )}
    </FilterBar>
  )
}

/** Customer preset by a link from the money page. */
function CompanyChip({ search, onChange }: FilterProps<InvoiceSearch>) {
  const { t } = useLingui()
  const companies = useQuery(moneyQuery).data?.by_company ?? []
  const name = companies.find(({ company_id }) => company_id === search.company)?.company_name
  return (
    <FilterChip title={t`Customer`} onClear={() => onChange({ company: undefined })}>
      {name ?? '…'}
    </FilterChip>
  )
}
