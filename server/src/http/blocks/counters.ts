import { Problem } from '../problem.ts'
import { historyLength, type RateWindow } from '../rate-limit.rules.ts'
import { admittedFrom, type Block, type Judgement, judgeFromBlock } from './block.rules.ts'
import { type CounterKey, type CounterStore, type LockedCounter, nameOf, type Returned } from './counter.store.ts'
import { type BlockClock, type Elsewhere, type Judged, judgeCounter, readHome } from './judge.ts'
import { createPresence, type Presence, type Time } from './presence.ts'

/**
 * The counters of all limits as seen by one process: in the database, or lent to it in blocks (RATE-10, decision 0091).
 */
export interface Counters {
  /**
   * Judges a request and counts it.
   * @throws Problem('unavailable') if the counter is not available in time
   */
  judge(key: CounterKey, windows: readonly RateWindow[], fingerprint: string): Promise<Judgement>
  /**
   * Makes all processes write their admissions to the database.
   * @throws Problem('unavailable')
   */
  bringHome(key: CounterKey, windows: readonly RateWindow[]): Promise<void>
  /** Returns all blocks. From then on requests are counted in the database. */
  close(): Promise<void>
}

/** A block of this process. */
interface Lent {
  readonly block: Block
  readonly clock: BlockClock
  readonly era: number
  usedAt: number
  /** Admits nothing more, so it can be written. */
  isClosed: boolean
}

interface Counter {
  readonly key: CounterKey
  lent: Lent | undefined
  /** The last of those waiting for their turn in the database, and their number. */
  line: Promise<unknown>
  waiting: number
  /** Monotonic time until which nothing is lent, because another process needs it. */
  neededUntil: number
}

interface Process {
  readonly id: string
  readonly store: CounterStore
  readonly time: Time
  readonly counters: Map<string, Counter>
  readonly presence: Presence
  isClosed: boolean
}

/** A block is returned after this idle time, and at this age because clocks drift. */
const idleMs = 30_000
const oldMs = 60_000
/** Maximum drift between two clocks, as a fraction of elapsed time. */
const drift = 1 / 2_000
const longestWaitMs = 5_000
const retryMs = 25
const retriesForEachCall = 4
const neededMs = 1_000

/** @param id of this process, new at each start */
export function createCounters(store: CounterStore, time: Time, id: string): Counters {
  const counters = new Map<string, Counter>()
  const presence = createPresence(store, time, id, (wanted) => tend(own, wanted))
  const own: Process = { id, store, time, counters, presence, isClosed: false }
  return {
    async judge(key, windows, fingerprint) {
      const counter = counterOf(own, key)
      const known = counter.waiting === 0 ? fromMemory(own, counter, windows, fingerprint) : undefined
      if (known) return known
      return await inLine(own, counter, async () => {
        // An earlier request may have obtained a block meanwhile.
        return fromMemory(own, counter, windows, fingerprint) ?? (await inDatabase(own, counter, windows, fingerprint))
      })
    },
    async bringHome(key, windows) {
      const counter = counterOf(own, key)
      await inLine(own, counter, () => atHome(own, counter, (locked) => readHome(locked, windows, own.id)))
    },
    async close() {
      own.isClosed = true
      await presence.stop()
      await Promise.all([...counters.values()].map(({ line }) => line))
      // Admissions that cannot be written count as used.
      await giveBack(own, [...counters.values()]).catch(() => {})
      await store.leave(id).catch(() => {})
    },
  }
}

function counterOf({ counters }: Process, key: CounterKey): Counter {
  const name = nameOf(key)
  const known = counters.get(name)
  if (known) return known
  const counter = { key, lent: undefined, line: Promise.resolve(), waiting: 0, neededUntil: -Infinity }
  counters.set(name, counter)
  return counter
}

/** One at a time, as the counter's lock enforces anyway, but waiting here occupies no connection. */
async function inLine<T>(own: Process, counter: Counter, work: () => Promise<T>): Promise<T> {
  const deadline = own.time.monotonic() + longestWaitMs
  counter.waiting += 1
  const turn = counter.line.then(() => {
    if (own.time.monotonic() > deadline) throw new Problem('unavailable')
    return work()
  })
  counter.line = turn.then(nothing, nothing)
  try {
    return await turn
  } finally {
    counter.waiting -= 1
    forgetIdle(own, counter)
  }
}

function forgetIdle({ counters, time }: Process, { key, lent, waiting, neededUntil }: Counter): void {
  if (waiting === 0 && !lent && neededUntil <= time.monotonic()) counters.delete(nameOf(key))
}

