import { apiRoles } from '@cartage/contract/endpoint'
import { type Command, InvalidArgumentError } from 'commander'
import { byOperator } from '../audit/rules.ts'
import { createClient, removeClient, rotateClient } from '../auth/clients/commands.ts'
import { defaultOverlapSeconds } from '../auth/clients/secrets.commands.ts'
import { listClients } from '../auth/clients/views.ts'
import { type Output, print, table, withContext, withJson } from './command.ts'
import { tenantIdOf } from './tenant.ts'

interface CreateOptions extends Output {
  name: string
  roles: string[]
  integration?: string
  company?: string
}

/** `cartage client …`. */
export function addClient(program: Command): void {
  const group = program.command('client').description('API clients of a tenant')
  withJson(group.command('create <tenant>'))
    .description('create an API client; its secret is shown once')
    .option('--name <name>', 'what it is for', 'API client')
    .option('--roles <roles>', 'comma-separated; all but CUSTOMER when left out', splitList, defaultRoles())
    .option('--integration <id>', 'integration it belongs to')
    .option('--company <id>', 'the one company it may see; for the role CUSTOMER')
    .action(async (slug: string, options: CreateOptions) => {
      const shown = await withContext(async (ctx) =>
        createClient(ctx, await tenantIdOf(ctx, slug), byOperator, {
          name: options.name,
          roles: options.roles,
          ...(options.integration !== undefined && { integration_id: options.integration }),
          company_id: options.company ?? null,
        }),
      )
      print(options, shown, secretText(shown))
    })
  withJson(group.command('list <tenant>'))
    .description('list API clients, without secrets')
    .action(async (slug: string, options: Output) => {
      const clients = await withContext(async (ctx) => ctx.db.asTenant(await tenantIdOf(ctx, slug), listClients))
      print(options, { clients }, table(clients, ['client_id', 'name', 'roles', 'created_at', 'last_used_at']))
    })
  withJson(group.command('rotate <tenant> <client-id>'))
    .description('give a client a new secret; the old one stays valid for the overlap')
    .option('--overlap <seconds>', 'how long the old secret stays valid', readSeconds, defaultOverlapSeconds)
    .action(async (slug: string, clientId: string, options: Output & { overlap: number }) => {
      const shown = await withContext(async (ctx) =>
        rotateClient(ctx, await tenantIdOf(ctx, slug), byOperator, clientId, options.overlap),
      )
      print(options, shown, secretText(shown))
    })
  withJson(group.command('remove <tenant> <client-id>'))
    .description('remove a client; its tokens stop working at once')
    .action(async (slug: string, clientId: string, options: Output) => {
      await withContext(async (ctx) => removeClient(ctx, await tenantIdOf(ctx, slug), byOperator, clientId))
      print(options, { client_id: clientId, removed: true }, `${clientId} is removed.`)
    })
}

function defaultRoles(): string[] {
  return apiRoles.filter((role) => role !== 'CUSTOMER')
}

/** Id and secret for people. */
export function secretText(shown: { client_id: string; client_secret: string }): string {
  return `client id      ${shown.client_id}\nclient secret  ${shown.client_secret}\nThe secret is shown only once.`
}

/** A comma-separated option. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** An option that is a whole number of seconds, from 0 to 90 days. */
export function readSeconds(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0 && value <= 7_776_000) return value
  throw new InvalidArgumentError('It must be a whole number of seconds from 0 to 7776000.')
}
