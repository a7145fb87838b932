import { type Engine, engineKey, type Way, wayKey } from './rules.ts'

/** Maximum number of waiting routes. More are dropped, and requested again at the next lookup. */
const mostWaiting = 20_000

/** Routes of one tenant to request from its engine. */
export interface MissingBatch {
  tenantId: string
  engine: Engine
  ways: Way[]
}

/** Routes that were missing in transactions of one process, without duplicates. Losing them is harmless. */
export class MissingWays {
  private readonly waiting = new Map<string, { engine: Engine; tenantId: string; ways: Map<string, Way> }>()
  private size = 0

  add(tenantId: string, engine: Engine, ways: readonly Way[]): void {
    const key = `${tenantId} ${engineKey(engine)}`
    const entry = this.waiting.get(key) ?? { tenantId, engine, ways: new Map<string, Way>() }
    for (const way of ways) {
      if (this.size >= mostWaiting || entry.ways.has(wayKey(way))) continue
      entry.ways.set(wayKey(way), way)
      this.size += 1
    }
    if (entry.ways.size > 0) this.waiting.set(key, entry)
  }

  /** Takes up to `most` routes of the tenant that has waited longest, and moves it to the end of the queue. */
  take(most: number): MissingBatch | undefined {
    const [first] = this.waiting
    if (!first) return undefined
    const [key, { tenantId, engine, ways }] = first
    const taken = [...ways.values()].slice(0, most)
    for (const way of taken) ways.delete(wayKey(way))
    this.size -= taken.length
    this.waiting.delete(key)
    if (ways.size > 0) this.waiting.set(key, { tenantId, engine, ways })
    return { tenantId, engine, ways: taken }
  }
}

// Per process: lives as long as its context.
const ofProcess = new WeakMap<object, MissingWays>()

/** The missing routes of this process. */
export function missingWays(ctx: object): MissingWays {
  const missing = ofProcess.get(ctx) ?? new MissingWays()
  ofProcess.set(ctx, missing)
  return missing
}
