import type { OptimisationRecord } from '@cartage/contract/planning/app/optimise'
import { combinationText } from '../../optimise/combination-text.tsx'
import { openTrips } from '../../optimise/queries.ts'
import type { BoardRow } from '../rows.ts'

/** A suggested trip as a bar laid over the plan. */
export interface Ghost {
  index: number
  start: number
  end: number
  /** Name of its combination. */
  name: string
  resourceIds: readonly string[]
  /** Towns in sequence. */
  route: string
  /** Distinct numbers of its orders. */
  orders: readonly string[]
}

/** Suggested trips of a run that can be accepted, as bars. */
export function ghostsOf(run: OptimisationRecord): Ghost[] {
  return openTrips(run).flatMap(({ index, resources, stops }): Ghost[] => {
    const [first, last] = [stops[0], stops.at(-1)]
    if (!first || !last) return []
    const places = stops.map(({ location_name }) => location_name).filter((name, at, all) => name !== all[at - 1])
    const shown = places.length > 4 ? [places[0], places[1], '…', places.at(-1)] : places
    return [
      {
        index,
        start: Date.parse(first.start_at),
        end: Date.parse(last.end_at),
        name: combinationText(resources),
        resourceIds: resources.map(({ resource_id }) => resource_id),
        route: shown.join(' → '),
        orders: [...new Set(stops.map(({ order_number }) => order_number))],
      },
    ]
  })
}

type Row = Pick<BoardRow, 'key' | 'tracks'> & { trips: readonly { start: number; end: number }[] }

/** A ghost on a row, with its track from 0. */
export interface PlacedGhost {
  ghost: Ghost
  track: number
}

/** Ghosts of a row, each on the first track where it overlaps no trip or other ghost. */
export function placedOn({ key, trips, tracks }: Row, ghosts: readonly Ghost[]): PlacedGhost[] {
  const own = ghosts.filter(({ resourceIds }) => resourceIds.includes(key))
  if (own.length === 0) return []
  const taken = trips.map(({ start, end }, at) => ({ start, end, track: tracks[at]! }))
  return own
    .toSorted((one, other) => one.start - other.start)
    .map((ghost) => {
      const isFree = (track: number) =>
        taken.every((bar) => bar.track !== track || bar.end <= ghost.start || bar.start >= ghost.end)
      let track = 0
      while (!isFree(track)) track += 1
      taken.push({ start: ghost.start, end: ghost.end, track })
      return { ghost, track }
    })
}
