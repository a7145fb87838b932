import type {
  DispatchDestination,
  DispatchDestinationChange,
  NewDispatchDestination,
} from '@cartage/contract/dispatch/app'
import type { Sentence } from '@cartage/contract/message'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import { companiesById } from '../companies/views.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { addSubscription, type SubscriptionInput } from '../deliveries/subscriptions/commands.ts'
import { findSubscription } from '../deliveries/subscriptions/views.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { findLocationOutputs } from '../locations/views.ts'
import { type Destination, destinationForUpdate, insertDestination, updateDestination } from './destinations.store.ts'
import { checkPartner } from './rules.ts'
import { listDestinations, readDestination } from './views.ts'

/** Every destination of a tenant, archived ones last. */
export async function destinationsOf(ctx: Context, tenantId: string): Promise<DispatchDestination[]> {
  return await ctx.db.asTenant(tenantId, listDestinations)
}

/** A new destination with the secret of its channel, which is shown only once; null for an existing channel. */
export interface AddedDestination {
  destination: DispatchDestination
  secret: string | null
}

/**
 * Adds a partner that trips or bookings are dispatched to, with a new or existing channel.
 * @throws Problem validation_failed when partner or channel do not exist, or the kind has no such partner
 */
export async function addDestination(
  ctx: Context,
  tenantId: string,
  by: By,
  input: NewDispatchDestination,
): Promise<AddedDestination> {
  checkPartner(input)
  await ctx.db.asTenant(tenantId, (tx) => checkReferences(tx, input))
  const created = input.channel && (await addSubscription(ctx, tenantId, by, channelOf(input.name, input.channel)))
  const row: Destination = {
    dispatch_destination_id: ctx.newId(),
    kind: input.kind,
    name: input.name,
    subcontractor_id: input.subcontractor_id ?? null,
    location_id: input.location_id ?? null,
    account_code: input.account_code ?? null,
    subscription_id: created?.subscription_id ?? input.subscription_id!,
    is_automatic: input.is_automatic ?? false,
    tracking_link: input.tracking_link ?? null,
    is_archived: false,
  }
  return await ctx.db.asTenant(tenantId, async (tx) => {
    await insertDestination(tx, row)
    const change = { ...about(row), action: 'created' as const, before: null, after: { ...row } }
    await recordChanges(tx, by, [change])
    return { destination: (await readDestination(tx, row.dispatch_destination_id))!, secret: created?.secret ?? null }
  })
}

function channelOf(name: string, channel: NonNullable<NewDispatchDestination['channel']>): SubscriptionInput {
  const { credentials, url, folder, host_keys } = channel
  return {
    purpose: 'DISPATCH',
    name,
    channel: channel.channel ?? 'HTTPS',
    ...(url !== undefined && { url }),
    ...(folder !== undefined && { folder }),
    ...(host_keys !== undefined && { host_keys }),
    ...(credentials !== undefined && { receiver_auth: credentials as NonNullable<SubscriptionInput['receiver_auth']> }),
  }
}

/**
 * Changes, archives or restores a destination. A partner that has a trip keeps it and is notified of its changes.
 * @throws Problem not_found, validation_failed for a channel that does not exist
 */
export async function changeDestination(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
  change: DispatchDestinationChange,
): Promise<DispatchDestination> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await destinationForUpdate(tx, id)
    if (!before) throw new Problem('not_found')
    const after: Destination = {
      ...before,
      name: change.name ?? before.name,
      subscription_id: change.subscription_id ?? before.subscription_id,
      is_automatic: change.is_automatic ?? before.is_automatic,
      tracking_link: change.tracking_link === undefined ? before.tracking_link : change.tracking_link,
      is_archived: change.is_archived ?? before.is_archived,
    }
    if (change.subscription_id !== undefined) await checkChannel(tx, change.subscription_id)
    await updateDestination(tx, after)
    await recordChanges(tx, by, [{ ...about(after), action: 'updated', before: { ...before }, after: { ...after } }])
    return (await readDestination(tx, id))!
  })
}

function about({ dispatch_destination_id }: Destination) {
  return { entity_type: 'dispatch_destination', entity_id: dispatch_destination_id }
}

async function checkReferences(tx: Tx, input: NewDispatchDestination): Promise<void> {
  const { subcontractor_id: companyId, location_id: locationId, subscription_id: subscriptionId } = input
  if (companyId) {
    const company = (await companiesById(tx, [companyId])).get(companyId)
    if (!company?.is_subcontractor) throw unknown('subcontractor_id', 'There is no carrier with this id.')
  }
  if (locationId && (await findLocationOutputs(tx, [locationId])).size === 0) {
    throw unknown('location_id', 'There is no location with this id.')
  }
  if (subscriptionId !== undefined) await checkChannel(tx, subscriptionId)
}

/** Dispatches need an endpoint that is only for them, because event endpoints receive events by type. */
async function checkChannel(tx: Tx, id: string): Promise<void> {
  const found = await findSubscription(tx, id)
  if (found?.purpose !== 'DISPATCH')
    throw unknown('subscription_id', 'There is no endpoint for dispatches with this id.')
}

function unknown(member: string, message: Sentence): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem(member, message, 'unknown')] })
}
