import type { PositionSettings } from '@cartage/contract/tenants/app/tenant-settings'
import type { Context, OutboundRequest } from '../context.ts'
import { type Coordinates, estimateRoad, hasCoordinates, type Place, type RoadEstimate } from './distance.rules.ts'

type Engine = NonNullable<PositionSettings['road_engine']>

/** Distance and driving time between two places; undefined when a place has no coordinates. */
export type RoadFinder = (from: Place, to: Place) => RoadEstimate | undefined

/** Ways that are remembered, and how long one that the engine did not answer is not asked again. */
const mostRoutes = 50_000
const failedMs = 60_000
const timeoutMs = 5_000
/** Requests to an engine at a time. */
const parallel = 4
/** No lorry is faster over a whole way, whatever an engine for cars says. */
const mostKmPerHour = 80

interface Remembered {
  road: RoadEstimate | undefined
  /** `performance.now()` until which a failed answer is kept. */
  until: number
}

// Of a process: kept with its context and gone with it.
const memories = new WeakMap<Context, Map<string, Remembered>>()

/**
 * Asks the tenant's engine for these ways and remembers the answers. What it does not answer, and everything when there
 * is not an engine, is estimated. Call it before a transaction: it uses the network.
 */
export async function findRoads(
  ctx: Context,
  engine: PositionSettings['road_engine'],
  ways: readonly (readonly [Place, Place])[],
): Promise<RoadFinder> {
  if (engine === null) return estimateRoad
  const memory = memories.get(ctx) ?? new Map<string, Remembered>()
  memories.set(ctx, memory)
  const now = performance.now()
  const missing = new Map<string, readonly [Coordinates, Coordinates]>()
  for (const [from, to] of ways) {
    if (!hasCoordinates(from) || !hasCoordinates(to)) continue
    const key = keyOf(engine, from, to)
    if ((memory.get(key)?.until ?? 0) <= now) missing.set(key, [from, to])
  }
  const waiting = [...missing]
  const ask = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const road = await requestRoute(ctx, engine, ...next[1])
      remember(memory, next[0], { road, until: road ? Number.POSITIVE_INFINITY : now + failedMs })
    }
  }
  await Promise.all(Array.from({ length: parallel }, ask))
  return (from, to) => {
    if (!hasCoordinates(from) || !hasCoordinates(to)) return undefined
    return memory.get(keyOf(engine, from, to))?.road ?? estimateRoad(from, to)
  }
}

function remember(memory: Map<string, Remembered>, key: string, answer: Remembered): void {
  memory.delete(key)
  memory.set(key, answer)
  if (memory.size > mostRoutes) memory.delete(memory.keys().next().value!)
}

/** Ten metres are the same place. */
function keyOf(engine: Engine, from: Coordinates, to: Coordinates): string {
  return [engine.kind, engine.url, ...[from, to].map(spoken)].join(' ')
}

function spoken({ latitude, longitude }: Coordinates): string {
  return `${longitude.toFixed(4)},${latitude.toFixed(4)}`
}

async function requestRoute(
  ctx: Context,
  engine: Engine,
  from: Coordinates,
  to: Coordinates,
): Promise<RoadEstimate | undefined> {
  const answer = await ctx.net.send(
    engine.kind === 'OSRM' ? osrmRequest(engine, from, to) : valhallaRequest(engine, from, to),
  )
  const found = answer.status === 200 ? readAnswer(engine, answer.body) : undefined
  if (!found) {
    ctx.log.warn(
      { engine: engine.kind, status: answer.status, failure: answer.failure },
      'the road engine gave no distance',
    )
    return undefined
  }
  const minutes = Math.max(found.seconds / 60, (found.km / mostKmPerHour) * 60)
  return { distance_km: Math.round(found.km * 10) / 10, driving_minutes: Math.round(minutes) }
}

function osrmRequest({ url }: Engine, from: Coordinates, to: Coordinates): OutboundRequest {
  const path = `/route/v1/driving/${spoken(from)};${spoken(to)}?overview=false&generate_hints=false`
  return { url: base(url) + path, method: 'GET', headers: {}, body: '', timeout_ms: timeoutMs }
}

/** The matrix of one pair: its answer is short, that of a route carries the whole line. */
function valhallaRequest({ url }: Engine, from: Coordinates, to: Coordinates): OutboundRequest {
  const place = ({ latitude, longitude }: Coordinates) => ({ lat: latitude, lon: longitude })
  const body = { sources: [place(from)], targets: [place(to)], costing: 'truck', units: 'kilometers' }
  const headers = { 'content-type': 'application/json' }
  const request = { url: `${base(url)}/sources_to_targets`, headers, body: JSON.stringify(body) }
  return { ...request, method: 'POST', timeout_ms: timeoutMs }
}

function base(url: string): string {
  return url.replace(/\/+$/, '')
}

interface OsrmAnswer {
  routes?: { distance?: number; duration?: number }[]
}
interface ValhallaAnswer {
  sources_to_targets?: { distance?: number; time?: number }[][]
}

function readAnswer({ kind }: Engine, body: string): { km: number; seconds: number } | undefined {
  let read: OsrmAnswer & ValhallaAnswer
  try {
    read = JSON.parse(body) as OsrmAnswer & ValhallaAnswer
  } catch {
    return undefined
  }
  const [osrm, valhalla] = [read?.routes?.[0], read?.sources_to_targets?.[0]?.[0]]
  const [metres, seconds] =
    kind === 'OSRM'
      ? [osrm?.distance, osrm?.duration]
      : [valhalla?.distance === undefined ? undefined : valhalla.distance * 1_000, valhalla?.time]
  const isRoad = Number.isFinite(metres) && Number.isFinite(seconds) && metres! >= 0 && seconds! >= 0
  return isRoad ? { km: metres! / 1_000, seconds: seconds! } : undefined
}
