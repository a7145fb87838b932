import { changeCompanyRecord, listCompanyRecords } from '@cartage/contract/companies/app/record'
import { removeSubscription } from '@cartage/contract/deliveries/app/subscriptions'
import { changeDispatchDestination, dispatchTrip, listTripDispatches } from '@cartage/contract/dispatch/app'
import { mergeLocation } from '@cartage/contract/locations/app/record'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { archiveResource, updateResource } from '@cartage/contract/resources/endpoints'
import { countTrips, listTrips } from '@cartage/contract/trips/app/list'
import { getTripRecord } from '@cartage/contract/trips/app/record'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { updateTenantSettings } from '../tenants/store.ts'
import { readTenantSettings } from '../tenants/tenants.views.ts'
import { addPartner, dispatchSetup, followUp, letPass } from '../testing/data/dispatch.ts'
import { addLocation } from '../testing/data/fleet.ts'
import { settle, simpleOrder } from '../testing/data/orders.ts'
import { plannedTrip, tripOf } from '../testing/data/trips.ts'
import { plantFault } from '../testing/plant-fault.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { reportStops } from '../trips/report.commands.ts'

const server = await startTestServer()
afterAll(() => server.close())
afterEach(() => server.answerWith(() => ({})))

const renameResource = statement(
  'test.rename_resource_unseen',
  "update resource set name = 'Renamed unseen' where tenant_id = $1 and resource_id = $2",
)

const removeResource = statement(
  'test.remove_trip_resource_unseen',
  'delete from trip_resource where tenant_id = $1 and trip_id = $2 and resource_id = $3',
)

const event_at = '2026-02-02T12:00:00.000Z'
const override = { reason: 'a test' }

/** A dispatched trip with two orders, and a planner's actions on it. */
async function dispatchedTrip() {
  const created = await dispatchSetup(server, {}, 2)
  const { tenant, planner, partner, tripId, orders } = created
  await created.send()
  await followUp(server, tenant)
  const withdraw = async () => {
    await planner(givePlanningCommand, { body: { kind: 'TAKE_BACK', trip_ids: [tripId], override } })
    await followUp(server, tenant)
  }
  const confirm = async (id: string) => {
    await planner(givePlanningCommand, { body: { kind: 'CONFIRM', trip_ids: [id], override } })
    await followUp(server, tenant)
  }
  const moveSecond = async () => {
    const body = { order_ids: [orders[1]!.orderId], new_trip: {}, override }
    const { trips } = await planner(givePlanningCommand, { body: { kind: 'MOVE', ...body } })
    await followUp(server, tenant)
    return trips.find(({ trip_id }) => trip_id !== tripId)!.trip_id
  }
  const heard = () =>
    partner
      .messages()
      .map(({ operation, payload }) => [operation, (payload.orders as { id: string }[]).map(({ id }) => id)])
  const [first, second] = orders.map(({ orderId }) => orderId)
  const dispatch = async () => (await created.history())[0]!
  return { ...created, takeBack: withdraw, confirm, moveSecond, heard, dispatch, first: first!, second: second! }
}

