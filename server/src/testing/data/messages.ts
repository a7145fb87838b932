import type { FastifyInstance } from 'fastify'
import { byOperator } from '../../audit/rules.ts'
import { createWebhookCredential } from '../../auth/clients/webhook-credentials.commands.ts'
import type { Partner } from '../../http/caller.ts'
import type { TestServer } from '../start-test-server.ts'
import { basic, callWith, type TestTenant } from '../test-tenant.ts'

/** A message to a webhook. */
export interface TestMessage {
  /** Last part of the path. */
  kind: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** JSON unless it is bytes. */
  body: unknown
}

/** Sends a message with the tenant's webhook credentials. */
export function sendMessage(app: FastifyInstance, tenant: TestTenant, message: TestMessage) {
  const { kind, query = {}, headers = {}, body } = message
  const isBytes = Buffer.isBuffer(body)
  return app.inject({
    method: 'POST',
    url: `/v1/webhook/${kind}?${new URLSearchParams(query)}`,
    headers: {
      authorization: basic(tenant.webhookCredential),
      ...(!isBytes && { 'content-type': 'application/json' }),
      ...headers,
    },
    payload: isBytes ? body : JSON.stringify(body),
  })
}

/** Calls with new webhook credentials, bound to a partner or to none; `shown` is the credentials. */
export async function callAsPartner({ app, ctx }: TestServer, { tenantId }: TestTenant, partner: Partner | null) {
  const shown = await createWebhookCredential(ctx, tenantId, byOperator, 'partner', partner)
  return Object.assign(callWith(app, { authorization: basic(shown) }), { shown })
}
