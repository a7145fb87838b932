import type { Command } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import { findCompanyByCodeOrId } from '../../auth/clients/companies.views.ts'
import { defaultOverlapSeconds } from '../../auth/clients/secrets.commands.ts'
import {
  bindWebhookCredential,
  createWebhookCredential,
  removeWebhookCredential,
  rotateWebhookCredential,
} from '../../auth/clients/webhook-credentials.commands.ts'
import { listWebhookCredentials } from '../../auth/clients/webhook-credentials.views.ts'
import type { Context } from '../../context.ts'
import type { Partner } from '../../http/caller.ts'
import { Problem } from '../../http/problem.ts'
import { isUuid, readSeconds } from '../arguments.ts'
import { type Output, print, table, WrongUse, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'
import { secretText } from './client.ts'

interface PartnerOptions {
  company?: string
  destination?: string
  telematics?: string
}

/** The partner named by the options; null when none is given. */
async function partnerIn(ctx: Context, tenantId: string, options: PartnerOptions): Promise<Partner | null> {
  const { company, destination, telematics } = options
  const given = [company, destination, telematics].filter((one) => one !== undefined)
  if (given.length > 1) throw new WrongUse('Give one of --company, --destination and --telematics.')
  if (company !== undefined) {
    const found = await ctx.db.asTenant(tenantId, (tx) => findCompanyByCodeOrId(tx, company))
    if (found === undefined) throw new Problem('company_unknown')
    return { kind: 'COMPANY', key: found }
  }
  if (destination !== undefined) {
    if (!isUuid(destination)) throw new Problem('partner_unknown')
    return { kind: 'DESTINATION', key: destination }
  }
  return telematics === undefined ? null : { kind: 'TELEMATICS', key: telematics }
}

/** `cartage webhook-credential …`. */
export function addWebhookCredential(program: Command): void {
  const group = program.command('webhook-credential').description('Basic credentials for inbound webhooks of a tenant')
  withJson(group.command('create <tenant>'))
    .description('create webhook credentials; their secret is shown once')
    .option('--name <name>', 'who uses them', 'Webhook credentials')
    .option('--company <code-or-id>', 'link them to a carrier or customer')
    .option('--destination <id>', 'link them to a partner that trips or bookings are dispatched to')
    .option('--telematics <code>', 'link them to a telematics source')
    .action(async (slug: string, options: Output & PartnerOptions & { name: string }) => {
      const shown = await withContext(async (ctx) => {
        const tenantId = await tenantIdOf(ctx, slug)
        const partner = await partnerIn(ctx, tenantId, options)
        return createWebhookCredential(ctx, tenantId, byOperator, options.name, partner)
      })
      print(options, shown, secretText(shown))
    })
  withJson(group.command('bind <tenant> <client-id>'))
    .description('link them to a partner: they can then report only on its records; unlink them without an option')
    .option('--company <code-or-id>', 'a carrier or customer')
    .option('--destination <id>', 'a partner that trips or bookings are dispatched to')
    .option('--telematics <code>', 'a telematics source')
    .action(async (slug: string, clientId: string, options: Output & PartnerOptions) => {
      const partner = await withContext(async (ctx) => {
        const tenantId = await tenantIdOf(ctx, slug)
        const bound = await partnerIn(ctx, tenantId, options)
        await bindWebhookCredential(ctx, tenantId, byOperator, clientId, bound)
        return bound
      })
      const text = partner
        ? `${clientId} is linked to ${partner.kind} ${partner.key}.`
        : `${clientId} is not linked to a partner.`
      print(options, { client_id: clientId, partner }, text)
    })
  withJson(group.command('list <tenant>'))
    .description('list webhook credentials, without secrets')
    .action(async (slug: string, options: Output) => {
      const rows = await withContext(async (ctx) =>
        ctx.db.asTenant(await tenantIdOf(ctx, slug), listWebhookCredentials),
      )
      const lines = rows.map(({ partner, ...row }) => ({ ...row, partner: partner?.name ?? partner?.key ?? '' }))
      print(options, { webhook_credentials: rows }, table(lines, ['client_id', 'name', 'partner', 'created_at']))
    })
  withJson(group.command('rotate <tenant> <client-id>'))
    .description('give them a new secret; the old one stays valid for the overlap')
    .option('--overlap <seconds>', 'how long the old secret stays valid', readSeconds, defaultOverlapSeconds)
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
