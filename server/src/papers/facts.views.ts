import { msg } from '@cartage/contract/message'
import type { ResourceAllocation } from '@cartage/contract/orders/order-status'
import type { DriverOfDay } from '@cartage/contract/papers/app'
import type { z } from 'zod'
import { companiesById } from '../companies/views.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { Problem } from '../http/problem.ts'
import { localTime } from '../locations/local-time.rules.ts'
import { findLocationOutputs } from '../locations/views.ts'
import { loadWholeOrder } from '../orders/record/row.views.ts'
import { shownTrips } from '../orders/record/shipments.views.ts'
import { orderOutput } from '../orders/record/views.ts'
import { findLetterhead, readLetterhead } from '../tenants/organisation/views.ts'
import type { TripState } from '../trips/state.rules.ts'
import { tripsByIds } from '../trips/store.ts'
import type { PaperFacts, PaperOrder, PaperParty, PaperTrip } from './facts.rules.ts'
import { addressLines, companyParty } from './parties.rules.ts'

/**
 * Data of the papers of an order.
 * @throws Problem not_found
 */
export async function readOrderFacts(tx: Tx, orderId: string): Promise<PaperFacts> {
  const [order, own] = await Promise.all([readOrder(tx, orderId), readHaulier(tx)])
  const trips = await readTrips(tx, [...new Set(order.trips.values())])
  return { ...own, orders: [order], trips, trip: null, places: new Map() }
}

/** The same for an order that may have been removed; then undefined. */
export async function findOrderFacts(tx: Tx, orderId: string): Promise<PaperFacts | undefined> {
  return await readOrderFacts(tx, orderId).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') return undefined
    throw error
  })
}

/**
 * Data of the papers of a trip, with its orders in the sequence of their stops.
 * @throws Problem not_found
 */
export async function readTripFacts(tx: Tx, tripId: string): Promise<PaperFacts> {
  const facts = await readTripsFacts(tx, [tripId])
  const trip = facts.trips.get(tripId)
  if (!trip) throw new Problem('not_found')
  return { ...facts, trip }
}

async function readTripsFacts(tx: Tx, tripIds: readonly string[]): Promise<PaperFacts> {
  const [trips, own] = await Promise.all([readTrips(tx, tripIds), readHaulier(tx)])
  const stops = [...trips.values()].flatMap((trip) => trip.stops)
  const orderIds = [...new Set(stops.flatMap(({ order_id }) => order_id ?? []))]
  const [orders, places] = await Promise.all([
    Promise.all(orderIds.map((id) => readOrder(tx, id))),
    findLocationOutputs(tx, [...new Set(stops.map(({ location_id }) => location_id))]),
  ])
  return { ...own, orders, trips, trip: null, places }
}

interface Driver {
  name: string
  locale: string | null
  time_zone: string
  is_driver: boolean
}

const selectDriver = statement(
  'papers.find_driver',
  `select r.name, r.locale, t.time_zone, r.resource_type = 'DRIVER' as is_driver
     from resource r join tenant t on $1 = t.tenant_id where r.tenant_id = $1 and r.resource_id = $2`,
)
// Drivers do not see draft trips.
const selectDay = statement(
  'papers.list_trips_of_day',
  `select t.trip_id from trip_resource x join trip t on t.tenant_id = $1 and t.trip_id = x.trip_id
    where x.tenant_id = $1 and x.resource_id = $2 and t.status in ('PLANNED', 'IN_PROGRESS', 'COMPLETED')
      and x.ends_at >= $3::date::timestamp at time zone $4
      and x.starts_at < ($3::date + 1)::timestamp at time zone $4
    order by x.starts_at, t.trip_id limit 50`,
)

/** A driver with the data of the driver's trips on one day. */
export interface DayFacts {
  driver: string
  /** Language of the driver; null when unknown. */
  locale: string | null
  /** `YYYY-MM-DD` */
  date: string
  facts: PaperFacts
}

/**
 * Data of a driver's day list: trips under way on that day, in order of their start.
 * @param wanted a day in the time zone of the haulier, `YYYY-MM-DD`, or an instant for its day there
 * @throws Problem not_found; state_conflict for a resource that is not a driver
 */
export async function readDayFacts(tx: Tx, resourceId: string, wanted: string | Date): Promise<DayFacts> {
  const [driver] = await tx.query<Driver>(selectDriver, resourceId)
  if (!driver) throw new Problem('not_found')
  if (!driver.is_driver) throw new Problem('state_conflict', { message: msg`${driver.name} is not a driver.` })
  const { name, locale, time_zone } = driver
  const date = dayOf(wanted, time_zone)
  const rows = await tx.query<{ trip_id: string }>(selectDay, resourceId, date, time_zone)
  const tripIds = rows.map(({ trip_id }) => trip_id)
  const facts = await readTripsFacts(tx, tripIds)
  const trips = new Map(tripIds.map((id) => [id, facts.trips.get(id)!]))
  return { driver: name, locale, date, facts: { ...facts, trips } }
}

