import { randomUUID } from 'node:crypto'
import { listStandstills } from '@cartage/contract/app/standstills'
import { listOrderMails, resendMails } from '@cartage/contract/mails/app/mails'
import { listOrderHistory } from '@cartage/contract/orders/app/record'
import { getOrder } from '@cartage/contract/orders/endpoints'
import { listRetentionRuns, previewPurge, runPurge } from '@cartage/contract/retention/app'
import { getTenantSettings, putTenantSettings } from '@cartage/contract/tenants/app/configuration'
import { defaultRetention, type RetentionSettings } from '@cartage/contract/tenants/app/tenant-settings'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyTrail } from '../audit/jobs.ts'
import { bySystem } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import { storeBytes } from '../documents/attach.commands.ts'
import { linkDocument } from '../documents/store.ts'
import { finishMail, insertMail } from '../mails/letters/store.ts'
import { orderTenant, settle, simpleOrder } from '../testing/data/orders.ts'
import { insertTestResources } from '../testing/data/resources.ts'
import { plantFault } from '../testing/plant-fault.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { retentionLoop } from './jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function keep(tenant: TestTenant, change: Partial<RetentionSettings>) {
  const admin = await tenant.user('SUPER_ADMIN')
  const { settings } = await admin(getTenantSettings, {})
  await admin(putTenantSettings, { body: { ...settings, retention: { ...settings.retention, ...change } } })
  return admin
}

/** Counts of due rows by kind; kinds without any are left out. */
async function due(admin: Awaited<ReturnType<typeof keep>>) {
  const { items } = await admin(previewPurge, {})
  return Object.fromEntries(items.filter(({ rows }) => rows > 0).map(({ kind, rows }) => [kind, rows]))
}

async function purge(admin: Awaited<ReturnType<typeof keep>>) {
  const { run_id } = await admin(runPurge, {})
  await server.drain()
  const run = (await admin(listRetentionRuns, {})).items.find((one) => one.run_id === run_id)!
  expect(run.finished_at).not.toBeNull()
  return run.counts
}

const anyCompany = statement('test.retention_company', 'select company_id from transport_order where tenant_id = $1')
const addPositions = statement(
  'test.retention_positions',
  `insert into position_sample (tenant_id, resource_id, recorded_at, latitude, longitude)
   select $1, $2, now() - make_interval(days => d), 51, 4 from unnest($3::integer[]) as d`,
)
const age = (table: string, column: string, key: string) =>
  statement(
    `test.retention_age_${table}_${column}`,
    `update ${table} set ${column} = ${column} - make_interval(days => $3) where tenant_id = $1 and ${key} = $2`,
  )
const ageMail = age('mail', 'created_at', 'mail_id')
const ageDocuments = age('document', 'created_at', 'subject_id')
const ageUploads = age('order_upload', 'accepted_at', 'upload_id')
const endOrder = statement(
  'test.retention_end_order',
  `update transport_order set status = 'COMPLETED', updated_at = now() - make_interval(days => $3)
    where tenant_id = $1 and order_id = $2`,
)
const storedTexts = statement(
  'test.retention_texts',
  `select (select string_agg(o.doc::text, '') from transport_order o where o.tenant_id = $1)
       || (select string_agg(u.body, '') from order_upload u where u.tenant_id = $1)
       || (select string_agg(r.changes::text, '') from audit_record r where r.tenant_id = $1) as text`,
)

const stop = (city: string, email: string) => ({
  location: { name: 'Mill', city, country: 'BE' },
  date: '2026-02-02',
  email,
  phone_number: '+32475123456',
  reference_number: 'GATE-7',
})
const withContacts = (email: string) => [
  {
    pickup_stop: stop('Gent', email),
    delivery_stop: stop('Brugge', email),
    goods: [{ description: 'Flour', quantity: 4 }],
  },
]

