import { msg } from '@cartage/contract/message'
import type { By, Change } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { findTenantFacts } from '../../tenants/settings/views.ts'
import { foldersOf, refuseFolder } from '../channels/folder.gateway.ts'
import { aboutAuth, aboutSecret, sealedAddress } from '../channels/gateway.ts'
import { learnHostKey } from '../channels/sftp.gateway.ts'
import { mostLiveSecrets, secretPrefix } from '../channels/signature.rules.ts'
import { closedBreaker } from '../sending/breaker.rules.ts'
import { resetPending } from '../sending/pending.store.ts'
import { findShown, listShown, type ShownSubscription } from './public-keys.commands.ts'
import { type CheckedSubscription, checkHostKeys, checkInput, invalid, type SubscriptionInput } from './rules.ts'
import {
  breakersForUpdate,
  deleteEndedSecrets,
  deleteSubscription,
  endSecrets,
  findTargets,
  insertSecret,
  insertSubscription,
  lockAccessPoint,
  updateBreaker,
  updateHostKeys,
} from './store.ts'
import { findSubscription, type SubscriptionView } from './views.ts'

export type { SubscriptionInput } from './rules.ts'

const secondsPerHour = 3_600
const secretBytes = 32
/** Longest overlap of a rotation, in hours: 7 days. */
const longestOverlap = 168

/** A subscription with its secret, which is shown only once. */
export type SubscriptionWithSecret = ShownSubscription & { secret: string }

/** Placeholder in a list of host keys for the current key of the server. */
const learn = 'learn'

/**
 * Adds an endpoint; it receives events from now on.
 * @throws Problem validation_failed (422) when the address is forbidden, the credentials do not suit the channel, a
 * folder is not allowed, or an event type does not exist
 */
export async function addSubscription(
  ctx: Context,
  tenantId: string,
  by: By,
  given: SubscriptionInput,
): Promise<SubscriptionWithSecret> {
  const input = await withLearnedKey(ctx, tenantId, given)
  const checked = checkInput(input)
  await checkPlace(ctx, tenantId, checked)
  const id = ctx.newId()
  const auth = input.receiver_auth && Buffer.from(JSON.stringify(input.receiver_auth))
  return ctx.db.asTenant(tenantId, async (tx) => {
    if (checked.purpose === 'ACCESS_POINT') await checkAlone(tx)
    await insertSubscription(tx, {
      ...checked,
      ...sealedAddress(ctx, tenantId, { subscription_id: id, url: checked.url }),
      subscription_id: id,
      receiver_auth: auth ? ctx.vault.seal(auth, aboutAuth(tenantId, id)) : null,
    })
    const secret = await createSecret(ctx, tx, id)
    const added = await findShown(ctx, tx, id)
    const after = { ...factsOf(added), authentication: input.receiver_auth?.kind ?? null }
    await recordChanges(tx, by, [{ ...about(id), action: 'created', before: null, after }])
    return { ...added, secret }
  })
}

/**
 * A document goes to one access point, so a tenant can have only one.
 * @throws Problem validation_failed
 */
async function checkAlone(tx: Tx): Promise<void> {
  await lockAccessPoint(tx)
  const targets = await findTargets(tx)
  if (!targets.some(({ purpose }) => purpose === 'ACCESS_POINT')) return
  throw invalid(
    'purpose',
    'There is an access point already. Edit or remove that endpoint first.',
    'access_point_taken',
  )
}

/** Reads the host key only after all other checks. */
async function withLearnedKey(ctx: Context, tenantId: string, input: SubscriptionInput): Promise<SubscriptionInput> {
  if (input.channel !== 'SFTP' || !input.host_keys?.includes(learn)) return input
  const checked = checkInput({ ...input, host_keys: [`SHA256:${'A'.repeat(43)}`] })
  await checkPlace(ctx, tenantId, checked)
  return { ...input, host_keys: await learned(ctx, tenantId, checked.url, input.host_keys) }
}

async function learned(ctx: Context, tenantId: string, url: string, keys: readonly string[]): Promise<string[]> {
  const others = keys.filter((key) => key !== learn)
  if (others.length === keys.length) return others
  const shown = await learnHostKey(ctx, url, { tenant_id: tenantId }).catch((error: Error) => {
    throw invalid('host_keys', msg`The host key of ${url} could not be read: ${error.message}.`, 'host_key_unknown')
  })
  return [...others, shown]
}

/**
 * Checks whether an endpoint may have this address or folder.
 * @throws Problem validation_failed when the address or folder is not allowed
 */
export async function checkPlace(
  ctx: Context,
  tenantId: string,
  { channel, url, folder }: CheckedSubscription,
): Promise<void> {
  if (channel === 'FOLDER') {
    const facts = await ctx.db.asTenant(tenantId, findTenantFacts)
    const refusal = await refuseFolder(folder!, foldersOf(facts?.slug ?? '', ctx.config.folder_roots))
    if (refusal !== null) throw invalid('folder', refusal, 'folder_refused')
    return
  }
  const refusal = await ctx.net.refusal(url, { tenant_id: tenantId })
  if (refusal !== null) throw invalid('url', refusal, 'address_refused')
}

/**
 * Pins other host keys for an SFTP endpoint, after its partner has changed them. It stays paused until it is resumed.
 * @param keys fingerprints or keys; `learn` for the current key of the server
 * @throws Problem not_found, validation_failed
 */
