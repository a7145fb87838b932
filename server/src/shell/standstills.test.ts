import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { getCounts } from '@cartage/contract/app/shell'
import { dismissJobs, listStandstills, runJobsAgain } from '@cartage/contract/app/standstills'
import { getMoneyHome } from '@cartage/contract/charges/app/list'
import type { Call } from '@cartage/contract/client'
import { dismissDeliveries, listDeliveries, resendDeliveries } from '@cartage/contract/deliveries/app/record'
import { listSubscriptions } from '@cartage/contract/deliveries/app/subscriptions'
import { updateIntermodalStatus } from '@cartage/contract/inbound/intermodal-status'
import { updateLocationBooking } from '@cartage/contract/inbound/location-booking-update'
import { updateFleetStatus } from '@cartage/contract/inbound/status-update'
import { listInboxItems } from '@cartage/contract/messages/app/record'
import { blockOrder } from '@cartage/contract/orders/app/commands'
import { listOrders } from '@cartage/contract/orders/app/list'
import { acceptStopProposal } from '@cartage/contract/positions/app/fleet'
import { listTrips } from '@cartage/contract/trips/app/list'
import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { createIntermodalBooking, createLocationBooking } from '../bookings/change.commands.ts'
import { pauseSubscription } from '../deliveries/subscriptions/commands.ts'
import type { JobHandlers } from '../jobs/kinds.ts'
import { enqueue, jobLoop, mostJobAttempts } from '../jobs/queue.ts'
import { pdf, uploadDocument } from '../testing/data/files.ts'
import { completeOrder } from '../testing/data/money/charge-desk.ts'
import { addOrder, plannedTrip, tripTenant } from '../testing/data/trips.ts'
import { addReceiver, eventsOf, publish } from '../testing/servers/receiver.ts'
import { sights, stateColumns } from '../testing/sights.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('every state in which something can stop is shown to a person somewhere, or is declared harmless', async () => {
  const { rows } = await server.ctx.db.worker.query<{ name: string; rule: string | null }>(stateColumns)
  const missing = rows.flatMap(({ name, rule }) => {
    const known = sights[name]
    if (known === undefined) return [name]
    if (known.any !== undefined) return []
    const values = [...(rule ?? '').matchAll(/'(\w+)'::text/g)].map(([, value]) => value!)
    return [...new Set(values)].filter((value) => known[value] === undefined).map((value) => `${name} ${value}`)
  })
  expect(missing).toEqual([])
  const gone = Object.keys(sights).filter((name) => rows.every((row) => row.name !== name))
  expect(gone).toEqual([])
})

/** Cards of the start page listed in the table. */
const cards = new Set(
  Object.values(sights)
    .flatMap((values) => Object.values(values))
    .flatMap((place) => /^card: (\w+)/.exec(place)?.[1] ?? []),
)

/** Where the Today page shows each of them: a file and a text in it. */
const placesOfCards: Readonly<Record<string, readonly [string, string]>> = {
  WithoutTrip: ['day/exception.labels.ts', "case 'UNPLANNED'"],
  LateTrips: ['day/exception.labels.ts', "case 'LATE'"],
  OnHold: ['day/exception.labels.ts', "case 'ON_HOLD'"],
  DeclinedTrips: ['day/exception.labels.ts', "case 'DECLINED'"],
  WithoutProof: ['day/tiles.tsx', 'POD missing'],
  Standstills: ['day/side.tsx', 'openIssues'],
  StoppedEndpoints: ['day/side.tsx', 'receivers_stopped'],
  FailedDeliveries: ['day/side.tsx', 'deliveries_failed'],
  OpenItems: ['day/side.tsx', 'inbox_open'],
  Unbilled: ['attention/money-attention.tsx', '<Unbilled />'],
}

test('every card of the table is on the start page', async () => {
  expect(Object.keys(placesOfCards).toSorted()).toEqual([...cards].toSorted())
  for (const [file, part] of Object.values(placesOfCards)) {
    expect(await readFile(new URL(`../../../web/src/start/${file}`, import.meta.url), 'utf8')).toContain(part)
  }
})

const failJob = `update job set attempts = ${mostJobAttempts - 1}, ready_at = now()
                  where tenant_id = $1 and kind = 'trips.estimate'`
const failing = 'the estimate has no road'

/** A job of the tenant that has used all its attempts. */
async function deadJob(tenant: TestTenant, tripId: string = randomUUID()) {
  await tenant.asTenant(async (tx) => {
    await enqueue(tx, 'trips.estimate', { trip_id: tripId })
    await tx.query({ name: 'test.fail_job', text: failJob })
  })
  const broken = async () => {
    throw new Error(failing)
  }
  // Other jobs have no handler here: they fail once and wait for their next attempt.
  await jobLoop(server.ctx, { ...({} as JobHandlers), 'trips.estimate': broken }).run()
}

