import type { ResourceAllocation } from '@cartage/contract/orders/order-status'
import type { z } from 'zod'
import { companiesById } from '../companies/views.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { findLocationOutputs } from '../locations/views.ts'
import { loadWholeOrder } from '../orders/record/row.views.ts'
import { shownTrips } from '../orders/record/shipments.views.ts'
import { orderOutput } from '../orders/record/views.ts'
import type { TripState } from '../trips/state.rules.ts'
import { tripsByIds } from '../trips/store.ts'
import type { PaperFacts, PaperOrder, PaperParty, PaperTrip } from './facts.rules.ts'
import { addressLines, companyParty } from './parties.rules.ts'

/**
 * What the papers of an order are printed from.
 * @throws Problem not_found
 */
export async function readOrderFacts(tx: Tx, orderId: string): Promise<PaperFacts> {
  const [order, own] = await Promise.all([readOrder(tx, orderId), readHaulier(tx)])
  const trips = await readTrips(tx, [...new Set(order.trips.values())])
  return { ...own, orders: [order], trips, trip: null, places: new Map() }
}

/**
 * What the papers of a trip are printed from: its orders in the order it comes to them.
 * @throws Problem not_found
 */
export async function readTripFacts(tx: Tx, tripId: string): Promise<PaperFacts> {
  const [trips, own] = await Promise.all([readTrips(tx, [tripId]), readHaulier(tx)])
  const trip = trips.get(tripId)
  if (!trip) throw new Problem('not_found')
  const orderIds = [...new Set(trip.stops.flatMap(({ order_id }) => order_id ?? []))]
  const [orders, places] = await Promise.all([
    Promise.all(orderIds.map((id) => readOrder(tx, id))),
    findLocationOutputs(tx, [...new Set(trip.stops.map(({ location_id }) => location_id))]),
  ])
  return { ...own, orders, trips, trip, places }
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
  { trip_id, name, stops }: TripState,
  carriers: readonly z.output<typeof ResourceAllocation>[],
  subcontractor: PaperParty | null,
): PaperTrip {
  const plates = carriers.flatMap(({ resource }) => ('license_plate' in resource && resource.license_plate) || [])
  const drivers = carriers.flatMap(({ resource }) => (resource.resource_type === 'DRIVER' && resource.name) || [])
  return { trip_id, name, stops, subcontractor, plates, drivers }
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

/** The haulier with its time zone. */
async function readHaulier(tx: Tx): Promise<Pick<PaperFacts, 'carrier' | 'time_zone'>> {
  const [carrier, [zone]] = await Promise.all([readCarrier(tx), tx.query<{ time_zone: string }>(selectZone)])
  return { carrier, time_zone: zone!.time_zone }
}

/** The haulier: the billing entity that is used where none is given. */
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
