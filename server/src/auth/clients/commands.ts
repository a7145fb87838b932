import type { ClientAccess } from '@cartage/contract/auth/app/clients'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { checkClientRoles, checkNetworks, integrationUnknown, ownIntegrationId } from './credentials.rules.ts'
import { isIntegration } from './integrations.views.ts'
import { defaultOverlapSeconds, newClientId, newSecret, rotateSecret, type ShownSecret } from './secrets.commands.ts'
import { clientSecrets } from './secrets.store.ts'
import { insertClient, removeClientRow, updateClientAccess } from './store.ts'

export interface ClientRequest {
  name: string
  roles: readonly string[]
  /** Defaults to the installation's own integration. */
  integration_id?: string
  /** Only for the role CUSTOMER. */
  company_id?: string | null
}

/**
 * Creates an API client. The secret is shown only here.
 * @throws Problem validation_failed for unknown roles or an unknown integration (AUTH-8)
 */
export async function createClient(
  ctx: Context,
  tenantId: string,
  by: By,
  request: ClientRequest,
): Promise<ShownSecret> {
  const company_id = request.company_id ?? null
  const roles = checkClientRoles(request.roles, company_id)
  const integration_id = request.integration_id ?? ownIntegrationId
  const shown = { client_id: newClientId(ctx, 'ctg'), client_secret: newSecret(ctx) }
  await ctx.db.asWorker(tenantId, async (tx) => {
    if (!(await isIntegration(tx, integration_id))) throw integrationUnknown(integration_id)
    const after = { name: request.name, roles, integration_id, company_id }
    await insertClient(tx, { client_id: shown.client_id, ...after })
    await clientSecrets.add(tx, shown.client_id, ctx.vault.digest(shown.client_secret))
    await recordChanges(tx, by, [{ ...about(shown.client_id), action: 'created', before: null, after }])
  })
  return shown
}

/** Audit entity of a client. */
function about(clientId: string) {
  return { entity_type: 'api_client', entity_id: clientId }
}

/**
 * Gives a client a second secret; the first ends after `overlapSeconds`.
 * @throws Problem not_found; validation_failed while two secrets are live
 */
export async function rotateClient(
  ctx: Context,
  tenantId: string,
  by: By,
  clientId: string,
  overlapSeconds = defaultOverlapSeconds,
): Promise<ShownSecret> {
  return await rotateSecret(ctx, tenantId, by, { about: about(clientId), secrets: clientSecrets, overlapSeconds })
}

/**
 * Removes a client: no new token, and its tokens are refused from the next request on (AUTH-8).
 * @throws Problem not_found
 */
export async function removeClient(ctx: Context, tenantId: string, by: By, clientId: string): Promise<void> {
  await ctx.db.asWorker(tenantId, async (tx) => {
    const before = await removeClientRow(tx, clientId)
    if (before === undefined) throw new Problem('not_found')
    await recordChanges(tx, by, [{ ...about(clientId), action: 'deleted', before: { ...before }, after: null }])
  })
}

/**
 * Restricts a client and its tokens to networks and an end time, from the next request on (AUTH-12).
 * @throws Problem not_found; validation_failed for a malformed network
 */
export async function changeClientAccess(
  ctx: Context,
  tenantId: string,
  by: By,
  clientId: string,
  after: ClientAccess,
): Promise<void> {
  checkNetworks(after.allowed_networks)
  await ctx.db.asWorker(tenantId, async (tx) => {
    const before = await updateClientAccess(tx, clientId, after)
    if (before === undefined) throw new Problem('not_found')
    await recordChanges(tx, by, [{ ...about(clientId), action: 'updated', before: { ...before }, after: { ...after } }])
  })
}
