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
/** Answers to requests that are wrong in themselves; others mean that the engine does not work. */
const refusals: readonly (number | null)[] = [400, 404, 422]

const dialects: Readonly<Record<Engine['kind'], EngineDialect>> = {
  OSRM: osrm,
  VALHALLA: valhalla,
  GRAPHHOPPER: graphhopper,
}

/** What an engine says of a batch: the roads it found, or why it does not work. */
export interface Answered {
  /** Ways that it has a road for. */
  roads: MeasuredRoad[]
  /** Ways that it has none for. */
  none: Way[]
  /** Why it gave no answer; null when it did. */
  failure: string | null
}

/** Places that one request to the engine may go to. */
export function mostTargets({ kind }: Engine): number {
  return dialects[kind].mostTargets
}

/** Asks an engine for the ways of a batch. It does not throw. */
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
  // One place that is not on its map spoils the whole table: each way alone then.
  if (read && refusals.includes(answer.status) && isOfEngine(read)) {
    if (ways.length === 1) return { roads: [], none: ways, failure: null }
    return await askEach(ctx, engine, batch)
  }
  return { roads: [], none: [], failure: failureOf(answer, read) }
}

/** Which version an engine says it is, or its data; null when it says none. It does not throw. */
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

/** Codes of engines that mean: not between these places. Everything else, such as an unknown profile, is a failure. */
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

/** Why an engine gave no answer, in a sentence of one line. */
function failureOf({ status, failure }: OutboundAnswer, read: object | undefined): string {
  if (failure !== null) return failure.slice(0, 300)
  const { message, error } = (read ?? {}) as { message?: unknown; error?: unknown }
  const reported = [message, error].find((one) => typeof one === 'string')
  if (reported !== undefined) return `HTTP ${status}: ${String(reported).replace(/\s+/g, ' ').slice(0, 250)}`
  return read ? `HTTP ${status}: the answer has no distances` : `HTTP ${status}: the answer is not JSON`
}
