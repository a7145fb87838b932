import { Problem } from '../../http/problem.ts'
import type { Target, WholeTrip } from '../rules.ts'
import type { KeptTrip } from './rules.ts'
import type { RunRow } from './store.ts'

type Accepting = Pick<RunRow, 'status' | 'result' | 'accepted' | 'is_expired'>

/**
 * The suggested trips with these indexes, if they can be accepted (OPT-7) and none would already have begun (OPT-10).
 * @param from when planning may begin (TIME-10)
 * @throws Problem state_conflict, not_found
 */
export function tripsToAccept(
  { status, result, accepted, is_expired }: Accepting,
  indexes: readonly number[],
  from: string,
): KeptTrip[] {
  if (status !== 'DONE' || result === null) throw conflict('The run is not done.')
  if (is_expired) throw conflict('The result has expired. Run it again with the plan of now.')
  return indexes.map((index) => {
    const trip = result.trips[index]
    if (!trip) throw new Problem('not_found')
    if (isBegun(trip, from)) throw begun()
    if (accepted[index] !== undefined) throw conflict('A trip of the selection was already accepted. Reload the page.')
    return trip
  })
}

/** A suggested trip as a planning command creates it: its times follow from its start (OPT-13). */
export function wholeTrip({ stops, resources }: KeptTrip, target: Target): WholeTrip {
  return { target, stop_ids: stops.map(({ stop_id }) => stop_id), starts_at: stops[0]!.start_at, resources }
}

/** The error for a suggested trip that would already have begun. */
export function begun(): Problem {
  return conflict('A suggested trip would have begun already. Run it again with the time of now.')
}

/** OPT-10: whether a suggested trip would have begun before an instant. */
export function isBegun({ stops }: Pick<KeptTrip, 'stops'>, from: string): boolean {
  return stops.some(({ start_at }) => Date.parse(start_at) < Date.parse(from))
}

/** The drafts that a run took apart: suggested trips may remove orders only from these (OPT-11). */
export function draftsOf({ result }: Pick<Accepting, 'result'>): string[] {
  return (result?.present ?? []).map(({ trip_id }) => trip_id)
}

function conflict(message: string): Problem {
  return new Problem('state_conflict', { message })
}

/**
 * Orders that the run left out and that leave their drafts when all suggested trips are accepted, because their
 * combinations then drive those trips. If only some are accepted, these orders stay where they are.
 */
export function releasedOrders({ result, accepted }: Accepting, indexes: readonly number[]): string[] {
  const isAll = result!.trips.every((_, index) => indexes.includes(index) || accepted[index] !== undefined)
  return isAll ? result!.released : []
}
