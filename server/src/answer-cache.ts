interface Entry<Value> {
  stored?: { value: Value; at: number; tookMs: number }
  making?: Promise<Value>
}

/**
 * An answer is as good as new for so many times what it took to find it: finding costs at most a twentieth of the time.
 */
const lifeByCost = 20
/** Never used when it is older, which it can be when no one asked meanwhile; milliseconds. */
const longestMs = 300_000
const mostKept = 200

/**
 * Answers that take long to find, kept for a moment. One that is no longer fresh is still returned while it is found
 * again, so no one waits but who asks first.
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
   * @param find makes it; asked once at a time for each key
   * @param isWorth whether an answer is worth keeping: what is found quickly is found again each time
   * @throws what `find` throws
   */
  async get(key: string, find: () => Promise<Value>, isWorth: (value: Value) => boolean): Promise<Value> {
    const entry = this.entries.get(key)
    const age = entry?.stored === undefined ? Number.POSITIVE_INFINITY : this.now() - entry.stored.at
    if (entry?.stored === undefined || age > longestMs) return await this.find(key, find, isWorth)
    // The caller next sees what is found now; a failure shows when nothing is left to answer with.
    if (age > lifeByCost * entry.stored.tookMs) this.find(key, find, isWorth).catch(ignore)
    return entry.stored.value
  }

  private find(key: string, find: () => Promise<Value>, isWorth: (value: Value) => boolean): Promise<Value> {
    const entry: Entry<Value> = this.entries.get(key) ?? {}
    entry.making ??= this.make(key, entry, find, isWorth)
    // Last in the map is who was requested last.
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
