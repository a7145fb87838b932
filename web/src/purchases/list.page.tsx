import { type ListedPurchase, purchaseResults } from '@cartage/contract/purchases/app'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FilterBar } from '../lists/filter-bar.tsx'
import { useListAddress } from '../lists/list-address.ts'
import { RecordList } from '../lists/record-list.tsx'
import { ViewsNav } from '../lists/views-nav.tsx'
import { ReceiptText } from '../ui/icons.tsx'
import type { PurchaseSearch } from './address.ts'
import { usePurchaseColumns } from './list.columns.tsx'
import { loadPurchases, purchaseCountsQuery, purchaseFiltersOf } from './queries.ts'
import { resultBadges } from './words.tsx'

const purchasesRoute = getRouteApi('/shell/purchases')

/** Invoices and credit notes of suppliers, by what comparing them came to. */
export function PurchasesPage() {
  const { t } = useLingui()
  const search = purchasesRoute.useSearch()
  const address = useListAddress<PurchaseSearch>('/purchases', ['result'])
  return (
    <RecordList<ListedPurchase, PurchaseSearch>
      name="purchases"
      title={t`Purchases`}
      search={search}
      address={address}
      countWords={(total) => t`${plural(total, { one: '# document', other: '# documents' })}`}
      filters={purchaseFiltersOf(search)}
      isFiltered={search.q !== undefined}
      load={loadPurchases(search)}
      columns={usePurchaseColumns()}
      keyOf={({ invoice_id }) => invoice_id}
      nameOf={({ external_name, invoice_id }) => external_name ?? invoice_id}
      pathOf={({ invoice_id }) => `/purchases/${invoice_id}`}
      sort="-created"
      views={<ResultTabs search={search} onChange={address.change} />}
      tools={<FilterBar search={search} onChange={address.change} placeholder={t`Supplier number…`} filters={[]} />}
      empty={{
        icon: ReceiptText,
        title: t`No purchase documents`,
        text: t`Invoices and credit notes of suppliers appear here.`,
      }}
    />
  )
}

type View = NonNullable<PurchaseSearch['result']> | 'all'

function ResultTabs({
  search,
  onChange,
}: {
  search: PurchaseSearch
  onChange: (change: Partial<PurchaseSearch>) => void
}) {
  const { t } = useLingui()
  const counts = useQuery(purchaseCountsQuery(search)).data?.by_result
  const results = purchaseResults.map((value) => ({
    value,
    title: t(resultBadges[value]!.word),
    count: counts?.[value],
  }))
  return (
    <ViewsNav<View>
      views={[{ value: 'all', title: t`All`, count: undefined }, ...results]}
      value={search.result ?? 'all'}
      onChange={(view) => onChange({ result: view === 'all' ? undefined : view })}
    />
  )
}
