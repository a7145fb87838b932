import type {
  CounterKey,
  CounterState,
  CounterStore,
  LockedCounter,
  Returned,
} from '../../http/blocks/counter.store.ts'
import { nameOf } from '../../http/blocks/counter.store.ts'
import type { Time } from '../../http/blocks/presence.ts'
import type { RateWindow, Ticket } from '../../http/rate-limit.rules.ts'

/** Virtual time that passes only when nothing else happens; waiting work is resumed in order. */
export class VirtualTime {
  now = 0
  private readonly timers: { at: number; order: number; run: () => void }[] = []
  private order = 0

  rest(milliseconds: number): Promise<void> {
    return new Promise((run) => {
      this.order += 1
      this.timers.push({ at: this.now + Math.max(0, milliseconds), order: this.order, run })
    })
  }

  /** Runs everything due until then. */
  async pass(until: number): Promise<void> {
    for (;;) {
      await new Promise(setImmediate)
      const next = this.timers.reduce<(typeof this.timers)[number] | undefined>(
        (first, one) => (!first || one.at < first.at || (one.at === first.at && one.order < first.order) ? one : first),
        undefined,
      )
      if (!next || next.at > until) break
      this.timers.splice(this.timers.indexOf(next), 1)
      this.now = Math.max(this.now, next.at)
      next.run()
    }
    this.now = Math.max(this.now, until)
  }
}

/** One of several processes: it can be killed or paused. */
export class VirtualProcess {
  isDead = false
  stillUntil = 0
  /** Rejects when the process is killed. */
  readonly death: Promise<never>
  private die: (error: Error) => void = () => {}
  readonly id: string
  private readonly time: VirtualTime

  constructor(id: string, time: VirtualTime) {
    this.id = id
    this.time = time
    this.death = new Promise((_, fail) => (this.die = fail))
    this.death.catch(() => {})
  }

  kill(): void {
    this.isDead = true
    this.die(new Error(`${this.id} was killed`))
  }

  /** Never resolves in a dead process; in a paused one, once it resumes. */
  async goOn(milliseconds: number): Promise<void> {
    await this.time.rest(milliseconds)
    while (this.stillUntil > this.time.now) await this.time.rest(this.stillUntil - this.time.now)
    if (this.isDead) await new Promise<never>(() => {})
  }

  clock(): Time {
    const { time } = this
    return {
      monotonic: () => time.now,
      wall: () => time.now,
      rest: (milliseconds) => this.goOn(milliseconds),
    }
  }
}

interface Counter {
  number: number
  tickets: readonly Ticket[]
  log: Map<number, number>
  holderId: string | null
  lent: number
  requestedBy: string | null
  apartUntil: number
}

/** The clock of the database differs from those of the processes. */
export const databaseEpoch = 1_700_000_000_000

/** Simulates the database part of counters: rows with a lock each, and a clock. */
export class RateRows {
  private readonly counters = new Map<string, Counter>()
  private readonly locks = new Map<string, Promise<void>>()
  private readonly holders = new Map<string, { aliveUntil: number; wanted: Map<string, CounterKey> }>()
  /** Permits counted as used because a process did not return them. */
  lost = 0

  private readonly time: VirtualTime

  constructor(time: VirtualTime) {
    this.time = time
  }

  now(): number {
    return Math.floor(this.time.now) + databaseEpoch
  }

  /** @param latency of the next statement, in milliseconds */
  storeOf(process: VirtualProcess, latency: () => number): CounterStore {
    return {
      inTurn: (key, processId, returned, work) =>
        this.locked(key, process, latency, async (counter) => {
          if (returned) takeBack(counter, processId, returned)
          return await work(this.openCounter(counter, process, latency))
        }),
      giveBack: async (processId, returned) => {
        await process.goOn(latency())
        for (const one of returned) takeBack(this.counterOf(one), processId, one)
        await process.goOn(latency())
      },
      stayAlive: async (processId, forMs) => {
        await process.goOn(latency())
        const { wanted = new Map() } = this.holders.get(processId) ?? {}
        const now = this.now()
        this.holders.set(processId, { aliveUntil: now + forMs, wanted: new Map() })
        await process.goOn(latency())
        return { wanted: [...wanted.values()], now }
      },
      leave: async (processId) => {
        await process.goOn(latency())
        this.holders.delete(processId)
      },
      askBack: async (holderId, key) => {
        await process.goOn(latency())
        this.holders.get(holderId)?.wanted.set(nameOf(key), key)
      },
      canLend: async () => true,
    }
  }

