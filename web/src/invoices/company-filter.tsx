import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Combobox } from '../ui/form/combobox.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { companyNameQuery, findCompanies } from './queries.ts'

/** Filters by one company: found by typing, and then a chip with its name. */
export function CompanyFilter({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (companyId: string | undefined) => void
}) {
  const { t } = useLingui()
  if (value === undefined) {
    return (
      <Combobox<{ company_id: string; name: string }>
        label={t`Company`}
        className="h-7 w-40"
        placeholder={t`Company…`}
        value={null}
        onChange={(found) => found !== null && onChange(found.company_id)}
        queryKey={['invoices', 'companies']}
        search={findCompanies}
        textOf={({ name }) => name}
        keyOf={({ company_id }) => company_id}
      />
    )
  }
  return (
    <FilterChip title={t`Company`} onClear={() => onChange(undefined)}>
      <CompanyName companyId={value} />
    </FilterChip>
  )
}

function CompanyName({ companyId }: { companyId: string }) {
  return useQuery(companyNameQuery(companyId)).data ?? '…'
}
