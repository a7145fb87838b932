import { getDay } from '@cartage/contract/app/day'
import { getSampleState, loadSampleData } from '@cartage/contract/app/sample'
import { listTelematicsConnections } from '@cartage/contract/positions/app/connections'
import { afterAll, expect, test } from 'vitest'
import { expiredChassis } from '../../../seeds/fleet.ts'
import { strangeDevice } from '../../../seeds/planted.ts'
import { sampleWorld } from '../../../seeds/world.ts'
import { runChecks } from '../accounting/checks/views.ts'
import { postQueued } from '../accounting/tasks/jobs.ts'
import { makeInvoiceFiles } from '../billing/jobs.ts'
import type { Context } from '../context.ts'
import { statement } from '../db/statement.ts'
import type { JobHandlers } from '../jobs/kinds.ts'
import { jobLoop } from '../jobs/queue.ts'
import { findConflicts } from '../planning/conflicts.views.ts'
import { eventsOf, rejection } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { fillSample, startSample } from './jobs.ts'
import { decideAnswer } from './receiver.rules.ts'
import { ordersByIdentifier, readSampleState } from './views.ts'

const server: TestServer = await startTestServer()
afterAll(() => server.close())

const count = statement(
  'testing.count_sample',
  `select (select count(*) from transport_order where tenant_id = $1) as orders,
          (select count(*) from trip where tenant_id = $1) as trips,
          (select count(*) from resource where tenant_id = $1) as resources,
          (select count(*) from company where tenant_id = $1) as companies,
          (select count(*) from validity where tenant_id = $1) as papers,
          (select count(*) from unavailability where tenant_id = $1) as absences,
          (select count(*) from resource_allocation where tenant_id = $1) as allocations,
          (select count(*) from company_contact where tenant_id = $1) as contacts,
          (select count(*) from location where tenant_id = $1) as locations,
          (select count(*) from account where tenant_id = $1) as accounts,
          (select count(*) from tax_rate where tenant_id = $1) as tax_rates,
          (select count(*) from exchange_rate where tenant_id = $1) as exchange_rates,
          (select count(*) from order_upload where tenant_id = $1) as uploads,
          (select count(*) from trip_resource where tenant_id = $1) as carrying,
          (select count(*) from stop_report where tenant_id = $1) as reports,
          (select count(*) from document where tenant_id = $1 and subject_type not in ('INVOICE', 'CREDIT_NOTE'))
            as documents,
          (select count(*) from charge where tenant_id = $1 and status <> 'WITHDRAWN') as charges,
          (select count(*) from charge where tenant_id = $1 and approval = 'APPROVED') as approved,
          (select string_agg(one, ' ' order by one) from (
             select concat_ws('/', kind, status, posting, payment, name, trim_scale(total_incl_tax)) as one
               from invoice where tenant_id = $1) i) as invoices,
          (select string_agg(concat_ws('/', m.result, l ->> 'reason'), ' ' order by l ->> 'reason')
             from purchase_match m cross join jsonb_array_elements(m.lines) l where m.tenant_id = $1) as matches,
          (select string_agg(distinct i.status, ' ') from inbox_item i where i.tenant_id = $1 and i.kind = 'e-invoicing')
            as unplaced,
          (select count(*) from payment where tenant_id = $1) as payments,
          (select count(*) from task where tenant_id = $1) as tasks,
          (select string_agg(distinct status, ' ' order by status) from trip where tenant_id = $1) as stages,
          (select string_agg(distinct status, ' ' order by status) from transport_order where tenant_id = $1) as states,
          (select count(distinct resource_id) from position_sample where tenant_id = $1) as moving`,
)

const countriesWithTax = statement(
  'testing.countries_with_tax',
  `select distinct b.country from tax_rate t
     join billing_entity b on b.tenant_id = $1 and b.billing_entity_id = t.billing_entity_id
    where t.tenant_id = $1 and t.treatment = 'STANDARD' order by 1`,
)

const holidayTimes = statement(
  'testing.sample_holiday_times',
  `select distinct to_char(u.start_at at time zone n.time_zone, 'HH24:MI') as time
     from unavailability u join tenant n on n.tenant_id = u.tenant_id
    where u.tenant_id = $1 and u.reason = 'DRIVER_HOLIDAY'`,
)