const insertProposal = {
  name: 'test.insert_proposal',
  text: `insert into stop_proposal (tenant_id, stop_id, kind, trip_id, resource_id, happened_at, state)
         values ($1, $2, 'ARRIVAL', $3, $4, now(), 'OPEN')`,
}
const setScan = {
  name: 'test.set_scan',
  text: `update document_content set scan_status = $2, scanned_at = case when $2 = 'INFECTED' then now() end,
                created_at = now() - interval '2 hours' where tenant_id = $1`,
}
const setTrouble = {
  name: 'test.insert_troubled_dispatch',
  text: `with partner as (
           insert into dispatch_destination (tenant_id, kind, name) values ($1, 'SUBCO', 'Partner')
           returning dispatch_destination_id)
         insert into dispatch (tenant_id, dispatch_id, subject_type, subject_id, trip_id, dispatch_destination_id,
                               revision, operation, is_open, trouble, updated_at)
         select $1, gen_random_uuid(), 'TRIP', $2::uuid, $2::uuid, dispatch_destination_id, 1, 'CREATE', false,
                'The channel was removed.', now() - interval '20 days' from partner`,
}
const killDelivery = {
  name: 'test.kill_delivery',
  text: `with gone as (delete from delivery_pending where tenant_id = $1 returning event_id, subscription_id)
         insert into delivery (tenant_id, event_id, subscription_id, status, attempts, reason)
         select $1, event_id, subscription_id, 'DEAD', 24, 'given_up' from gone`,
}

const ageDeliveries = {
  name: 'test.age_deliveries',
  text: `update delivery set finished_at = finished_at - interval '20 days' where tenant_id = $1`,
}
const lastAttempt = {
  name: 'test.last_attempt',
  text: `update delivery_pending set attempts = 23, first_attempt_at = now() where tenant_id = $1`,
}

async function standstills(call: Call) {
  const { items, total } = await call(listStandstills, {})
  expect(total).toBe(items.length)
  return items
}

/** For each card: causes its problem, which must then appear with its reason. */
const causes: Readonly<Record<string, (tenant: TestTenant, planner: Call) => Promise<void>>> = {
  async OnHold(tenant, planner) {
    const { orderId } = await addOrder(server, tenant)
    await planner(blockOrder, { params: { order_id: orderId }, body: { reason: 'No customs papers' } })
    expect((await planner(listOrders, { query: { status: 'BLOCKED' } })).items).toMatchObject([
      { order_id: orderId, block_reason: 'No customs papers' },
    ])
  },
  async DeclinedTrips(tenant, planner) {
    const { tripId } = await plannedTrip(server, tenant)
    await tenant.asTenant((tx) => tx.query(setTrouble, tripId))
    expect((await planner(listTrips, { query: { is_refused: 'true' } })).items).toMatchObject([{ trip_id: tripId }])
    expect((await planner(getCounts, {})).dispatch_failed).toBe(1)
  },
  async FailedDeliveries(tenant, planner) {
    await addReceiver(server, tenant)
    await publish(tenant, eventsOf(randomUUID(), 1))
    await tenant.asTenant((tx) => tx.query(killDelivery))
    const waiting = async () => (await planner(listDeliveries, { query: { state: 'UNSETTLED' } })).items
    const [failed] = await waiting()
    expect(failed).toMatchObject({ state: 'FAILED', reason: 'given_up' })
    expect((await planner(getCounts, {})).deliveries_failed).toBe(1)
    // However old, until it is resent or dismissed.
    await tenant.asTenant((tx) => tx.query(ageDeliveries))
    expect(await waiting()).toHaveLength(1)
    const { event_id, subscription_id } = failed!
    const body = { deliveries: [{ event_id, subscription_id }] }
    const admin = await tenant.user('SUPER_ADMIN')
    expect((await admin(dismissDeliveries, { body })).items).toMatchObject([{ is_done: true }])
    expect((await admin(dismissDeliveries, { body })).items).toMatchObject([{ is_done: false }])
    expect(await waiting()).toEqual([])
    expect((await planner(getCounts, {})).deliveries_failed).toBe(0)
    expect((await planner(listDeliveries, { query: { state: 'FAILED' } })).items).toHaveLength(1)
    // After it fails again, it waits for a person again.
    await admin(resendDeliveries, { body })
    await tenant.asTenant((tx) => tx.query(lastAttempt))
    server.answerWith(() => ({ status: 500 }))
    await server.drain()
    server.answerWith(() => ({}))
    expect(await waiting()).toHaveLength(1)
  },
  async OpenItems(tenant, planner) {
    const update = { stop: { id: randomUUID(), status: 'AT_STOP' as const }, event_time: '2026-10-01T08:00:00Z' }
    await tenant.webhook(updateFleetStatus, { body: { updates: [update] } })
    expect((await planner(listInboxItems, {})).items).toMatchObject([
      { reason: expect.stringContaining('Stop not found') },
    ])
  },
  async StoppedEndpoints(tenant, planner) {
    const { subscription_id } = await addReceiver(server, tenant)
    await publish(tenant, eventsOf(randomUUID(), 3))
    await pauseSubscription(server.ctx, tenant.tenantId, byOperator, subscription_id, 'moving house')
    expect((await planner(listSubscriptions, {})).items).toMatchObject([
      { state: 'PAUSED', pause_reason: 'moving house', pending: 3, stuck_since: expect.any(String) },
    ])
    expect((await planner(getCounts, {})).receivers_stopped).toBe(1)
  },
  async Unbilled(tenant, planner) {
    const { orderId } = await addOrder(server, tenant)
    await completeOrder(tenant, orderId, { result: 'NO_CARD' })
    expect((await planner(getMoneyHome, {})).by_reason).toMatchObject([{ reason: 'NO_CARD', count: 1 }])
  },
  async Standstills(tenant, planner) {
    await deadJob(tenant)
    expect(await standstills(planner)).toMatchObject([{ kind: 'JOB', title: 'trips.estimate', reason: failing }])
  },
}

