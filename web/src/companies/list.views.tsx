import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ViewsNav } from '../lists/views-nav.tsx'
import type { CompaniesSearch } from './address.ts'
import { companyCountsQuery } from './queries.ts'

type View = 'all' | 'customers' | 'subcontractors' | 'archived'

const viewFilters: Readonly<Record<View, Partial<CompaniesSearch>>> = {
  all: {},
  customers: { role: 'customer' },
  subcontractors: { role: 'subcontractor' },
  archived: { archived: true },
}

/** View that matches the URL; undefined for other filter combinations set by links. */
export function companyViewOf({ role, archived }: CompaniesSearch): View | undefined {
  return (Object.keys(viewFilters) as View[]).find(
    (view) => viewFilters[view].role === role && viewFilters[view].archived === archived,
  )
}

/** Views of the list, stored in the URL. */
export function CompanyViews({
  search,
  onChange,
}: {
  search: CompaniesSearch
  onChange: (change: Partial<CompaniesSearch>) => void
}) {
  const { t } = useLingui()
  const roles = useQuery(companyCountsQuery(search)).data?.by_role
  return (
    <ViewsNav<View>
      views={[
        { value: 'all', title: t`All` },
        { value: 'customers', title: t`Customers`, count: roles?.customer },
        { value: 'subcontractors', title: t`Carriers`, count: roles?.subcontractor },
        { value: 'archived', title: t`Archived` },
      ]}
      value={companyViewOf(search) ?? ('' as View)}
      onChange={(view) => onChange({ role: undefined, archived: undefined, peek: undefined, ...viewFilters[view] })}
    />
  )
}
