import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { beginning, type Head } from '../../audit/chain.rules.ts'
import { type Verification, verifyTrail } from '../../audit/jobs.ts'
import { findHead, listTrail, type TrailFilter } from '../../audit/views.ts'
import type { Context } from '../../context.ts'
import { listTenants } from '../../tenants/tenants.views.ts'
import { CommandFailed, type Output, print, table, WrongUse, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface VerifyOptions extends Output {
  all?: boolean
  known?: Head
  backup?: string
}

/** Recorded ends of trails, by tenant id. */
type KnownEnds = ReadonlyMap<string, Head>

interface ListOptions extends Output {
  entity?: TrailFilter['entity']
  limit: number
}

/** Result of the check of one tenant. */
interface Checked extends Verification {
  tenant: string
}

/** `cartage audit …`: shows the audit trail and checks that it is complete. */
export function addAudit(program: Command): void {
  const group = program.command('audit').description('the audit trail: who changed what, from what to what')
  withJson(group.command('verify [tenant]'))
    .description('check that no entry of the trail was changed, removed, moved or inserted')
    .option('--all', 'the trails of all tenants')
    .option('--known <sequence:hash>', 'an end of the trail noted in the log; finds a trail that was cut off', readHead)
    .option('--backup <folder>', 'a backup, in which the ends of that time are signed; finds the same')
    .action(async (slug: string | undefined, options: VerifyOptions) => {
      if ((slug === undefined) !== (options.all === true)) throw new WrongUse('Give a tenant, or --all.')
      if (options.all && options.known) throw new WrongUse('--known works for one tenant only. Name the tenant.')
      if (options.known && options.backup) throw new WrongUse('Give either --known or --backup.')
      const trails = await withContext(async (ctx) => verify(ctx, slug, await knownBy(ctx, slug, options)))
      print(options, { trails }, trails.map(checkedText).join('\n') || 'There are no tenants.')
      failOnFault(trails)
    })
  withJson(group.command('head [tenant]'))
    .description('print where the trail ends, to be noted elsewhere; verify --known holds the trail against it')
    .option('--all', 'of all tenants')
    .action(async (slug: string | undefined, options: Output & { all?: boolean }) => {
      if ((slug === undefined) !== (options.all === true)) throw new WrongUse('Give a tenant, or --all.')
      const trails = await withContext((ctx) => heads(ctx, slug))
      const lines = trails.map(({ tenant, head }) => `${tenant} ${head.sequence}:${head.hash}`)
      print(options, { trails }, lines.join('\n') || 'There are no tenants.')
    })
  withJson(group.command('list <tenant>'))
    .description('list entries, newest first')
    .option('--entity <type:id>', 'of one record, such as company:5f0f2f6e-8f5c-4f43-9d0a-6f3a1f0c2b11', readEntity)
    .option('--limit <count>', 'how many, at most 1000', readLimit, 100)
    .action(async (slug: string, options: ListOptions) => {
      const filter = options.entity === undefined ? {} : { entity: options.entity }
      const page = { before: undefined, limit: options.limit }
      const records = await withContext(async (ctx) =>
        ctx.db.asTenant(await tenantIdOf(ctx, slug), (tx) => listTrail(tx, filter, page)),
      )
      const rows = records.map(({ actor, changes, ...record }) => ({
        ...record,
        who: actor.name ?? actor.actor_id ?? actor.kind,
        changed: Object.keys(changes),
      }))
      const columns = ['sequence', 'at', 'who', 'action', 'entity_type', 'entity_id', 'changed'] as const
      print(options, { records }, table(rows, columns))
    })
}

async function verify(ctx: Context, slug: string | undefined, known: KnownEnds): Promise<Checked[]> {
  const checked: Checked[] = []
  for (const tenant of await chosen(ctx, slug)) {
    checked.push({ tenant: tenant.slug, ...(await verifyTrail(ctx, tenant.tenant_id, known.get(tenant.tenant_id))) })
  }
  return checked
}

async function heads(ctx: Context, slug: string | undefined): Promise<{ tenant: string; head: Head }[]> {
  const found: { tenant: string; head: Head }[] = []
  for (const tenant of await chosen(ctx, slug)) {
    const head = await ctx.db.asTenant(tenant.tenant_id, findHead)
    found.push({ tenant: tenant.slug, head: head ?? beginning })
  }
  return found
}

async function chosen(ctx: Context, slug: string | undefined): Promise<{ tenant_id: string; slug: string }[]> {
  return slug === undefined ? await listTenants(ctx) : [{ slug, tenant_id: await tenantIdOf(ctx, slug) }]
}

/** Recorded ends: noted by the operator, or from a backup whose signature is checked (AUDIT-9). */
async function knownBy(ctx: Context, slug: string | undefined, { known, backup }: VerifyOptions): Promise<KnownEnds> {
  if (known && slug !== undefined) return new Map([[await tenantIdOf(ctx, slug), known]])
  if (backup === undefined) return new Map()
  const { readManifest } = await import('../../backup/check.ts')
  const trust = { signers: ctx.vault.signers, identities: [], takesUnsigned: false }
  const { trails = [] } = await readManifest(resolve(backup), trust)
  return new Map(trails.map(({ tenant_id, sequence, hash }) => [tenant_id, { sequence, hash }]))
}

function checkedText({ tenant, records, head, fault }: Checked): string {
  if (fault) return `${tenant}: broken at entry ${fault.sequence}`
  return `${tenant}: ${records} entries, all unchanged; the trail ends with ${head.sequence}:${head.hash}`
}

/** @throws CommandFailed naming the first error of each trail, so that the exit code is 1 */
function failOnFault(trails: readonly Checked[]): void {
  const faults = trails.flatMap(({ tenant, fault }) =>
    fault ? [`The audit trail of ${tenant} is broken at entry ${fault.sequence}: ${fault.message}`] : [],
  )
  if (faults.length > 0) throw new CommandFailed(faults.join('\n'))
}

function readHead(text: string): Head {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text) ?? []
  if (hash !== undefined) return { sequence: Number(sequence), hash: hash.toLowerCase() }
  throw new InvalidArgumentError('It must be a number, a colon and 64 hexadecimal digits, as verify prints them.')
}

function readEntity(text: string): NonNullable<TrailFilter['entity']> {
  const [, type, id] = /^([a-z_]+):(.+)$/.exec(text) ?? []
  if (type !== undefined && id !== undefined) return { type, id }
  throw new InvalidArgumentError('It must be a kind and an id with a colon between them, such as company:ID.')
}

function readLimit(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 1_000) return value
  throw new InvalidArgumentError('It must be a whole number from 1 to 1000.')
}