  private counterOf(key: CounterKey): Counter {
    const name = nameOf(key)
    const known = this.counters.get(name)
    if (known) return known
    const counter: Counter = {
      ...{ number: 0, tickets: [], log: new Map(), holderId: null, lent: 0, requestedBy: null, apartUntil: 0 },
    }
    this.counters.set(name, counter)
    return counter
  }

  /** A transaction, discarded if its process dies before the end. */
  private async locked<T>(
    key: CounterKey,
    process: VirtualProcess,
    latency: () => number,
    work: (counter: Counter) => Promise<T>,
  ): Promise<T> {
    await process.goOn(latency())
    const before = this.locks.get(nameOf(key))
    const lock = Promise.withResolvers<void>()
    this.locks.set(nameOf(key), lock.promise)
    await before
    const counter = this.counterOf(key)
    const draft = { ...counter, log: new Map(counter.log) }
    try {
      const result = await Promise.race([work(draft), process.death])
      if (!process.isDead) Object.assign(counter, draft)
      return result
    } finally {
      lock.resolve()
      await process.goOn(latency())
    }
  }

  private openCounter(counter: Counter, process: VirtualProcess, latency: () => number): LockedCounter {
    return {
      read: async (windows) => {
        await process.goOn(latency())
        const state = stateOf(counter, windows, this.now())
        await process.goOn(latency())
        return state
      },
      aliveUntil: async (holderId) => {
        await process.goOn(latency())
        return this.holders.get(holderId)?.aliveUntil ?? 0
      },
      forfeit: async ({ number, lent }, at) => {
        for (let rank = 1; rank <= lent; rank += 1) counter.log.set(number + rank, at)
        Object.assign(counter, { number: number + lent, holderId: null, lent: 0 })
        this.lost += lent
      },
      count: async ({ number, at, tickets, length, requestedBy, apartUntil, lent }) => {
        counter.log.set(number, at)
        counter.log.delete(number - length)
        Object.assign(counter, {
          number,
          tickets,
          requestedBy,
          apartUntil,
          lent,
          holderId: lent > 0 ? requestedBy : null,
        })
      },
      keepTickets: async (tickets) => {
        counter.tickets = tickets
      },
      stretches: async (wanted) =>
        wanted.flatMap(({ first, last }) => {
          const numbers = [...counter.log.keys()]
            .filter((number) => number >= first && number <= last)
            .sort((a, b) => a - b)
          if (numbers.length === 0) return []
          return [{ first: numbers[0]!, times: numbers.map((number) => counter.log.get(number)!) }]
        }),
    }
  }
}

function stateOf(counter: Counter, windows: readonly RateWindow[], now: number): CounterState {
  const { number, tickets, holderId, lent, requestedBy, apartUntil } = counter
  const log = new Map(counter.log)
  const used = windows.map(({ seconds }) => [...log.values()].filter((time) => time > now - seconds * 1_000).length)
  const history = (rank: number) => log.get(number - rank + 1)
  return { number, tickets: [...tickets], holderId, lent, requestedBy, apartUntil, history, used, now, isAhead: false }
}

function takeBack(counter: Counter, processId: string, { base, admitted, tickets }: Returned): void {
  if (counter.holderId !== processId || counter.number !== base) return
  for (const [index, at] of admitted.entries()) counter.log.set(base + index + 1, at)
  Object.assign(counter, { number: base + admitted.length, tickets, holderId: null, lent: 0 })
}
