import type { ListedCompany } from '@cartage/contract/companies/app/record'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Column } from '../ui/table/data-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { CompanyStatus, Roles } from './status.labels.tsx'

/** Columns hidden until the user adds them. */
export const hiddenAtFirst: readonly string[] = ['updated']

/** Columns of the company list. */
export function useCompanyColumns(): readonly Column<ListedCompany>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'name',
        title: t`Name`,
        width: 260,
        isFixed: true,
        sortKey: 'name',
        cell: (row) => <span className="font-semibold">{row.name}</span>,
      },
      {
        id: 'roles',
        title: t`Roles`,
        width: 190,
        cell: (row) => <Roles isCustomer={row.is_customer} isSubcontractor={row.is_subcontractor} />,
      },
      { id: 'status', title: t`Status`, width: 130, cell: (row) => <CompanyStatus status={row.status} /> },
      { id: 'code', title: t`Code`, width: 110, sortKey: 'code', cell: (row) => row.code ?? <None /> },
      {
        id: 'accounting',
        title: t`Accounting code`,
        width: 140,
        cell: (row) => <span className="tnum">{row.accounting_code ?? <None />}</span>,
      },
      {
        id: 'place',
        title: t`Billing town`,
        width: 170,
        cell: (row) =>
          row.city === null ? (
            <None />
          ) : (
            <span>
              <span className="pr-1.5 text-[11px] text-ink-3">{row.country}</span>
              {row.city}
            </span>
          ),
      },
      {
        id: 'updated',
        title: t`Updated`,
        width: 100,
        sortKey: 'updated',
        cell: (row) => <RelativeTime instant={row.updated_at} />,
      },
      { id: 'vat', title: t`VAT number`, width: 160, cell: (row) => row.vat_number ?? <None /> },
    ],
    [t],
  )
}

function None() {
  return <span className="text-ink-3">—</span>
}
