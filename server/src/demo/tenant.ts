import { CompanyPartialInput } from '@cartage/contract/companies/company-input'
import { utcDay } from '@cartage/contract/reading/calendar'
import { byOperator } from '../audit/rules.ts'
import { createClient } from '../auth/clients/commands.ts'
import type { ShownSecret } from '../auth/clients/secrets.commands.ts'
import { createWebhookCredential } from '../auth/clients/webhook-credentials.commands.ts'
import { createUser } from '../auth/users/commands.ts'
import { patchCompany } from '../companies/commands.ts'
import { insertCompanies } from '../companies/store.ts'
import type { Context } from '../context.ts'
import { DatabaseClient } from '../db/client.ts'
import { allowLoopback } from '../net/loopback.ts'
import { demoCompanies, demoReference } from '../sample/reference.rules.ts'
import { createTenant } from '../tenants/commands.ts'
import { insertReference } from '../tenants/store.ts'
import { listTenants } from '../tenants/tenants.views.ts'
import { commandName } from '../version.ts'

/** Output of `cartage tenant create --json`, read by other programs: members are added, never renamed. */
export interface TenantAccess {
  tenant: { id: string; slug: string }
  api_client: ShownSecret
  webhook_credentials: ShownSecret
  user: { email: string; password: string }
}

/** Roles of a new tenant's first client: all but CUSTOMER, which belongs to one company. */
const allRoles = ['API_ORDER', 'API_ACCOUNTING', 'API_MASTER_DATA', 'API_TRIP']

const demoSlug = 'demo'
/** Arbitrary lock number that no other program uses, so that two simultaneous starts create one demo tenant. */
const demoLock = 7_240_110_043

/**
 * Creates the demo tenant when the database has no tenant, and lets it reach receivers on this machine (NET-6). Its
 * sample world is queued and created in the background.
 * @param url address of the server
 * @returns its secrets, undefined when nothing was created
 */
export async function ensureDemo(ctx: Context, url: string): Promise<TenantAccess | undefined> {
  if ((await listTenants(ctx)).length > 0) return undefined
  const lock = new DatabaseClient({ ...ctx.db.connection, application_name: 'cartage demo' })
  await lock.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [demoLock])
    if ((await listTenants(ctx)).length > 0) return undefined
    return await createDemo(ctx, url)
  } finally {
    await lock.end()
  }
}

async function createDemo(ctx: Context, url: string): Promise<TenantAccess> {
  const { tenantId } = await createTenant(ctx, {
    slug: demoSlug,
    name: 'Demo Transport',
    create_missing_companies: true,
  })
  await fillDemo(ctx, tenantId)
  await allowLoopback(ctx.db, tenantId, true)
  const access = await createAccess(ctx, { id: tenantId, slug: demoSlug })
  if (ctx.config.demo === 'sample') {
    // Imported lazily: the sample world depends on most features, and creating a tenant does not need it.
    const { startSample } = await import('../sample/jobs.ts')
    await startSample(ctx, tenantId, { url })
  }
  return access
}

/** Adds the demo's reference data, companies and books to a tenant, so that it can invoice at once. */
export async function fillDemo(ctx: Context, tenantId: string): Promise<void> {
  const companies = demoCompanies.map((company) => ({ ...company, company_id: ctx.newId() }))
  await ctx.db.asWorker(tenantId, async (tx) => {
    await insertReference(tx, demoReference)
    await insertCompanies(tx, companies)
  })
  // Imported lazily, like the sample world: creating a tenant does not need them.
  const { createBooks, createNumberRanges } = await import('../sample/books.jobs.ts')
  const { createChargeTypes } = await import('../sample/rates.jobs.ts')
  await createBooks(ctx, tenantId, ctx.now())
  await createNumberRanges(ctx, tenantId)
  await createChargeTypes(ctx, tenantId)
  const billing_location = { address: 'Havenlaan 1', postal_code: '9000', city: 'Gent', country: 'BE' }
  const change = CompanyPartialInput.parse({ legal_name: 'Demo customer BV', billing_location })
  await patchCompany(ctx, tenantId, byOperator, companies[0]!.company_id, change)
}

