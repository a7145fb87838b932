import { companyStates, type ListedCompany } from '@cartage/contract/app/companies'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Building2, CalendarClock, CircleDot, Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useListAddress } from '../lists/address.ts'
import { CsvButton, KeptViews } from '../lists/list-tools.tsx'
import { NoRows } from '../lists/no-rows.tsx'
import { ViewsNav } from '../records/views.nav.tsx'
import { usePermission } from '../session/permission.ts'
import { useCommands } from '../shell/commands.ts'
import { failureOf } from '../shell/failure.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { useShownColumns } from '../ui/columns-menu.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { FilterMenu } from '../ui/filter-menu.tsx'
import { ListFrame, sortFrom, sortText } from '../ui/list-frame.tsx'
import { useCursor } from '../ui/row-keys.ts'
import { SearchField } from '../ui/search-field.tsx'
import { useSelection } from '../ui/selection.ts'
import { useWindows } from '../ui/windows.ts'
import { CompanyBulkBar } from './bulk-bar.tsx'
import { companyCountsQuery, filtersOf, loadCompanies } from './companies.queries.ts'
import { type CompaniesSearch, companiesRoute } from './companies.route.ts'
import { useStatusWords } from './company-looks.tsx'
import { CreateCompanyDialog } from './create.dialog.tsx'
import { useCompanyColumns } from './list.columns.tsx'
import { CompanyPeek } from './peek.panel.tsx'

/** All customers and subcontractors. */
export function CompaniesPage() {
  const { t } = useLingui()
  usePageTitle(t`Companies`)
  const search = companiesRoute.useSearch()
  const navigate = useNavigate()
  const mayWrite = usePermission('company.write')
  const [isCreating, setIsCreating] = useState(false)
  const { change, clear, openPeek, closePeek } = useListAddress<CompaniesSearch>('/companies')
  const { peek, ...asked } = search
  const windows = useWindows<ListedCompany>(['companies', 'list', asked], loadCompanies(asked))
  const shown = useShownColumns('companies', useCompanyColumns(), ['updated'])
  const selection = useSelection(windows.total)
  const cursor = useCursor()
  const open = useCallback((id: string) => void navigate({ href: `/companies/${id}` }), [navigate])
  useCommands(
    useMemo(
      () =>
        mayWrite
          ? [{ id: 'new-company', title: t`New company`, icon: Plus, keys: 'n', run: () => setIsCreating(true) }]
          : [],
      [mayWrite, t],
    ),
  )
  const sort = search.sort ?? 'name'
  return (
    <>
      <ListFrame
        title={t`Companies`}
        views={
          <>
            <Views search={search} onChange={change} />
            <KeptViews screen="companies" path="/companies" search={asked} />
          </>
        }
        actions={
          <>
            <CsvButton path="/app/companies/csv" filters={filtersOf(search)} />
            {mayWrite && (
              <Button variant="brand" icon={Plus} keys="n" onClick={() => setIsCreating(true)}>
                <Trans>New company</Trans>
              </Button>
            )}
          </>
        }
        filters={<Filters search={search} onChange={change} />}
        total={windows.total}
        shown={shown}
        notice={<CompanyBulkBar selection={selection} />}
        table={
          <DataTable
            label={t`Companies`}
            columns={shown.columns}
            windows={windows}
            keyOf={keyOf}
            nameOf={(row) => row.name}
            {...(mayWrite && { selection })}
            sort={sortFrom(sort)}
            onSort={(next) => change({ sort: sortText(next) as CompaniesSearch['sort'] })}
            cursor={cursor}
            openKey={peek}
            onPeek={(row) => openPeek(row.company_id)}
            onOpen={(row) => open(row.company_id)}
            failure={windows.error ? failureOf(windows.error) : undefined}
            isFaded={(row) => row.is_archived}
            empty={<NoCompanies isFiltered={Object.keys(filtersOf(search)).length > 0} onClear={clear} />}
          />
        }
        panel={peek !== undefined && <CompanyPeek companyId={peek} onClose={closePeek} onOpen={() => open(peek)} />}
      />
      {isCreating && <CreateCompanyDialog onClose={() => setIsCreating(false)} onCreated={open} />}
    </>
  )
}

function Filters({
  search,
  onChange,
}: {
  search: CompaniesSearch
  onChange: (change: Partial<CompaniesSearch>) => void
}) {
  const { t } = useLingui()
  const words = useStatusWords()
  const counts = useQuery(companyCountsQuery(search)).data
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`Name or code…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Status`}
        icon={CircleDot}
        facets={companyStates.map((value) => ({ value, label: words[value], count: counts?.by_status[value] ?? 0 }))}
        chosen={search.status?.split(',') ?? []}
        onChange={(chosen) => onChange({ status: chosen.join(',') || undefined })}
      />
      <FilterMenu
        title={t`Validity`}
        icon={CalendarClock}
        facets={[{ value: 'expiring', label: t`Ends within 30 days`, count: counts?.expiring }]}
        chosen={search.expiring ? ['expiring'] : []}
        onChange={(chosen) => onChange({ expiring: chosen.length > 0 || undefined })}
      />
    </>
  )
}

type View = 'all' | 'customers' | 'subcontractors' | 'archived'

const viewFilters: Readonly<Record<View, Partial<CompaniesSearch>>> = {
  all: {},
  customers: { role: 'customer' },
  subcontractors: { role: 'subcontractor' },
  archived: { archived: true },
}

function Views({
  search,
  onChange,
}: {
  search: CompaniesSearch
  onChange: (change: Partial<CompaniesSearch>) => void
}) {
  const { t } = useLingui()
  const roles = useQuery(companyCountsQuery(search)).data?.by_role
  const now = (Object.keys(viewFilters) as View[]).find(
    (view) => viewFilters[view].role === search.role && viewFilters[view].archived === search.archived,
  )
  return (
    <ViewsNav<View>
      views={[
        { value: 'all', title: t`All` },
        { value: 'customers', title: t`Customers`, count: roles?.customer },
        { value: 'subcontractors', title: t`Subcontractors`, count: roles?.subcontractor },
        { value: 'archived', title: t`Archived` },
      ]}
      value={now ?? ('' as View)}
      onChange={(view) => onChange({ role: undefined, archived: undefined, peek: undefined, ...viewFilters[view] })}
    />
  )
}

function keyOf(row: ListedCompany): string {
  return row.company_id
}

function NoCompanies({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useLingui()
  return (
    <NoRows
      icon={Building2}
      title={t`No companies yet`}
      text={t`Customers and subcontractors come from the accounting system, or are made here with New company.`}
      isFiltered={isFiltered}
      onClear={onClear}
    />
  )
}
