import type { OrderRecord } from '@cartage/contract/orders/app/record'
import { earlyDeliveries } from '@cartage/contract/orders/early-delivery'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { failureOf } from '../api/failure.ts'
import { TrackingLinkButton } from '../links/tracking-link-button.tsx'
import { SendMenu } from '../mails/send-menu.tsx'
import { PrintMenu } from '../papers/print-menu.tsx'
import { OrderStatus } from '../records/order.labels.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { ChevronRight, OctagonPause, TriangleAlert } from '../ui/icons.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { TabPanel, Tabs } from '../ui/page/tabs.tsx'
import { OrderActions } from './actions.tsx'
import type { OrderTab } from './address.ts'
import { useHoldReason } from './hold-reason.ts'
import { orderRecordQuery } from './queries.ts'
import { OrderStrip } from './strip.tsx'
import { OverviewTab } from './tabs/overview.tab.tsx'

// Tabs not shown first are loaded on first use.
const DeveloperTab = lazy(async () => ({ default: (await import('./tabs/developer.tab.tsx')).DeveloperTab }))
const DocumentsTab = lazy(async () => ({ default: (await import('./tabs/documents.tab.tsx')).DocumentsTab }))
const HistoryTab = lazy(async () => ({ default: (await import('./tabs/history.tab.tsx')).HistoryTab }))
const OrderCreditPanel = lazy(async () => ({
  default: (await import('../accounting/receivables/order-credit.panel.tsx')).OrderCreditPanel,
}))
const OrderChargesTab = lazy(async () => ({ default: (await import('../charges/order.tab.tsx')).OrderChargesTab }))

const orderRoute = getRouteApi('/shell/orders/$orderId')

/** Page of one order. */
export function OrderPage() {
  const { t } = useLingui()
  const { orderId } = orderRoute.useParams()
  const query = useQuery(orderRecordQuery(orderId))
  const record = query.data
  usePageTitle(record === undefined ? t`Order` : t`Order ${record.order_number}`)
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-1.5">
            <Link to="/orders" className="text-ink-2 hover:text-ink">
              <Trans>Orders</Trans>
            </Link>
            <ChevronRight size={13} className="text-ink-3" aria-hidden="true" />
            <span className="tnum">{record?.order_number}</span>
            {record && <CopyButton text={record.order_number} label={t`Copy number`} />}
          </span>
        }
        actions={
          record && (
            <>
              <PrintMenu source={{ type: 'order', id: orderId }} />
              <SendMenu source={{ type: 'order', id: orderId }} />
              <TrackingLinkButton orderId={orderId} />
              <OrderActions record={record} />
            </>
          )
        }
      >
        {record && <OrderStatus status={record.is_blocked ? 'BLOCKED' : record.status} />}
      </PageHeader>
      {query.error !== null && record === undefined && (
        <div className="p-4">
          <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
        </div>
      )}
      {record === undefined && query.error === null && <Skeleton />}
      {record?.is_blocked && <OnHold {...record} />}
      {record && <Credit record={record} />}
      {record && <EarlyDelivery record={record} />}
      {record && <OrderStrip record={record} />}
      {record && <OrderTabs record={record} />}
    </>
  )
}

function OnHold({ block_reason, hold_reason_code }: Pick<OrderRecord, 'block_reason' | 'hold_reason_code'>) {
  const why = useHoldReason(block_reason, hold_reason_code)
  return (
    <div role="status" className="flex items-center gap-2 border-b border-red-line bg-red-soft px-4 py-2 text-red">
      <OctagonPause size={14} className="shrink-0" aria-hidden="true" />
      <span>
        <Trans>On hold: {why}</Trans>
      </span>
    </div>
  )
}

/** CREDIT-3: only for users who see prices. A finished order shows no credit. */
function Credit({ record: { order, status } }: { record: OrderRecord }) {
  const maySee = usePermission('charge.read')
  if (!maySee || !['TO_PLAN', 'PLANNED', 'IN_PROGRESS'].includes(status)) return null
  return (
    <Suspense fallback={null}>
      <OrderCreditPanel orderId={order.id} />
    </Suspense>
  )
}

/**
 * Warns that the requested delivery is before the pickup. The order was accepted, so a planner must check with the
 * customer.
 */
function EarlyDelivery({ record }: { record: OrderRecord }) {
  const { order } = record
  const isOver = record.status === 'CANCELLED' || record.status === 'COMPLETED'
  const early = isOver ? [] : earlyDeliveries(order.consignments, record.stop_facts)
  if (early.length === 0) return null
  const places = early.map((at) => at + 1).join(', ')
  return (
    <div className="flex items-center gap-2 border-b border-line bg-amber-soft px-4 py-2" role="status">
      <TriangleAlert size={14} className="shrink-0 text-amber" aria-hidden="true" />
      <span>
        {order.consignments.length === 1 ? (
          <Trans>Delivery before pickup.</Trans>
        ) : (
          <Trans>Delivery before pickup in consignment {places}.</Trans>
        )}
      </span>
    </div>
  )
}

function OrderTabs({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { tab = 'overview' } = orderRoute.useSearch()
  const maySeeCharges = usePermission('charge.read')
  const orderId = record.order.id
  const tabs = [
    { value: 'overview', title: t`Overview` },
    { value: 'documents', title: t`Documents` },
    ...(maySeeCharges ? [{ value: 'charges', title: t`Money` }] : []),
    { value: 'history', title: t`Activity` },
    { value: 'raw', title: t`Developer`, isApart: true },
  ]
  const choose = (value: string) =>
    void navigate({ to: '/orders/$orderId', params: { orderId }, search: { tab: value as OrderTab }, replace: true })
  return (
    <Tabs tabs={tabs} value={tab} onChange={choose}>
      <TabPanel value="overview">
        <OverviewTab record={record} />
      </TabPanel>
      <TabPanel value="documents">
        <DocumentsTab record={record} />
      </TabPanel>
      {maySeeCharges && (
        <TabPanel value="charges">
          <OrderChargesTab orderId={orderId} />
        </TabPanel>
      )}
      <TabPanel value="history">
        <HistoryTab orderId={orderId} />
      </TabPanel>
      <TabPanel value="raw">
        <DeveloperTab record={record} />
      </TabPanel>
    </Tabs>
  )
}

function Skeleton() {
  return (
    <div className="grid gap-3 p-4" aria-busy="true">
      {['w-1/3', 'w-1/2', 'w-2/5', 'w-1/4', 'w-1/2'].map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content
        <div key={at} className={`skeleton h-4 ${width}`} />
      ))}
    </div>
  )
}