/** An order with contacts that ended this many days ago and was changed once. */
async function endedOrder(tenant: TestTenant, days: number) {
  const order_identifier = randomUUID()
  const first = await settle(
    server,
    tenant,
    simpleOrder({ order_identifier, consignments: withContacts('first@gate.example') }),
  )
  const second = await settle(server, tenant, {
    ...simpleOrder({ order_identifier, consignments: withContacts('second@gate.example') }),
    operation: 'UPDATE',
  })
  const orderId = first.order_id!
  await tenant.asTenant(async (tx) => {
    await tx.query(endOrder, orderId, days)
    for (const { upload_id } of [first, second]) await tx.query(ageUploads, upload_id, days + 1)
  })
  return orderId
}

describe('RET-1: data beyond the retention of the tenant are removed, and the rest stays', () => {
  test('positions, by the setting and never longer than the limit of the installation', async () => {
    const tenant = await server.tenant()
    const [truck] = await insertTestResources(tenant, [{ name: 'Truck', resource_type: 'TRACTOR' }])
    await tenant.asTenant((tx) => tx.query(addPositions, truck, [1, 20, 40, 60]))
    const admin = await keep(tenant, { positions_days: 3_000 })
    expect((await admin(previewPurge, {})).items[0]).toEqual({ kind: 'POSITIONS', days: 90, rows: 0 })
    await keep(tenant, { positions_days: 30 })
    expect(await due(admin)).toEqual({ POSITIONS: 2 })
    expect(await purge(admin)).toEqual({ POSITIONS: 2 })
    expect(await due(admin)).toEqual({})
  })

  test('contacts of completed orders, in the order, its uploads and its history; the rest of them stays', async () => {
    const tenant = await orderTenant(server)
    const admin = await keep(tenant, { order_contacts_days: 30 })
    const old = await endedOrder(tenant, 31)
    const young = await endedOrder(tenant, 10)
    const texts = async () => (await tenant.asTenant((tx) => tx.query<{ text: string }>(storedTexts)))[0]!.text
    expect(await due(admin)).toEqual({ ORDER_CONTACTS: 3 })
    expect(await purge(admin)).toEqual({ ORDER_CONTACTS: 3 })
    const count = (text: string, word: string) => text.split(word).length - 1
    const left = await texts()
    // The recent order: two in its document, two in its second upload, two in the history.
    expect(count(left, 'second@gate.example')).toBe(6)
    expect(count(left, 'GATE-7')).toBeGreaterThanOrEqual(12)
    const order = await tenant.call(getOrder, { params: { order_id: old } })
    expect(JSON.stringify(order)).not.toContain('gate.example')
    expect(JSON.stringify(await tenant.call(getOrder, { params: { order_id: young } }))).toContain(
      'second@gate.example',
    )
    const { items } = await admin(listOrderHistory, { params: { order_id: old } })
    expect(JSON.stringify(items)).not.toContain('gate.example')
    expect(JSON.stringify(items)).toContain('[erased]')
    expect(await verifyTrail(server.ctx, tenant.tenantId)).toMatchObject({ fault: null })
    expect(await purge(admin)).toEqual({})
  })

  test('text and address of sent e-mails, except those that need a person', async () => {
    const tenant = await orderTenant(server)
    const admin = await keep(tenant, { mails_days: 30 })
    const { order_id } = await settle(server, tenant, simpleOrder())
    const [row] = await tenant.asTenant((tx) => tx.query<{ company_id: string }>(anyCompany))
    const ids = await tenant.asTenant(async (tx) => {
      const add = async (status: 'SENT' | 'FAILED') => {
        const mail_id = randomUUID()
        await insertMail(tx, {
          ...{ mail_id, kind: 'ORDER_CONFIRMATION', order_id: order_id!, trip_id: null, company_id: row!.company_id },
          ...{ language: 'en', address: 'a@b.example', subject: 'S', body: 'B', repeat_of: null, requested_by: null },
        })
        await finishMail(tx, mail_id, { status, failure: status === 'SENT' ? null : 'Not accepted.' })
        await tx.query(ageMail, mail_id, 31)
        return mail_id
      }
      const [sent, failed, settled] = [await add('SENT'), await add('FAILED'), await add('FAILED')]
      await finishMail(tx, settled, { status: 'FAILED', failure: 'Not accepted.', finished_by: randomUUID() })
      return [sent, failed, settled]
    })
    expect(await purge(admin)).toEqual({ MAILS: 2 })
    const shown = (await admin(listOrderMails, { params: { order_id: order_id! } })).items
    const erased = { status: 'FAILED', address: '', subject: '', body: '' }
    expect(shown.find(({ mail_id }) => mail_id === ids[2])).toMatchObject(erased)
    const again = (await admin(resendMails, { body: { ids: [ids[2]!] } })).items
    expect(again).toMatchObject([{ is_done: false, message: expect.stringContaining('is erased') }])
    const left = statement('test.retention_mails', "select mail_id from mail where tenant_id = $1 and address <> ''")
    expect(await tenant.asTenant((tx) => tx.query(left))).toEqual([{ mail_id: ids[1] }])
  })

  test('documents of completed orders; those of invoices stay', async () => {
    const tenant = await orderTenant(server)
    const admin = await keep(tenant, { documents_days: 365 })
    const order = await endedOrder(tenant, 400)
    const file = { name: 'cmr.pdf', bytes: Buffer.from('%PDF-1.4 paper'), mediaType: 'application/pdf' }
    const upload_id = await storeBytes(server.ctx, tenant.tenantId, file)
    await tenant.asTenant(async (tx) => {
      for (const subject_type of ['ORDER', 'INVOICE'] as const) {
        const subject = { subject_type, subject_id: order }
        await linkDocument(tx, { ...subject, upload_id, document_type: 'CMR', name: 'cmr.pdf' })
      }
      await tx.query(ageDocuments, order, 400)
    })
    expect(await purge(admin)).toMatchObject({ DOCUMENTS: 1 })
    const left = statement('test.retention_documents', 'select subject_type from document where tenant_id = $1')
    expect(await tenant.asTenant((tx) => tx.query(left))).toEqual([{ subject_type: 'INVOICE' }])
  })
})