describe('a dispatched trip that returns to draft', () => {
  test('an order that moved to another trip is withdrawn from the partner when that trip is confirmed', async () => {
    const { takeBack: withdraw, moveSecond, confirm, heard, dispatch, first, second, tripId } = await dispatchedTrip()
    await withdraw()
    const other = await moveSecond()
    expect(heard()).toEqual([['CREATE', [first, second]]])
    expect((await dispatch()).pending).toMatchObject({ operation: 'UPDATE' })
    await confirm(other)
    expect(heard()).toEqual([
      ['CREATE', [first, second]],
      ['UPDATE', [first]],
    ])
    expect(await dispatch()).toMatchObject({ pending: null, differs_since: null, trouble: null, is_open: true })
    await confirm(tripId)
    expect(heard()).toHaveLength(2)
  })

  test('the partner keeps its version for the configured minutes, visibly, and then gets the draft', async () => {
    const { tenant, takeBack: withdraw, heard, dispatch, planner, first, second } = await dispatchedTrip()
    await withdraw()
    expect(await dispatch()).toMatchObject({ pending: null, differs_since: null })
    await planner(givePlanningCommand, { body: { kind: 'UNPLAN', order_ids: [second], override } })
    await letPass(server, tenant, 29)
    const waiting = await dispatch()
    expect(waiting).toMatchObject({ trouble: expect.stringContaining('not confirmed'), is_open: true })
    expect(waiting.differs_since).not.toBeNull()
    expect(waiting.pending!.difference.map(({ path }) => path)).toContain(`orders[${second}]`)
    expect(heard()).toHaveLength(1)
    await letPass(server, tenant, 2)
    expect(heard().at(-1)).toEqual(['UPDATE', [first]])
    expect(await dispatch()).toMatchObject({ pending: null, differs_since: null, trouble: null })
  })

  test('without a setting it waits until it is confirmed, with zero minutes it is sent at once', async () => {
    const { tenant, takeBack: withdraw, heard, planner, second, first } = await dispatchedTrip()
    const set = (dispatch_draft_minutes: number | null) =>
      server.ctx.db.asWorker(tenant.tenantId, async (tx) => {
        await updateTenantSettings(tx, { ...(await readTenantSettings(tx)), dispatch_draft_minutes }, null)
      })
    await set(null)
    await withdraw()
    await planner(givePlanningCommand, { body: { kind: 'UNPLAN', order_ids: [second], override } })
    await letPass(server, tenant, 10_000)
    expect(heard()).toHaveLength(1)
    await set(0)
    await letPass(server, tenant, 0)
    expect(heard().at(-1)).toEqual(['UPDATE', [first]])
  })

  test('a cancelled order does not wait, even if it left the draft before', async () => {
    const { tenant, takeBack: withdraw, heard, planner, first, second, orders } = await dispatchedTrip()
    await withdraw()
    await planner(givePlanningCommand, { body: { kind: 'UNPLAN', order_ids: [second], override } })
    await followUp(server, tenant)
    expect(heard()).toHaveLength(1)
    const order_identifier = orders[1]!.orderIdentifier
    await settle(server, tenant, simpleOrder({ operation: 'DELETE', order_identifier }))
    await followUp(server, tenant)
    expect(heard().at(-1)).toEqual(['UPDATE', [first]])
  })

  test('an empty draft is withdrawn from the partner', async () => {
    const { tenant, takeBack: withdraw, heard, planner, first, second, tripId } = await dispatchedTrip()
    await withdraw()
    await planner(givePlanningCommand, { body: { kind: 'UNPLAN', order_ids: [first, second], override } })
    await followUp(server, tenant)
    expect(heard().at(-1)![0]).toBe('CANCEL')
    expect(await tripOf(tenant, tripId)).toMatchObject({ is_dispatched: false })
  })
})

describe('records used by a dispatched trip', () => {
  test('changes of a driver, a plate, a customer and a location are in the next message', async () => {
    const { tenant, partner, resourceIds, trip } = await dispatchedTrip()
    const admin = await tenant.user('SUPER_ADMIN')
    const last = () => JSON.stringify(partner.messages().at(-1)!.payload)
    await tenant.call(updateResource, {
      params: { resource_id: resourceIds[0]! },
      body: { tractor: { license_plate: '9-ZZZ-999' } },
    })
    await followUp(server, tenant)
    expect(last()).toContain('9-ZZZ-999')
    const { items } = await admin(listCompanyRecords, { query: { role: 'customer' } })
    await admin(changeCompanyRecord, { params: { company_id: items[0]!.company_id }, body: { name: 'Alpha & Sons' } })
    await followUp(server, tenant)
    expect(last()).toContain('Alpha & Sons')
    const into = await addLocation(tenant)
    await admin(mergeLocation, { params: { location_id: trip.stops[0]!.location_id }, body: { into } })
    await followUp(server, tenant)
    expect(last()).toContain(into)
    await tenant.call(archiveResource, { params: { resource_id: resourceIds[2]! } })
    await followUp(server, tenant)
    expect(partner.messages().map(({ operation }) => operation)).toEqual(['CREATE', ...Array(4).fill('UPDATE')])
    expect(last()).toContain('"is_archived":true')
  })

  test('DISP-8: changed names are not sent after it is completed, and are not shown as something to send', async () => {
    const { tenant, planner, partner, resourceIds, trip, tripId, dispatch } = await dispatchedTrip()
    const reports = trip.stops.map(({ stop_id }) => ({ stop_id, status: 'COMPLETED' as const, event_at }))
    await tenant.asTenant((tx) => reportStops(server.ctx, tx, reports, 'test'))
    await followUp(server, tenant)
    expect(await tripOf(tenant, tripId)).toMatchObject({ status: 'COMPLETED', is_dispatched: true })
    const sent = partner.messages().length
    const params = { resource_id: resourceIds[0]! }
    await tenant.call(updateResource, { params, body: { tractor: { license_plate: '9-ZZZ-999' } } })
    const admin = await tenant.user('SUPER_ADMIN')
    const [customer] = (await admin(listCompanyRecords, { query: { role: 'customer' } })).items
    await admin(changeCompanyRecord, { params: { company_id: customer!.company_id }, body: { name: 'Alpha & Sons' } })
    const into = await addLocation(tenant)
    await admin(mergeLocation, { params: { location_id: trip.stops[0]!.location_id }, body: { into } })
    await followUp(server, tenant)
    expect(partner.messages()).toHaveLength(sent)
    expect(await dispatch()).toMatchObject({ pending: null, differs_since: null, trouble: null, is_open: true })
    await tenant.asTenant((tx) => tx.query(removeResource, tripId, resourceIds[2]!))
    expect((await planner(listTripDispatches, { params: { trip_id: tripId } })).items[0]!.pending).toMatchObject({
      operation: 'UPDATE',
    })
  })

  test('unnoticed changes are detected by the daily comparison', async () => {
    const { tenant, partner, resourceIds } = await dispatchedTrip()
    await tenant.asTenant((tx) => tx.query(renameResource, resourceIds[2]!))
    await followUp(server, tenant)
    expect(partner.messages()).toHaveLength(1)
    await letPass(server, tenant, 1_440)
    expect(JSON.stringify(partner.messages().at(-1)!.payload)).toContain('Renamed unseen')
  })
})

