import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { isHidden, withoutSecrets } from '../../net/shown-address.rules.ts'
import { aboutAuth, openedAddress, sealedAddress } from '../channels/gateway.ts'
import type { EndpointAuth } from '../channels/target.model.ts'
import { about, checkPlace, existing, factsOf, locked } from './commands.ts'
import { findShown, type ShownSubscription } from './public-keys.commands.ts'
import { checkInput, type EdiParties, invalid, type SubscriptionInput } from './rules.ts'
import { findTargets, updateEndpointAuth, updateSubscription } from './store.ts'
import type { SubscriptionView } from './views.ts'

/** Changes of an endpoint; absent members stay. */
export interface SubscriptionChanges {
  name?: string | undefined
  url?: string | undefined
  folder?: string | undefined
  event_types?: readonly string[] | undefined
  edi?: EdiParties | undefined
  has_public_key?: boolean | undefined
  /** Null removes the credentials. */
  receiver_auth?: EndpointAuth | null | undefined
}

/** Placeholder for the stored credentials, which are encrypted and not checked again. */
const unchangedLogin: EndpointAuth = { kind: 'password', username: 'kept', password: 'kept' }

/**
 * Changes an endpoint: its name, address, events and signatures. Channel and format cannot change, because pending
 * deliveries were written for them.
 * @throws Problem not_found, validation_failed as for adding one
 */
export async function changeSubscription(
  ctx: Context,
  tenantId: string,
  by: By,
  id: string,
  changes: SubscriptionChanges,
): Promise<ShownSubscription> {
  const known = await ctx.db.asTenant(tenantId, (tx) => wholeOf(ctx, tx, id))
  const checked = checkInput(inputOf(known, { ...changes, url: wholeAddress(known, changes.url) }))
  const hasMoved = checked.url !== known.url || checked.folder !== known.folder
  if (hasMoved && known.has_credentials && changes.receiver_auth === undefined && checked.url !== known.url) {
    const message = 'Enter the credentials again. They are never sent to a new address without your confirmation.'
    throw invalid('credentials', message, 'credentials_missing')
  }
  if (hasMoved) await checkPlace(ctx, tenantId, checked)
  return ctx.db.asTenant(tenantId, async (tx) => {
    await locked(tx, id)
    const before = await existing(tx, id)
    await updateSubscription(tx, id, {
      ...checked,
      ...sealedAddress(ctx, tenantId, { subscription_id: id, url: checked.url }),
    })
    const { receiver_auth: auth } = changes
    if (auth !== undefined) {
      const sealed = auth && ctx.vault.seal(Buffer.from(JSON.stringify(auth)), aboutAuth(tenantId, id))
      await updateEndpointAuth(tx, id, sealed)
    }
    const after = await findShown(ctx, tx, id)
    const isKeyChanged = checked.url !== known.url && after.url === before.url
    const reported = {
      ...(auth !== undefined && { authentication: auth?.kind ?? null }),
      ...(isKeyChanged && { url_key: 'changed' }),
    }
    await recordChanges(tx, by, [
      { ...about(id), action: 'updated', before: factsOf(before), after: { ...factsOf(after), ...reported } },
    ])
    return after
  })
}

/**
 * An endpoint with its full address.
 * @throws Problem not_found
 */
async function wholeOf(ctx: Context, tx: Tx, id: string): Promise<SubscriptionView> {
  const [known, [target]] = await Promise.all([existing(tx, id), findTargets(tx, id)])
  return { ...known, url: openedAddress(ctx, tx.tenantId, target!) }
}

/**
 * The full address from a form: with a hidden key, the stored address of the endpoint (SECRET-6).
 * @throws Problem validation_failed for another address with a hidden key: the key is never sent elsewhere
 */
function wholeAddress(known: SubscriptionView, url: string | undefined): string | undefined {
  if (url === undefined || !isHidden(url) || url === known.url) return url
  if (withoutSecrets(known.url) === url) return known.url
  const message = 'Enter the whole address: what is hidden in it is known only for the address it was entered with.'
  throw invalid('url', message, 'address_hidden')
}

/** The input with which the changed endpoint would be added. */
function inputOf(known: SubscriptionView, changes: SubscriptionChanges): SubscriptionInput {
  const { channel, format, purpose, host_keys } = known
  const folder = changes.folder ?? known.folder
  const edi = changes.edi ?? ediOf(known)
  const auth = authOf(known, changes)
  return {
    channel,
    format,
    purpose,
    host_keys,
    name: changes.name ?? known.name,
    event_types: changes.event_types ?? known.event_types,
    has_public_key: changes.has_public_key ?? known.has_public_key,
    ...(channel !== 'FOLDER' && { url: changes.url ?? known.url }),
    ...(folder !== null && { folder }),
    ...(edi && { edi }),
    ...(auth && { receiver_auth: auth }),
  }
}

function ediOf(known: SubscriptionView): EdiParties | undefined {
  const { edi_sender: sender, edi_recipient: recipient } = known
  if (sender === null || recipient === null) return undefined
  const { edi_sender_qualifier: sender_qualifier, edi_recipient_qualifier: recipient_qualifier } = known
  return { sender, recipient, sender_qualifier, recipient_qualifier }
}

function authOf(known: SubscriptionView, { receiver_auth }: SubscriptionChanges): EndpointAuth | undefined {
  if (receiver_auth === undefined) return known.channel === 'SFTP' ? unchangedLogin : undefined
  return receiver_auth ?? undefined
}