describe('AUDIT-8: the beginning of a trail is removed after its retention', () => {
  const ageTrail = `update audit_record set at = at - interval '400 days' where tenant_id = $1 and sequence <= 3`

  test('and the trail stays valid; without the corresponding entry it does not', async () => {
    const tenant = await server.tenant()
    const admin = await keep(tenant, { audit_days: 365 })
    await asOwner(tenant, ageTrail)
    // The times were changed, so the hashes differ; only kept entries are checked.
    expect(await due(admin)).toEqual({ AUDIT: 3 })
    expect(await purge(admin)).toEqual({ AUDIT: 3 })
    const whole = await verifyTrail(server.ctx, tenant.tenantId)
    expect(whole.fault).toBeNull()
    expect(whole.records).toBe(whole.head.sequence - 3)
    await asOwner(tenant, 'delete from audit_record where tenant_id = $1 and sequence <= 4')
    expect((await verifyTrail(server.ctx, tenant.tenantId)).fault).not.toBeNull()
  })

  test('the database refuses to remove entries younger than a year, whatever the setting', async () => {
    const tenant = await server.tenant()
    await asOwner(tenant, `update tenant_setting set retention = retention || '{"audit_days": 0}' where tenant_id = $1`)
    const remove = statement('test.retention_remove', 'select * from remove_old_audit($1, 100)')
    expect(await server.ctx.db.asWorker(tenant.tenantId, (tx) => tx.query(remove))).toEqual([])
    await expect(tenant.asTenant((tx) => tx.query(remove))).rejects.toThrow(/permission denied/)
  })
})

