import type { TripOrder, TripRecord } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { OrderStatus } from '../../records/order.labels.tsx'
import { Button } from '../../ui/button.tsx'
import { Flame, Snowflake } from '../../ui/icons.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { Carriers } from '../carriers.tsx'
import { TripFacts } from '../facts.tsx'
import { TripMap } from '../map/trip-map.tsx'
import { stopNames } from '../map/trip-places.ts'
import { StopProposals } from '../stops/proposals.tsx'
import { StopsTable } from '../stops/stops-table.tsx'
import { useCrossings } from '../stops/use-crossings.tsx'

const TripTemperature = lazy(async () => ({
  default: (await import('../../temperatures/section.tsx')).TripTemperature,
}))

/** Stops on a time axis across the full width, then customers and resources. */
export function OverviewTab({ record }: { record: TripRecord }) {
  const { t } = useLingui()
  const crossings = useCrossings(record)
  return (
    <div className="px-4">
      <Section
        title={t`Stops`}
        actions={
          crossings.mayChange && (
            <Button variant="ghost" onClick={() => crossings.open(undefined)}>
              <Trans>Ferry or train…</Trans>
            </Button>
          )
        }
      >
        <StopProposals tripId={record.trip.trip_id} stops={stopNames(record)} />
        <StopsTable record={record} crossings={crossings} />
        {crossings.dialogs}
      </Section>
      <div className="grid gap-x-8 lg:grid-cols-[minmax(0,1fr)_380px]">
        <div className="min-w-0">
          <Section title={t`Orders`}>
            {record.orders.length === 0 ? (
              <p className="text-ink-3">
                <Trans>No orders on this trip.</Trans>
              </p>
            ) : (
              <ul className="rounded-lg border border-line">
                {record.orders.map((order) => (
                  <OrderLine key={order.order_id} order={order} />
                ))}
              </ul>
            )}
          </Section>
          {record.orders.some(({ is_tempered }) => is_tempered) && (
            <Suspense>
              <TripTemperature tripId={record.trip.trip_id} />
            </Suspense>
          )}
        </div>
        <div className="min-w-0">
          <TripMap record={record} />
          <Section title={t`Resources`}>
            {record.resources.length === 0 ? (
              <p className="text-ink-3">
                <Trans>No own vehicle or driver assigned.</Trans>
              </p>
            ) : (
              <Carriers carriers={record.resources} />
            )}
          </Section>
          <Section title={t`Trip`}>
            <TripFacts record={record} isWhole />
          </Section>
        </div>
      </div>
    </div>
  )
}

function OrderLine({ order }: { order: TripOrder }) {
  return (
    <li className="flex min-h-9 items-center gap-3 border-t border-line px-3 first:border-t-0">
      <Link
        to="/orders/$orderId"
        params={{ orderId: order.order_id }}
        className="tnum w-24 font-medium underline-offset-2 hover:underline"
      >
        {order.order_number}
      </Link>
      <span className="min-w-0 flex-1 truncate">{order.customer_name}</span>
      <span className="w-36 truncate text-ink-2">{order.customer_reference_number}</span>
      <span className="flex w-24 gap-1">
        {order.is_adr && (
          <span className="tag tone-amber">
            <Flame size={11} aria-hidden="true" />
            ADR
          </span>
        )}
        {order.is_tempered && (
          <span className="tag tone-blue">
            <Snowflake size={11} aria-hidden="true" />
            <Trans>Reefer</Trans>
          </span>
        )}
      </span>
      <span className="w-28">
        <OrderStatus status={order.status} />
      </span>
    </li>
  )
}
