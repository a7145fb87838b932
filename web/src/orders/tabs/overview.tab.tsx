import type { OrderRecord } from '@cartage/contract/orders/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { OrderMap } from '../order-map.tsx'
import { OrderStops } from '../stops-table.tsx'
import { GoodsTable, routeOf } from './goods-table.tsx'
import { ChargeFacts, ContainerFacts, OrderFacts } from './overview-facts.tsx'
import { LatestActivity, LatestDocuments, TripsOfOrder } from './overview-latest.tsx'

const OrderTemperature = lazy(async () => ({
  default: (await import('../../temperatures/section.tsx')).OrderTemperature,
}))

/**
 * Overview of the order: its stops on a time axis across the full width. Below it goods and references, with trips,
 * documents and activity on the right.
 */
export function OverviewTab({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  const { order } = record
  return (
    <div className="px-4">
      <Section title={t`Stops`}>
        <OrderStops record={record} />
      </Section>
      <div className="grid gap-x-8 lg:grid-cols-[minmax(0,1fr)_380px]">
        <div className="min-w-0">
          <Goods consignments={order.consignments} />
          {order.consignments.some(isTempered) && (
            <Suspense>
              <OrderTemperature orderId={order.id} />
            </Suspense>
          )}
          {order.planning_instructions && (
            <Section title={t`Instructions`}>
              <p className="max-w-[720px] whitespace-pre-line">{order.planning_instructions}</p>
            </Section>
          )}
          <div className="grid gap-x-8 md:grid-cols-2">
            <Section title={t`References`}>
              <OrderFacts record={record} />
            </Section>
            <div>
              {order.container && (
                <Section title={t`Container`}>
                  <ContainerFacts container={order.container} />
                </Section>
              )}
              <Section title={t`Charges`}>
                <ChargeFacts order={order} />
              </Section>
              <OwnFields values={order.custom_fields ?? {}} />
            </div>
          </div>
        </div>
        <div className="min-w-0">
          <OrderMap orderId={order.id} />
          <TripsOfOrder orderId={order.id} title={t`Trips`} />
          <LatestDocuments orderId={order.id} title={t`Documents`} />
          <LatestActivity orderId={order.id} title={t`Activity`} />
        </div>
      </div>
    </div>
  )
}

type Consignments = OrderRecord['order']['consignments']

function isTempered({ goods }: Consignments[number]): boolean {
  return (goods ?? []).some((good) =>
    [
      good.ordered_transport_temperature_degrees,
      good.absolute_min_temperature_degrees,
      good.absolute_max_temperature_degrees,
    ].some((degrees) => typeof degrees === 'number'),
  )
}

/** Goods of the order. Each of several consignments has its own table. */
function Goods({ consignments }: { consignments: Consignments }) {
  const { t } = useLingui()
  const [first, ...others] = consignments.filter(({ goods }) => (goods ?? []).length > 0)
  if (first === undefined) {
    return (
      <Section title={t`Goods`}>
        <p className="py-1 text-ink-3">
          <Trans>No goods entered on this order.</Trans>
        </p>
      </Section>
    )
  }
  if (others.length === 0 && consignments.length === 1) {
    return (
      <Section title={t`Goods`}>
        <GoodsTable label={t`Goods`} lines={linesOf(first)} />
      </Section>
    )
  }
  return consignments.map((consignment, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: consignments have no id and stay in order
    <Section key={at} title={t`Consignment ${at + 1}: ${routeOf(consignment)}`}>
      <GoodsTable label={t`Goods of consignment ${at + 1}`} lines={linesOf(consignment)} />
    </Section>
  ))
}

function linesOf({ goods }: Consignments[number]) {
  return (goods ?? []).map((good) => ({ good }))
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
