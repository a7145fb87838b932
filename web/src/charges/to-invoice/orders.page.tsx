import type { UnbilledOrder } from '@cartage/contract/charges/app/list'
import { invoiceTabs } from '@cartage/contract/charges/app/list'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useListAddress } from '../../lists/list-address.ts'
import { RecordList } from '../../lists/record-list.tsx'
import { ViewsNav } from '../../lists/views-nav.tsx'
import { usePermission } from '../../session/permission.ts'
import { ReceiptText } from '../../ui/icons.tsx'
import type { InvoiceSearch } from '../address.ts'
import { ChargesBulkBar } from '../bulk-bar.tsx'
import { actOnOrders, invoiceCountsQuery, invoiceFiltersOf, loadOrdersToInvoice } from '../queries.ts'
import { useOrderColumns } from './orders.columns.tsx'
import { OrderFilters } from './orders.filters.tsx'
import { usePutOnDraft } from './use-put-on-draft.ts'

const ordersRoute = getRouteApi('/shell/orders-to-invoice')

/** Completed unbilled orders by waiting reason. */
export function OrdersToInvoicePage() {
  const { t } = useLingui()
  const search = ordersRoute.useSearch()
  const address = useListAddress<InvoiceSearch>('/orders-to-invoice', ['tab'])
  const mayWrite = usePermission('charge.write')
  const mayDraft = usePermission('invoice.write')
  const draft = usePutOnDraft()
  return (
    <RecordList<UnbilledOrder, InvoiceSearch>
      name="orders-to-invoice"
      title={t`Orders to invoice`}
      search={search}
      address={address}
      countLabels={(total) => t`${plural(total, { one: '# order', other: '# orders' })}`}
      filters={invoiceFiltersOf(search)}
      isFiltered={Object.keys(invoiceFiltersOf({ ...search, tab: undefined })).length > 0}
      load={loadOrdersToInvoice(search)}
      columns={useOrderColumns()}
      keyOf={({ order_id }) => order_id}
      nameOf={({ order_number }) => order_number}
      pathOf={({ order_id }) => `/orders/${order_id}?tab=charges`}
      sort="day"
      views={<InvoiceTabs search={search} onChange={address.change} />}
      tools={<OrderFilters search={search} onChange={address.change} />}
      bulkBar={
        mayWrite || mayDraft
          ? (selection) => (
              <ChargesBulkBar
                selection={selection}
                run={actOnOrders}
                tab={search.tab}
                {...(mayDraft && { onDraft: draft })}
              />
            )
          : undefined
      }
      empty={{
        icon: ReceiptText,
        title: t`No orders to invoice`,
        text: t`Completed orders appear here until they are billed.`,
      }}
    />
  )
}

type View = NonNullable<InvoiceSearch['tab']> | 'all'

function InvoiceTabs({
  search,
  onChange,
}: {
  search: InvoiceSearch
  onChange: (change: Partial<InvoiceSearch>) => void
}) {
  const { t } = useLingui()
  const counts = useQuery(invoiceCountsQuery(search)).data?.by_tab
  const labels: Readonly<Record<View, string>> = {
    all: t`All`,
    review: t`To review`,
    to_request: t`To request`,
    requested: t({ message: 'Requested', context: 'state' }),
    rejected: t`Rejected`,
    ready: t`Ready`,
    draft: t`On draft`,
  }
  return (
    <ViewsNav<View>
      views={(['all', ...invoiceTabs] as const).map((value) => ({
        value,
        title: labels[value],
        count: counts?.[value],
      }))}
      value={search.tab ?? 'all'}
      onChange={(view) => onChange({ tab: view === 'all' ? undefined : view })}
    />
  )
}
