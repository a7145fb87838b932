import { type ListedPurchase, purchaseResults } from '@cartage/contract/purchases/app'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { FilterBar, type FilterProps } from '../lists/filter-bar.tsx'
import { type ListAddress, useListAddress } from '../lists/list-address.ts'
import { RecordList } from '../lists/record-list.tsx'
import { ViewsNav } from '../lists/views-nav.tsx'
import { usePermission } from '../session/permission.ts'
import { FilePen, ReceiptText } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import type { PurchaseSearch } from './address.ts'
import { PurchaseDrop } from './drop.section.tsx'
import { resultBadges } from './labels.tsx'
import { usePurchaseColumns } from './list.columns.tsx'
import { consentCountQuery, loadPurchases, purchaseCountsQuery, purchaseFiltersOf } from './queries.ts'
import { unplacedCountQuery } from './unplaced/queries.ts'

// Loaded on first use.
const AgreementsList = lazy(async () => ({
  default: (await import('./self-billing/agreements.list.tsx')).AgreementsList,
}))
const DraftDialog = lazy(async () => ({
  default: (await import('./self-billing/draft.dialog.tsx')).DraftSelfBilledDialog,
}))
const TransfersList = lazy(async () => ({ default: (await import('./transfers/transfers.list.tsx')).TransfersList }))
const UnplacedList = lazy(async () => ({ default: (await import('./unplaced/unplaced.list.tsx')).UnplacedList }))

const purchasesRoute = getRouteApi('/shell/purchases')

/** Invoices and credit notes of suppliers by result, documents still to be placed, and self-billing. */
export function PurchasesPage() {
  const search = purchasesRoute.useSearch()
  const address = useListAddress<PurchaseSearch>('/purchases', ['result', 'view'])
  const views = <ResultTabs search={search} onChange={address.change} />
  if (search.view !== 'to-place' && search.view !== 'to-pay' && search.view !== 'agreements') {
    return <PlacedList search={search} address={address} views={views} />
  }
  return (
    <Suspense fallback={null}>
      {search.view === 'agreements' ? (
        <AgreementsList views={views} />
      ) : search.view === 'to-pay' ? (
        <TransfersList views={views} />
      ) : (
        <UnplacedList openKey={search.peek} onOpen={address.openPeek} onClose={address.closePeek} views={views} />
      )}
    </Suspense>
  )
}

function PlacedList({
  search,
  address,
  views,
}: {
  search: PurchaseSearch
  address: ListAddress<PurchaseSearch>
  views: ReactNode
}) {
  const { t } = useLingui()
  const mayWrite = usePermission('invoice.write')
  return (
    <RecordList<ListedPurchase, PurchaseSearch>
      name="purchases"
      title={t`Purchases`}
      search={search}
      address={address}
      countLabels={(total) => t`${plural(total, { one: '# document', other: '# documents' })}`}
      filters={purchaseFiltersOf(search)}
      isFiltered={search.q !== undefined || search.written_by !== undefined}
      load={loadPurchases(search)}
      columns={usePurchaseColumns()}
      keyOf={({ invoice_id }) => invoice_id}
      nameOf={({ external_name, invoice_id }) => external_name ?? invoice_id}
      pathOf={({ invoice_id }) => `/purchases/${invoice_id}`}
      sort="-created"
      views={views}
      tools={<PurchaseFilters search={search} onChange={address.change} />}
      {...(mayWrite && { maker: (commands) => <PurchaseDrop {...commands} /> })}
      create={
        mayWrite
          ? {
              title: t`Draft self-billed documents`,
              dialog: ({ onClose }) => (
                <LateDialog>
                  <DraftDialog onClose={onClose} />
                </LateDialog>
              ),
            }
          : undefined
      }
      empty={{
        icon: ReceiptText,
        title: t`No purchase documents`,
        text: t`Invoices and credit notes of suppliers appear here.`,
      }}
    />
  )
}

function PurchaseFilters({ search, onChange }: FilterProps<PurchaseSearch>) {
  const { t } = useLingui()
  const facets = [
    { value: 'supplier', label: t`Supplier` },
    { value: 'us', label: t`Us, self-billed` },
  ]
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Supplier number…`}
      filters={[{ title: t`Written by`, icon: FilePen, member: 'written_by', isSingle: true, facets }]}
    />
  )
}

type View = NonNullable<PurchaseSearch['result']> | NonNullable<PurchaseSearch['view']> | 'all'

function ResultTabs({
  search,
  onChange,
}: {
  search: PurchaseSearch
  onChange: (change: Partial<PurchaseSearch>) => void
}) {
  const { t } = useLingui()
  const counts = useQuery(purchaseCountsQuery(search)).data?.by_result
  const toPlace = useQuery(unplacedCountQuery).data
  const waiting = useQuery(consentCountQuery).data
  const results = purchaseResults.map((value) => ({
    value,
    title: t(resultBadges[value]!.word),
    count: counts?.[value],
  }))
  return (
    <ViewsNav<View>
      views={[
        { value: 'all', title: t`All`, count: undefined },
        ...results,
        { value: 'consent', title: t`Waiting for supplier`, count: waiting },
        { value: 'to-place', title: t`To assign`, count: toPlace },
        { value: 'to-pay', title: t`To pay`, count: undefined },
        { value: 'agreements', title: t`Agreements`, count: undefined },
      ]}
      value={search.view ?? search.result ?? 'all'}
      onChange={(view) => onChange({ ...viewOf(view), peek: undefined })}
    />
  )
}

function viewOf(view: View): Pick<PurchaseSearch, 'view' | 'result'> {
  if (view === 'consent' || view === 'to-place' || view === 'to-pay' || view === 'agreements')
    return { view, result: undefined }
  return { view: undefined, result: view === 'all' ? undefined : view }
}