const letTimePass = statement(
  'testing.pass_sample_time',
  'update job set ready_at = least(ready_at, now()) where tenant_id = $1 and kind = any ($2::text[])',
)

async function counts(tenant: TestTenant) {
  return (await tenant.asTenant((tx) => tx.query<Record<string, string>>(count)))[0]!
}

let createdAtOnce: Record<string, string> = {}
let made: TestTenant

test('the sample world is created in the background, through the same rules as real data', async () => {
  const tenant = await server.tenant()
  await startSample(server.ctx, tenant.tenantId, { url: undefined, size: 0.2 })
  while (await isLoading(tenant)) {
    await server.drain()
    await passTime(tenant)
  }
  const world = sampleWorld(server.ctx.now(), 0.2)
  const created = await counts(tenant)
  expect(Number(created.resources)).toBe(world.fleet.length)
  expect(Number(created.orders)).toBe(world.orders.length + world.past.orders.length)
  expect(Number(created.companies)).toBeGreaterThanOrEqual(world.companies.length)
  expect(Number(created.trips)).toBe(world.trips.length + world.past.trips.length)
  expect(created.stages!.split(' ')).toEqual(expect.arrayContaining(['COMPLETED', 'IN_PROGRESS', 'PLANNED']))
  const states = ['CANCELLED', 'COMPLETED', 'IN_PROGRESS', 'PLANNED', 'REJECTED', 'TO_PLAN']
  expect(created.states!.split(' ')).toEqual(expect.arrayContaining(states))
  expect(Number(created.moving)).toBeGreaterThan(0)
  expect(Number(created.documents)).toBeGreaterThan(5)
  const countries = await tenant.asTenant((tx) => tx.query<{ country: string }>(countriesWithTax))
  expect(countries.map(({ country }) => country)).toEqual(['BE', 'DE', 'FR', 'GB', 'LU', 'NL'])
  expect([Number(created.accounts), Number(created.exchange_rates) > 100]).toEqual([15, true])
  for (const one of ['SALES_INVOICE/DRAFT', 'SALES_INVOICE/INVOICE_POSTED/POSTED/PAID', 'SALES_CREDIT_NOTE/INVOICED']) {
    expect(created.invoices).toContain(one)
  }
  expect(created.matches).toContain('DISPUTED/PRICE')
  expect(created.unplaced).toBe('OPEN')
  const checks = await server.ctx.db.inSnapshot(tenant.tenantId, runChecks)
  expect(checks.filter(({ breaches }) => breaches > 0)).toEqual([])
  createdAtOnce = created
  made = tenant
  const away = await tenant.asTenant((tx) => tx.query<{ time: string }>(holidayTimes))
  expect(away.map(({ time }) => time)).toEqual(['00:00'])
  const blocked = world.orders.find(({ fate }) => fate.kind === 'BLOCK')!
  const found = await tenant.asTenant((tx) => ordersByIdentifier(tx, [blocked.upload.order_identifier]))
  expect(found.get(blocked.upload.order_identifier)).toMatchObject({ status: 'TO_PLAN', is_blocked: true })
}, 240_000)

