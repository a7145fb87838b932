import { apiRoles } from '@cartage/contract/endpoint'
import { LocalDate } from '@cartage/contract/scalars'
import { type Command, InvalidArgumentError } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import { changeClientAccess, createClient, removeClient, rotateClient } from '../../auth/clients/commands.ts'
import { defaultOverlapSeconds } from '../../auth/clients/secrets.commands.ts'
import { listClients } from '../../auth/clients/views.ts'
import { readSeconds, splitList } from '../arguments.ts'
import { type Output, print, table, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

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
  withJson(group.command('access <tenant> <client-id>'))
    .description('limit from where and until when a client may call; what is left out is not limited')
    .option('--allow <networks>', 'comma-separated addresses and networks (CIDR)', splitList, [])
    .option('--last-day <day>', 'the last day it works, such as 2027-06-30', readDay)
    .action(async (slug: string, clientId: string, options: Output & { allow: string[]; lastDay?: string }) => {
      const access = { allowed_networks: options.allow, last_day: options.lastDay ?? null }
      await withContext(async (ctx) =>
        changeClientAccess(ctx, await tenantIdOf(ctx, slug), byOperator, clientId, access),
      )
      const from = access.allowed_networks.join(', ') || 'anywhere'
      const text = `${clientId} may call from ${from}, ${access.last_day ? `until ${access.last_day}` : 'without an end'}.`
      print(options, { client_id: clientId, ...access }, text)
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

function readDay(text: string): string {
  if (LocalDate.safeParse(text).success) return text
  throw new InvalidArgumentError('It must be a day such as 2027-06-30.')
}

/** Id and secret as readable text. */
export function secretText(shown: { client_id: string; client_secret: string }): string {
  return `client id      ${shown.client_id}\nclient secret  ${shown.client_secret}\nThe secret is shown only once.`
}
