import type { Command } from 'commander'
import { byOperator } from '../audit/rules.ts'
import { defaultOverlapSeconds } from '../auth/clients.jobs.ts'
import {
  createWebhookCredential,
  removeWebhookCredential,
  rotateWebhookCredential,
} from '../auth/webhook-credentials.jobs.ts'
import { listWebhookCredentials } from '../auth/webhook-credentials.views.ts'
import { readSeconds, secretText } from './client.ts'
import { type Output, print, table, withContext, withJson } from './command.ts'
import { tenantIdOf } from './tenant.ts'

/** `cartage webhook-credential …`. */
export function addWebhookCredential(program: Command): void {
  const group = program.command('webhook-credential').description('Basic credentials for inbound webhooks of a tenant')
  withJson(group.command('create <tenant>'))
    .description('create webhook credentials; their secret is shown once')
    .option('--name <name>', 'who uses them', 'Webhook credentials')
    .action(async (slug: string, options: Output & { name: string }) => {
      const shown = await withContext(async (ctx) =>
        createWebhookCredential(ctx, await tenantIdOf(ctx, slug), byOperator, options.name),
      )
      print(options, shown, secretText(shown))
    })
  withJson(group.command('list <tenant>'))
    .description('list webhook credentials, without secrets')
    .action(async (slug: string, options: Output) => {
      const rows = await withContext(async (ctx) =>
        ctx.db.asTenant(await tenantIdOf(ctx, slug), listWebhookCredentials),
      )
      print(options, { webhook_credentials: rows }, table(rows, ['client_id', 'name', 'created_at']))
    })
  withJson(group.command('rotate <tenant> <client-id>'))
    .description('give them a new secret; the old one works on for the overlap')
    .option('--overlap <seconds>', 'how long the old secret works on', readSeconds, defaultOverlapSeconds)
    .action(async (slug: string, clientId: string, options: Output & { overlap: number }) => {
      const shown = await withContext(async (ctx) =>
        rotateWebhookCredential(ctx, await tenantIdOf(ctx, slug), byOperator, clientId, options.overlap),
      )
      print(options, shown, secretText(shown))
    })
  withJson(group.command('remove <tenant> <client-id>'))
    .description('remove webhook credentials; they stop working at once')
    .action(async (slug: string, clientId: string, options: Output) => {
      await withContext(async (ctx) => removeWebhookCredential(ctx, await tenantIdOf(ctx, slug), byOperator, clientId))
      print(options, { client_id: clientId, removed: true }, `${clientId} is removed.`)
    })
}
