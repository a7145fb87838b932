import type { ListedInvoice } from '@cartage/contract/billing/app/document'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useListAddress } from '../../lists/list-address.ts'
import { CsvButton } from '../../lists/list-tools.tsx'
import { NoRows } from '../../lists/no-rows.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { FilePen } from '../../ui/icons.tsx'
import { useShownColumns } from '../../ui/table/columns-menu.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ListFrame, sortFrom, sortText } from '../../ui/table/list-frame.tsx'
import { useCursor } from '../../ui/table/row-keys.ts'
import { useWindows } from '../../ui/table/row-windows.ts'
import { useSelection } from '../../ui/table/selection.ts'
import type { DraftsSearch } from '../address.ts'
import { draftFiltersOf, loadDrafts } from '../queries.ts'
import { DraftsBulkBar } from './bulk-bar.tsx'
import { useDraftColumns } from './drafts.columns.tsx'
import { DraftFilters } from './drafts.filters.tsx'

const draftsRoute = getRouteApi('/shell/drafts')

// Loaded when it is opened.
const DraftPanel = lazy(async () => ({ default: (await import('./draft.panel.tsx')).DraftPanel }))

const keyOf = ({ invoice_id }: ListedInvoice) => invoice_id

/** Drafts by company, to be checked, corrected and finalised. */
export function DraftsPage() {
  const { t } = useLingui()
  usePageTitle(t`Drafts`)
  const navigate = useNavigate()
  const search = draftsRoute.useSearch()
  const address = useListAddress<DraftsSearch>('/drafts')
  const { peek, ...shownSearch } = search
  const windows = useWindows<ListedInvoice>(['drafts', 'list', shownSearch], loadDrafts(search), keyOf)
  const shown = useShownColumns('drafts', useDraftColumns(), ['entity'])
  const selection = useSelection(windows.total)
  const cursor = useCursor()
  const openKey = (id: string) => void navigate({ to: '/invoices/$invoiceId', params: { invoiceId: id } })
  const isFiltered = [search.company, search.status, search.run].some((value) => value !== undefined)
  return (
    <ListFrame
      title={t`Drafts`}
      views={null}
      actions={<CsvButton path="/app/invoices/csv" filters={draftFiltersOf(search)} />}
      filters={<DraftFilters search={search} onChange={address.change} />}
      total={windows.total}
      countLabels={(total) => t`${plural(total, { one: '# draft', other: '# drafts' })}`}
      shown={shown}
      bar={<DraftsBulkBar selection={selection} />}
      table={
        <DataTable
          label={t`Drafts`}
          columns={shown.columns}
          windows={windows}
          keyOf={keyOf}
          newLabels={(count) => t`${plural(count, { one: '# new draft', other: '# new drafts' })}`}
          nameOf={({ company_name }) => company_name}
          pathOf={({ invoice_id }) => `/invoices/${invoice_id}`}
          selection={selection}
          sort={sortFrom(search.sort ?? 'company')}
          onSort={(sort) => address.change({ sort: sortText(sort) as DraftsSearch['sort'] })}
          cursor={cursor}
          openKey={peek}
          onPeek={({ invoice_id }) => address.openPeek(invoice_id)}
          onOpen={({ invoice_id }) => openKey(invoice_id)}
          failure={windows.error ? failureOf(windows.error) : undefined}
          empty={<NoDrafts isFiltered={isFiltered} onClear={address.clear} />}
        />
      }
      panel={
        peek !== undefined && (
          <Suspense fallback={null}>
            <DraftPanel
              key={peek}
              invoiceId={peek}
              onClose={address.closePeek}
              onMoved={(id) => {
                windows.news?.expectOwn()
                address.openPeek(id)
              }}
            />
          </Suspense>
        )
      }
    />
  )
}

function NoDrafts({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useLingui()
  return (
    <NoRows
      icon={FilePen}
      title={t`No drafts`}
      text={t`Put orders on drafts, or start a run for all work that is ready.`}
      isFiltered={isFiltered}
      onClear={onClear}
    >
      <p className="flex gap-2 pt-4">
        <Link to="/orders-to-invoice" search={{ tab: 'ready' }} className="btn btn-brand">
          <Trans>Orders to invoice</Trans>
        </Link>
        <Link to="/invoice-runs" className="btn btn-outline">
          <Trans>Invoice runs</Trans>
        </Link>
      </p>
    </NoRows>
  )
}
