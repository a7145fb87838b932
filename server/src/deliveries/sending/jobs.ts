import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Loop } from '../../jobs/loop.ts'
import { createTurns, fewTenants } from '../../jobs/tenant-loop.ts'
import { listDue } from '../../jobs/tenants-due.ts'
import { tenantsTogether } from '../../jobs/together.ts'
import { type Channels, openChannels, openTarget } from '../channels/gateway.ts'
import type { Sent, Target } from '../channels/target.model.ts'
import { findTargets, type StoredTarget } from '../subscriptions/store.ts'
import { failuresThatOpen } from './breaker.rules.ts'
import { sendClaimed } from './claimed.jobs.ts'
import { type Claimed, leaseSeconds, takeDue } from './pending.store.ts'
import { ResultWriter } from './results.jobs.ts'
import { verdictOf } from './schedule.rules.ts'

/** Most rows claimed for one endpoint in this process; few enough to be sent within the lease. */
const mostHeldEach = 100
/** Least rows claimed for one endpoint of a tenant that is claimed for together with others. */
const leastClaimed = 8
/** Rows are claimed for an endpoint only when fewer than this remain, so that claims stay large. */
const claimBelow = 25
/** Most requests in progress: per endpoint, and in total. */
const mostSendingEach = 8
const mostSending = 256
const mostHeld = 2_000
/** A row not started this long after its claim is released: its lease could end while it is being sent. */
const longestWaitMs = (leaseSeconds / 2) * 1_000
/**
 * Tenants whose last claim returned at least this many rows are queried again only after this time: large batches are far
 * cheaper.
 */
const fewRows = 3
const claimAgainMs = 60
/** The same for tenants with more rows than were claimed: sending must not run out of rows. */
const claimMoreMs = 10
/** The tenants with due rows are listed at most this often: the query scans all recently sent rows. */
const listAgainMs = 50
/** Pause for requests in progress while there is nothing to claim. */
const restMs = 5
const pollMs = 250

interface Item {
  claimed: Claimed
  token: string
  claimedAt: number
}

/** Rows that this process holds for one endpoint. */
interface EndpointWork {
  tenantId: string
  target: Target
  waiting: Item[]
  sending: number
  /** Consecutive failures in this process. */
  failures: number
}

interface State {
  ctx: Context
  turns: ReturnType<typeof createTurns>
  channels: Channels
  endpoints: Map<string, EndpointWork>
  held: number
  /** Number of rows claimed since the start. */
  claimed: number
  sending: number
  results: ResultWriter
  working: Set<Promise<void>>
  /** By tenant: time of the last claim, and the number of rows it returned. */
  lastClaims: Map<string, { at: number; brought: number }>
  lastTenant: string
  /** The tenants with due rows, and when they were listed. */
  due: { tenantIds: string[]; at: number }
}

/**
 * Sends events: claims due rows, sends without an open transaction, and writes the results of many attempts at once. A
 * round does not wait for the sending, so a slow endpoint never delays another (DLV-1, DLV-8).
 */
export function deliveryLoop(ctx: Context): Loop {
  const state: State = {
    ctx,
    turns: createTurns(ctx, 'deliveries', pollMs),
    channels: openChannels(ctx),
    endpoints: new Map(),
    held: 0,
    claimed: 0,
    sending: 0,
    results: new ResultWriter(ctx, {
      track: (work) => track(state, work),
      onDone: (count) => {
        state.held -= count
      },
    }),
    working: new Set(),
    lastClaims: new Map(),
    lastTenant: '',
    due: { tenantIds: [], at: -listAgainMs },
  }
  return {
    name: 'deliveries',
    pollMs,
    parallel: 1,
    gatherMs: 25,
    run: () => claimAll(state),
    settle: () => settle(state),
  }
}

/** One round over the tenants with due rows, in turn; true when there may be more immediately. */
async function claimAll(state: State): Promise<boolean> {
  if (state.held >= mostHeld) return false
  const { tenantIds, isFresh } = await tenantsDue(state)
  for (const tenantId of state.lastClaims.keys()) if (!tenantIds.includes(tenantId)) state.lastClaims.delete(tenantId)
  const ready = inTurn(tenantIds, state.lastTenant).filter((tenantId) => !canWait(state, tenantId))
  const isPutOff = !isFresh || ready.length < tenantIds.length
  const before = state.claimed
  await state.turns(await claimTogether(state, ready), 1, async (tenantId) => {
    if (state.held >= mostHeld) return false
    state.lastTenant = tenantId
    await state.ctx.db.asWorker(tenantId, (tx) => claimTenant(state, tx, mostHeldEach))
    return false
  })
  const hasClaimed = state.claimed > before
  // A loop that restarts immediately must yield to requests in progress.
  if (!hasClaimed && isPutOff) await sleep(restMs)
  return hasClaimed || isPutOff
}