/** Creates the first credentials of a tenant. The secrets are only in the answer. */
export async function createAccess(ctx: Context, tenant: { id: string; slug: string }): Promise<TenantAccess> {
  const email = `admin@${tenant.slug}.example`
  const [client, webhook, user] = await Promise.all([
    createClient(ctx, tenant.id, byOperator, { name: 'First client', roles: allRoles }),
    createWebhookCredential(ctx, tenant.id, byOperator, 'First webhook credentials'),
    createUser(ctx, tenant.id, byOperator, { email, name: 'Administrator', role: 'SUPER_ADMIN' }),
  ])
  return {
    tenant,
    api_client: client,
    webhook_credentials: webhook,
    user: { email: user.email, password: user.password },
  }
}

/** Printed at start: the secrets of a demo tenant just created, otherwise how to get new ones. */
export async function startBlock(ctx: Context, url: string, demo: TenantAccess | undefined): Promise<string> {
  if (demo !== undefined) return firstBlock(ctx, url, demo)
  const slugs = (await listTenants(ctx)).map((tenant) => tenant.slug)
  const slug = slugs.includes(demoSlug) ? demoSlug : (slugs[0] ?? 'SLUG')
  const lines = [
    '',
    `Cartage is running at ${url}`,
    '',
    ...(slugs.includes(demoSlug) ? [`  log in as        admin@${demoSlug}.example`] : []),
    `  new password     ${commandName} user reset ${slug} admin@${slug}.example`,
    `  new API client   ${commandName} client create ${slug}`,
    `  new webhook id   ${commandName} webhook-credential create ${slug}`,
    '',
    'Secrets are shown only when they are created. Ctrl-C stops everything.',
    '',
  ]
  return `${lines.join('\n')}\n`
}

function firstBlock(ctx: Context, url: string, demo: TenantAccess): string {
  const { user, api_client: client, webhook_credentials: webhook } = demo
  const lines = [
    '',
    `Cartage is running at ${url}`,
    '',
    `  log in as        ${user.email}`,
    `  password         ${user.password}`,
    '',
    `  client id        ${client.client_id}`,
    `  client secret    ${client.client_secret}`,
    `  webhook id       ${webhook.client_id}`,
    `  webhook secret   ${webhook.client_secret}`,
    '',
    'These secrets are shown only once. To send a first order, paste these three lines into another terminal.',
    '',
    ...curlLines(url, client, ctx.now()),
    '',
    `The order appears at ${url}/ and the API reference is at ${url}/api-reference. Ctrl-C stops everything.`,
    '',
  ]
  return `${lines.join('\n')}\n`
}

/** Token, upload, poll: each in one line, for bash and zsh, using only curl and sed. */
export function curlLines(url: string, client: ShownSecret, now: Date): string[] {
  const tomorrow = utcDay(now.getTime() + 86_400_000)
  const order = JSON.stringify({
    operation: 'CREATE',
    order_identifier: 'FIRST-ORDER-1',
    transport_service: { name: 'General' },
    customer: { name: 'Demo customer' },
    consignments: [
      {
        pickup_stop: { date: tomorrow, location: { name: 'Quay 12', city: 'Rotterdam', country: 'NL' } },
        delivery_stop: { date: tomorrow, location: { name: 'Warehouse 3', city: 'Duisburg', country: 'DE' } },
      },
    ],
  })
  const pick = (member: string) => `sed 's/.*"${member}":"\\([^"]*\\)".*/\\1/'`
  const bearer = '-H "Authorization: Bearer $TOKEN"'
  return [
    `TOKEN=$(curl -s -X POST -u '${client.client_id}:${client.client_secret}' ${url}/v1/auth/token | ${pick('access_token')})`,
    `UPLOAD=$(curl -s ${bearer} -H 'Content-Type: application/json' -d '${order}' ${url}/v1/orders/order/upload | ${pick('upload_id')}); echo "$UPLOAD"`,
    `curl -s ${bearer} ${url}/v1/orders/order/upload/$UPLOAD`,
  ]
}
