import { simulationEvents } from '@cartage/contract/app/simulation'
import type { Happened, WaitingTrip } from './store.ts'
import type { Happenings, Message } from './world.rules.ts'

/** Maximum number of recent events shown. */
const mostShown = 20

/** Recent events, newest first, without measurements. */
export function happenedIn(
  messages: readonly Message[],
  names: ReadonlyMap<string, string>,
  before: readonly Happened[],
): Happened[] {
  const now = messages.flatMap((one): Happened[] => {
    const event = simulationEvents.find((known) => known === one.kind)
    if (event === undefined) return []
    const trip_id = 'trip' in one ? one.trip.trip_id : null
    return [
      { at: `${new Date(one.at).toISOString().slice(0, 19)}Z`, event, trip_id, name: names.get(trip_id ?? '') ?? null },
    ]
  })
  return [...now.toReversed(), ...before].slice(0, mostShown)
}

/** The waiting trips with their names. */
export function waitingIn(waiting: Happenings['waiting'], names: ReadonlyMap<string, string>): WaitingTrip[] {
  return waiting.map(({ trip_id, reason }) => ({ trip_id, reason, name: names.get(trip_id) ?? '' }))
}
