import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import { missingLines } from '../../backup/files.ts'
import type { Context } from '../../context.ts'
import type { TenantAccess } from '../../demo/tenant.ts'
import { allowLoopback, hasTrials } from '../../net/loopback.ts'
import { countsText } from '../../retention/rules.ts'
import { checkSlug } from '../../tenants/rules.ts'
import { listTenants } from '../../tenants/tenants.views.ts'
import { CommandFailed, type Output, print, table, WrongUse, withContext, withJson } from '../command.ts'
import { tenantIdOf, tenantOf } from '../tenant-of.ts'

interface CreateOptions extends Output {
  demo?: boolean
  localReceivers?: boolean
  sample?: boolean
  limits: boolean
  name?: string
  timeZone: string
}

/** `cartage tenant …`. */
export function addTenant(program: Command): void {
  const group = program.command('tenant').description('hauliers on this installation')
  withJson(group.command('create <slug>'))
    .description('create a tenant with an API client, webhook credentials and a Super admin; secrets are shown once')
    .option('--demo', 'with the reference data and companies of the demo tenant')
    .option('--sample', 'with --demo: also with a fleet, orders and trips, which a running server creates')
    .option(
      '--local-receivers',
      'its webhooks may go to this machine; next to the demo tenant --no-limits does the same',
    )
    .option('--no-limits', 'without request limits, for tests and imports')
    .option('--name <name>', 'name to show; the slug when left out')
    .option('--time-zone <zone>', 'time zone of the haulier', 'Europe/Brussels')
    .action(async (slug: string, options: CreateOptions) => {
      const access = await withContext((ctx) => create(ctx, slug, options))
      print(options, access, accessText(access))
    })
  withJson(group.command('list'))
    .description('list the tenants')
    .action(async (options: Output) => {
      const tenants = await withContext(listTenants)
      print(options, { tenants }, table(tenants, ['slug', 'name', 'tenant_id', 'is_active']))
    })
  addSuspension(group)
  addLocalReceivers(group)
  addExport(group)
  addImport(group)
  addPurge(group)
  addDelete(group)
}

function addSuspension(group: Command): void {
  const add = (name: string, isSuspended: boolean, about: string) =>
    withJson(group.command(`${name} <slug>`))
      .description(about)
      .action(async (slug: string, options: Output) => {
        const { suspendTenant } = await import('../../tenants/commands.ts')
        const { callOffRemoval } = await import('../../backup/tenant/removal.ts')
        await withContext(async (ctx) => {
          const tenant = await tenantOf(ctx, slug)
          if (!isSuspended) await callOffRemoval(ctx, tenant)
          await suspendTenant(ctx, tenant, byOperator, isSuspended)
        })
        print(options, { slug, is_active: !isSuspended }, `${slug} is ${isSuspended ? 'suspended' : 'active'}.`)
      })
  add('suspend', true, 'shut a tenant out: logins, clients and webhooks are refused, its background work waits')
  add('resume', false, 'let a suspended tenant in again')
}

function addLocalReceivers(group: Command): void {
  withJson(group.command('local-receivers <slug> <on|off>'))
    .description('let webhooks of a tenant go to this machine, for receivers that are tried out')
    .action(async (slug: string, word: string, options: Output) => {
      if (word !== 'on' && word !== 'off') throw new WrongUse('Say on or off.')
      const isAllowed = word === 'on'
      await withContext(async (ctx) => allowLoopback(ctx.db, await tenantIdOf(ctx, slug), isAllowed))
      const text = `Webhooks of ${slug} ${isAllowed ? 'may' : 'may not'} go to this machine.`
      print(options, { slug, local_receivers: isAllowed }, text)
    })
}

function addExport(group: Command): void {
  withJson(group.command('export <slug> <folder>'))
    .description('write all data and documents of one tenant to a new folder, while the service runs')
    .action(async (slug: string, folder: string, options: Output) => {
      const { exportTenant } = await import('../../backup/tenant/export.ts')
      const target = resolve(folder)
      const manifest = await withContext(async (ctx) => exportTenant(ctx, await tenantIdOf(ctx, slug), target))
      const { made_at, schema, tenant, documents } = manifest
      const rows = manifest.tables.reduce((sum, saved) => sum + saved.rows, 0)
      const saved = { documents: documents?.count ?? 0, missing_documents: documents?.missing ?? [] }
      const result = { folder: target, made_at, schema, tenant_id: tenant.tenant_id, rows, ...saved }
      const lines = [
        `${rows} rows and ${saved.documents} files of documents of ${slug} are in ${target}.`,
        ...missingLines(saved.missing_documents),
        manifest.encrypted_to?.length
          ? `They are encrypted to ${manifest.encrypted_to.join(', ')}.`
          : 'They are not encrypted: who has the folder reads everything. BACKUP_RECIPIENTS names keys to encrypt to.',
        'Its secrets open under the master key of this installation only: keep a copy of the key elsewhere.',
      ]
      print(options, result, lines.join('\n'))
    })
}

