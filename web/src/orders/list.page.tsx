import type { ListedOrder } from '@cartage/contract/orders/app/list'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import { failureOf } from '../api/failure.ts'
import { CsvButton, ListSavedViews } from '../lists/list-tools.tsx'
import { NoRows } from '../lists/no-rows.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { PackageOpen, Plus, Upload } from '../ui/icons.tsx'
import { useShownColumns } from '../ui/table/columns-menu.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { ListFrame, sortFrom, sortText } from '../ui/table/list-frame.tsx'
import { useCursor } from '../ui/table/row-keys.ts'
import { useWindows } from '../ui/table/row-windows.ts'
import { useSelection } from '../ui/table/selection.ts'
import type { OrdersSearch } from './address.ts'
import { OrderBulkBar } from './bulk-bar.tsx'
import { hiddenAtFirst, OrderCard, useOrderColumns } from './list.columns.tsx'
import { OrderFilters } from './list.filters.tsx'
import { OrderViews } from './list.views.tsx'
import { amountsOf, sumsOfList, sumsText } from './load-sums.ts'
import { OrderPeek } from './peek.panel.tsx'
import { filtersOf, loadOrders } from './queries.ts'

// Loaded on first use.
const SampleData = lazy(async () => ({ default: (await import('./sample-data.tsx')).SampleData }))

const ordersRoute = getRouteApi('/shell/orders')

/** List of all orders, with search, preview and actions. */
export function OrdersPage() {
  const { t } = useLingui()
  usePageTitle(t`Orders`)
  const search = ordersRoute.useSearch()
  const navigate = useNavigate()
  const mayWrite = usePermission('order.write')
  const change = useCallback(
    (members: Partial<OrdersSearch>) =>
      void navigate({ from: '/orders', to: '/orders', search: (before) => ({ ...before, ...members }), replace: true }),
    [navigate],
  )
  const { peek, ...shownSearch } = search
  const windows = useWindows<ListedOrder>(
    ['orders', 'list', shownSearch],
    loadOrders(shownSearch as OrdersSearch),
    keyOf,
  )
  const shown = useShownColumns('orders', useOrderColumns(), hiddenAtFirst)
  const selection = useSelection(windows.total)
  const cursor = useCursor()
  const listSums = sumsOfList(windows.total, windows.rowAt)
  const open = useCallback((orderId: string) => void navigate({ href: `/orders/${orderId}` }), [navigate])
  const close = useCallback(() => change({ peek: undefined }), [change])

  return (
    <ListFrame
      title={t`Orders`}
      views={
        <>
          <OrderViews search={search} />
          <ListSavedViews screen="orders" path="/orders" search={shownSearch} />
        </>
      }
      actions={<Actions search={search} mayWrite={mayWrite} />}
      filters={<OrderFilters search={search} onChange={change} />}
      total={windows.total}
      countLabels={(total) =>
        [t`${plural(total, { one: '# order', other: '# orders' })}`, listSums && sumsText(listSums)]
          .filter(Boolean)
          .join(' · ')
      }
      shown={shown}
      bar={<OrderBulkBar selection={selection} sums={sumsText(selection.sums)} />}
      table={
        <DataTable
          label={t`Orders`}
          columns={shown.columns}
          windows={windows}
          keyOf={keyOf}
          nameOf={(row) => row.order_number}
          pathOf={(row) => `/orders/${row.order_id}`}
          amountsOf={amountsOf}
          isHigh
          card={OrderCard}
          newLabels={(count) => t`${plural(count, { one: '# new order', other: '# new orders' })}`}
          sort={sortFrom(search.sort ?? '-created')}
          onSort={(next) => change({ sort: sortText(next) as OrdersSearch['sort'] })}
          {...(mayWrite && { selection })}
          cursor={cursor}
          openKey={peek}
          onPeek={(row) => change({ peek: row.order_id })}
          onOpen={(row) => open(row.order_id)}
          failure={windows.error ? failureOf(windows.error) : undefined}
          isFaded={(row) => row.status === 'CANCELLED' || row.status === 'REJECTED'}
          empty={<NoOrders isFiltered={Object.keys(filtersOf(search)).length > 0} onClear={() => clear(change)} />}
        />
      }
      panel={peek !== undefined && <OrderPeek orderId={peek} onClose={close} onOpen={() => open(peek)} />}
    />
  )
}

function Actions({ search, mayWrite }: { search: OrdersSearch; mayWrite: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <>
      {mayWrite && (
        <IconButton icon={Upload} label={t`Import orders`} onClick={() => void navigate({ to: '/orders/import' })} />
      )}
      <CsvButton path="/app/orders/csv" filters={filtersOf(search)} />
      {mayWrite && (
        <Button variant="brand" icon={Plus} keys="c" onClick={() => void navigate({ to: '/orders/new' })}>
          <Trans>New order</Trans>
        </Button>
      )}
    </>
  )
}

function keyOf(row: ListedOrder): string {
  return row.order_id
}

function clear(change: (members: Partial<OrdersSearch>) => void): void {
  change({
    q: undefined,
    status: undefined,
    company: undefined,
    scenario: undefined,
    when: undefined,
    pickup_from: undefined,
    pickup_to: undefined,
    is_adr: undefined,
    is_tempered: undefined,
  })
}

function NoOrders({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useLingui()
  return (
    <NoRows
      icon={PackageOpen}
      title={t`No orders yet`}
      text={t`Create an order, import a file or connect a system. New orders appear here at once.`}
      isFiltered={isFiltered}
      onClear={onClear}
    >
      <div className="pt-4">
        <Suspense fallback={null}>
          <SampleData />
        </Suspense>
      </div>
    </NoRows>
  )
}