/** Cards about planned or missing items, tested with their lists. */
const planned = ['WithoutTrip', 'LateTrips', 'WithoutProof']

test('every card about a failure is tested below', () => {
  expect([...cards].filter((card) => !planned.includes(card)).sort()).toEqual(Object.keys(causes).sort())
})

test.each(Object.entries(causes))('%s shows blocked records, with the reason', async (_, way) => {
  const tenant = await tripTenant(server)
  await way(tenant, await tenant.user('PLANNER'))
})

test('a failed job is run again by a Super admin, and the trail has the person', async () => {
  const tenant = await tripTenant(server)
  const { tripId } = await plannedTrip(server, tenant)
  await server.drain()
  await deadJob(tenant, tripId)
  const [job] = await standstills(await tenant.user('PLANNER'))
  expect(job).toMatchObject({ entity_type: 'trip', entity_id: tripId })
  const admin = await tenant.user('SUPER_ADMIN')
  const body = { job_ids: [job!.id] }
  expect(await admin(runJobsAgain, { body })).toEqual({ changed: 1 })
  expect(await admin(runJobsAgain, { body })).toEqual({ changed: 0 })
  expect(await standstills(admin)).toEqual([])
  await server.drain()
  const left = { name: 'test.count_jobs', text: 'select job_id from job where tenant_id = $1 and job_id = $2' }
  expect(await tenant.asTenant((tx) => tx.query(left, job!.id))).toEqual([])
  const trail = {
    name: 'test.job_trail',
    text: `select action, actor_kind from audit_record where tenant_id = $1 and entity_id = $2`,
  }
  expect(await tenant.asTenant((tx) => tx.query(trail, job!.id))).toEqual([{ action: 'replayed', actor_kind: 'user' }])
})

test('a hopeless job can be dismissed, but not by a Planner, and not of another tenant', async () => {
  const [tenant, other] = [await tripTenant(server), await tripTenant(server)]
  await deadJob(tenant)
  const [job] = await standstills(await tenant.user('PLANNER'))
  const body = { job_ids: [job!.id] }
  await expect((await tenant.user('PLANNER'))(dismissJobs, { body })).rejects.toMatchObject({ status: 403 })
  expect(await (await other.user('SUPER_ADMIN'))(dismissJobs, { body })).toEqual({ changed: 0 })
  expect(await (await tenant.user('SUPER_ADMIN'))(dismissJobs, { body })).toEqual({ changed: 1 })
  expect(await standstills(await tenant.user('PLANNER'))).toEqual([])
})