function addImport(group: Command): void {
  withJson(group.command('import <folder>'))
    .description('bring an exported tenant back next to the others, with the same ids')
    .option('--slug <name>', 'another slug than it had')
    .option('--identity <file>', 'the secret key that decrypts it, as age-keygen writes it; - for standard input')
    .option('--unsigned', 'take it without checking a signature: for exports of before 2026-11-29')
    .action(async (folder: string, options: Output & { slug?: string; identity?: string; unsigned?: boolean }) => {
      if (options.slug !== undefined) checkSlug(options.slug)
      const { importTenant } = await import('../../backup/tenant/import.ts')
      const { identitiesIn } = await import('../installation/backup.ts')
      const choice = {
        slug: options.slug,
        identities: options.identity === undefined ? [] : identitiesIn(options.identity),
        takesUnsigned: options.unsigned ?? false,
      }
      const brought = await withContext((ctx) => importTenant(ctx, resolve(folder), choice))
      const lines = [
        ...missingLines(brought.missing_documents),
        `${brought.rows} rows and ${brought.documents} files of ${brought.slug} are here, as of ${brought.made_at}.`,
        `Its sessions and links ended, leases were released, and events continue under epoch ${brought.epoch}.`,
        'What was removed, disabled or rotated after that moment is valid again: look at its users, API clients and webhooks.',
      ]
      print(options, brought, lines.join('\n'))
    })
}

function addPurge(group: Command): void {
  withJson(group.command('purge <slug>'))
    .description('remove what is older than the tenant keeps it, as the daily purge does')
    .option('--dry-run', 'only count what would be removed')
    .action(async (slug: string, options: Output & { dryRun?: boolean }) => {
      const { previewPurge, purgeNow } = await import('../../retention/purge.commands.ts')
      await withContext(async (ctx) => {
        const tenantId = await tenantIdOf(ctx, slug)
        if (options.dryRun) {
          const kinds = await previewPurge(ctx, tenantId)
          const rows = kinds.map(({ days, ...one }) => ({ ...one, days: days ?? 'without end' }))
          return print(options, { kinds, purged: false }, table(rows, ['kind', 'days', 'rows']))
        }
        const counts = await purgeNow(ctx, tenantId, byOperator)
        if (counts === undefined) {
          throw new CommandFailed(`A purge of ${slug} goes on already. A running server ends it; look again later.`)
        }
        print(options, { counts, purged: true }, `Purged of ${slug}: ${countsText(counts)}.`)
      })
    })
}

interface DeleteOptions extends Output {
  dryRun?: boolean
  confirm?: string
}

function addDelete(group: Command): void {
  withJson(group.command('delete <slug>'))
    .description('remove a tenant with all its data and documents; there is no way back')
    .option('--dry-run', 'only count what would be removed')
    .option('--confirm <slug>', 'the slug again, instead of typing it at the terminal')
    .action(async (slug: string, options: DeleteOptions) => {
      const { measureTenant, removeTenant } = await import('../../backup/tenant/removal.ts')
      await withContext(async (ctx) => {
        const tenant = await tenantOf(ctx, slug)
        const size = await measureTenant(ctx, tenant)
        const counted = `${size.rows} rows in ${Object.keys(size.tables).length} tables, ${size.documents} files of documents`
        const outcome = (removed: boolean) => ({ ...size, removed })
        if (options.dryRun)
          return print(options, outcome(false), `${slug} (${size.name}) has ${counted}. Nothing was removed.`)
        await confirmName(slug, `${slug} (${size.name}) has ${counted}.`, options.confirm)
        await removeTenant(ctx, tenant)
        print(options, outcome(true), `${slug} is gone, with ${counted}.`)
      })
    })
}

/** @throws WrongUse when the repeated name is missing or wrong */
async function confirmName(slug: string, what: string, given: string | undefined): Promise<void> {
  const isTyped = given === undefined && process.stdin.isTTY
  const answer = isTyped
    ? await ask(`${what} Export it first if it may be needed again. Type ${slug} to remove it: `)
    : given
  if (answer === undefined) throw new WrongUse(`There is no way back. Give the name again: --confirm ${slug}`)
  if (answer.trim() !== slug) throw new WrongUse(`"${answer}" is not ${slug}: nothing was removed.`)
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

async function create(ctx: Context, slug: string, options: CreateOptions): Promise<TenantAccess> {
  if (options.sample && !options.demo) throw new WrongUse('--sample needs --demo.')
  const { createAccess, fillDemo } = await import('../../demo/tenant.ts')
  const { createTenant } = await import('../../tenants/commands.ts')
  const { tenantId } = await createTenant(ctx, {
    slug,
    name: options.name ?? slug,
    time_zone: options.timeZone,
    limits: options.limits ? 'default' : 'none',
    create_missing_companies: !options.demo,
  })
  if (options.demo) await fillDemo(ctx, tenantId)
  const isTrial = !options.limits && (await hasTrials(ctx.db))
  if (options.localReceivers || isTrial) await allowLoopback(ctx.db, tenantId, true)
  const access = await createAccess(ctx, { id: tenantId, slug })
  if (options.sample) {
    const { startSample } = await import('../../sample/jobs.ts')
    await startSample(ctx, tenantId, { url: `http://127.0.0.1:${ctx.config.port}` })
  }
  return access
}

function accessText(access: TenantAccess): string {
  return [
    `Tenant ${access.tenant.slug} (${access.tenant.id})`,
    `  user                 ${access.user.email}`,
    `  password             ${access.user.password}`,
    `  client id            ${access.api_client.client_id}`,
    `  client secret        ${access.api_client.client_secret}`,
    `  webhook id           ${access.webhook_credentials.client_id}`,
    `  webhook secret       ${access.webhook_credentials.client_secret}`,
    'The secrets are shown only once.',
  ].join('\n')
}
