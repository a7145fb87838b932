import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { TripStop } from '../state.rules.ts'

const updateRows = statement(
  'trips.update_estimates',
  `update trip_stop s
      set eta_start_at = e.eta_start_at, eta_end_at = e.eta_end_at, eta_is_estimated = e.eta_is_estimated,
          mileage_km = e.mileage_km, mileage_is_estimated = e.mileage_is_estimated
     from json_populate_recordset(null::trip_stop, $3::json) e
    where s.tenant_id = $1 and s.stop_id = any ($2::uuid[]) and s.stop_id = e.stop_id`,
)
const updateDistance = statement(
  'trips.update_distance',
  'update trip set distance_km = $3 where tenant_id = $1 and trip_id = $2',
)

/** The computed values of a stop. */
export type StopEstimate = Pick<
  TripStop,
  'stop_id' | 'eta_start_at' | 'eta_end_at' | 'eta_is_estimated' | 'mileage_km' | 'mileage_is_estimated'
>

/** Writes estimates of stops whose trip this transaction has locked, without a new version, event or trail entry. */
export async function updateEstimates(tx: Tx, stops: readonly StopEstimate[]): Promise<void> {
  if (stops.length === 0) return
  const rows = stops.map(
    ({ stop_id, eta_start_at, eta_end_at, eta_is_estimated, mileage_km, mileage_is_estimated }) => ({
      stop_id,
      eta_start_at,
      eta_end_at,
      eta_is_estimated,
      mileage_km,
      mileage_is_estimated,
    }),
  )
  await tx.query(
    updateRows,
    stops.map(({ stop_id }) => stop_id),
    JSON.stringify(rows),
  )
}

/** Writes the length of a locked trip. */
export async function updateTripDistance(tx: Tx, tripId: string, km: number | null): Promise<void> {
  await tx.query(updateDistance, tripId, km)
}

/** An instant of a stop that was reported from positions and has changed with later positions. */
export interface CorrectedInstant {
  stop_id: string
  kind: 'ARRIVAL' | 'DEPARTURE'
  reported_at: string
  happened_at: string
}

const correctRows = statement(
  'trips.correct_instants',
  `update trip_stop s
      set actual_start_at = case when c.kind = 'ARRIVAL' then c.happened_at else s.actual_start_at end,
          actual_end_at = case when c.kind = 'DEPARTURE' then c.happened_at else s.actual_end_at end,
          status_at = case when s.status_at = c.reported_at then c.happened_at else s.status_at end
     from json_to_recordset($3::json)
          as c (stop_id uuid, kind text, reported_at timestamptz, happened_at timestamptz)
    where s.tenant_id = $1 and s.stop_id = any ($2::uuid[]) and s.stop_id = c.stop_id
      and c.reported_at = case when c.kind = 'ARRIVAL' then s.actual_start_at else s.actual_end_at end
   returning s.stop_id`,
)

/**
 * Corrects instants of stops whose trip this transaction has locked, unless someone else has reported one since.
 * @returns the stops that changed
 */
export async function correctInstants(tx: Tx, corrected: readonly CorrectedInstant[]): Promise<string[]> {
  const changed = new Set<string>()
  // One kind at a time, because a statement can change a row only once.
  for (const kind of ['ARRIVAL', 'DEPARTURE'] as const) {
    const rows = corrected.filter((one) => one.kind === kind)
    if (rows.length === 0) continue
    const ids = rows.map(({ stop_id }) => stop_id)
    const found = await tx.query<{ stop_id: string }>(correctRows, ids, JSON.stringify(rows))
    for (const { stop_id } of found) changed.add(stop_id)
  }
  return [...changed]
}
