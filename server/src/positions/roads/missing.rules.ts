import { type Engine, engineKey, type Way, wayKey } from './rules.ts'

/** Ways that wait at most; more are not taken: the next look requests them again. */
const mostWaiting = 20_000

/** Ways of one tenant to ask its engine about. */
export interface MissingBatch {
  tenantId: string
  engine: Engine
  ways: Way[]
}

/** The ways that transactions of one process looked up in vain, each once. Losing them is harmless. */
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

  /** Takes up to so many ways of the tenant that waits longest; it is last in turn then. */
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

// Of a process: kept with its context and gone with it.
const ofProcess = new WeakMap<object, MissingWays>()

/** The ways that are missing in this process. */
export function missingWays(ctx: object): MissingWays {
  const missing = ofProcess.get(ctx) ?? new MissingWays()
  ofProcess.set(ctx, missing)
  return missing
}
