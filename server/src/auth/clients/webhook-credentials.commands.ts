import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Partner } from '../../http/caller.ts'
import { Problem } from '../../http/problem.ts'
import { defaultOverlapSeconds, newClientId, newSecret, rotateSecret, type ShownSecret } from './secrets.commands.ts'
import { webhookSecrets } from './secrets.store.ts'
import {
  insertWebhookCredential,
  lockWebhookCredential,
  removeWebhookCredentialRow,
  updateWebhookPartner,
} from './webhook-credentials.store.ts'
import { findPartner, isPartner } from './webhook-credentials.views.ts'

/**
 * Creates webhook credentials, on behalf of the operator (AUTH-9). The secret is shown only here.
 * @param partner limits them to records of this partner; null: all of the tenant
 * @throws Problem partner_unknown
 */
export async function createWebhookCredential(
  ctx: Context,
  tenantId: string,
  by: By,
  name: string,
  partner: Partner | null = null,
): Promise<ShownSecret> {
  const shown = { client_id: newClientId(ctx, 'ctw'), client_secret: newSecret(ctx) }
  await ctx.db.asWorker(tenantId, async (tx) => {
    await checkPartner(tx, partner)
    await insertWebhookCredential(tx, shown.client_id, name, partner)
    await webhookSecrets.add(tx, shown.client_id, ctx.vault.digest(shown.client_secret))
    const after = partner ? { name, partner } : { name }
    await recordChanges(tx, by, [{ ...about(shown.client_id), action: 'created', before: null, after }])
  })
  return shown
}

/**
 * Binds webhook credentials to a partner, or to none with null, from the next request on.
 * @throws Problem not_found, partner_unknown
 */
export async function bindWebhookCredential(
  ctx: Context,
  tenantId: string,
  by: By,
  clientId: string,
  partner: Partner | null,
): Promise<void> {
  await ctx.db.asWorker(tenantId, async (tx) => {
    if (!(await lockWebhookCredential(tx, clientId))) throw new Problem('not_found')
    await checkPartner(tx, partner)
    const before = { partner: (await findPartner(tx, clientId)) ?? null }
    await updateWebhookPartner(tx, clientId, partner)
    await recordChanges(tx, by, [{ ...about(clientId), action: 'updated', before, after: { partner } }])
  })
}

/** @throws Problem partner_unknown */
async function checkPartner(tx: Tx, partner: Partner | null): Promise<void> {
  if (partner !== null && !(await isPartner(tx, partner))) throw new Problem('partner_unknown')
}

/** Audit entity of webhook credentials. */
function about(clientId: string) {
  return { entity_type: 'webhook_credential', entity_id: clientId }
}

/**
 * Gives webhook credentials a second secret; the first ends after `overlapSeconds`.
 * @throws Problem not_found; validation_failed while two secrets are live
 */
export async function rotateWebhookCredential(
  ctx: Context,
  tenantId: string,
  by: By,
  clientId: string,
  overlapSeconds = defaultOverlapSeconds,
): Promise<ShownSecret> {
  return await rotateSecret(ctx, tenantId, by, { about: about(clientId), secrets: webhookSecrets, overlapSeconds })
}

/**
 * Removes webhook credentials; they are refused from the next request on.
 * @throws Problem not_found
 */
export async function removeWebhookCredential(ctx: Context, tenantId: string, by: By, clientId: string): Promise<void> {
  await ctx.db.asWorker(tenantId, async (tx) => {
    const before = await removeWebhookCredentialRow(tx, clientId)
    if (before === undefined) throw new Problem('not_found')
    await recordChanges(tx, by, [{ ...about(clientId), action: 'deleted', before: { ...before }, after: null }])
  })
}
