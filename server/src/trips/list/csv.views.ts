import type { ListedTrip } from '@cartage/contract/trips/app/list'
import type { Context } from '../../context.ts'
import { type CsvColumns, csvChunk, walk } from '../../http/csv.ts'
import type { TripFilters, TripSort } from './rules.ts'
import { findTripIds, listTripRows } from './views.ts'

/** What a file says of a trip. */
export const tripCsv: CsvColumns<ListedTrip> = {
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

/** All trips that fit, in the order requested. */
export function walkTrips(
  ctx: Context,
  tenantId: string,
  filters: TripFilters,
  sort: TripSort,
): AsyncIterable<readonly ListedTrip[]> {
  return walk<ListedTrip, number>((offset = 0) =>
    ctx.db.asTenant(tenantId, async (tx) => {
      const found = await findTripIds(tx, filters.q)
      const rows = await listTripRows(tx, filters, found, { sort, offset, limit: csvChunk }, ctx.now().getTime())
      return { rows, next: rows.length < csvChunk ? undefined : offset + csvChunk }
    }),
  )
}
