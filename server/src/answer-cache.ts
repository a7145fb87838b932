interface Entry<Value> {
  stored?: { value: Value; at: number; tookMs: number }
  making?: Promise<Value>
}

/**
 * An answer stays fresh for this multiple of its computing time, so computing costs at most a twentieth of the time.
 */
const lifeByCost = 20
/** Maximum age in milliseconds. Answers get this old only without requests meanwhile. */
const longestMs = 300_000
const mostKept = 200

/**
 * Short-lived cache of expensive answers. A stale one is still returned while it is recomputed, so only the first
 * caller waits.
 */
export class AnswerCache<Value> {
  private readonly entries = new Map<string, Entry<Value>>()
  private readonly now: () => number

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.now = now
  }

  /**
   * The answer under a key.
   * @param find computes it; runs once at a time per key
   * @param isWorth whether an answer is worth caching: cheap ones are computed each time
   * @throws what `find` throws
   */
  async get(key: string, find: () => Promise<Value>, isWorth: (value: Value) => boolean): Promise<Value> {
    const entry = this.entries.get(key)
    const age = entry?.stored === undefined ? Number.POSITIVE_INFINITY : this.now() - entry.stored.at
    if (entry?.stored === undefined || age > longestMs) return await this.find(key, find, isWorth)
    // The next caller sees the new answer. A failure shows once no usable answer is left.
    if (age > lifeByCost * entry.stored.tookMs) this.find(key, find, isWorth).catch(ignore)
    return entry.stored.value
  }

  private find(key: string, find: () => Promise<Value>, isWorth: (value: Value) => boolean): Promise<Value> {
    const entry: Entry<Value> = this.entries.get(key) ?? {}
    entry.making ??= this.make(key, entry, find, isWorth)
    // Moved to the end of the map, which is ordered by last use.
    this.entries.delete(key)
    this.entries.set(key, entry)
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= mostKept) break
      this.entries.delete(oldest)
    }
    return entry.making
  }

  private async make(
    key: string,
    entry: Entry<Value>,
    find: () => Promise<Value>,
    isWorth: (value: Value) => boolean,
  ): Promise<Value> {
    const began = this.now()
    try {
      const value = await find()
      if (isWorth(value)) entry.stored = { value, at: this.now(), tookMs: this.now() - began }
      else delete entry.stored
      return value
    } finally {
      delete entry.making
      if (entry.stored === undefined) this.entries.delete(key)
    }
  }
}

function ignore(): void {}
