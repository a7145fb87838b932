import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { isRetryable, isUnavailable } from '../../db/failure.ts'
import type { Loop } from '../../jobs/loop.ts'
import { createTurns } from '../../jobs/tenant-loop.ts'
import { listDue } from '../../jobs/tenants-due.ts'
import { type Channels, openChannels, openTarget } from '../channels/gateway.ts'
import type { Sent, Target } from '../channels/target.model.ts'
import { findTargets, type StoredTarget } from '../subscriptions/store.ts'
import { failuresThatOpen } from './breaker.rules.ts'
import { sendClaimed } from './claimed.jobs.ts'
import { finish, type Result } from './finish.jobs.ts'
import { type Claimed, leaseSeconds, takeDue } from './pending.store.ts'
import { verdictOf } from './schedule.rules.ts'

/** Most rows claimed for one endpoint in this process; few enough to be sent within the lease. */
const mostHeldEach = 100
/** Rows are claimed for an endpoint only when fewer than this remain, so that claims stay large. */
const claimBelow = 25
/** Most requests in progress: per endpoint, and in total. */
const mostSendingEach = 8
const mostSending = 256
const mostHeld = 2_000
/** A row not started this long after its claim is released: its lease could end while it is being sent. */
const longestWaitMs = (leaseSeconds / 2) * 1_000
/** While more rows of a tenant are being sent, its results wait this long for others: large batches are far cheaper. */
const gatherMs = 100
/**
 * Tenants whose last claim returned at least this many rows are queried again only after this time, for the same
 * reason.
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
/** Most attempts to write results, once per second, while the database is unavailable; then the lease ends anyway. */
const mostFinishAttempts = 30

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

/** Results of one tenant that wait for others. */
interface Gathering {
  results: Result[]
  /** Writes them immediately. */
  hurry: () => void
}

interface State {
  ctx: Context
  turns: ReturnType<typeof createTurns>
  channels: Channels
  endpoints: Map<string, EndpointWork>
  held: number
  sending: number
  /** By tenant. */
  results: Map<string, Gathering>
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
    sending: 0,
    results: new Map(),
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
  let claimed = 0
  let isPutOff = !isFresh
  await state.turns(inTurn(tenantIds, state.lastTenant), 1, async (tenantId) => {
    if (state.held >= mostHeld) return false
    if (canWait(state, tenantId)) {
      isPutOff = true
      return false
    }
    state.lastTenant = tenantId
    claimed += await claimTenant(state, tenantId)
    return false
  })
  // A loop that restarts immediately must yield to requests in progress.
  if (claimed === 0 && isPutOff) await sleep(restMs)
  return claimed > 0 || isPutOff
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

async function claimTenant(state: State, tenantId: string): Promise<number> {
  const token = state.ctx.newId()
  const rooms = new Map<string, number>()
  for (const [id, endpointWork] of state.endpoints) {
    if (endpointWork.tenantId !== tenantId) continue
    rooms.set(id, endpointWork.waiting.length < claimBelow ? mostHeldEach - endpointWork.waiting.length : 0)
  }
  const claimedAt = performance.now()
  state.lastClaims.set(tenantId, { at: claimedAt, brought: 0 })
  const [claimed, targets] = await state.ctx.db.asWorker(tenantId, async (tx) => {
    const both = await Promise.all([takeDue(tx, token, mostHeldEach, rooms), findTargets(tx), tx.commitLater()])
    // Earlier events of a chain must not be repeated after this one, so their results must be on disk first.
    if (both[0].some(({ sequence }) => sequence > 1)) await tx.commitSafely()
    return both
  })
  state.lastClaims.set(tenantId, { at: claimedAt, brought: claimed.length })
  state.ctx.crashPoints.reach('deliveries:claimed')
  for (const target of targets) {
    const own = claimed.filter((row) => row.subscription_id === target.subscription_id)
    if (own.length === 0) continue
    const opened = tryOpen(state.ctx, tenantId, target)
    if (opened === undefined) continue
    const endpointWork = workFor(state, tenantId, opened)
    endpointWork.waiting.push(...own.map((row) => ({ claimed: row, token, claimedAt })))
    state.held += own.length
    pump(state, endpointWork)
  }
  return claimed.length
}

/**
 * The endpoint with its secrets; undefined when they cannot be decrypted. Its claimed rows wait for the end of their
 * lease.
 */
function tryOpen(ctx: Context, tenantId: string, target: StoredTarget): Target | undefined {
  try {
    return openTarget(ctx, tenantId, target)
  } catch (error) {
    if (isUnavailable(error)) throw error
    const facts = { err: error, tenant_id: tenantId, subscription_id: target.subscription_id }
    // An error of one endpoint must not delay the others of its tenant.
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
  if (endpointWork.sending === 0) state.results.get(endpointWork.tenantId)?.hurry()
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
  const gathering = state.results.get(tenantId) ?? startGathering(state, tenantId)
  gathering.results.push({ claimed, token, sent })
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

/** Results that follow soon after the first are written with it. */
function startGathering(state: State, tenantId: string): Gathering {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, gatherMs)
  const hurry = () => {
    clearTimeout(timer)
    // One turn of the event loop later: responses that arrived together are written together.
    setImmediate(resolve)
  }
  const gathering: Gathering = { results: [], hurry }
  state.results.set(tenantId, gathering)
  track(
    state,
    promise.then(async () => {
      state.results.delete(tenantId)
      await write(state, tenantId, gathering.results)
      state.ctx.wake('deliveries')
    }),
  )
  return gathering
}

async function write(state: State, tenantId: string, results: Result[]): Promise<void> {
  for (let attempts = 1; attempts <= mostFinishAttempts; attempts += 1) {
    try {
      await state.ctx.db.asWorker(tenantId, (tx) => finish(state.ctx, tx, results))
      break
    } catch (error) {
      const facts = { err: error, tenant_id: tenantId, results: results.length }
      state.ctx.log.warn(facts, 'results of deliveries could not be written')
      if (!isRetryable(error)) return writeEach(state, tenantId, results)
      await sleep(1_000)
    }
  }
  state.held -= results.length
}

/** A result that cannot be written must not block the others; it is sent again after its lease. */
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
