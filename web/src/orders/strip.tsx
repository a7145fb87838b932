import type { OrderRecord } from '@cartage/contract/orders/app/record'
import type { OrderTrip } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PhoneLink } from '../records/phone-link.tsx'
import { PunctualityPill } from '../records/punctuality.tsx'
import { usePermission } from '../session/permission.ts'
import { carriersText } from '../trips/carriers.tsx'
import { Flame, Snowflake } from '../ui/icons.tsx'
import { FactStrip, StripFact } from '../ui/page/fact-strip.tsx'
import { loadOf } from './load.ts'
import { LoadText } from './load-text.tsx'
import { orderTripsQuery } from './tabs/queries.ts'

/** Summary of an order: customer, route, load and driver. */
export function OrderStrip({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  const { order } = record
  const trips = useQuery(orderTripsQuery(order.id)).data?.items ?? []
  const mayOpen = usePermission('company.read')
  const goods = order.consignments.flatMap((consignment) => consignment.goods ?? [])
  const customer = order.customer
  return (
    <FactStrip label={t`Order at a glance`}>
      <StripFact name={t`Customer`} text={order.customer_reference_number}>
        {customer?.id && mayOpen ? (
          <Link
            to="/companies/$companyId"
            params={{ companyId: customer.id }}
            className="leading-6 underline-offset-2 hover:underline"
          >
            {customer.name}
          </Link>
        ) : (
          customer?.name
        )}
      </StripFact>
      <StripFact name={t`Route`} text={<Ends record={record} />}>
        {routeText(record)}
      </StripFact>
      <StripFact name={t`Load`} text={<LoadTags record={record} />}>
        <LoadText load={loadOf(goods)} />
      </StripFact>
      {trips.slice(0, 2).map((trip) => (
        <Carried key={trip.trip_id} trip={trip} />
      ))}
      {trips.length === 0 && (
        <StripFact name={t`Trip`}>
          <span className="font-normal text-ink-3">
            <Trans>Not on a trip yet</Trans>
          </span>
        </StripFact>
      )}
    </FactStrip>
  )
}

function Carried({ trip }: { trip: OrderTrip }) {
  const { t } = useLingui()
  const driver = trip.resources.find(({ resource_type }) => resource_type === 'DRIVER')
  const others = carriersText(trip.resources.filter((one) => one !== driver))
  return (
    <StripFact
      name={t`Trip ${trip.name}`}
      text={
        <span className="inline-flex items-center gap-2">
          {driver?.name}
          {driver?.phone_number && <PhoneLink number={driver.phone_number} />}
        </span>
      }
    >
      <span className="inline-flex max-w-full items-center gap-2">
        <Link
          to="/trips/$tripId"
          params={{ tripId: trip.trip_id }}
          className="min-w-0 truncate leading-6 underline-offset-2 hover:underline"
        >
          {trip.subcontractor?.name ?? (others === '' ? trip.name : others)}
        </Link>
        <PunctualityPill verdict={trip.punctuality} />
      </span>
    </StripFact>
  )
}

function routeText({ order }: OrderRecord): string {
  const [first] = order.consignments
  const last = order.consignments.at(-1)
  const cityOf = (stop: { location: { city?: string | null; name?: string | null } } | undefined) =>
    stop?.location.city ?? stop?.location.name
  return [cityOf(first?.pickup_stop), cityOf(last?.delivery_stop)].filter(Boolean).join(' → ')
}

function Ends({ record: { order } }: { record: OrderRecord }) {
  const { i18n } = useLingui()
  const [first] = order.consignments
  const last = order.consignments.at(-1)
  const countries = [first?.pickup_stop.location.country, last?.delivery_stop.location.country].filter(Boolean)
  const distance = order.metrics?.distance_total_km
  const km = distance == null ? undefined : `${i18n.number(Math.round(distance))} km`
  return [countries.join(' → '), km].filter(Boolean).join(' · ')
}

/** Special properties of the load. */
function LoadTags({ record: { order } }: { record: OrderRecord }) {
  const goods = order.consignments.flatMap((consignment) => consignment.goods ?? [])
  const substances = goods.flatMap(({ packaged_items }) => (packaged_items ?? []).flatMap(({ adr }) => adr ?? []))
  const degrees = goods.find((good) => good.ordered_transport_temperature_degrees != null)
  const container = order.container?.container_number
  return (
    <span className="inline-flex gap-1.5">
      {substances.length > 0 && (
        <span className="tag tone-amber">
          <Flame size={11} aria-hidden="true" />
          ADR
        </span>
      )}
      {degrees && (
        <span className="tag tone-blue tnum">
          <Snowflake size={11} aria-hidden="true" />
          {degrees.ordered_transport_temperature_degrees}°
        </span>
      )}
      {container && <span className="tnum">{container}</span>}
    </span>
  )
}
