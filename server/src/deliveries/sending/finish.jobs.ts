import { bySystem, type Change } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Sent } from '../channels/target.model.ts'
import { type Ended, finishDeliveries, insertAttempts } from '../store.ts'
import { announcePause } from '../subscriptions/paused.jobs.ts'
import { breakersForUpdate, findFailing, updateBreaker } from '../subscriptions/store.ts'
import { type Breaker, nextBreaker } from './breaker.rules.ts'
import {
  type Claimed,
  freePending,
  type Leased,
  leasedForUpdate,
  releaseChains,
  releaseSubscriptions,
  updatePending,
} from './pending.store.ts'
import { nextStep, verdictOf } from './schedule.rules.ts'

/** One claimed row and its result; null when it was not sent and is released. */
export interface Result {
  claimed: Claimed
  token: string
  sent: Sent | null
}

type SentResult = Result & { sent: Sent }

/**
 * Writes the results of many attempts in one transaction. Rows that another process has claimed meanwhile are not
 * changed (DLV-2).
 */
export async function finish(ctx: Context, tx: Tx, results: readonly Result[]): Promise<void> {
  const sent = results.filter((result): result is SentResult => result.sent !== null)
  const delivered = sent.filter((result) => isDelivered(result))
  const failed = sent.filter((result) => !isDelivered(result))
  const unsent = results.filter((result) => result.sent === null)
  const troubled = new Set(failed.map((result) => result.claimed.subscription_id))
  const served = [...new Set(delivered.map((result) => result.claimed.subscription_id))]
  // Issued together: without failures, this is the whole transaction.
  const [, , recovering] = await Promise.all([
    finishDeliveries(tx, delivered.map(endedOf), { status: 'DELIVERED', reason: null }),
    freePending(tx, unsent.map(keyOf)),
    findFailing(tx, served),
    // Lost results are sent again under the same webhook-id; a claim of the next event in a chain commits them safely
    // first.
    tx.commitLater(),
  ])
  await noteEnded(tx, delivered)
  await releaseChains(
    tx,
    delivered.map((result) => result.claimed).filter((claimed) => claimed.attempts > 0),
  )
  for (const id of recovering) troubled.add(id)
  if (troubled.size > 0) await settleTroubles(ctx, tx, sent, failed, [...troubled])
}

/** BILL-34: updates the sending of invoices whose delivery to an access point has ended, in the same transaction. */
async function noteEnded(tx: Tx, results: readonly SentResult[]): Promise<void> {
  for (const { claimed } of results) {
    if (claimed.entity_type !== 'invoice_sending') continue
    await enqueue(tx, 'billing.follow_sending', { sending_id: claimed.event_id })
  }
}

/** The slow path: some endpoint fails or has just recovered. */
async function settleTroubles(
  ctx: Context,
  tx: Tx,
  sent: readonly SentResult[],
  failed: readonly SentResult[],
  subscriptionIds: readonly string[],
): Promise<void> {
  const before = await breakersForUpdate(tx, subscriptionIds)
  const leased = new Map((await leasedForUpdate(tx, failed.map(keyOf))).map((row) => [nameOf(row), row]))
  const recovered: string[] = []
  const paused: Change[] = []
  for (const [id, { breaker, now }] of before) {
    // A late sender whose row was claimed by another process says nothing about the endpoint.
    const own = sent.filter(
      (result) => result.claimed.subscription_id === id && (isDelivered(result) || leased.has(nameOf(result.claimed))),
    )
    const after = own.reduce<Breaker>(
      (state, { sent: { outcome }, claimed }) =>
        nextBreaker(state, outcome, { now, chance: chance(ctx), isProbe: claimed.is_probe }),
      breaker,
    )
    await updateBreaker(tx, id, after)
    if (after.isPaused && !breaker.isPaused) {
      paused.push(pausing(id, breaker, after))
      await announcePause(ctx, tx, id, after.pauseReason ?? '')
      ctx.log.warn({ tenant_id: tx.tenantId, subscription_id: id, reason: after.pauseReason }, 'an endpoint was paused')
    }
    if (breaker.openedAt !== null && after.openedAt === null) recovered.push(id)
  }
  await settleFailed(ctx, tx, failed, leased, before)
  await releaseSubscriptions(tx, recovered)
  await recordChanges(tx, bySystem, paused)
}

/** Audit entry of a pause by Cartage itself. */
function pausing(id: string, before: Breaker, { pauseReason }: Breaker): Change {
  const state = before.openedAt === null ? 'ACTIVE' : 'FAILING'
  return {
    entity_type: 'subscription',
    entity_id: id,
    action: 'updated',
    before: { state, pause_reason: before.pauseReason },
    after: { state: 'PAUSED', pause_reason: pauseReason },
  }
}

async function settleFailed(
  ctx: Context,
  tx: Tx,
  failed: readonly SentResult[],
  leased: ReadonlyMap<string, Leased>,
  clocks: ReadonlyMap<string, { now: number }>,
): Promise<void> {
  const ours = failed.filter((result) => leased.has(nameOf(result.claimed)))
  const steps = ours.map((result) => {
    const row = leased.get(nameOf(result.claimed))!
    const now = clocks.get(row.subscription_id)!.now
    const facts = { now, chance: chance(ctx), takesOthers: row.takes_others }
    return { result, row, next: nextStep(row.course, result.sent.outcome, facts) }
  })
  const again = steps.flatMap(({ row, next }) => (next.step === 'again' ? [{ ...row, ...next }] : []))
  await insertAttempts(
    tx,
    steps.filter(({ next }) => next.step === 'again').map(({ result }) => result.sent.attempt),
  )
  await updatePending(tx, again)
  const dead = new Map<string, SentResult[]>()
  for (const { result, next } of steps) {
    if (next.step === 'dead') dead.set(next.reason, [...(dead.get(next.reason) ?? []), result])
  }
  for (const [reason, results] of dead) {
    await finishDeliveries(tx, results.map(endedOf), { status: 'DEAD', reason })
    await noteEnded(tx, results)
    await releaseChains(
      tx,
      results.map((result) => result.claimed),
    )
  }
}

function isDelivered(result: SentResult): boolean {
  return verdictOf(result.sent.outcome) === 'delivered'
}

function endedOf({ claimed, token, sent }: SentResult): Ended {
  return { ...claimed, token, attempt: sent.attempt }
}

function keyOf({ claimed, token }: Result) {
  return { ...claimed, token }
}

function nameOf(row: { subscription_id: string; event_id: string }): string {
  return `${row.subscription_id}/${row.event_id}`
}

function chance(ctx: Context): number {
  return ctx.randomBytes(4).readUInt32BE() / 2 ** 32
}
