import * as contract from '@cartage/contract/auth/app/clients'
import { byCaller } from '../../audit/rules.ts'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { changeClientAccess, createClient, removeClient, rotateClient } from './commands.ts'
import { isCompany, searchCompanies } from './companies.views.ts'
import { listIntegrations } from './integrations.views.ts'
import { listClientsWithSecrets } from './views.ts'
import {
  bindWebhookCredential,
  createWebhookCredential,
  removeWebhookCredential,
  rotateWebhookCredential,
} from './webhook-credentials.commands.ts'
import { listWebhookCredentialsWithSecrets } from './webhook-credentials.views.ts'

/** API client credentials, managed by Super admins (AUTH-8). */
export function serveClients(server: Server): void {
  const { ctx } = server
  serve(server, contract.listApiClients, async ({ inTenant }) => ({ items: await inTenant(listClientsWithSecrets) }))
  serve(server, contract.listIntegrations, async () => ({ items: await listIntegrations(ctx) }))
  serve(server, contract.listBindableCompanies, async ({ query, inTenant }) => ({
    items: await inTenant((tx) => searchCompanies(tx, query.q)),
  }))
  serve(server, contract.createApiClient, async ({ caller, requestId, body, inTenant }) => {
    const { company_id: companyId } = body
    if (companyId && !(await inTenant((tx) => isCompany(tx, companyId)))) throw new Problem('company_unknown')
    const { name, roles, integration_id, company_id = null } = body
    const request = { name, roles, company_id, ...(integration_id !== undefined && { integration_id }) }
    return await createClient(ctx, caller.tenantId, byCaller(caller, requestId), request)
  })
  serve(server, contract.rotateApiClient, async ({ caller, requestId, params, body }) =>
    rotateClient(ctx, caller.tenantId, byCaller(caller, requestId), params.client_id, body.overlap_seconds),
  )
  serve(server, contract.changeClientAccess, async ({ caller, requestId, params, body }) => {
    await changeClientAccess(ctx, caller.tenantId, byCaller(caller, requestId), params.client_id, body)
    return undefined
  })
  serve(server, contract.removeApiClient, async ({ caller, requestId, params }) => {
    await removeClient(ctx, caller.tenantId, byCaller(caller, requestId), params.client_id)
    return undefined
  })
  serveWebhookCredentials(server)
}

/** AUTH-9: created by anyone who provisions the tenant, which inside a tenant means its Super admins. */
function serveWebhookCredentials(server: Server): void {
  const { ctx } = server
  serve(server, contract.listWebhookCredentials, async ({ inTenant }) => ({
    items: await inTenant(listWebhookCredentialsWithSecrets),
  }))
  serve(server, contract.createWebhookCredential, async ({ caller, requestId, body }) =>
    createWebhookCredential(ctx, caller.tenantId, byCaller(caller, requestId), body.name, body.partner ?? null),
  )
  serve(server, contract.bindWebhookCredential, async ({ caller, requestId, params, body }) => {
    const by = byCaller(caller, requestId)
    await bindWebhookCredential(ctx, caller.tenantId, by, params.webhook_client_id, body.partner)
    return undefined
  })
  serve(server, contract.rotateWebhookCredential, async ({ caller, requestId, params, body }) => {
    const by = byCaller(caller, requestId)
    return await rotateWebhookCredential(ctx, caller.tenantId, by, params.webhook_client_id, body.overlap_seconds)
  })
  serve(server, contract.removeWebhookCredential, async ({ caller, requestId, params }) => {
    await removeWebhookCredential(ctx, caller.tenantId, byCaller(caller, requestId), params.webhook_client_id)
    return undefined
  })
}
