import { type LocationState, locationStates } from '@cartage/contract/locations/app/record'
import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { archiveLocation, mergeLocation, restoreLocation } from '../../locations/commands.ts'
import { listLocationRecords } from '../../locations/list.views.ts'
import { readUuid } from '../arguments.ts'
import { type Output, print, table, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface ListOptions extends Output {
  search?: string
  city?: string
  code?: string
  externalId?: string
  state: LocationState
  after?: string
  limit: number
}

/** `cartage location …`: the same commands as in the user interface. */
export function addLocation(program: Command): void {
  const group = program.command('location').description('places used by orders, companies and resources')
  addList(group)
  withJson(group.command('merge <tenant> <location-id> <into-id>'))
    .description('replace the first with the second; references to the first keep working')
    .action(async (slug: string, id: string, into: string, options: Output) => {
      const kept = await inTenant(slug, (ctx, command) => mergeLocation(ctx, command, readUuid(id), readUuid(into)))
      print(options, kept, `${id} leads to ${kept.id}, ${nameOf(kept)}.`)
    })
  withJson(group.command('archive <tenant> <location-id>'))
    .description('stop offering it; uploads that use it still match it')
    .action(async (slug: string, id: string, options: Output) => {
      const archived = await inTenant(slug, (ctx, command) => archiveLocation(ctx, command, readUuid(id)))
      print(options, archived, `${nameOf(archived)} is archived.`)
    })
  withJson(group.command('restore <tenant> <location-id>'))
    .description('restore one that was archived or merged')
    .action(async (slug: string, id: string, options: Output) => {
      const back = await inTenant(slug, (ctx, command) => restoreLocation(ctx, command, readUuid(id)))
      print(options, back, `${nameOf(back)} is back.`)
    })
}

function addList(group: Command): void {
  withJson(group.command('list <tenant>'))
    .description('list locations in the order of their ids')
    .option('--search <text>', 'beginning of the name or the town, or the code')
    .option('--city <town>', 'the town')
    .option('--code <code>', 'the code')
    .option('--external-id <id>', 'the id in another system')
    .addOption(new Option('--state <state>', 'which ones').choices(locationStates).default('LIVE'))
    .option('--after <location-id>', 'continue after this one')
    .option('--limit <count>', 'how many, at most 1000', readLimit, 100)
    .action(async (slug: string, options: ListOptions) => {
      const locations = await inTenant(slug, (ctx, { tenantId }) => list(ctx, tenantId, options))
      print(options, { locations }, table(locations, ['id', 'name', 'address', 'postal_code', 'city', 'country']))
    })
}

async function list(ctx: Context, tenantId: string, options: ListOptions): Promise<LocationRecord[]> {
  const after = options.after === undefined ? undefined : readUuid(options.after)
  const { search, city, code, externalId: external_id, state, limit } = options
  const filter = { search, city, code, external_id, state, after, limit }
  return await ctx.db.asTenant(tenantId, (tx) => listLocationRecords(tx, filter))
}

type Work<T> = (ctx: Context, command: { tenantId: string; by: typeof byOperator }) => Promise<T>

function inTenant<T>(slug: string, work: Work<T>): Promise<T> {
  return withContext(async (ctx) => work(ctx, { tenantId: await tenantIdOf(ctx, slug), by: byOperator }))
}

function readLimit(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 1_000) return value
  throw new InvalidArgumentError('It must be a whole number from 1 to 1000.')
}

function nameOf(location: LocationRecord): string {
  return location.display_name ?? location.name ?? location.address ?? location.city ?? location.id
}
