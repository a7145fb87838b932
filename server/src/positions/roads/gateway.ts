import type { Context, OutboundAnswer } from '../../context.ts'
import { inPart } from '../../tracing/spans.ts'
import type { EngineDialect } from './dialect.gateway.ts'
import { graphhopper } from './graphhopper.gateway.ts'
import { osrm } from './osrm.gateway.ts'
import { type Batch, coordinatesOf, type Engine, type MeasuredRoad, roadOf, type Way } from './rules.ts'
import { valhalla } from './valhalla.gateway.ts'
import { readDemand } from './vehicle.rules.ts'

const timeoutMs = 5_000
const keptBytes = 65_536
/** HTTP statuses that reject the request itself; others mean that the engine does not work. */
const refusals: readonly (number | null)[] = [400, 404, 422]

const dialects: Readonly<Record<Engine['kind'], EngineDialect>> = {
  OSRM: osrm,
  VALHALLA: valhalla,
  GRAPHHOPPER: graphhopper,
}

/** The result of a batch: the roads found, or why the engine failed. */
export interface Answered {
  /** Routes with a road. */
  roads: MeasuredRoad[]
  /** Routes without one. */
  none: Way[]
  /** Why it failed; null if it answered. */
  failure: string | null
}

/** Maximum number of target places per request. */
export function mostTargets({ kind }: Engine): number {
  return dialects[kind].mostTargets
}

/** Requests the routes of a batch from an engine. Never throws. */
export async function requestFromEngine(ctx: Pick<Context, 'net'>, engine: Engine, batch: Batch): Promise<Answered> {
  const { to_places, ...common } = batch
  const ways = to_places.map((to_place): Way => ({ ...common, to_place }))
  const dialect = dialects[engine.kind]
  const from = coordinatesOf(batch.from_place)
  const request = dialect.request(
    engine,
    from,
    to_places.map(coordinatesOf),
    batch.vehicle ? readDemand(batch.vehicle) : undefined,
  )
  const sending = { ...request, timeout_ms: timeoutMs, keep_bytes: keptBytes, whose: engine.whose }
  const facts = { 'server.address': new URL(sending.url).hostname }
  const start = { name: `roads ${engine.kind}`, kind: 'CLIENT', facts } as const
  const answer = await inPart(start, () => ctx.net.send(sending))
  const read = readJson(answer.body)
  const measured = answer.status === 200 && read ? dialect.read(read, ways.length) : undefined
  if (measured) {
    const roads = ways.flatMap((way, at) => roadOf(way, measured[at]) ?? [])
    const found = new Set(roads.map(({ to_place }) => to_place))
    return { roads, none: ways.filter(({ to_place }) => !found.has(to_place)), failure: null }
  }
  // One place off its map spoils the whole table, so each route is requested alone.
  if (read && refusals.includes(answer.status) && isOfEngine(read)) {
    if (ways.length === 1) return { roads: [], none: ways, failure: null }
    return await askEach(ctx, engine, batch)
  }
  return { roads: [], none: [], failure: failureOf(answer, read) }
}

/** The version that an engine reports for itself or its data; null if it reports none. Never throws. */
export async function readVersion(ctx: Pick<Context, 'net'>, engine: Engine, place: string): Promise<string | null> {
  const { version } = dialects[engine.kind]
  const url = version.url(engine, coordinatesOf(place))
  const sending = { url, method: 'GET' as const, headers: {}, body: '', timeout_ms: timeoutMs, keep_bytes: keptBytes }
  const { status, body } = await ctx.net.send({ ...sending, whose: engine.whose })
  const answer = status === 200 ? readJson(body) : undefined
  const reported = answer && version.read(answer)
  return typeof reported === 'string' && reported.trim() !== '' ? reported.trim().slice(0, 100) : null
}

async function askEach(ctx: Pick<Context, 'net'>, engine: Engine, { to_places, ...common }: Batch): Promise<Answered> {
  const all: Answered = { roads: [], none: [], failure: null }
  for (const to_place of to_places) {
    const { roads, none, failure } = await requestFromEngine(ctx, engine, { ...common, to_places: [to_place] })
    all.roads.push(...roads)
    all.none.push(...none)
    if (failure !== null) return { ...all, failure }
  }
  return all
}

function readJson(body: string): object | undefined {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null ? read : undefined
  } catch {
    return undefined
  }
}

/** Engine codes that mean: no route between these places. Any other, such as an unknown profile, is a failure. */
const placeRefusals = /^(NoRoute|NoTable|NoSegment|TooBig|OutOfBounds)$/
/** Valhalla: no edges near a place, no path, too many places, too far apart. */
const valhallaRefusals: readonly unknown[] = [150, 154, 170, 171, 442]
const graphhopperRefusals =
  /PointNotFound|ConnectionNotFound|PointOutOfBounds|MaximumNodesExceeded|Cannot find point|Connection between locations not found|out of bounds/i

function isOfEngine(answer: { code?: unknown; error_code?: unknown; message?: unknown; hints?: unknown }): boolean {
  return (
    placeRefusals.test(String(answer.code)) ||
    valhallaRefusals.includes(answer.error_code) ||
    graphhopperRefusals.test(`${String(answer.message)} ${JSON.stringify(answer.hints ?? '')}`)
  )
}

/** Why an engine failed, in one line. */
function failureOf({ status, failure }: OutboundAnswer, read: object | undefined): string {
  if (failure !== null) return failure.slice(0, 300)
  const { message, error } = (read ?? {}) as { message?: unknown; error?: unknown }
  const reported = [message, error].find((one) => typeof one === 'string')
  if (reported !== undefined) return `HTTP ${status}: ${String(reported).replace(/\s+/g, ' ').slice(0, 250)}`
  return read ? `HTTP ${status}: the answer has no distances` : `HTTP ${status}: the answer is not JSON`
}
