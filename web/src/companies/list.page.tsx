import type { ListedCompany } from '@cartage/contract/companies/app/record'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useListAddress } from '../lists/list-address.ts'
import { RecordList } from '../lists/record-list.tsx'
import { usePermission } from '../session/permission.ts'
import { Building2 } from '../ui/icons.tsx'
import type { CompaniesSearch } from './address.ts'
import { CompanyBulkBar } from './bulk-bar.tsx'
import { CreateCompanyDialog } from './create.dialog.tsx'
import { hiddenAtFirst, useCompanyColumns } from './list.columns.tsx'
import { CompanyFilters } from './list.filters.tsx'
import { CompanyViews } from './list.views.tsx'
import { CompanyPeek } from './peek.panel.tsx'
import { filtersOf, loadCompanies } from './queries.ts'

const companiesRoute = getRouteApi('/shell/companies')

/** All customers and subcontractors. */
export function CompaniesPage() {
  const { t } = useLingui()
  const search = companiesRoute.useSearch()
  const address = useListAddress<CompaniesSearch>('/companies')
  const mayWrite = usePermission('company.write')
  return (
    <RecordList<ListedCompany, CompaniesSearch>
      name="companies"
      title={t`Customers and carriers`}
      search={search}
      address={address}
      countLabels={(total) => t`${plural(total, { one: '# company', other: '# companies' })}`}
      filters={filtersOf(search)}
      load={loadCompanies(search)}
      columns={useCompanyColumns()}
      hiddenAtFirst={hiddenAtFirst}
      keyOf={keyOf}
      nameOf={(row) => row.name}
      isFaded={(row) => row.is_archived}
      sort="name"
      views={<CompanyViews search={search} onChange={address.change} />}
      tools={<CompanyFilters search={search} onChange={address.change} />}
      bulkBar={mayWrite ? (selection) => <CompanyBulkBar selection={selection} /> : undefined}
      peek={({ key, ...actions }) => <CompanyPeek companyId={key} {...actions} />}
      create={
        mayWrite ? { title: t`New company`, dialog: (actions) => <CreateCompanyDialog {...actions} /> } : undefined
      }
      empty={{
        icon: Building2,
        title: t`No companies yet`,
        text: t`Customers and carriers come from your accounting system. You can also create them here.`,
      }}
    />
  )
}

function keyOf(row: ListedCompany): string {
  return row.company_id
}
