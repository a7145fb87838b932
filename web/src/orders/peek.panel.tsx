import type { OrderRecord } from '@cartage/contract/orders/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { failureOf } from '../api/failure.ts'
import { OrderStatus } from '../records/order.labels.tsx'
import { PunctualityPill } from '../records/punctuality.tsx'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ExternalLink } from '../ui/icons.tsx'
import { Section, SidePanel } from '../ui/overlay/side-panel.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { useHoldReason } from './hold-reason.ts'
import { loadOf } from './load.ts'
import { LoadText } from './load-text.tsx'
import { orderRecordQuery } from './queries.ts'
import { StopSteps } from './stop-steps.tsx'

// Below the essentials of the panel, so loaded separately from the list.
const TripsOfOrder = lazy(async () => ({ default: (await import('./tabs/overview-latest.tsx')).TripsOfOrder }))
const LatestDocuments = lazy(async () => ({ default: (await import('./tabs/overview-latest.tsx')).LatestDocuments }))

/** Preview of an order next to the list. */
export function OrderPeek({ orderId, onClose, onOpen }: { orderId: string; onClose: () => void; onOpen: () => void }) {
  const { t } = useLingui()
  const query = useQuery(orderRecordQuery(orderId))
  const record = query.data
  return (
    <SidePanel
      label={t`Order`}
      title={
        <>
          <span className="tnum">{record?.order_number}</span>
          {record && <OrderStatus status={record.is_blocked ? 'BLOCKED' : record.status} />}
          <PunctualityPill verdict={record?.punctuality} />
        </>
      }
      actions={
        <IconButton icon={ExternalLink} label={t({ message: 'Open', context: 'verb' })} keys="enter" onClick={onOpen} />
      }
      onClose={onClose}
    >
      {query.error !== null && <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />}
      {record && <Facts record={record} />}
    </SidePanel>
  )
}

function Facts({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  const { order } = record
  const holdReason = useHoldReason(record.block_reason, record.hold_reason_code)
  const stops = order.stops ?? []
  const goods = order.consignments.flatMap((consignment) => consignment.goods ?? [])
  return (
    <>
      <Section>
        <p className="text-[14px] font-semibold">{order.customer?.name}</p>
        <p className="text-ink-2">
          {order.consignments[0]?.pickup_stop.location.city} → {order.consignments.at(-1)?.delivery_stop.location.city}
        </p>
        {record.is_blocked && <p className="pt-1 text-red">{holdReason}</p>}
      </Section>
      <Section>
        <StopSteps stops={stops} facts={record.stop_facts} />
      </Section>
      <Section>
        <Properties>
          <Property name={t`Customer reference`}>{order.customer_reference_number}</Property>
          <Property name={t`Reference ID`}>
            <span className="inline-flex items-center gap-1">
              {order.order_identifier}
              <CopyButton text={order.order_identifier ?? ''} label={t`Copy reference ID`} />
            </span>
          </Property>
          <Property name={t`Container`}>
            {[order.container?.container_number, order.container?.container_type?.code].filter(Boolean).join(' · ')}
          </Property>
          <Property name={t`Goods`}>
            <LoadText load={loadOf(goods)} />
          </Property>
          <Property name={t`Transport service`}>
            {order.transport_service?.name ?? order.transport_service?.code}
          </Property>
          <Property name={t`Instructions`}>{order.planning_instructions}</Property>
        </Properties>
      </Section>
      <Suspense>
        <TripsOfOrder orderId={order.id} title={t`Trips`} />
        <LatestDocuments orderId={order.id} title={t`Documents`} />
      </Suspense>
    </>
  )
}
