import type { Context } from '../../context.ts'
import { mostTargets, requestFromEngine } from './gateway.ts'
import { batchesOf, type Engine, engineKey, type KnownRoad, type Roads, type Way, wayKey } from './rules.ts'
import { forgetFailure, noteFailure, saveRoads } from './store.ts'

/** Number of concurrent requests to an engine. */
const parallel = 4
/** Milliseconds before a failed engine, or a route without a road, is tried again. */
const failedMs = 60_000
const noRoadMs = 60 * 60_000
/** Maximum number of cached routes: those without a road, and those from positions. */
const mostRemembered = 20_000

interface Memory {
  /** `performance.now()` until which an engine is not requested. */
  failed: Map<string, number>
  /** `performance.now()` until which a route is not requested again. */
  none: Map<string, number>
}

// Per-process cache that lives as long as its context.
const memories = new WeakMap<Context, Memory>()

function memoryOf(ctx: Context): Memory {
  const memory = memories.get(ctx) ?? { failed: new Map(), none: new Map() }
  memories.set(ctx, memory)
  return memory
}

/** The routes to request, the engine, and the time limit. */
export interface Question {
  tenantId: string
  engine: Engine
  ways: readonly Way[]
  /** Milliseconds after which no further request begins. */
  withinMs?: number
  /** Places that change continuously, such as those of vehicles: roads from them are not stored. */
  passing?: ReadonlySet<string>
}

/**
 * Requests these routes from a tenant's engine and stores the answers. After a failure the engine is not requested for
 * a minute. Uses the network, so call it outside transactions. Engine failures do not throw.
 * @returns the answers
 */
export async function requestRoads(ctx: Context, question: Question): Promise<KnownRoad[]> {
  const { tenantId, engine, ways, withinMs = Number.POSITIVE_INFINITY, passing } = question
  const key = engineKey(engine)
  const memory = memoryOf(ctx)
  const begun = performance.now()
  // The operator's engine is shared by all tenants.
  const own = engine.whose === 'operator' ? key : `${tenantId} ${key}`
  const isLeftAlone = () => (memory.failed.get(own) ?? 0) > performance.now()
  const open = ways.filter((way) => (memory.none.get(`${own} ${wayKey(way)}`) ?? 0) <= begun)
  const waiting = batchesOf(open, mostTargets(engine))
  const found: KnownRoad[] = []
  let failure: string | null = null
  let hasAnswered = false
  const ask = async () => {
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
      if (isLeftAlone() || performance.now() - begun >= withinMs) return
      const answer = await requestFromEngine(ctx, engine, batch)
      found.push(...answer.roads)
      hasAnswered ||= answer.failure === null
      for (const way of answer.none) {
        // ROAD-3: no road for a vehicle is an answer too, which the verdict reports.
        if (way.vehicle) found.push({ ...way, distance_km: null, driving_minutes: null })
        else remember(memory.none, `${own} ${wayKey(way)}`, performance.now() + noRoadMs)
      }
      if (answer.failure !== null) {
        failure = answer.failure
        remember(memory.failed, own, performance.now() + failedMs)
      }
    }
  }
  await Promise.all(Array.from({ length: parallel }, ask))
  const lasting = found.filter(({ from_place, to_place }) => !passing?.has(from_place) && !passing?.has(to_place))
  const recovers = hasAnswered && failure === null && memory.failed.delete(own)
  await keep(ctx, question, { roads: lasting, failure, recovers })
  return found
}

/**
 * Requests the routes that were missing so far, for background work that may wait. Call it outside transactions.
 * @returns whether roads were found that were estimated before
 */
export async function requestMissing(ctx: Context, tenantId: string, roads: Roads, withinMs: number): Promise<boolean> {
  const ways = roads.open?.book.missing() ?? []
  if (!roads.open || ways.length === 0) return false
  const { engine, book } = roads.open
  const found = await requestRoads(ctx, { tenantId, engine, ways, withinMs })
  book.add(found)
  return found.length > 0
}

/** The answer of an engine, its failure, and whether it has recovered. */
interface Outcome {
  roads: readonly KnownRoad[]
  failure: string | null
  recovers: boolean
}

async function keep(
  ctx: Context,
  { tenantId, engine }: Question,
  { roads, failure, recovers }: Outcome,
): Promise<void> {
  const { kind } = engine
  if (failure !== null) ctx.log.warn({ tenant_id: tenantId, engine: kind, failure }, 'the road engine gave no answer')
  if (roads.length === 0 && failure === null && !recovers) return
  const key = engineKey(engine)
  await ctx.db.asWorker(tenantId, async (tx) => {
    await tx.commitLater()
    if (recovers) await forgetFailure(tx)
    if (roads.length > 0) await saveRoads(tx, key, roads)
    if (failure !== null) await noteFailure(tx, key, kind, failure)
  })
}

function remember(memory: Map<string, number>, key: string, until: number): void {
  memory.delete(key)
  memory.set(key, until)
  if (memory.size > mostRemembered) memory.delete(memory.keys().next().value!)
}