describe('RET-2: the daily purge', () => {
  test('RET-4: a dry run changes nothing, a purge is recorded with its actor, and the trail lists the removed data', async () => {
    const tenant = await server.tenant()
    const admin = await keep(tenant, { positions_days: 5 })
    const [truck] = await insertTestResources(tenant, [{ resource_type: 'TRACTOR' }])
    await tenant.asTenant((tx) => tx.query(addPositions, truck, [6]))
    expect(await due(admin)).toEqual(await due(admin))
    await purge(admin)
    const { items } = await admin(listRetentionRuns, {})
    expect(items).toMatchObject([
      { kind: 'PURGE', actor_kind: 'user', actor_name: 'Test SUPER_ADMIN', counts: { POSITIONS: 1 } },
    ])
    const entry = statement(
      'test.retention_entry',
      `select actor_kind, changes from audit_record where tenant_id = $1 and entity_type = 'retention_run'`,
    )
    expect(await tenant.asTenant((tx) => tx.query(entry))).toEqual([
      { actor_kind: 'user', changes: { POSITIONS: { after: 1, before: null } } },
    ])
  })

  test('begins by itself, once a day, for tenants older than a day', async () => {
    const tenant = await server.tenant()
    const runs = statement('test.retention_runs', 'select by_kind from retention_run where tenant_id = $1')
    const count = async () => (await tenant.asTenant((tx) => tx.query(runs))).length
    await retentionLoop(server.ctx).run()
    expect(await count()).toBe(0)
    await asOwner(tenant, `update tenant set created_at = created_at - interval '2 days' where tenant_id = $1`)
    await retentionLoop(server.ctx).run()
    await server.drain()
    await retentionLoop(server.ctx).run()
    await server.drain()
    expect(await tenant.asTenant((tx) => tx.query(runs))).toEqual([{ by_kind: 'system' }])
  })

  test('that fails is among the open issues, and continues when it is run again', async () => {
    const tenant = await server.tenant()
    const admin = await keep(tenant, {})
    await asOwner(tenant, `update tenant_setting set retention = '{"positions_days": "many"}' where tenant_id = $1`)
    await server.ctx.db.asWorker(tenant.tenantId, async (tx) => {
      const add = statement(
        'test.retention_job',
        `insert into job (tenant_id, kind, payload, attempts)
         select $1, 'retention.purge', jsonb_build_object('run_id', run_id), 11 from retention_run where tenant_id = $1`,
      )
      const begin = statement(
        'test.retention_begin',
        `insert into retention_run (tenant_id, run_id, kind, by_kind) values ($1, $2, 'PURGE', 'system')`,
      )
      await tx.query(begin, randomUUID())
      await tx.query(add)
    })
    await server.drain()
    expect((await admin(listStandstills, {})).items).toMatchObject([{ kind: 'JOB', title: 'retention.purge' }])
    expect((await admin(listRetentionRuns, {})).items[0]!.failure).toMatch(/integer/)
    const good = JSON.stringify(defaultRetention)
    await asOwner(tenant, `update tenant_setting set retention = '${good}' where tenant_id = $1`)
    await admin(runPurge, {})
    await server.drain()
    expect((await admin(listRetentionRuns, {})).items[0]).toMatchObject({ actor_kind: bySystem.actor.kind, counts: {} })
  })
})

/** Runs a statement that only the owner of the tables may run. */
async function asOwner(tenant: TestTenant, text: string): Promise<void> {
  const client = new pg.Client(server.ctx.db.connection)
  await client.connect()
  await client.query(`select set_config('app.tenant', '${tenant.tenantId}', false)`)
  await client.query(text, [tenant.tenantId])
  await client.end()
}

const hurryPurge = statement('test.retention_hurry', 'update job set ready_at = now() where tenant_id = $1')

