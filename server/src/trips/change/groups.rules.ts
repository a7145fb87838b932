import type { TripState, TripStop } from '../state.rules.ts'

interface Run {
  trip: TripState
  stops: TripStop[]
  /** Candidate ids, those that most of its stops had on this trip first. */
  intended: string[]
}

/**
 * Puts consecutive stops with the same activity and location into one stop group. A group keeps its id as long as one
 * of its stops stays in it. If it is split, the part that stayed on its trip keeps the id.
 * @param before the trips before the change
 * @param newId creates the ids of new groups
 */
export function groupStops(
  before: readonly TripState[],
  after: readonly TripState[],
  newId: () => string,
): TripState[] {
  const homes = new Map(before.flatMap(({ trip_id, stops }) => stops.map((stop) => [stop.stop_id, { trip_id, stop }])))
  const runs = after.flatMap((trip) => runsOf(trip))
  const stays = (run: Run, id: string) =>
    run.stops.filter(({ stop_id }) => {
      const home = homes.get(stop_id)
      return home?.trip_id === run.trip.trip_id && home.stop.stop_group_id === id
    }).length
  const order = runs.toSorted((one, other) => mostStays(other, stays) - mostStays(one, stays))
  const ids = assignIds(order, stays)
  const groupOf = new Map(
    runs.flatMap((run) => {
      const id = ids.get(run) ?? newId()
      return run.stops.map(({ stop_id }) => [stop_id, id] as const)
    }),
  )
  return after.map((trip) => ({
    ...trip,
    stops: trip.stops.map((stop) => {
      const id = groupOf.get(stop.stop_id)!
      return stop.stop_group_id === id ? stop : { ...stop, stop_group_id: id }
    }),
  }))
}

function runsOf(trip: TripState): Run[] {
  const runs: Run[] = []
  for (const stop of trip.stops) {
    const last = runs.at(-1)
    if (last && placeOf(last.stops[0]!) === placeOf(stop)) last.stops.push(stop)
    else runs.push({ trip, stops: [stop], intended: [] })
  }
  for (const run of runs) run.intended = [...new Set(run.stops.map(({ stop_group_id }) => stop_group_id))]
  return runs
}

/** Key of location and activity; uploads may give the activity only as a label. */
function placeOf({ activity, activity_label, location_id }: TripStop): string {
  return `${(activity ?? activity_label).toUpperCase().replaceAll(' ', '_')} ${location_id}`
}

function mostStays(run: Run, stays: (run: Run, id: string) => number): number {
  return Math.max(0, ...run.intended.map((id) => stays(run, id)))
}

/**
 * Assigns each id to one run so that as many ids as possible are kept (augmenting paths); earlier runs choose first.
 */
function assignIds(runs: readonly Run[], stays: (run: Run, id: string) => number): Map<Run, string> {
  const holders = new Map<string, Run>()
  const find = (run: Run, tried: Set<string>): boolean => {
    for (const id of run.intended.toSorted((one, other) => stays(run, other) - stays(run, one))) {
      if (tried.has(id)) continue
      tried.add(id)
      const holder = holders.get(id)
      if (holder && !find(holder, tried)) continue
      holders.set(id, run)
      return true
    }
    return false
  }
  for (const run of runs) find(run, new Set())
  return new Map([...holders].map(([id, run]) => [run, id]))
}