const selectDrivers = statement(
  'papers.list_drivers_of_day',
  `select r.resource_id, r.name, r.locale, count(*)::int as trip_count, ${instant('min(x.starts_at)')} as starts_at,
          array_agg(t.trip_id order by x.starts_at, t.trip_id) as trip_ids
     from trip_resource x
     join trip t on t.tenant_id = $1 and t.trip_id = x.trip_id and t.status in ('PLANNED', 'IN_PROGRESS', 'COMPLETED')
     join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id and r.resource_type = 'DRIVER'
    where x.tenant_id = $1 and x.ends_at >= $2::date::timestamp at time zone $3
      and x.starts_at < ($2::date + 1)::timestamp at time zone $3
    group by r.resource_id, r.name, r.locale order by r.name, r.resource_id limit 500`,
)

/** A driver with the trips of one day, in order of their start. */
export interface DayDriver extends DriverOfDay {
  locale: string | null
  trip_ids: string[]
}

/**
 * Drivers with trips on a day, by name.
 * @param wanted a day in the time zone of the haulier, `YYYY-MM-DD`, or an instant for its day there
 */
export async function readDriversOfDay(tx: Tx, wanted: string | Date): Promise<{ date: string; drivers: DayDriver[] }> {
  const [{ time_zone }] = (await tx.query<{ time_zone: string }>(selectZone)) as [{ time_zone: string }]
  const date = dayOf(wanted, time_zone)
  return { date, drivers: await tx.query<DayDriver>(selectDrivers, date, time_zone) }
}

/** Data of the day lists of these drivers. */
export async function readFactsOfDrivers(tx: Tx, drivers: readonly DayDriver[]): Promise<PaperFacts> {
  return await readTripsFacts(tx, [...new Set(drivers.flatMap(({ trip_ids }) => trip_ids))])
}

/** The day, `YYYY-MM-DD`, of a day or an instant. */
function dayOf(wanted: string | Date, zone: string): string {
  return typeof wanted === 'string' ? wanted : localTime(wanted.toISOString(), zone).date
}

async function readOrder(tx: Tx, orderId: string): Promise<PaperOrder> {
  const whole = await loadWholeOrder(tx, orderId, null)
  const planned = whole.stops.filter(({ status, trip_id }) => status !== 'TO_PLAN' && trip_id !== null)
  return {
    number: whole.order.order_number,
    order: orderOutput(whole),
    trips: new Map(planned.map(({ stop_id, trip_id }) => [stop_id, trip_id!])),
  }
}

async function readTrips(tx: Tx, tripIds: readonly string[]): Promise<Map<string, PaperTrip>> {
  if (tripIds.length === 0) return new Map()
  const [states, shown] = await Promise.all([tripsByIds(tx, tripIds), shownTrips(tx, tripIds, true)])
  const ids = [...new Set(states.flatMap(({ subcontractor_id }) => subcontractor_id ?? []))]
  const companies = ids.length === 0 ? undefined : await companiesById(tx, ids)
  const carriers = new Map(shown.map((trip) => [trip.trip_id, trip.carriers]))
  return new Map(
    states.map((state) => {
      const company = companies?.get(state.subcontractor_id ?? '')
      const party = company ? companyParty(company) : null
      return [state.trip_id, paperTrip(state, carriers.get(state.trip_id) ?? [], party)]
    }),
  )
}

function paperTrip(
  { trip_id, name, stops, note, distance_km }: TripState,
  carriers: readonly z.output<typeof ResourceAllocation>[],
  subcontractor: PaperParty | null,
): PaperTrip {
  const plates = carriers.flatMap(({ resource }) => ('license_plate' in resource && resource.license_plate) || [])
  const drivers = carriers.flatMap(({ resource }) => (resource.resource_type === 'DRIVER' && resource.name) || [])
  return { trip_id, name, stops, note, distance_km, subcontractor, plates, drivers }
}

const selectCarrier = statement(
  'papers.find_carrier',
  `select b.legal_name, b.vat_number, b.country, b.address ->> 'street' as street,
          b.address ->> 'postal_code' as postal_code, b.address ->> 'city' as city, b.contact ->> 'phone' as phone
     from billing_entity b where b.tenant_id = $1 and b.is_default and not b.is_archived`,
)

type CarrierRow = Record<
  'legal_name' | 'vat_number' | 'country' | 'street' | 'postal_code' | 'city' | 'phone',
  string | null
>

const selectZone = statement('papers.find_time_zone', 'select t.time_zone from tenant t where $1 = t.tenant_id')

/** The haulier with its time zone and letterhead. */
async function readHaulier(tx: Tx): Promise<Pick<PaperFacts, 'carrier' | 'letterhead' | 'time_zone'>> {
  const [carrier, letterhead, [zone]] = await Promise.all([
    readCarrier(tx),
    readLetterhead(tx).then((facts) => findLetterhead(tx, facts)),
    tx.query<{ time_zone: string }>(selectZone),
  ])
  return { carrier, letterhead, time_zone: zone!.time_zone }
}

/** The haulier: the default billing entity. */
async function readCarrier(tx: Tx): Promise<PaperParty> {
  const [row] = await tx.query<CarrierRow>(selectCarrier)
  if (!row) return { name: null, address: [], country: null }
  const { street, postal_code, city, country, vat_number, phone } = row
  const address = addressLines({ address: street, postal_code, city, country })
  const known = [vat_number && `BTW/TVA/VAT ${vat_number}`, phone && `Tel. ${phone}`]
  return {
    name: row.legal_name,
    address: address.length === 0 ? [] : [...address, ...known.filter((line) => Boolean(line)).map(String)],
    country,
  }
}
