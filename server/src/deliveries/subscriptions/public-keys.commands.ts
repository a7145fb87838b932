import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { aboutSecret, privateKeyFor } from '../channels/gateway.ts'
import { publicKeyText } from '../channels/signature.rules.ts'
import { findTargets, type StoredTarget } from './store.ts'
import { findSubscription, listSubscriptions, type SubscriptionView } from './views.ts'

/** An endpoint with the public keys that verify its messages. */
export type ShownSubscription = SubscriptionView & {
  /** Newest first, with those in their overlap; empty unless it requested one. */
  public_keys: string[]
}

/** The endpoints of the tenant, oldest first. */
export async function listShown(ctx: Context, tx: Tx): Promise<ShownSubscription[]> {
  return withPublicKeys(ctx, tx, await listSubscriptions(tx))
}

/**
 * One endpoint.
 * @throws Problem not_found
 */
export async function findShown(ctx: Context, tx: Tx, id: string): Promise<ShownSubscription> {
  const found = await findSubscription(tx, id)
  if (!found) throw new Problem('not_found')
  const [shown] = await withPublicKeys(ctx, tx, [found])
  return shown!
}

/** Reads and decrypts nothing if no endpoint requested a public key. */
async function withPublicKeys(ctx: Context, tx: Tx, views: readonly SubscriptionView[]): Promise<ShownSubscription[]> {
  const isNeeded = views.some((view) => view.has_public_key)
  const targets = isNeeded ? await findTargets(tx, views.length === 1 ? views[0]!.subscription_id : null) : []
  const stored = new Map(targets.map((target) => [target.subscription_id, target]))
  return views.map((view) => {
    const target = view.has_public_key ? stored.get(view.subscription_id) : undefined
    return { ...view, public_keys: target ? publicKeysOf(ctx, tx.tenantId, target) : [] }
  })
}

function publicKeysOf(ctx: Context, tenantId: string, target: StoredTarget): string[] {
  const { subscription_id, secret_ids, sealed } = target
  return (secret_ids ?? []).flatMap((id, index) => {
    const secret = tryOpen(ctx, sealed[index]!, aboutSecret(tenantId, id))
    return secret
      ? [
          publicKeyText(
            privateKeyFor(ctx, { tenantId, subscriptionId: subscription_id, secret, sealed: sealed[index]! }),
          ),
        ]
      : []
  })
}

/**
 * A secret that cannot be decrypted signs nothing. Sending reports it; the endpoint must still be listed and removable.
 */
function tryOpen(ctx: Context, sealed: Buffer, about: string): Buffer | undefined {
  try {
    return ctx.vault.open(sealed, about)
  } catch {
    return undefined
  }
}
