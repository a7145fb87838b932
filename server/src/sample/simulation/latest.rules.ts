import { simulationEvents } from '@cartage/contract/app/simulation'
import type { Happened, WaitingTrip } from './store.ts'
import type { Happenings, Message } from './world.rules.ts'

/** How many of the things that happened are shown. */
const mostShown = 20

/** What happened last, newest first: what people look at, without measurements. */
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

/** The trips that wait, with their names. */
export function waitingIn(waiting: Happenings['waiting'], names: ReadonlyMap<string, string>): WaitingTrip[] {
  return waiting.map(({ trip_id, reason }) => ({ trip_id, reason, name: names.get(trip_id) ?? '' }))
}
