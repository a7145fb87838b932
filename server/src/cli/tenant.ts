import type { Command } from 'commander'
import type { Context } from '../context.ts'
import type { TenantAccess } from '../demo/tenant.ts'
import { findTenant } from '../tenants/settings/views.ts'
import { listTenants } from '../tenants/tenants.views.ts'
import { CommandFailed, type Output, print, table, WrongUse, withContext, withJson } from './command.ts'

interface CreateOptions extends Output {
  demo?: boolean
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
}

async function create(ctx: Context, slug: string, options: CreateOptions): Promise<TenantAccess> {
  if (options.sample && !options.demo) throw new WrongUse('--sample needs --demo.')
  // Loaded here: nearly every command loads this file to find its tenant.
  const { createAccess, fillDemo } = await import('../demo/tenant.ts')
  const { createTenant } = await import('../tenants/commands.ts')
  const { tenantId } = await createTenant(ctx, {
    slug,
    name: options.name ?? slug,
    time_zone: options.timeZone,
    limits: options.limits ? 'default' : 'none',
    create_missing_companies: !options.demo,
  })
  if (options.demo) await fillDemo(ctx, tenantId)
  const access = await createAccess(ctx, { id: tenantId, slug })
  if (options.sample) {
    const { startSample } = await import('../sample/jobs.ts')
    await startSample(ctx, tenantId, { url: `http://127.0.0.1:${ctx.config.port}` })
  }
  return access
}

/**
 * The id of the tenant with this slug.
 * @throws CommandFailed naming the tenants there are
 */
export async function tenantIdOf(ctx: Context, slug: string): Promise<string> {
  const found = await findTenant(ctx, slug)
  if (found) return found.tenantId
  const known = (await listTenants(ctx)).map((tenant) => tenant.slug)
  const choice =
    known.length === 0 ? 'There are no tenants yet: cartage tenant create SLUG.' : `Available: ${known.join(', ')}.`
  throw new CommandFailed(`No tenant is called "${slug}". ${choice}`)
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
