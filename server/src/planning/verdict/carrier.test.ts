import { changeCompanyRecord } from '@cartage/contract/companies/app/record'
import { dispatchTrip } from '@cartage/contract/dispatch/app'
import { createCarrierLink } from '@cartage/contract/doors/app/links'
import { listPlanningConflicts } from '@cartage/contract/planning/app/board'
import * as planning from '@cartage/contract/planning/app/commands'
import { createCompanyValidity } from '@cartage/contract/validities/endpoints'
import { afterAll, expect, test } from 'vitest'
import { addPartner, addSubcontractor } from '../../testing/data/dispatch.ts'
import { addCompany, auditOf } from '../../testing/data/fleet.ts'
import { rejection } from '../../testing/data/orders.ts'
import { addOrder, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

const override = { reason: 'Agreed with the director' }

/** A trip in February 2026 and a carrier that may be assigned to it. */
async function desk() {
  const tenant = await tripTenant(server)
  const [planner, director] = [await tenant.user('PLANNER'), await tenant.user('SUPER_ADMIN')]
  const { orderId } = await addOrder(server, tenant)
  const { trips } = await planner(planning.givePlanningCommand, {
    body: { kind: 'PLAN', order_ids: [orderId], override },
  })
  const trip = trips[0]!
  const company_id = await addCompany(tenant)
  const assign = { trip_id: trip.trip_id, subcontractor_id: company_id }
  const block = () =>
    director(changeCompanyRecord, { params: { company_id }, body: { purchase: { status: 'BLOCKED' } } })
  return { tenant, planner, director, trip_id: trip.trip_id, company_id, assign, block }
}

test('FIT-6: a blocked carrier is refused; a user with the permission assigns it with a reason, which is stored', async () => {
  const { planner, director, trip_id, assign, block } = await desk()
  await block()
  const refused = await rejection(
    planner(planning.givePlanningCommand, { body: { kind: 'ASSIGN', ...assign, override } }),
  )
  expect(refused).toMatchObject({ status: 409, body: { code: 'plan_refused' } })
  expect(JSON.stringify(refused.body)).toContain('Subco is blocked as a carrier')
  const asked = await rejection(director(planning.givePlanningCommand, { body: { kind: 'ASSIGN', ...assign } }))
  expect(asked).toMatchObject({ status: 409, body: { code: 'plan_doubtful' } })
  const tried = await planner(planning.givePlanningCommand, { body: { kind: 'ASSIGN', ...assign, dry_run: true } })
  expect(tried).toMatchObject({ verdict: 'HARD', command_id: null })
  const done = await director(planning.givePlanningCommand, { body: { kind: 'ASSIGN', ...assign, override } })
  expect(done.trips[0]).toMatchObject({ subcontractor_id: assign.subcontractor_id })
  const kept = await planner(planning.listPlanningCommands, { query: { trip_id } })
  expect(kept.items[0]).toMatchObject({
    override_reason: override.reason,
    overridden: [{ code: 'carrier_blocked', severity: 'HARD' }],
  })
  const query = { from: '2026-02-01T00:00:00Z', to: '2026-02-10T00:00:00Z' }
  const { items } = await planner(listPlanningConflicts, { query })
  expect(items).toContainEqual(expect.objectContaining({ code: 'carrier_blocked', trip_id }))
  // Overrides from planning also count for the link.
  await planner(createCarrierLink, { params: { trip_id }, body: {} })
})

test('FIT-6: insurance that ends during the trip is refused; valid or missing insurance is not', async () => {
  const { tenant, planner, company_id, assign } = await desk()
  const tried = async () => {
    const { reasons } = await planner(planning.givePlanningCommand, {
      body: { kind: 'ASSIGN', ...assign, dry_run: true },
    })
    return reasons.filter(({ code }) => code.startsWith('carrier')).map(({ severity, message }) => [severity, message])
  }
  expect(await tried()).toEqual([])
  const type = 'CMR_INSURANCE' as const
  const add = (start_time: string, legal_end_time: string) =>
    tenant.call(createCompanyValidity, { params: { company_id }, body: { type, start_time, legal_end_time } })
  await add('2025-01-01T00:00:00Z', '2026-02-03T00:00:00Z')
  expect(await tried()).toEqual([['HARD', expect.stringContaining('CMR insurance of Subco ends on')]])
  await add('2026-02-03T00:00:00Z', '2027-01-01T00:00:00Z')
  expect(await tried()).toEqual([])
})

test('FIT-6: a carrier blocked since the plan gets neither a link nor the trip, unless that is overridden', async () => {
  const { planner, director, trip_id, assign, block } = await desk()
  await planner(planning.givePlanningCommand, { body: { kind: 'ASSIGN', ...assign, override } })
  await planner(planning.givePlanningCommand, { body: { kind: 'CONFIRM', trip_ids: [trip_id], override } })
  await block()
  const params = { trip_id }
  for (const refused of [
    await rejection(planner(createCarrierLink, { params, body: { override } })),
    await rejection(planner(dispatchTrip, { params, body: { override } })),
  ]) {
    expect(refused).toMatchObject({ status: 409, body: { code: 'plan_refused' } })
  }
  expect(await rejection(director(createCarrierLink, { params, body: {} }))).toMatchObject({
    body: { code: 'plan_doubtful' },
  })
  expect(await director(createCarrierLink, { params, body: { override } })).toMatchObject({ state: 'LIVE' })
})

test('FIT-6: a destination of a blocked company is refused, although another company drives the trip', async () => {
  const { tenant, planner, director, trip_id, assign, block, company_id } = await desk()
  const other = await addSubcontractor(tenant, 'Good Haulage')
  await planner(planning.givePlanningCommand, {
    body: { kind: 'ASSIGN', ...assign, subcontractor_id: other, override },
  })
  await planner(planning.givePlanningCommand, { body: { kind: 'CONFIRM', trip_ids: [trip_id], override } })
  const { id } = await addPartner(server, planner, { subcontractor_id: company_id })
  await block()
  const sent = { params: { trip_id }, body: { dispatch_destination_id: id } }
  const refused = await rejection(planner(dispatchTrip, { ...sent, body: { ...sent.body, override } }))
  expect(refused).toMatchObject({ status: 409, body: { code: 'plan_refused' } })
  expect(JSON.stringify(refused.body)).toContain('Subco is blocked as a carrier')
  await director(dispatchTrip, { ...sent, body: { ...sent.body, override } })
  const kept = await tenant.asTenant((tx) => auditOf(tx, trip_id))
  expect(JSON.stringify(kept)).toContain(override.reason)
})