export async function pinHostKeysOf(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
  keys: readonly string[],
): Promise<ShownSubscription> {
  const known = await ctx.db.asTenant(tenantId, (tx) => existing(tx, id))
  if (known.channel !== 'SFTP') throw invalid('host_keys', 'Only SFTP servers have host keys.', 'host_key_channel')
  const pinned = checkHostKeys(await learned(ctx, tenantId, known.url, keys))
  return ctx.db.asTenant(tenantId, async (tx) => {
    await locked(tx, id)
    const before = { host_keys: (await existing(tx, id)).host_keys }
    await updateHostKeys(tx, id, pinned)
    await recordChanges(tx, by, [{ ...about(id), action: 'updated', before, after: { host_keys: pinned } }])
    return findShown(ctx, tx, id)
  })
}

/** Entity of a subscription in the audit trail. */
export function about(id: string) {
  return { entity_type: 'subscription', entity_id: id }
}

/** Facts of a subscription in the audit trail when it is added or removed. */
export function factsOf(subscription: SubscriptionView) {
  const { name, url, event_types, purpose, channel, format, folder, host_keys, has_public_key } = subscription
  const byChannel = channel === 'HTTPS' ? { has_public_key } : { channel, format, folder, host_keys }
  const parties = subscription.format === 'EDI' && partiesOf(subscription)
  return { name, url, event_types, ...(purpose !== 'EVENTS' && { purpose }), ...byChannel, ...parties }
}

function partiesOf(subscription: SubscriptionView) {
  const { edi_sender, edi_recipient, edi_sender_qualifier, edi_recipient_qualifier } = subscription
  return { edi_sender, edi_recipient, edi_sender_qualifier, edi_recipient_qualifier }
}

/** Audit entry of pausing and resuming. */
function switched(before: SubscriptionView, after: SubscriptionView): Change {
  const membersOf = ({ state, pause_reason }: SubscriptionView) => ({ state, pause_reason })
  return { ...about(after.subscription_id), action: 'updated', before: membersOf(before), after: membersOf(after) }
}

/** The endpoints of a tenant, oldest first. */
export async function subscriptionsOf(ctx: Context, tenantId: string): Promise<ShownSubscription[]> {
  return ctx.db.asTenant(tenantId, (tx) => listShown(ctx, tx))
}

/**
 * Pauses sending; events meanwhile are queued for the endpoint.
 * @throws Problem not_found
 */
export async function pauseSubscription(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
  reason = 'Paused by hand.',
): Promise<ShownSubscription> {
  return ctx.db.asTenant(tenantId, async (tx) => {
    const { breaker } = await locked(tx, id)
    const before = await findShown(ctx, tx, id)
    if (breaker.isPaused) return before
    await updateBreaker(tx, id, { ...breaker, isPaused: true, pauseReason: reason })
    const after = await findShown(ctx, tx, id)
    await recordChanges(tx, by, [switched(before, after)])
    return after
  })
}

/**
 * Resumes sending, oldest first: pending deliveries get a fresh schedule, and the breaker is closed.
 * @throws Problem not_found
 */
export async function resumeSubscription(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
): Promise<ShownSubscription> {
  return ctx.db.asTenant(tenantId, async (tx) => {
    await locked(tx, id)
    const before = await existing(tx, id)
    await updateBreaker(tx, id, closedBreaker)
    await resetPending(tx, id)
    tx.afterCommit(() => ctx.wake('deliveries'))
    const after = await findShown(ctx, tx, id)
    await recordChanges(tx, by, [switched(before, after)])
    return after
  })
}

/**
 * Gives a subscription a new secret, and a new public key where it has one. The old ones also sign during the overlap;
 * at most three are live.
 * @param overlapHours 0 to 168; 0 ends the old secrets immediately, for a secret that has leaked
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
    throw invalid('overlap_hours', msg`The overlap must be from 0 to ${longestOverlap} hours.`, 'out_of_range')
  }
  return ctx.db.asTenant(tenantId, async (tx) => {
    await locked(tx, id)
    await endSecrets(tx, id, overlapHours * secondsPerHour, mostLiveSecrets)
    await deleteEndedSecrets(tx, id)
    const secret = await createSecret(ctx, tx, id)
    const rotated = await findShown(ctx, tx, id)
    const after = { overlap_hours: overlapHours, live_signing_keys: rotated.live_secrets }
    await recordChanges(tx, by, [{ ...about(id), action: 'rotated', before: null, after }])
    return { ...rotated, secret }
  })
}

/**
 * Removes an endpoint and its pending deliveries; finished deliveries stay on record.
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

async function createSecret(ctx: Context, tx: Tx, subscriptionId: string): Promise<string> {
  const secret = ctx.randomBytes(secretBytes)
  const secretId = ctx.newId()
  await insertSecret(tx, subscriptionId, secretId, ctx.vault.seal(secret, aboutSecret(tx.tenantId, secretId)))
  return secretPrefix + secret.toString('base64')
}

/**
 * Locks an endpoint and returns its breaker.
 * @throws Problem not_found
 */
export async function locked(tx: Tx, id: string) {
  const found = (await breakersForUpdate(tx, [id])).get(id)
  if (!found) throw new Problem('not_found')
  return found
}

/**
 * One endpoint for display.
 * @throws Problem not_found
 */
export async function existing(tx: Tx, id: string): Promise<SubscriptionView> {
  const found = await findSubscription(tx, id)
  if (!found) throw new Problem('not_found')
  return found
}