/**
 * Claims for many tenants in few transactions (decision 0095).
 * @returns the tenants that need their own turn
 */
async function claimTogether(state: State, tenantIds: readonly string[]): Promise<readonly string[]> {
  const resting = tenantIds.filter((tenantId) => state.turns.isResting(tenantId))
  const able = tenantIds.filter((tenantId) => !resting.includes(tenantId))
  if (able.length < fewTenants) return tenantIds
  const { left } = await tenantsTogether(state.ctx, able, async (tx, tenants) => {
    if (state.held >= mostHeld) return 'left'
    const share = Math.floor((mostHeld - state.held) / tenants)
    await claimTenant(state, tx, Math.min(mostHeldEach, Math.max(leastClaimed, share)))
    return false
  })
  const last = able.findLast((tenantId) => !left.includes(tenantId))
  if (last !== undefined) state.lastTenant = last
  return [...left, ...resting]
}

async function tenantsDue(state: State): Promise<{ tenantIds: readonly string[]; isFresh: boolean }> {
  const { due } = state
  if (state.held > 0 && performance.now() - due.at < listAgainMs) return { tenantIds: due.tenantIds, isFresh: false }
  const at = performance.now()
  state.due = { tenantIds: await listDue(state.ctx.db, 'deliveries'), at }
  return { tenantIds: state.due.tenantIds, isFresh: true }
}

/** Rotates the tenants to continue after the one served last. */
function inTurn(tenantIds: readonly string[], last: string): string[] {
  return [...tenantIds.filter((id) => id > last), ...tenantIds.filter((id) => id <= last)]
}

/** Whether a claim now would return few rows at the full cost of a transaction. */
function canWait(state: State, tenantId: string): boolean {
  const { at, brought } = state.lastClaims.get(tenantId) ?? { at: 0, brought: 0 }
  if (brought < fewRows) return false
  const since = performance.now() - at
  if (brought < mostHeldEach - claimBelow) return since < claimAgainMs
  const isSupplied = [...state.endpoints.values()].some(
    (endpointWork) => endpointWork.tenantId === tenantId && endpointWork.waiting.length >= claimBelow,
  )
  return isSupplied && since < claimMoreMs
}

/** @param most rows for one endpoint */
async function claimTenant(state: State, tx: Tx, most: number): Promise<void> {
  const { tenantId } = tx
  const token = state.ctx.newId()
  const rooms = new Map<string, number>()
  for (const [id, endpointWork] of state.endpoints) {
    if (endpointWork.tenantId !== tenantId) continue
    const room = endpointWork.waiting.length < claimBelow ? mostHeldEach - endpointWork.waiting.length : 0
    rooms.set(id, Math.min(room, most))
  }
  const claimedAt = performance.now()
  state.lastClaims.set(tenantId, { at: claimedAt, brought: 0 })
  const [claimed, targets] = await Promise.all([takeDue(tx, token, most, rooms), findTargets(tx), tx.commitLater()])
  // Earlier events of a chain must not be repeated after this one, so their results must be on disk first.
  if (claimed.some(({ sequence }) => sequence > 1)) await tx.commitSafely()
  tx.afterCommit(() => {
    const isMore = claimed.length >= most
    state.lastClaims.set(tenantId, { at: claimedAt, brought: isMore ? mostHeldEach : claimed.length })
    state.ctx.crashPoints.reach('deliveries:claimed')
    hold(
      state,
      tenantId,
      targets,
      claimed.map((row) => ({ claimed: row, token, claimedAt })),
    )
  })
}

/** Begins to send claimed rows. */
function hold(state: State, tenantId: string, targets: readonly StoredTarget[], items: readonly Item[]): void {
  state.claimed += items.length
  for (const target of targets) {
    const own = items.filter(({ claimed }) => claimed.subscription_id === target.subscription_id)
    if (own.length === 0) continue
    const opened = tryOpen(state.ctx, tenantId, target)
    if (opened === undefined) continue
    const endpointWork = workFor(state, tenantId, opened)
    endpointWork.waiting.push(...own)
    state.held += own.length
    pump(state, endpointWork)
  }
}

