import * as contract from '@cartage/contract/trips/app/list'
import { type CsvColumns, sendCsv, walkWindows } from '../../http/csv.ts'
import { type Server, serve } from '../../http/serve.ts'
import { countTrips, trips } from './views.ts'

/** Binds the lists of trips. */
export function serveTripList(server: Server): void {
  const { ctx } = server
  serve(server, contract.listTrips, async ({ query, inTenant }) => {
    const { offset, limit, sort, ...filters } = query
    const given = { now: ctx.now().getTime() }
    return inTenant((tx) => trips.open(tx, filters, given).window({ sort, offset, limit }))
  })
  serve(server, contract.countTrips, async ({ query, inTenant }) =>
    inTenant((tx) => countTrips(tx, query, ctx.now().getTime())),
  )
  serve(server, contract.exportTripList, ({ caller, query: { sort, ...filters }, reply }) => {
    const given = { now: ctx.now().getTime() }
    return sendCsv(reply, 'trips', columns, walkWindows(ctx, caller.tenantId, trips, { filters, given, sort }))
  })
}

/** Columns of the CSV file of trips. */
const columns: CsvColumns<contract.ListedTrip> = {
  name: (trip) => trip.name,
  status: (trip) => trip.status,
  is_late: (trip) => trip.is_late,
  is_refused: (trip) => trip.is_refused,
  is_outdated: (trip) => trip.is_outdated,
  subcontractor: (trip) => trip.subcontractor?.name,
  resources: (trip) => trip.resources.map(({ name }) => name).join(', '),
  license_plates: (trip) => trip.resources.flatMap(({ license_plate }) => license_plate ?? []).join(', '),
  from_country: (trip) => trip.from?.country,
  from_city: (trip) => trip.from?.city,
  to_country: (trip) => trip.to?.country,
  to_city: (trip) => trip.to?.city,
  starts_at: (trip) => trip.starts_at,
  ends_at: (trip) => trip.ends_at,
  stop_count: (trip) => trip.stop_count,
  done_count: (trip) => trip.done_count,
  order_count: (trip) => trip.order_count,
  distance_km: (trip) => trip.distance_km,
  is_dispatched: (trip) => trip.is_dispatched,
  punctuality: (trip) => trip.punctuality?.state,
  minutes_off: (trip) => trip.punctuality?.minutes,
}