test('EACH-3: a dispatch that cannot be queued delays no comparison of others, and is compared once the problem is fixed', async () => {
  const { tenant, planner, partner, subcontractor, resourceIds, tripId } = await dispatchedTrip()
  const second = await plannedTrip(server, tenant, { members: { subcontractor_id: subcontractor } })
  const other = second.tripId
  await planner(dispatchTrip, { params: { trip_id: other }, body: {} })
  await followUp(server, tenant)
  for (const id of [resourceIds[2]!, second.resourceIds[2]!])
    await tenant.asTenant((tx) => tx.query(renameResource, id))
  const notified = () =>
    partner
      .messages()
      .filter(({ payload }) => JSON.stringify(payload).includes('Renamed unseen'))
      .map(({ payload }) => payload.id)
  const mend = await plantFault(server, 'dispatch', `new.trip_id = '${tripId}' and new.look_at > now()`)
  await letPass(server, tenant, 1_440)
  expect(notified()).toEqual([other])
  await mend()
  await letPass(server, tenant, 1_440)
  expect(notified()).toEqual([other, tripId])
})

describe('a partner that declines a trip', () => {
  test('is shown as declined with the trip and in the list, and never as having it', async () => {
    const { tenant, planner, tripId, send } = await dispatchSetup(server)
    const stateOf = async () => (await planner(getTripRecord, { params: { trip_id: tripId } })).dispatch
    expect(await stateOf()).toBeNull()
    server.answerWith(() => ({ body: JSON.stringify({ errors: [{ error_message: 'no driver free' }] }) }))
    await send()
    expect(await stateOf()).toMatchObject({ state: 'SENDING', destination_name: 'Hauler One', differs_since: null })
    await followUp(server, tenant)
    const declined = { state: 'DECLINED', reason: expect.stringContaining('no driver free') }
    expect(await stateOf()).toMatchObject(declined)
    const listed = await planner(listTrips, { query: { is_refused: 'true' } })
    expect(listed.items).toMatchObject([{ trip_id: tripId, is_refused: true, is_outdated: false, dispatch: declined }])
  })

  test('an older version at a carrier, because the draft differs, is in the list of outdated trips, not among the declined', async () => {
    const { takeBack: withdraw, planner, second, tenant, tripId } = await dispatchedTrip()
    await withdraw()
    await planner(givePlanningCommand, { body: { kind: 'UNPLAN', order_ids: [second], override } })
    await followUp(server, tenant)
    const outdated = await planner(listTrips, { query: { is_outdated: 'true' } })
    expect(outdated.items).toMatchObject([{ trip_id: tripId, is_outdated: true, is_refused: false }])
    expect(await planner(countTrips, { query: {} })).toMatchObject({ outdated: 1, refused: 0 })
  })
})

describe('a partner that cannot be reached', () => {
  test('a withdrawal while the channel is unavailable stays visible, and is sent once there is a channel', async () => {
    const { tenant, planner, partner, takeBack: withdraw, first, second, dispatch } = await dispatchedTrip()
    const admin = await tenant.user('SUPER_ADMIN')
    await admin(removeSubscription, { params: { subscription_id: partner.subscriptionId } })
    await withdraw()
    await planner(givePlanningCommand, { body: { kind: 'UNPLAN', order_ids: [first, second], override } })
    await followUp(server, tenant)
    expect(await dispatch()).toMatchObject({ is_open: false, pending: { operation: 'CANCEL' } })
    expect((await dispatch()).differs_since).not.toBeNull()
    expect((await dispatch()).trouble).toContain('channel')
    const next = await addPartner(server, planner, { name: 'Another channel' })
    const params = { dispatch_destination_id: (await dispatch()).dispatch_destination_id }
    await planner(changeDispatchDestination, { params, body: { subscription_id: next.subscriptionId } })
    await followUp(server, tenant)
    expect(next.messages().map(({ operation }) => operation)).toEqual(['CANCEL'])
    expect(await dispatch()).toMatchObject({ is_open: false, pending: null, differs_since: null, trouble: null })
  })
})
