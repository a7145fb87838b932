import type { OrderRecord } from '@cartage/contract/orders/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { OrderStops } from '../stops-table.tsx'
import { GoodsTable, routeOf } from './goods-table.tsx'
import { ChargeFacts, ContainerFacts, OrderFacts } from './overview-facts.tsx'
import { LatestDocuments, LatestEvents, TripsOfOrder } from './overview-latest.tsx'

/** Where it goes and what is carried, with its facts next to it, and its latest documents and events below. */
export function OverviewTab({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  const { order } = record
  return (
    <div className="grid gap-x-8 px-4 min-[85rem]:grid-cols-[minmax(0,1fr)_296px]">
      <div className="min-w-0">
        <Section title={t`Stops`}>
          <OrderStops record={record} />
        </Section>
        <Section title={t`Goods`}>
          <Goods consignments={order.consignments} />
        </Section>
        <div className="grid gap-x-8 xl:grid-cols-2">
          <div className="min-w-0">
            <LatestDocuments orderId={order.id} title={t`Documents`} />
          </div>
          <div className="min-w-0">
            <LatestEvents orderId={order.id} title={t`Events`} />
          </div>
        </div>
      </div>
      <div className="grid min-w-0 content-start gap-x-8 md:grid-cols-2 min-[85rem]:grid-cols-1">
        <Section title={t`Order`}>
          <OrderFacts record={record} />
        </Section>
        {order.container && (
          <Section title={t`Container`}>
            <ContainerFacts container={order.container} />
          </Section>
        )}
        <TripsOfOrder orderId={order.id} title={t`Trips`} />
        <Section title={t`Charges`}>
          <ChargeFacts pricing={order.pricing} />
        </Section>
        <OwnFields values={order.custom_fields ?? {}} />
      </div>
    </div>
  )
}

function Goods({ consignments }: { consignments: OrderRecord['order']['consignments'] }) {
  const { t } = useLingui()
  const lines = consignments.flatMap((consignment) =>
    (consignment.goods ?? []).map((good) => ({
      good,
      route: consignments.length === 1 ? undefined : routeOf(consignment),
    })),
  )
  if (lines.length > 0) return <GoodsTable label={t`Goods`} lines={lines} />
  return (
    <p className="py-1 text-ink-3">
      <Trans>No goods entered on this order.</Trans>
    </p>
  )
}

function OwnFields({ values }: { values: Readonly<Record<string, unknown>> }) {
  const { t } = useLingui()
  const entries = Object.entries(values)
  if (entries.length === 0) return null
  return (
    <Section title={t`Custom fields`}>
      <Properties>
        {entries.map(([name, value]) => (
          <Property key={name} name={name}>
            {typeof value === 'object' ? JSON.stringify(value) : String(value)}
          </Property>
        ))}
      </Properties>
    </Section>
  )
}
