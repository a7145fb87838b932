import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AddedFilter } from '../lists/added-filter.ts'
import type { ListFilter } from '../lists/filter-bar.tsx'
import { FoundFilter } from '../lists/found-filter.tsx'
import { Building2 } from '../ui/icons.tsx'
import { companyNameQuery, findCompanies } from './queries.ts'

/** List filter by one company. */
export function companyFilter<Search>(
  title: string,
  value: string | undefined,
  onChange: (companyId: string | undefined) => void,
): ListFilter<Search> {
  return {
    title,
    icon: Building2,
    isOn: value !== undefined,
    control: (added) => <CompanyFilter value={value} onChange={onChange} added={added} />,
  }
}

/** Filters by one company: a search field, then a chip with its name. */
function CompanyFilter({
  value,
  onChange,
  added,
}: {
  value: string | undefined
  onChange: (companyId: string | undefined) => void
  added: AddedFilter
}) {
  const { t } = useLingui()
  return (
    <FoundFilter
      title={t`Company`}
      icon={Building2}
      value={value}
      listKey="invoice-companies"
      find={async (text) => (await findCompanies(text)).map(({ company_id: id, name }) => ({ id, name }))}
      onChange={onChange}
      added={added}
    >
      {value !== undefined && <CompanyName companyId={value} />}
    </FoundFilter>
  )
}

function CompanyName({ companyId }: { companyId: string }) {
  return useQuery(companyNameQuery(companyId)).data ?? '…'
}
