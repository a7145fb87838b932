import { eventTypes } from '@cartage/contract/events'
import type { By, Change } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { closedBreaker } from './breaker.rules.ts'
import { aboutAuth, aboutSecret, openTarget, type ReceiverAuth, sendEvent } from './gateway.ts'
import { resetPending } from './pending.store.ts'
import { mostLiveSecrets, secretPrefix } from './signature.rules.ts'
import type { Attempt } from './store.ts'
import {
  breakersForUpdate,
  deleteEndedSecrets,
  deleteSubscription,
  endSecrets,
  findTargets,
  insertSecret,
  insertSubscription,
  updateBreaker,
} from './subscriptions.store.ts'
import { findSubscription, listSubscriptions, type SubscriptionView } from './subscriptions.views.ts'

const secondsPerHour = 3_600
const secretBytes = 32
/** Longest overlap of a rotation, in hours: 7 days. */
const longestOverlap = 168

/** What is needed to tell a receiver of events. */
export interface SubscriptionWish {
  url: string
  name?: string
  /** `order.accepted` and so on; empty or absent means every type. */
  event_types?: string[]
  receiver_auth?: ReceiverAuth
}

/** A subscription with its secret, which is shown this once. */
export type SubscriptionWithSecret = SubscriptionView & { secret: string }

/**
 * Adds a receiver; it is told of what happens from now on.
 * @throws Problem validation_failed (422) when the address may not be reached, the credentials make no header, or an
 * event type does not exist
 */
export async function addSubscription(
  ctx: Context,
  tenantId: string,
  by: By,
  wish: SubscriptionWish,
): Promise<SubscriptionWithSecret> {
  const refusal = await ctx.net.refusal(wish.url)
  if (refusal !== null) throw invalid('url', refusal, 'address_refused')
  checkAuth(wish.receiver_auth)
  checkTypes(wish.event_types ?? [])
  const id = ctx.newId()
  const auth = wish.receiver_auth && Buffer.from(JSON.stringify(wish.receiver_auth))
  return ctx.db.asTenant(tenantId, async (tx) => {
    await insertSubscription(tx, {
      subscription_id: id,
      name: wish.name ?? new URL(wish.url).hostname,
      url: wish.url,
      event_types: wish.event_types ?? [],
      receiver_auth: auth ? ctx.vault.seal(auth, aboutAuth(tenantId, id)) : null,
    })
    const secret = await makeSecret(ctx, tx, id)
    const added = await existing(tx, id)
    const after = { ...factsOf(added), authentication: wish.receiver_auth?.kind ?? null }
    await recordChanges(tx, by, [{ ...about(id), action: 'created', before: null, after }])
    return { ...added, secret }
  })
}

/** How the audit trail names a subscription. */
function about(id: string) {
  return { entity_type: 'subscription', entity_id: id }
}

/** What the audit trail says of a subscription that comes or goes. */
function factsOf({ name, url, event_types }: SubscriptionView) {
  return { name, url, event_types }
}

/** How the audit trail tells of pausing and resuming. */
function switched(before: SubscriptionView, after: SubscriptionView): Change {
  const membersOf = ({ state, pause_reason }: SubscriptionView) => ({ state, pause_reason })
  return { ...about(after.subscription_id), action: 'updated', before: membersOf(before), after: membersOf(after) }
}

/** The receivers of a tenant, oldest first. */
export async function subscriptionsOf(ctx: Context, tenantId: string): Promise<SubscriptionView[]> {
  return ctx.db.asTenant(tenantId, listSubscriptions)
}

/**
 * Stops sending; what happens meanwhile is kept for the receiver.
 * @throws Problem not_found
 */
export async function pauseSubscription(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
  reason = 'Paused by hand.',
): Promise<SubscriptionView> {
  return ctx.db.asTenant(tenantId, async (tx) => {
    const { breaker } = await locked(tx, id)
    const before = await existing(tx, id)
    if (breaker.isPaused) return before
    await updateBreaker(tx, id, { ...breaker, isPaused: true, pauseReason: reason })
    const after = await existing(tx, id)
    await recordChanges(tx, by, [switched(before, after)])
    return after
  })
}

/**
 * Sends again, oldest first: what waited gets a fresh schedule, and the breaker is closed.
 * @throws Problem not_found
 */
