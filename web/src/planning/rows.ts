import type { PlanningBoard } from '@cartage/contract/planning/app/board'
import { stackBars } from '../ui/timeline/scale.ts'
import { type BoardTrip, boardTrip, type Directory, directoryOf } from './board-trip.ts'

export type BoardResource = PlanningBoard['resources'][number]
type Away = PlanningBoard['unavailabilities'][number]
type Ending = PlanningBoard['validities'][number]

/** Kind of the board's rows. */
export type RowsBy = 'vehicle' | 'driver' | 'trailer'

const typesOf: Readonly<Record<RowsBy, readonly string[]>> = {
  vehicle: ['TRACTOR', 'RIGID', 'VAN'],
  driver: ['DRIVER'],
  trailer: ['TRAILER', 'FULL_TRAILER'],
}

/** A row of the board: a resource, a carrier, or the trips without either. */
export interface BoardRow {
  key: string
  kind: 'resource' | 'carrier' | 'none'
  /** Null for trips without a carrier or resource, where the page has the label. */
  title: string | null
  /** Its usual combination. */
  text: string
  /** Id of the group. Null for none. */
  group: string | null
  resource: BoardResource | undefined
  trips: readonly BoardTrip[]
  /** Track of each trip, from 0, and the number of tracks. */
  tracks: readonly number[]
  trackCount: number
  away: readonly Away[]
  ends: readonly Ending[]
  /** Total minutes of its trips in the days shown. */
  minutes: number
}

/** Data of the board, for each of its parts. */
export interface BoardModel {
  directory: Directory
  rows: readonly BoardRow[]
  trips: ReadonlyMap<string, BoardTrip>
  /** Open trips without planned times. Shown only in the list. */
  untimed: readonly BoardTrip[]
}

const none = 'none'

/**
 * Rows of a board between two instants, at the current minute. A trip is on the row of each of its resources of the
 * kind shown.
 */
export function modelOf(
  board: PlanningBoard,
  by: RowsBy,
  { from, to, now }: { from: number; to: number; now: number },
): BoardModel {
  const directory = directoryOf(board)
  const all = board.trips.map((trip) => boardTrip(trip, directory, now))
  const timed = all.filter(({ start, end }) => start < to && end > from)
  const types = typesOf[by]
  const onRows = new Map<string, BoardTrip[]>()
  for (const trip of timed) {
    for (const key of keysOf(trip, types, directory)) onRows.set(key, [...(onRows.get(key) ?? []), trip])
  }
  const away = Map.groupBy(board.unavailabilities, ({ resource_id }) => resource_id)
  const ends = Map.groupBy(board.validities, ({ resource_id }) => resource_id)
  const resources = board.resources.filter(({ resource_type }) => types.includes(resource_type))
  const rest: Pick<BoardRow, 'resource' | 'text' | 'away' | 'ends'> = {
    resource: undefined,
    text: '',
    away: [],
    ends: [],
  }
  const rowOf = (row: Omit<BoardRow, 'trips' | 'tracks' | 'trackCount' | 'minutes'>) =>
    withTrips(row, onRows.get(row.key) ?? [], from, to)
  const rows = [
    ...(onRows.has(none) ? [rowOf({ ...rest, key: none, kind: 'none', title: null, group: none })] : []),
    ...resources.map((resource) => {
      const { resource_id: key, name, code, resource_group_ids } = resource
      const crew = crewOf(resource, onRows.get(key) ?? [], directory)
      const text =
        crew.map((one) => one.license_plate ?? one.name).join(' · ') || (resource.license_plate ?? code ?? '')
      const parts = { kind: 'resource', title: name, text, group: resource_group_ids[0] ?? null, resource } as const
      const ids = [key, ...crew.map(({ resource_id }) => resource_id)]
      return rowOf({ ...parts, key, away: away.get(key) ?? [], ends: ids.flatMap((id) => ends.get(id) ?? []) })
    }),
    ...board.carriers
      .filter(({ company_id }) => onRows.has(company_id))
      .map(({ company_id: key, name }) => rowOf({ ...rest, key, kind: 'carrier', title: name, group: 'carriers' })),
  ]
  const untimed = all.filter(({ start }) => Number.isNaN(start))
  return { directory, rows: inGroups(rows), trips: new Map(all.map((trip) => [trip.id, trip])), untimed }
}

/** Groups rows together, groups in the order of their first row. Rows without a vehicle come first. */
function inGroups(rows: readonly BoardRow[]): BoardRow[] {
  return [...Map.groupBy(rows, ({ group }) => group).values()].flat()
}

function keysOf({ trip }: BoardTrip, types: readonly string[], directory: Directory): string[] {
  const ids = trip.resources
    .map(({ resource_id }) => resource_id)
    .filter((id) => types.includes(directory.resources.get(id)?.resource_type ?? ''))
  if (ids.length > 0) return ids
  return [trip.subcontractor_id ?? none]
}

function withTrips(
  row: Omit<BoardRow, 'trips' | 'tracks' | 'trackCount' | 'minutes'>,
  given: readonly BoardTrip[],
  from: number,
  to: number,
): BoardRow {
  const trips = given.toSorted((one, other) => one.start - other.start || one.name.localeCompare(other.name))
  const { levels, count } = stackBars(trips)
  const within = ({ start, end }: BoardTrip) => Math.max(0, Math.min(end, to) - Math.max(start, from))
  const minutes = Math.round(trips.reduce((sum, trip) => sum + within(trip), 0) / 60_000)
  return { ...row, trips, tracks: levels, trackCount: count, minutes }
}

const withMotor = typesOf.vehicle
const withGoods = typesOf.trailer

/** Resources combined with a resource: those on its row's trip nearest to an instant, by default on its last trip. */
export function crewOf(
  { resource_id }: BoardResource,
  trips: readonly BoardTrip[],
  { resources }: Directory,
  at = Number.POSITIVE_INFINITY,
): BoardResource[] {
  const known = trips.filter(({ trip }) => trip.resources.length > 1)
  const before = known.filter(({ start }) => start <= at).toSorted((one, other) => other.start - one.start)[0]
  const nearest = before ?? known.toSorted((one, other) => one.start - other.start)[0]
  const others = nearest?.trip.resources.flatMap((one) => resources.get(one.resource_id) ?? []) ?? []
  return others.filter(
    (one) => one.resource_id !== resource_id && [...withMotor, 'DRIVER', ...withGoods].includes(one.resource_type),
  )
}

/**
 * Combination of a trip placed on a row at an instant: the resource with its combination at that time. A trip keeps its
 * trailer or container if the row has none, because the goods may be in it.
 */
export function combinationAt(row: BoardRow, at: number, directory: Directory, trip?: BoardTrip): string[] {
  const { resource } = row
  if (resource === undefined) return []
  const others = row.trips.filter((one) => one.id !== trip?.id)
  const crew = crewOf(resource, others, directory, at)
  const taken = [resource, ...crew]
  const has = (types: readonly string[]) => taken.some(({ resource_type }) => types.includes(resource_type))
  const kept = (trip?.trip.resources ?? []).flatMap(({ resource_id }) => directory.resources.get(resource_id) ?? [])
  const stays = kept.filter(({ resource_id, resource_type }) => {
    if (taken.some((one) => one.resource_id === resource_id)) return false
    if (withMotor.includes(resource_type)) return !has(withMotor)
    if (resource_type === 'DRIVER') return !has(['DRIVER']) && !withMotor.includes(resource.resource_type)
    return withGoods.includes(resource_type) ? !has(withGoods) : true
  })
  return [...taken, ...stays].map(({ resource_id }) => resource_id)
}