test('TEMP-7: the planted problems of the sample world are on Today and among the conflicts, and no others', async () => {
  const planner = await made.user('PLANNER')
  const { exceptions, certificates } = await planner(getDay, { query: {} })
  const late = exceptions.filter(({ kind }) => kind === 'LATE' || kind === 'OVERDUE')
  expect(late.map(({ to }) => to?.city).sort()).toEqual(expect.arrayContaining(['Vilvoorde', 'Zwolle']))
  const warm = exceptions.filter(({ kind }) => kind === 'TEMPERATURE')
  expect(warm).toHaveLength(1)
  // Also published as an event once the trip is evaluated.
  await made.asTenant((tx) => tx.query(letTimePass, ['temperatures.watch']))
  await server.drain()
  const published = (await eventsOf(made)).filter(({ type }) => type === 'order.temperature_breached')
  expect(published.map(({ entity_id }) => entity_id)).toEqual(warm.map(({ order_id }) => order_id))
  expect(exceptions.filter(({ kind }) => kind === 'CARRIER_BLOCKED')).toHaveLength(1)
  const { items } = await planner(listTelematicsConnections, {})
  const unmatched = items.flatMap(({ sources }) => sources.filter(({ resource_id }) => resource_id === null))
  expect(unmatched).toMatchObject([{ label: strangeDevice.reading.label, plate: strangeDevice.reading.plate }])
  const { members } = sampleWorld(server.ctx.now(), 0.2).fleet.find((one) =>
    one.members.external_id.endsWith(`chassis-${expiredChassis + 1}`),
  )!
  expect(certificates[0]).toMatchObject({ name: members.name, type: 'VEHICLE_MOT_TEST' })
  const [from, to] = [-9, 21].map((days) => new Date(server.ctx.now().getTime() + days * 86_400_000).toISOString())
  const { reasons } = await made.asTenant((tx) => findConflicts(server.ctx, tx, from!, to!))
  expect(reasons.map(({ code }) => code)).toEqual(['carrier_blocked'])
})

test('a sample world whose creation is interrupted repeatedly equals one created without interruption', async () => {
  const cut = await server.tenant()
  const { ctx } = server
  await startSample(ctx, cut.tenantId, { url: undefined, size: 0.2 })
  let cuts = 0
  // Simulates a kill: committed work stays, the rest never happens, and another process takes over the job.
  const dying = mortal(ctx, 150, () => {
    cuts += 1
  })
  const handlers = {
    ...{ 'sample.fill': fillSample, 'billing.make_files': makeInvoiceFiles, 'accounting.post': postQueued },
  }
  const loop = jobLoop(dying, handlers as unknown as JobHandlers)
  while (await isLoading(cut)) {
    await loop.run()
    await passTime(cut)
  }
  await server.drain()
  expect(cuts).toBeGreaterThan(5)
  expect(await counts(cut)).toEqual(createdAtOnce)
}, 240_000)

/** A context that fails after a number of transactions. */
function mortal(ctx: Context, every: number, died: () => void): Context {
  let left = every
  const db: Context['db'] = Object.create(ctx.db)
  db.asTenant = async (tenantId, work) => {
    left -= 1
    if (left > 0) return await ctx.db.asTenant(tenantId, work)
    left = every
    died()
    throw new Error('killed')
  }
  return { ...ctx, db }
}

async function passTime(tenant: TestTenant): Promise<void> {
  const kinds = ['sample.fill', 'billing.make_files', 'accounting.post']
  await tenant.asTenant((tx) => tx.query(letTimePass, kinds))
}

async function isLoading(tenant: TestTenant): Promise<boolean> {
  return (await tenant.asTenant(readSampleState)).is_loading
}

test('sample data is offered to Super admins of a tenant without orders, and to no one else', async () => {
  const tenant = await server.tenant()
  const [admin, planner] = [await tenant.user('SUPER_ADMIN'), await tenant.user('PLANNER')]
  expect(await admin(getSampleState, {})).toEqual({ is_offered: true, is_loading: false })
  expect(await rejection(planner(loadSampleData, {}))).toMatchObject({ status: 403 })
  expect(await admin(loadSampleData, {})).toEqual({ is_offered: false, is_loading: true })
  expect(await admin(getSampleState, {})).toEqual({ is_offered: false, is_loading: true })
  expect(await rejection(admin(loadSampleData, {}))).toMatchObject({ status: 409 })
})

test('the sample receiver accepts messages, a few only when they are repeated, and one receiver accepts nothing', () => {
  const ids = Array.from(
    { length: 256 },
    (_, index) => `00000000-0000-4000-8000-0000000000${(256 + index).toString(16).slice(1)}`,
  )
  const refused = (attempts: number) => ids.filter((id) => decideAnswer('portal', id, attempts).status !== 200).length
  expect([refused(1), refused(2), refused(3)]).toEqual([15, 5, 0])
  expect(decideAnswer('old-erp', ids[200]!, 9).status).toBe(422)
})