test('EACH-3: a kind of data that cannot be purged blocks no other, and is purged once the problem is fixed', async () => {
  const tenant = await orderTenant(server)
  const admin = await keep(tenant, { mails_days: 30, order_contacts_days: 30 })
  const order_id = await endedOrder(tenant, 31)
  const mail_id = randomUUID()
  const { company_id } = (await tenant.asTenant((tx) => tx.query<{ company_id: string }>(anyCompany)))[0]!
  await tenant.asTenant(async (tx) => {
    await insertMail(tx, {
      ...{ mail_id, kind: 'ORDER_CONFIRMATION', order_id, trip_id: null, company_id },
      ...{ language: 'en', address: 'a@b.example', subject: 'S', body: 'B', repeat_of: null, requested_by: null },
    })
    await finishMail(tx, mail_id, { status: 'SENT', failure: null })
    await tx.query(ageMail, mail_id, 31)
  })
  expect(await due(admin)).toEqual({ MAILS: 1, ORDER_CONTACTS: 3 })
  const mend = await plantFault(server, 'mail', `new.mail_id = '${mail_id}'`)
  const { run_id } = await admin(runPurge, {})
  await server.drain()
  const run = async () => (await admin(listRetentionRuns, {})).items.find((one) => one.run_id === run_id)!
  expect(await run()).toMatchObject({ finished_at: null, counts: { ORDER_CONTACTS: 3 } })
  await mend()
  await tenant.asTenant((tx) => tx.query(hurryPurge))
  await server.drain()
  expect(await run()).toMatchObject({ finished_at: expect.any(String), counts: { MAILS: 1, ORDER_CONTACTS: 3 } })
})

test('EACH-3: a row that cannot be purged blocks no later row, and an open issue refers to it', async () => {
  const tenant = await orderTenant(server)
  const admin = await keep(tenant, { mails_days: 30 })
  const { order_id } = await settle(server, tenant, simpleOrder())
  const { company_id } = (await tenant.asTenant((tx) => tx.query<{ company_id: string }>(anyCompany)))[0]!
  const ids = Array.from({ length: 7 }, () => randomUUID())
  await tenant.asTenant(async (tx) => {
    for (const mail_id of ids) {
      await insertMail(tx, {
        ...{ mail_id, kind: 'ORDER_CONFIRMATION', order_id: order_id!, trip_id: null, company_id },
        ...{ language: 'en', address: 'a@b.example', subject: 'S', body: 'B', repeat_of: null, requested_by: null },
      })
      await finishMail(tx, mail_id, { status: 'SENT', failure: null })
      await tx.query(ageMail, mail_id, 31)
    }
  })
  const bad = ids[2]!
  const mend = await plantFault(server, 'mail', `new.mail_id = '${bad}'`)
  const { run_id } = await admin(runPurge, {})
  await server.drain()
  const run = async () => (await admin(listRetentionRuns, {})).items.find((one) => one.run_id === run_id)!
  expect(await run()).toMatchObject({ finished_at: null, counts: { MAILS: 6 }, failure: `MAILS ${bad}: planted` })
  await mend()
  await tenant.asTenant((tx) => tx.query(hurryPurge))
  await server.drain()
  expect(await run()).toMatchObject({ finished_at: expect.any(String), counts: { MAILS: 7 } })
})

test('RET-6: changes after planning are removed after confirmation, and unconfirmed ones after 30 days', async () => {
  const tenant = await orderTenant(server)
  const admin = await keep(tenant, {})
  const { order_id } = await settle(server, tenant, simpleOrder())
  const add = statement(
    'test.retention_plan_changes',
    `insert into order_plan_change (tenant_id, change_id, order_id, trip_id, changes, happened_at, seen_at, seen_by_kind)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), '[]', now() - make_interval(days => c.days),
            case when c.is_seen then now() end, case when c.is_seen then 'user' end
       from unnest($3::integer[], $4::boolean[]) as c (days, is_seen) returning change_id`,
  )
  await tenant.asTenant((tx) => tx.query(add, order_id, [31, 29, 1, 1], [false, false, true, false]))
  expect(await due(admin)).toEqual({ PLAN_CHANGES: 2 })
  expect(await purge(admin)).toEqual({ PLAN_CHANGES: 2 })
  const left = statement('test.retention_changes_left', 'select seen_at from order_plan_change where tenant_id = $1')
  expect(await tenant.asTenant((tx) => tx.query(left))).toEqual([{ seen_at: null }, { seen_at: null }])
})