export async function resumeSubscription(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
): Promise<SubscriptionView> {
  return ctx.db.asTenant(tenantId, async (tx) => {
    await locked(tx, id)
    const before = await existing(tx, id)
    await updateBreaker(tx, id, closedBreaker)
    await resetPending(tx, id)
    tx.afterCommit(() => ctx.wake('deliveries'))
    const after = await existing(tx, id)
    await recordChanges(tx, by, [switched(before, after)])
    return after
  })
}

/**
 * Gives a subscription a new secret. The old ones go on signing beside it for the overlap; at most three are live.
 * @param overlapHours 0 to 168; 0 ends the old secrets at once, for a secret that has leaked
 * @throws Problem not_found, validation_failed
 */
export async function rotateSubscriptionSecret(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
  overlapHours = 24,
): Promise<SubscriptionWithSecret> {
  if (!(overlapHours >= 0 && overlapHours <= longestOverlap)) {
    throw invalid('overlap_hours', `The overlap must be from 0 to ${longestOverlap} hours.`, 'out_of_range')
  }
  return ctx.db.asTenant(tenantId, async (tx) => {
    await locked(tx, id)
    await endSecrets(tx, id, overlapHours * secondsPerHour, mostLiveSecrets)
    await deleteEndedSecrets(tx, id)
    const secret = await makeSecret(ctx, tx, id)
    const rotated = await existing(tx, id)
    const after = { overlap_hours: overlapHours, live_signing_keys: rotated.live_secrets }
    await recordChanges(tx, by, [{ ...about(id), action: 'rotated', before: null, after }])
    return { ...rotated, secret }
  })
}

/**
 * Removes a receiver and what waits for it; the record of what was sent stays.
 * @throws Problem not_found
 */
export async function removeSubscription(ctx: Context, tenantId: string, by: By, id: string): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    await locked(tx, id)
    const before = factsOf(await existing(tx, id))
    await deleteSubscription(tx, id)
    await recordChanges(tx, by, [{ ...about(id), action: 'deleted', before, after: null }])
  })
}

/**
 * Sends one signed event of the type `subscription.tested` and tells what came back. It is not part of the log.
 * @throws Problem not_found
 */
export async function testSubscription(ctx: Context, tenantId: string, id: string): Promise<Attempt> {
  const [stored] = await ctx.db.asTenant(tenantId, (tx) => findTargets(tx, id))
  if (!stored) throw new Problem('not_found')
  const timestamp = `${ctx.now().toISOString().slice(0, 19)}Z`
  const payload = JSON.stringify({ type: 'subscription.tested', timestamp, events: [] })
  const sent = await sendEvent(ctx, openTarget(ctx, tenantId, stored), { event_id: ctx.newId(), payload })
  return sent.attempt
}

async function makeSecret(ctx: Context, tx: Tx, subscriptionId: string): Promise<string> {
  const secret = ctx.randomBytes(secretBytes)
  const secretId = ctx.newId()
  await insertSecret(tx, subscriptionId, secretId, ctx.vault.seal(secret, aboutSecret(tx.tenantId, secretId)))
  return secretPrefix + secret.toString('base64')
}

async function locked(tx: Tx, id: string) {
  const found = (await breakersForUpdate(tx, [id])).get(id)
  if (!found) throw new Problem('not_found')
  return found
}

async function existing(tx: Tx, id: string): Promise<SubscriptionView> {
  const found = await findSubscription(tx, id)
  if (!found) throw new Problem('not_found')
  return found
}

/** A type that never happens would be waited for in vain. */
function checkTypes(wanted: readonly string[]): void {
  const known: readonly string[] = eventTypes
  const unknown = wanted.filter((type) => !known.includes(type))
  if (unknown.length === 0) return
  const message = `There is no event type ${unknown.join(', ')}. The types are ${known.join(', ')}.`
  throw invalid('event_types', message, 'event_type_unknown')
}

/** Headers that belong to the message itself cannot be used as credentials. */
const ownHeader = /^(webhook-.*|content-.*|host|connection|transfer-encoding|user-agent)$/i

function checkAuth(auth: ReceiverAuth | undefined): void {
  if (auth?.kind !== 'header') return
  const isName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(auth.name)
  if (!isName || ownHeader.test(auth.name)) {
    throw invalid('receiver_auth', `${auth.name} cannot be used as a header for credentials.`, 'header_name')
  }
  if (!/^[\t\x20-\x7e]{1,4096}$/.test(auth.value)) {
    throw invalid('receiver_auth', 'The value of the header must be printable ASCII text.', 'header_value')
  }
}

function invalid(path: string, message: string, detail: string): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem(path, message, detail)] })
}
