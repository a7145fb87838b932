import type { Context } from '../context.ts'
import { isRetryable, isUnavailable } from '../db/failure.ts'
import type { Loop } from '../jobs/loop.ts'
import { failuresThatOpen } from './breaker.rules.ts'
import { finish, type Result } from './finish.jobs.ts'
import { type Channels, openChannels, openTarget, type Sent, type Target } from './gateway.ts'
import { type Claimed, leaseSeconds, takeDue } from './pending.store.ts'
import { verdictOf } from './schedule.rules.ts'
import { sendClaimed } from './sending.jobs.ts'
import { findTargets, type StoredTarget } from './subscriptions.store.ts'

/** Rows one receiver may have claimed in this process at a time; few enough that they are sent within the lease. */
const mostHeldEach = 100
/** More is claimed for a receiver only once it has fewer than this left, so that claims stay large. */
const claimBelow = 25
/** Requests on their way: to one receiver, and in all. */
const mostSendingEach = 8
const mostSending = 256
const mostHeld = 2_000
/** A row that was not begun this long after its claim goes back: its lease could end while it is being sent. */
const longestWaitMs = (leaseSeconds / 2) * 1_000
/** While more is being sent, results wait this long for others, so that they are written in large batches. */
const gatherMs = 40
/** A tenant with enough in hand is not asked again before this time has passed. */
const claimAgainMs = 10
/** Finishing is tried again this often, once a second, when the database is away; then the lease ends anyway. */
const mostFinishTries = 30

interface Item {
  claimed: Claimed
  token: string
  claimedAt: number
}

/** What this process holds for one receiver. */
interface Lane {
  tenantId: string
  target: Target
  waiting: Item[]
  sending: number
  /** Failures in a row in this process. */
  failures: number
}

interface State {
  ctx: Context
  channels: Channels
  lanes: Map<string, Lane>
  held: number
  sending: number
  results: Map<string, Result[]>
  working: Set<Promise<void>>
  /** Set while a flush is on its way; calling it makes it start at once. */
  hurry: (() => void) | undefined
  /** When each tenant with something in hand was asked last. */
  claimedAt: Map<string, number>
  lastTenant: string
}

/**
 * Sends events: claims what is due, sends with no transaction open, and writes the results of many tries at once. The
 * batch does not wait for the sending, so a slow receiver never delays another (reliability design 2.4, 2.5).
 */
export function deliveryLoop(ctx: Context): Loop {
  const state: State = {
    ctx,
    channels: openChannels(ctx),
    lanes: new Map(),
    held: 0,
    sending: 0,
    results: new Map(),
    working: new Set(),
    hurry: undefined,
    claimedAt: new Map(),
    lastTenant: '',
  }
  return {
    name: 'deliveries',
    pollMs: 250,
    parallel: 1,
    gatherMs: 25,
    run: () => claimAll(state),
    settle: () => settle(state),
  }
}

/** One round over the tenants that have something due, each in its turn; true when anything was claimed. */
async function claimAll(state: State): Promise<boolean> {
  if (state.held >= mostHeld) return false
  const { rows } = await state.ctx.db.worker.query<{ tenant_id: string }>(
    'select tenants_with_deliveries() as tenant_id',
  )
  let claimed = 0
  for (const tenantId of inTurn(
    rows.map((row) => row.tenant_id),
    state.lastTenant,
  )) {
    if (state.held >= mostHeld) break
    if (hasEnough(state, tenantId)) continue
    state.lastTenant = tenantId
    claimed += await claimTenant(state, tenantId).catch((error) => passOver(state.ctx, error, { tenant_id: tenantId }))
  }
  return claimed > 0
}

/** The tenants after the one served last come first. */
function inTurn(tenantIds: readonly string[], last: string): string[] {
  return [...tenantIds.filter((id) => id > last), ...tenantIds.filter((id) => id <= last)]
}

/** Whether asking could only bring little: it would cost a transaction all the same. */
function hasEnough(state: State, tenantId: string): boolean {
  if (performance.now() - (state.claimedAt.get(tenantId) ?? 0) > claimAgainMs) return false
  return [...state.lanes.values()].some((lane) => lane.tenantId === tenantId && lane.waiting.length >= claimBelow)
}

async function claimTenant(state: State, tenantId: string): Promise<number> {
  const token = state.ctx.newId()
  const rooms = new Map<string, number>()
  for (const [id, lane] of state.lanes) {
    if (lane.tenantId !== tenantId) continue
    rooms.set(id, lane.waiting.length < claimBelow ? mostHeldEach - lane.waiting.length : 0)
  }
  const claimedAt = performance.now()
  state.claimedAt.set(tenantId, claimedAt)
  const [claimed, targets] = await state.ctx.db.asWorker(tenantId, (tx) =>
    Promise.all([takeDue(tx, token, mostHeldEach, rooms), findTargets(tx)]),
  )
  state.ctx.seams.reach('deliveries:claimed')
  for (const target of targets) {
    const own = claimed.filter((row) => row.subscription_id === target.subscription_id)
    if (own.length === 0) continue
    const opened = tryOpen(state.ctx, tenantId, target)
    if (opened === undefined) continue
    const lane = laneFor(state, tenantId, opened)
    lane.waiting.push(...own.map((row) => ({ claimed: row, token, claimedAt })))
    state.held += own.length
    pump(state, lane)
  }
  return claimed.length
}

