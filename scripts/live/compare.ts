import { isDeepStrictEqual } from 'node:util'
import type { PlanningBoard } from '@cartage/contract/planning/app/board'
import { type InfiniteQueryObserverOptions, type Query, QueryClient } from '@tanstack/react-query'
import type { Seat } from './seat.ts'

/** Difference between a shown query and a freshly loaded page. */
export interface Difference {
  key: string
  kept: string
  fresh: string
}

/** Compares all queries shown by a seat with those of a freshly loaded page. */
export async function differencesOf(seat: Seat): Promise<Difference[]> {
  const shown = seat.queries.getQueryCache().findAll({ type: 'active' })
  const found = await Promise.all(shown.map((query) => differenceOf(seat, query)))
  return found.flatMap((one) => one ?? [])
}

async function differenceOf(seat: Seat, query: Query): Promise<Difference | undefined> {
  const { queryKey, state } = query
  const loaded = await seat.as(() => load(query))
  const one = plain(queryKey, state.status === 'error' ? { failed: true } : state.data)
  const other = plain(queryKey, loaded)
  if (isDeepStrictEqual(one, other)) return undefined
  const [kept, fresh] = pointsOfDifference(one, other)
  return { key: JSON.stringify(queryKey), kept, fresh }
}

/** Loads a query without any cache. */
async function load(query: Query): Promise<unknown> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const { queryKey, queryFn, initialPageParam, getNextPageParam } = query.options as InfiniteQueryObserverOptions
  const options = { queryKey, queryFn, initialPageParam, getNextPageParam }
  try {
    return await (getNextPageParam === undefined
      ? client.fetchQuery({ queryKey, queryFn } as object as Parameters<QueryClient['fetchQuery']>[0])
      : client.fetchInfiniteQuery(options as Parameters<QueryClient['fetchInfiniteQuery']>[0]))
  } catch {
    return { failed: true }
  } finally {
    client.clear()
  }
}

/** List cursors differ in each response. */
const hidden: ReadonlySet<string> = new Set(['next_cursor'])

/** Query data without invisible parts: order of sets, names of earlier records, cursors. */
function plain(queryKey: readonly unknown[], data: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(data ?? null), (name, value: unknown) =>
    hidden.has(name) ? undefined : value,
  )
  if (queryKey[0] === 'planning-board' && copy !== null && typeof copy === 'object' && 'trips' in copy) {
    return boardAsShown(copy as PlanningBoard)
  }
  if (queryKey[0] === 'map' && copy !== null && typeof copy === 'object') return { ...copy, version: null }
  return copy
}

/** Only directory entries used by the board's trips and pool are ever looked up. */
function boardAsShown(board: PlanningBoard) {
  const all = [...board.trips, ...board.unplanned]
  const places = new Set(all.flatMap(({ stops }) => stops.map(({ location_id }) => location_id)))
  const orders = new Set(board.trips.flatMap(({ stops }) => stops.map(({ order_id }) => order_id)))
  const carriers = new Set(board.trips.map(({ subcontractor_id }) => subcontractor_id))
  const stops = new Set(board.trips.flatMap((trip) => trip.stops.map(({ stop_id }) => stop_id)))
  const { trips, unplanned, ...others } = board
  return {
    trips: byId(trips, 'trip_id'),
    unplanned: byId(unplanned, 'order_id'),
    ...others,
    places: byId(
      board.places.filter(({ location_id }) => places.has(location_id)),
      'location_id',
    ),
    orders: byId(
      board.orders.filter(({ order_id }) => orders.has(order_id)),
      'order_id',
    ),
    asked: byId(
      board.asked.filter(({ stop_id }) => stops.has(stop_id)),
      'stop_id',
    ),
    carriers: byId(
      board.carriers.filter(({ company_id }) => carriers.has(company_id)),
      'company_id',
    ),
    resources: byId(board.resources, 'resource_id'),
  }
}

function byId<Row>(rows: readonly Row[], name: keyof Row): Row[] {
  return rows.toSorted((one, other) => (String(one[name]) < String(other[name]) ? -1 : 1))
}

/** First differing members, as text. */
function pointsOfDifference(one: unknown, other: unknown): [string, string] {
  const points = pointsIn(one, other, '').slice(0, mostPoints)
  return [
    points.map(([path, left]) => `${path}: ${text(left)}`).join('; '),
    points.map(([, , right]) => text(right)).join('; '),
  ]
}

/** Maximum number of reported differences. */
const mostPoints = 4

function pointsIn(one: unknown, other: unknown, path: string): [string, unknown, unknown][] {
  if (isDeepStrictEqual(one, other)) return []
  const isBoth = [one, other].every((value) => value !== null && typeof value === 'object')
  if (!isBoth) return [[path, one, other]]
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  return names.flatMap((name) => pointsIn(left[name], right[name], `${path}/${name}`))
}

const text = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 300)