test('an arrival suggested by positions waits until someone accepts it', async () => {
  const tenant = await tripTenant(server)
  const { tripId, trip, resourceIds } = await plannedTrip(server, tenant)
  const stopId = trip.stops[0]!.stop_id
  await tenant.asTenant((tx) => tx.query(insertProposal, stopId, tripId, resourceIds[0]))
  const planner = await tenant.user('PLANNER')
  expect(await standstills(planner)).toMatchObject([
    { kind: 'ARRIVAL', id: stopId, title: trip.name, reason: expect.stringContaining('Tractor 1'), entity_id: tripId },
  ])
  await planner(acceptStopProposal, { params: { stop_id: stopId, proposal_kind: 'ARRIVAL' } })
  expect(await standstills(planner)).toEqual([])
})

test.each([
  ['INFECTED', 'INFECTED_DOCUMENT'],
  ['PENDING', 'UNSCANNED_DOCUMENT'],
])('a document whose scan is %s is blocked until it is removed or scanned', async (status, kind) => {
  const tenant = await tripTenant(server)
  const { orderId } = await addOrder(server, tenant)
  const file = { name: 'pod.pdf', bytes: pdf(), type: 'application/pdf' }
  const subject = { subject_type: 'ORDER', subject_id: orderId, order_id: orderId }
  const id = await uploadDocument(server.app, tenant, file, subject)
  const planner = await tenant.user('PLANNER')
  expect(await standstills(planner)).toEqual([])
  await tenant.asTenant((tx) => tx.query(setScan, status))
  expect(await standstills(planner)).toMatchObject([
    { kind, id, title: 'pod.pdf', entity_type: 'order', entity_id: orderId },
  ])
  await tenant.asTenant((tx) => tx.query(setScan, 'CLEAN'))
  expect(await standstills(planner)).toEqual([])
})

test('a routing engine that fails is shown after five minutes, to users who may change settings', async () => {
  const tenant = await tripTenant(server)
  const fail = (ago: string) => ({
    name: `test.fail_engine_${ago}`,
    text: `insert into road_failure (tenant_id, engine, kind, failure, since_at)
           values ($1, 'OSRM 1', 'OSRM', 'timeout', now() - interval '${ago} minutes')
           on conflict (tenant_id) do update set since_at = excluded.since_at`,
  })
  const admin = await tenant.user('SUPER_ADMIN')
  await tenant.asTenant((tx) => tx.query(fail('4')))
  expect(await standstills(admin)).toEqual([])
  await tenant.asTenant((tx) => tx.query(fail('6')))
  expect(await standstills(admin)).toMatchObject([{ kind: 'ROAD_ENGINE', title: 'OSRM', reason: 'timeout' }])
  expect(await standstills(await tenant.user('PLANNER'))).toEqual([])
})

test('a slot cancelled by the location is shown until the trip has another', async () => {
  const tenant = await tripTenant(server)
  const { tripId, trip } = await plannedTrip(server, tenant)
  const input = { trip_id: tripId, stop_id: trip.stops[0]!.stop_id }
  const { location_booking_id: id } = await createLocationBooking(server.ctx, tenant.tenantId, byOperator, input)
  const planner = await tenant.user('PLANNER')
  await tenant.webhook(updateLocationBooking, { body: { updates: [{ id, status: 'CANCELLED' }] } })
  expect(await standstills(planner)).toMatchObject([
    { kind: 'CANCELLED_BOOKING', id, reason: trip.name, entity_id: tripId },
  ])
  await createLocationBooking(server.ctx, tenant.tenantId, byOperator, input)
  expect(await standstills(planner)).toEqual([])
})

test('a main leg that the carrier could not carry out is shown with the carrier’s report', async () => {
  const tenant = await tripTenant(server)
  const turnOn = 'update tenant_setting set intermodal_status = true where tenant_id = $1'
  await tenant.asTenant((tx) => tx.query({ name: 'test.turn_on_intermodal', text: turnOn }))
  const { tripId, trip } = await plannedTrip(server, tenant)
  const [start, end] = trip.stops
  const places = { start_location_id: start!.location_id!, end_location_id: end!.location_id! }
  const { intermodal_booking_id: id } = await createIntermodalBooking(server.ctx, tenant.tenantId, byOperator, {
    trip_id: tripId,
    ...places,
  })
  const failure = { error_type: 'INTERNAL_ERROR' as const, error_message: 'Ferry is full' }
  await tenant.webhook(updateIntermodalStatus, { body: { updates: [{ id, status: { failure } }] } })
  expect(await standstills(await tenant.user('PLANNER'))).toMatchObject([
    { kind: 'FAILED_BOOKING', id, reason: 'Ferry is full', entity_id: tripId },
  ])
})

test('users without any of these permissions see nothing', async () => {
  const tenant = await tripTenant(server)
  await deadJob(tenant)
  expect(await (await tenant.user('VIEWER'))(listStandstills, {})).toEqual({ items: [], total: 0 })
})