/** What is wrong with one tenant or receiver must not keep the others waiting; a database that is away concerns all. */
function passOver(ctx: Context, error: unknown, facts: Record<string, string>): number {
  if (isUnavailable(error)) throw error
  ctx.log.error({ err: error, ...facts }, 'deliveries were passed over and will be tried again')
  return 0
}

/** The receiver with its secrets; undefined when they cannot be opened. What was claimed for it waits for its lease. */
function tryOpen(ctx: Context, tenantId: string, target: StoredTarget): Target | undefined {
  try {
    return openTarget(ctx, tenantId, target)
  } catch (error) {
    passOver(ctx, error, { tenant_id: tenantId, subscription_id: target.subscription_id })
    return undefined
  }
}

/** Secrets and addresses are taken anew at every claim, so that a change takes effect at once. */
function laneFor(state: State, tenantId: string, target: Target): Lane {
  const known = state.lanes.get(target.subscription_id)
  if (known) {
    known.target = target
    return known
  }
  const lane: Lane = { tenantId, target, waiting: [], sending: 0, failures: 0 }
  state.lanes.set(target.subscription_id, lane)
  return lane
}

/** Starts as many requests as the receiver and the process may have on their way. */
function pump(state: State, lane: Lane): void {
  // When many are busy, each keeps one: receivers that hang must not take all there is.
  const room = state.sending < mostSending / 2 ? mostSendingEach : 1
  while (lane.waiting.length > 0 && lane.sending < room && state.sending < mostSending) {
    const item = lane.waiting.shift()!
    lane.sending += 1
    state.sending += 1
    track(state, deliver(state, lane, item))
  }
  if (lane.waiting.length === 0 && lane.sending === 0) state.lanes.delete(lane.target.subscription_id)
}

async function deliver(state: State, lane: Lane, item: Item): Promise<void> {
  const isLate = performance.now() - item.claimedAt > longestWaitMs
  const sent = isLate ? null : await sendClaimed(state.ctx, state.channels, lane, item)
  state.ctx.seams.reach('deliveries:sent')
  lane.sending -= 1
  state.sending -= 1
  keep(state, lane, item, sent)
  if (sent !== null && isTroubled(lane, sent)) giveBack(state, lane)
  pump(state, lane)
  pumpStarving(state)
  if (state.hurry === undefined) track(state, flush(state))
  // Nobody else of this receiver will come soon: what waits for these results should not wait longer.
  if (lane.sending === 0) state.hurry?.()
}

function keep(state: State, lane: Lane, item: Item, sent: Sent | null): void {
  const list = state.results.get(lane.tenantId) ?? []
  state.results.set(lane.tenantId, list)
  list.push({ claimed: item.claimed, token: item.token, sent })
}

/** Whether the receiver has just given reason to pause it or to open its breaker. */
function isTroubled(lane: Lane, { outcome }: Sent): boolean {
  const verdict = verdictOf(outcome)
  lane.failures = verdict === 'delivered' || verdict === 'rejected' ? 0 : lane.failures + 1
  return verdict === 'gone' || lane.failures >= failuresThatOpen
}

/** What was claimed for a receiver that is in trouble is not sent: it waits in the line for the breaker. */
function giveBack(state: State, lane: Lane): void {
  for (const item of lane.waiting.splice(0)) keep(state, lane, item, null)
}

/** Receivers that found the process full get their turn when a place is free. */
function pumpStarving(state: State): void {
  if (state.sending < mostSending / 2) return
  for (const lane of state.lanes.values()) if (lane.sending === 0) pump(state, lane)
}

/** Writes all results that are there; what arrives meanwhile makes the next batch. */
async function flush(state: State): Promise<void> {
  while (state.results.size > 0) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gatherMs)
      state.hurry = () => {
        clearTimeout(timer)
        // One turn of the event loop later: answers that arrived together are written together.
        setImmediate(resolve)
      }
    })
    const batches = [...state.results]
    state.results = new Map()
    await Promise.all(batches.map(([tenantId, results]) => write(state, tenantId, results)))
    state.ctx.wake('deliveries')
  }
  state.hurry = undefined
}

async function write(state: State, tenantId: string, results: Result[]): Promise<void> {
  for (let tries = 1; tries <= mostFinishTries; tries += 1) {
    try {
      await state.ctx.db.asWorker(tenantId, (tx) => finish(state.ctx, tx, results))
      break
    } catch (error) {
      const facts = { err: error, tenant_id: tenantId, results: results.length }
      state.ctx.log.warn(facts, 'results of deliveries could not be written')
      if (!isRetryable(error)) return writeEach(state, tenantId, results)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
  state.held -= results.length
}

/** One result that cannot be written must not keep the others from being written; it is sent again after its lease. */
async function writeEach(state: State, tenantId: string, results: Result[]): Promise<void> {
  if (results.length === 1) {
    state.held -= 1
    return
  }
  for (const result of results) await write(state, tenantId, [result])
}

function track(state: State, work: Promise<void>): void {
  const tracked: Promise<void> = work
    .catch((error) => state.ctx.log.error({ err: error }, 'sending failed'))
    .then(() => {
      state.working.delete(tracked)
    })
  state.working.add(tracked)
}

async function settle(state: State): Promise<boolean> {
  if (state.working.size === 0) {
    state.channels.close()
    return false
  }
  while (state.working.size > 0) await Promise.race(state.working)
  state.channels.close()
  return true
}