/**
 * The endpoint with its secrets; undefined when they cannot be decrypted. Its claimed rows wait for the end of their
 * lease.
 */
function tryOpen(ctx: Context, tenantId: string, target: StoredTarget): Target | undefined {
  try {
    return openTarget(ctx, tenantId, target)
  } catch (error) {
    const facts = { err: error, tenant_id: tenantId, subscription_id: target.subscription_id }
    // An error of one endpoint must not delay the others.
    ctx.log.error(facts, 'deliveries were passed over and will be tried again')
    return undefined
  }
}

/** Secrets and addresses are updated at every claim, so that a change takes effect immediately. */
function workFor(state: State, tenantId: string, target: Target): EndpointWork {
  const known = state.endpoints.get(target.subscription_id)
  if (known) {
    known.target = target
    return known
  }
  const endpointWork: EndpointWork = { tenantId, target, waiting: [], sending: 0, failures: 0 }
  state.endpoints.set(target.subscription_id, endpointWork)
  return endpointWork
}

/** Starts as many requests as the limits of the endpoint and the process allow. */
function pump(state: State, endpointWork: EndpointWork): void {
  // At high load each endpoint gets one: endpoints that hang must not use all requests.
  const room = state.sending < mostSending / 2 ? mostSendingEach : 1
  while (endpointWork.waiting.length > 0 && endpointWork.sending < room && state.sending < mostSending) {
    const item = endpointWork.waiting.shift()!
    endpointWork.sending += 1
    state.sending += 1
    track(state, deliver(state, endpointWork, item))
  }
  if (endpointWork.waiting.length === 0 && endpointWork.sending === 0)
    state.endpoints.delete(endpointWork.target.subscription_id)
}

async function deliver(state: State, endpointWork: EndpointWork, item: Item): Promise<void> {
  const sent = await attempt(state, endpointWork, item)
  endpointWork.sending -= 1
  state.sending -= 1
  if (sent === undefined) state.held -= 1
  else keep(state, endpointWork, item, sent)
  if (sent && isTroubled(endpointWork, sent)) returnClaimed(state, endpointWork)
  pump(state, endpointWork)
  pumpStarving(state)
  // No other result of this endpoint is expected soon, so complete results are written without delay.
  if (endpointWork.sending === 0) state.results.hurry(endpointWork.tenantId)
}

/**
 * Sends a row.
 * @returns null when it is released, undefined when its result is unknown: it waits for the end of its lease
 */
async function attempt(state: State, endpointWork: EndpointWork, item: Item): Promise<Sent | null | undefined> {
  const isLate = performance.now() - item.claimedAt > longestWaitMs
  try {
    const sent = isLate ? null : await sendClaimed(state.ctx, state.channels, endpointWork, item)
    state.ctx.crashPoints.reach('deliveries:sent')
    return sent
  } catch (error) {
    state.ctx.log.error({ err: error, tenant_id: endpointWork.tenantId }, 'sending failed')
    return undefined
  }
}

function keep(state: State, { tenantId }: EndpointWork, { claimed, token }: Item, sent: Sent | null): void {
  state.results.keep(tenantId, { claimed, token, sent })
}

/** Whether this result may pause the endpoint or open its breaker. */
function isTroubled(endpointWork: EndpointWork, { outcome }: Sent): boolean {
  const verdict = verdictOf(outcome)
  endpointWork.failures = verdict === 'delivered' || verdict === 'rejected' ? 0 : endpointWork.failures + 1
  return verdict === 'gone' || endpointWork.failures >= failuresThatOpen
}

/** Rows claimed for a failing endpoint are not sent: they return to the queue and wait for the breaker. */
function returnClaimed(state: State, endpointWork: EndpointWork): void {
  for (const item of endpointWork.waiting.splice(0)) keep(state, endpointWork, item, null)
}

/** Endpoints that were held back by the process limit get their turn when a request ends. */
function pumpStarving(state: State): void {
  if (state.sending < mostSending / 2) return
  for (const endpointWork of state.endpoints.values()) if (endpointWork.sending === 0) pump(state, endpointWork)
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