function fromMemory(
  { presence, time }: Process,
  { lent }: Counter,
  windows: readonly RateWindow[],
  fingerprint: string,
): Judgement | undefined {
  if (!lent || lent.isClosed || !presence.covers(lent.era) || !isSame(windows, lent.block.windows)) return undefined
  const now = time.monotonic()
  if (now - lent.clock.since > oldMs) return undefined
  lent.usedAt = now
  return judgeFromBlock(lent.block, fingerprint, Math.floor(now + lent.clock.offset))
}

function isSame(some: readonly RateWindow[], others: readonly RateWindow[]): boolean {
  if (some === others) return true
  const differs = ({ seconds, requests }: RateWindow, at: number) =>
    seconds !== others[at]?.seconds || requests !== others[at].requests
  return some.length === others.length && !some.some(differs)
}

async function inDatabase(
  own: Process,
  counter: Counter,
  windows: readonly RateWindow[],
  fingerprint: string,
): Promise<Judgement> {
  const canLend = await own.store.canLend()
  const { presence, time, id: processId } = own
  let era = presence.era()
  const judged = await atHome<Judged>(own, counter, (locked) => {
    era = presence.era()
    const isNeeded = own.isClosed || time.monotonic() < counter.neededUntil
    const lending = canLend && !isNeeded && presence.covers(era)
    return judgeCounter(locked, windows, fingerprint, { processId, lending, monotonic: time.monotonic })
  })
  const { lent } = judged
  if (lent) counter.lent = { ...lent, era, usedAt: lent.clock.since, isClosed: false }
  if (judged.wouldLend && canLend) presence.start()
  return judged
}

/** Works on the counter once no other process has a block of it. Returns our own block first. */
async function atHome<T extends object>(
  own: Process,
  counter: Counter,
  work: (locked: LockedCounter) => Promise<T | Elsewhere>,
): Promise<T> {
  const deadline = own.time.monotonic() + longestWaitMs
  for (let attempt = 0; own.time.monotonic() < deadline; attempt += 1) {
    const returned = counter.lent && close(own, counter.key, counter.lent)
    const outcome = await own.store.inTurn(counter.key, own.id, returned, work)
    counter.lent = undefined
    if (!('heldBy' in outcome)) return outcome
    if (attempt % retriesForEachCall === 0) await own.store.askBack(outcome.heldBy, counter.key)
    await own.time.rest(retryMs)
  }
  throw new Problem('unavailable')
}

/**
 * Closes a block. Its admission times are set as late as they may have been on the database clock, so that no other
 * process finds a window free too early.
 */
function close({ time }: Process, key: CounterKey, lent: Lent): Returned {
  lent.isClosed = true
  const { block, clock } = lent
  const later = Math.ceil(clock.spread + (time.monotonic() - clock.since) * drift)
  const admitted = admittedFrom(block).map((at) => at + later)
  return { ...key, base: block.base, admitted, tickets: block.tickets, length: historyLength(block.windows) }
}

/** Returns blocks that others need, or that are unused or too old; false if nothing is lent any more. */
async function tend(own: Process, wanted: readonly CounterKey[]): Promise<boolean> {
  const now = own.time.monotonic()
  for (const key of wanted) {
    const counter = counterOf(own, key)
    counter.neededUntil = now + neededMs
    // Lent, but the answer was lost: permits without a block in memory count as used.
    if (!counter.lent)
      void inLine(own, counter, () => atHome(own, counter, (one) => readHome(one, [], own.id))).catch(nothing)
  }
  const due = [...own.counters.values()].filter(
    ({ lent, waiting, neededUntil }) =>
      lent && waiting === 0 && (neededUntil > now || lent.isClosed || isOver(own, lent, now)),
  )
  await giveBack(own, due)
  for (const counter of own.counters.values()) forgetIdle(own, counter)
  return own.counters.size > 0
}

function isOver({ presence }: Process, { era, usedAt, clock }: Lent, now: number): boolean {
  return now - usedAt > idleMs || now - clock.since > oldMs || era !== presence.era()
}

/** Requests that arrive meanwhile wait for it. */
async function giveBack(own: Process, counters: readonly Counter[]): Promise<void> {
  const lent = counters.flatMap((counter) => (counter.lent ? [{ counter, lent: counter.lent }] : []))
  if (lent.length === 0) return
  const written = own.store.giveBack(
    own.id,
    lent.map(({ counter, lent: one }) => close(own, counter.key, one)),
  )
  const all = lent.map(({ counter }) =>
    inLine(own, counter, async () => {
      await written
      counter.lent = undefined
    }),
  )
  await Promise.all(all)
}

function nothing(): void {}
