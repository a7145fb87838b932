import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints as published } from '@cartage/contract'
import type { Endpoint } from '@cartage/contract/endpoint'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { sampleOrder } from '../../../../seeds/sample-orders.ts'
import { verifyTrail } from '../../audit/jobs.ts'
import { byOperator } from '../../audit/rules.ts'
import { addSubscription } from '../../deliveries/subscriptions/commands.ts'
import { fillDemo } from '../../demo/tenant.ts'
import { pdf, uploadDocument } from '../../testing/data/files.ts'
import { addBilledOrder, addCustomer, billingTenant, draft, finalise } from '../../testing/data/money/billing.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { fetchToken, type TestTenant } from '../../testing/test-tenant.ts'
import { createVault } from '../../vault.ts'
import { backUp } from '../backup.ts'
import { readTenantExport } from '../check.ts'
import { writeManifest } from '../manifest.ts'
import { restore } from '../restore.ts'
import { exportTenant } from './export.ts'
import { importTenant } from './import.ts'
import { callOffRemoval, measureTenant, removeTenant, shutOut } from './removal.ts'
import { cutOffRemovals } from './removal-mark.ts'

const server = await startTestServer()
const { ctx } = server
const folder = mkdtempSync(join(tmpdir(), 'cartage-tenant-'))
const admin = new pg.Client(ctx.db.connection)
await admin.connect()
afterAll(async () => {
  await admin.end()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const trust = { signers: ctx.vault.signers, identities: [], takesUnsigned: false }
const newFolder = () => join(folder, randomUUID())
const named = ({ tenantId, slug }: TestTenant) => ({ tenant_id: tenantId, slug, name: slug })

/** A tenant with rows in many tables: orders, events, waiting deliveries, a document, a finalised invoice. */
async function filledTenant(): Promise<TestTenant> {
  const tenant = await server.tenant({ create_missing_companies: true })
  const billing = await billingTenant(server, tenant)
  await addSubscription(ctx, tenant.tenantId, byOperator, { url: 'https://receiver.example/hook' })
  for (const number of [1, 2, 3]) await tenant.call(uploadOrder, { body: sampleOrder(number, new Date('2026-03-01')) })
  const company = { subject_type: 'COMPANY', subject_id: randomUUID() }
  await uploadDocument(server.app, tenant, { bytes: pdf(tenant.tenantId) }, company)
  const company_id = await addCustomer(billing)
  const { orderId } = await addBilledOrder(billing, { company_id, charges: [{ type: 'FREIGHT', amount: '186.00' }] })
  await finalise(billing, await draft(billing, [orderId]))
  server.answerWith(() => ({ status: 500 }))
  await server.drain()
  return tenant
}

/** Tables with a column tenant_id, from the catalogue, independent of the product's lists. */
async function tenantTables(): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** A digest of every row a tenant has, by table. */
async function digests(tenantId: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of await tenantTables()) {
    const { rows } = await admin.query<{ rows: string; digest: string }>(
      `select count(*) as rows, md5(string_agg(t::text, '|' order by t::text)) as digest from ${name} t where tenant_id = $1`,
      [tenantId],
    )
    found[name] = `${rows[0]!.rows} ${rows[0]!.digest}`
  }
  return found
}

/** Expected differences: epoch, an additional trail entry, ended sessions and links, leases, usage counts. */
const differing = ['app_session', 'api_client', 'audit_head', 'audit_record', 'door_link', 'job', 'tenant']
const isCompared = (name: string) => !differing.includes(name) && !name.startsWith('usage_')

/** Every list of the published interface as read by an API client; cursors are sealed again each time. */
async function answersOf(tenant: TestTenant): Promise<Record<string, string>> {
  const authorization = `Bearer ${await fetchToken(server.app, tenant.client)}`
  const answers: Record<string, string> = {}
  const all: readonly Endpoint[] = Object.values(published)
  for (const endpoint of all) {
    if (endpoint.method !== 'GET' || endpoint.path.includes('{')) continue
    const { statusCode, payload } = await server.app.inject({ url: endpoint.path, headers: { authorization } })
    if (statusCode === 200) answers[endpoint.path] = payload.replace(/"[a-z_]*cursor":"[^"]*"/g, '')
  }
  return answers
}

/** Sends orders of a tenant one after another until stopped, and returns how many were accepted. */
function keepSending(tenant: TestTenant): () => Promise<number> {
  let isOn = true
  const sending = (async () => {
    let sent = 0
    while (isOn) {
      // Orders that the database has no capacity for are sent again, as clients do.
      const body = sampleOrder(sent + 1, new Date('2026-03-01'))
      const accepted = await tenant
        .call(uploadOrder, { body })
        .catch((error) => (error.status === 503 ? undefined : error))
      if (accepted instanceof Error) throw accepted
      if (accepted) sent += 1
      await sleep(20)
    }
    return sent
  })()
  return () => {
    isOn = false
    return sending
  }
}

test('OPS-15, OPS-16, OPS-17: a tenant is exported, removed and imported unchanged, while others work and keep every row', async () => {
  const [tenant, quiet, busy] = [await filledTenant(), await filledTenant(), await server.tenant()]
  await fillDemo(ctx, busy.tenantId)
  const [answers, others] = [await answersOf(tenant), await digests(quiet.tenantId)]
  const target = newFolder()
  const stop = keepSending(busy)
  onTestFinished(async () => void (await stop()))
  const manifest = await exportTenant(ctx, tenant.tenantId, target)
  const rows = await digests(tenant.tenantId)
  expect(Object.keys(answers).length).toBeGreaterThan(5)

  const size = await removeTenant(ctx, named(tenant))
  expect(size.documents).toBeGreaterThan(0)
  for (const [table, digest] of Object.entries(await digests(tenant.tenantId)))
    expect([table, digest]).toEqual([table, '0 null'])
  const gone = await server.app.inject({ url: '/v1/events', headers: { authorization: `Bearer ${tenant.token}` } })
  expect(gone.statusCode).toBe(401)
  const left = await admin.query(
    'select slug, removed_rows::integer as rows from removed_tenant where removed_tenant_id = $1',
    [tenant.tenantId],
  )
  expect(left.rows).toEqual([{ slug: tenant.slug, rows: size.rows }])

  const brought = await importTenant(ctx, target)
  expect(brought).toMatchObject({ epoch: manifest.tenant.epoch + 1, documents: size.documents, missing_documents: [] })
  const accepted = await stop()
  const after = await digests(tenant.tenantId)
  for (const name of Object.keys(rows).filter(isCompared)) expect([name, after[name]]).toEqual([name, rows[name]])
  expect(await answersOf(tenant)).toEqual(answers)
  expect(await verifyTrail(ctx, tenant.tenantId)).toMatchObject({ fault: null })

  const othersAfter = await digests(quiet.tenantId)
  for (const name of Object.keys(others).filter(isCompared))
    expect([name, othersAfter[name]]).toEqual([name, others[name]])
  await server.drain()
  const { rows: counted } = await admin.query(
    'select count(*)::integer as orders from transport_order where tenant_id = $1',
    [busy.tenantId],
  )
  expect(counted).toEqual([{ orders: accepted }])
})

test('OPS-15: a new tenant table is exported, removed and imported with the tenant without additional code', async () => {
  await admin.query(`set role cartage_owner;
    create table newcomer (tenant_id uuid not null references tenant, note text not null, primary key (tenant_id, note));
    select own_by_tenant('newcomer'); reset role`)
  const tenant = await server.tenant()
  await admin.query('insert into newcomer values ($1, $2)', [tenant.tenantId, 'kept'])
  const target = newFolder()
  const { tables } = await exportTenant(ctx, tenant.tenantId, target)
  const saved = tables.map(({ name }) => name)
  expect(saved.toSorted()).toEqual([...(await tenantTables()), 'integration'].toSorted())
  await removeTenant(ctx, named(tenant))
  expect((await admin.query('select from newcomer')).rowCount).toBe(0)
  await importTenant(ctx, target)
  expect((await admin.query('select note from newcomer')).rows).toEqual([{ note: 'kept' }])
  await admin.query('drop table newcomer')
})

test('OPS-15: a table that belongs to no tenant and is not classified stops an export', async () => {
  await admin.query('create table stray (id integer primary key); grant select on stray to cartage_worker')
  const tenant = await server.tenant()
  await expect(exportTenant(ctx, tenant.tenantId, newFolder())).rejects.toThrow(/has of the table stray/)
  await admin.query('drop table stray')
})

test('OPS-16: the epoch is higher than every earlier one of the tenant, even when the same export is imported twice', async () => {
  const tenant = await server.tenant()
  const target = newFolder()
  await exportTenant(ctx, tenant.tenantId, target)
  const epochs: number[] = []
  for (const _ of [1, 2, 3]) {
    await removeTenant(ctx, named(tenant))
    epochs.push((await importTenant(ctx, target)).epoch)
  }
  expect(epochs).toEqual([2, 3, 4])
})

test('OPS-16: an import is refused under another key, while the tenant exists, and when a file is damaged, and changes nothing', async () => {
  const [tenant, other] = [await server.tenant(), await server.tenant()]
  const target = newFolder()
  await exportTenant(ctx, tenant.tenantId, target)
  await expect(importTenant(ctx, target)).rejects.toThrow(/The tenant is here already/)
  await removeTenant(ctx, named(tenant))
  await expect(importTenant(ctx, target, { slug: other.slug })).rejects.toThrow(/Another tenant is called/)
  const vault = createVault(new Map([[1, Buffer.alloc(32, 'quite another key')]]))
  await expect(importTenant({ ...ctx, vault }, target)).rejects.toThrow(/under another master key/)
  const manifest = await readTenantExport(target, trust)
  await writeManifest(target, { ...manifest, schema: '0001_tenants_tenancy.sql' }, ctx.vault)
  await expect(importTenant(ctx, target)).rejects.toThrow(/has the schema 0001_tenants_tenancy/)
  await writeManifest(target, manifest, ctx.vault)
  const file = join(target, 'tenant_setting.copy.gz')
  const bytes = readFileSync(file)
  writeFileSync(file, Buffer.concat([bytes, Buffer.of(0)]))
  await expect(importTenant(ctx, target)).rejects.toThrow(/tenant_setting.copy.gz is damaged/)
  writeFileSync(file, bytes)
  expect(await importTenant(ctx, target, { slug: 'under-another-name' })).toMatchObject({
    tenant_id: tenant.tenantId,
    epoch: 2,
  })
})

test('OPS-16: an export with a row of another tenant is refused by row security', async () => {
  const [tenant, other] = [await server.tenant(), await server.tenant()]
  const [own, foreign] = [newFolder(), newFolder()]
  const manifest = await exportTenant(ctx, tenant.tenantId, own)
  const theirs = await exportTenant(ctx, other.tenantId, foreign)
  await removeTenant(ctx, named(tenant))
  const swapped = theirs.tables.find(({ name }) => name === 'tenant_setting')!
  writeFileSync(join(own, 'tenant_setting.copy.gz'), readFileSync(join(foreign, 'tenant_setting.copy.gz')))
  const tables = manifest.tables.map((table) => (table.name === 'tenant_setting' ? swapped : table))
  await writeManifest(own, { ...manifest, tables }, ctx.vault)
  await expect(importTenant(ctx, own)).rejects.toThrow(/row-level security/)
  expect((await admin.query('select from tenant where tenant_id = $1', [tenant.tenantId])).rowCount).toBe(0)
})

test('OPS-15: the export of one tenant cannot be restored as a backup, nor the other way round', async () => {
  const tenant = await server.tenant()
  const [one, all] = [newFolder(), newFolder()]
  await exportTenant(ctx, tenant.tenantId, one)
  await backUp(
    { ...ctx, readVault: async () => ctx.vault, connection: ctx.db.connection, now: new Date() },
    { folder: all, recipients: [] },
  )
  await expect(restore(ctx.db.connection, ctx.files, one, trust)).rejects.toThrow(/cartage tenant import/)
  await expect(importTenant(ctx, all)).rejects.toThrow(/cartage restore/)
  expect(readdirSync(one)).toContain('manifest.json')
})

test('OPS-17: counting removes nothing, and an interrupted removal is completed', async () => {
  const tenant = await filledTenant()
  await server.drain()
  const size = await measureTenant(ctx, named(tenant))
  expect(size.tables).toMatchObject({ transport_order: 4, invoice: 1 })
  // Usage is counted every few seconds, also between these two.
  const lasting = ({ tables }: typeof size) => Object.entries(tables).filter(([table]) => !table.startsWith('usage_'))
  expect(lasting(await measureTenant(ctx, named(tenant)))).toEqual(lasting(size))
  const failing = { ...ctx.files, remove: async () => Promise.reject(new Error('the disk is away')) }
  await expect(removeTenant({ ...ctx, files: failing }, named(tenant))).rejects.toThrow('the disk is away')
  await removeTenant(ctx, named(tenant))
  expect((await admin.query('select from tenant where tenant_id = $1', [tenant.tenantId])).rowCount).toBe(0)
})

/** A removal that hangs at its first file until its connection ends, as after killing the process. */
async function killedAtItsFiles(tenant: TestTenant): Promise<void> {
  const { promise: atFile, resolve: reach } = Promise.withResolvers<void>()
  const remove = () => {
    reach()
    return new Promise<never>(() => {})
  }
  void removeTenant({ ...ctx, files: { ...ctx.files, remove } }, named(tenant))
  await atFile
  await admin.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'cartage tenant delete' and datname = current_database()`,
  )
}

test('OPS-40: a removal that is killed before its files is reported with both options, and resuming the tenant cancels it', async () => {
  const tenant = await server.tenant()
  await tenant.call(uploadOrder, { body: sampleOrder(1, new Date('2026-03-01')) })
  await admin.query("insert into job (tenant_id, kind, payload, lease_until) values ($1, 'sample', '{}', 'infinity')", [
    tenant.tenantId,
  ])
  await shutOut(ctx, tenant.tenantId)
  const [sentence] = (await cutOffRemovals(ctx)).filter((one) => one.includes(` ${tenant.slug} `))
  expect(sentence).toMatch(/before anything was removed.*tenant delete .*tenant resume /)
  await callOffRemoval(ctx, named(tenant))
  expect((await cutOffRemovals(ctx)).filter((one) => one.includes(tenant.slug))).toEqual([])
  const held = await admin.query("select from job where tenant_id = $1 and lease_until = 'infinity'", [tenant.tenantId])
  expect(held.rowCount).toBe(0)
  // The same command continues it.
  await admin.query('select set_tenant_active($1, true)', [tenant.tenantId])
  await shutOut(ctx, tenant.tenantId)
  await removeTenant(ctx, named(tenant))
  expect(await cutOffRemovals(ctx)).toEqual([])
})

test('OPS-40: a removal that is killed while deleting files keeps every row, cannot be cancelled, and is completed', async () => {
  const tenant = await filledTenant()
  await server.drain()
  await killedAtItsFiles(tenant)
  const rows = await admin.query('select from transport_order where tenant_id = $1', [tenant.tenantId])
  expect(rows.rowCount).toBe(4)
  expect(await cutOffRemovals(ctx)).toEqual([expect.stringMatching(/some of its documents are gone/)])
  await expect(callOffRemoval(ctx, named(tenant))).rejects.toThrow(/cartage tenant delete/)
  await removeTenant(ctx, named(tenant))
  expect((await admin.query('select from tenant where tenant_id = $1', [tenant.tenantId])).rowCount).toBe(0)
  const left = await admin.query("select from operator_setting where starts_with(name, 'removing ')")
  expect(left.rowCount).toBe(0)
})

test('OPS-17: finalised documents still cannot be removed by the roles that serve and work, whatever they set', async () => {
  const tenant = await filledTenant()
  for (const role of ['cartage_app', 'cartage_worker']) {
    await admin.query(`begin; set local role ${role}`)
    await admin.query(`select set_config('app.tenant', $1, true), set_config('app.whole_tenant', $1, true)`, [
      tenant.tenantId,
    ])
    await expect(admin.query('delete from invoice_tax')).rejects.toThrow(/finalised document cannot be changed/)
    await admin.query('rollback')
  }
})
