import { changeDispatchDestination, dispatchTrip, recallTrip } from '@cartage/contract/dispatch/app'
import { FleetDispatch } from '@cartage/contract/outbound/fleet-dispatch'
import { SubcontractorDispatch } from '@cartage/contract/outbound/subco-dispatch'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addPartner, addSubcontractor, codedGoods, dispatchSetup, followUp } from '../testing/data/dispatch.ts'
import { rejection, settle, simpleOrder } from '../testing/data/orders.ts'
import { addOrder, change, plannedTrip, type TestTripInput, tripOf, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())
afterEach(() => server.answerWith(() => ({})))

const dispatchedTrip = (input?: TestTripInput) => dispatchSetup(server, input)

describe('dispatching a trip', () => {
  test('DISP-1, DISP-2: the subcontractor gets the trip with its orders, goods, resources and stops', async () => {
    const { tenant, partner, send, tripId, trip, orders } = await dispatchedTrip()
    const dispatch = await send()
    expect(dispatch).toMatchObject({ is_open: true, subject_id: tripId, destination_name: 'Hauler One' })
    expect(dispatch.revisions).toMatchObject([{ revision: 1, operation: 'CREATE', status: 'PENDING', difference: [] }])
    await server.drain()
    const [message] = partner.messages()
    expect(SubcontractorDispatch.parse(message)).toEqual(message)
    expect(message).toMatchObject({ operation: 'CREATE', revision: 1, payload: { id: tripId, name: trip.name } })
    const { payload } = SubcontractorDispatch.parse(message)
    expect(payload.stops.map(({ id }) => id)).toEqual(trip.stops.map(({ stop_id }) => stop_id))
    expect(payload.stops[0]).toMatchObject({ start_timestamp: '2026-02-02T08:00:00Z', note: 'Gate 3' })
    expect(payload.resource_allocations?.map(({ resource }) => resource)).toMatchObject([
      { resource_type: 'TRACTOR', license_plate: '1-AAA-111' },
      { resource_type: 'TRAILER', license_plate: '1-QQQ-111' },
      { resource_type: 'DRIVER', first_name: 'Ann' },
    ])
    expect(payload.orders).toMatchObject([{ id: orders[0]!.orderId, customer: { name: 'Alpha' } }])
    expect(payload.orders[0]!.pricing).toBeUndefined()
    // GOOD-6: absent, not null, when no code is set.
    const sent = payload.orders[0]!.consignments[0]!.goods!
    expect(sent.map((good) => good.hs_codes)).toEqual([{ count: 2 }, undefined])
    expect('hs_codes' in sent[1]!).toBe(false)
    const after = await tripOf(tenant, tripId)
    expect(after).toMatchObject({ is_dispatched: true })
    expect(after!.stops.map(({ status }) => status)).toEqual(['DISPATCHED', 'DISPATCHED'])
  })

  test('DISP-1: a fleet application gets stop groups with the texts of a screen, and its own names of resources', async () => {
    const tenant = await tripTenant(server)
    const planner = await tenant.user('PLANNER')
    const partner = await addPartner(server, planner, { kind: 'FLEET', account_code: 'obu' })
    const van = { name: 'Van 1', van: {}, integrations: { obu: { external_id: 'V-77' } } }
    const { tripId, trip } = await plannedTrip(server, tenant, { resources: [van] })
    await planner(dispatchTrip, { params: { trip_id: tripId }, body: {} })
    await server.drain()
    const [message] = partner.messages()
    expect(FleetDispatch.parse(message)).toEqual(message)
    const { payload } = FleetDispatch.parse(message)
    expect(payload.stop_groups.map(({ id, main_activity }) => [id, main_activity])).toEqual([
      [trip.stops[0]!.stop_group_id, 'PICKUP'],
      [trip.stops[1]!.stop_group_id, 'DELIVERY'],
    ])
    expect(payload.stop_groups[0]).toMatchObject({
      start_timestamp: '2026-02-02T08:00:00Z',
      end_timestamp: '2026-02-02T08:30:00Z',
      location: { city: 'Gent' },
      stops: [{ id: trip.stops[0]!.stop_id, date: '2026-02-02' }],
    })
    expect(payload.stop_groups[0]!.templates[0]!.description).toContain('4 Flour 1200 kg')
    expect(payload.templates[0]!.title).toBe(trip.name)
    expect(payload.resource_allocations![0]!.execution).toEqual({ external_id: 'V-77' })
  })

  test('a fleet application gets no stops without planned times: 409, and nothing is sent', async () => {
    const { tenant, planner, tripId } = await dispatchedTrip()
    const partner = await addPartner(server, planner, { kind: 'FLEET' })
    await change(server, tenant, [tripId], ([trip]) => [
      { ...trip!, stops: trip!.stops.map((stop) => ({ ...stop, planned_start_at: null, planned_end_at: null })) },
    ])
    const body = { dispatch_destination_id: partner.id }
    const error = await rejection(planner(dispatchTrip, { params: { trip_id: tripId }, body }))
    expect(error).toMatchObject({ status: 409 })
    await server.drain()
    expect(partner.messages()).toEqual([])
    expect(await tripOf(tenant, tripId)).toMatchObject({ is_dispatched: false })
  })

  test('a plan that is not confirmed, or a trip without a receiver, is 409', async () => {
    const draft = await dispatchedTrip({ status: 'CREATED' })
    expect(await rejection(draft.send())).toMatchObject({ status: 409 })
    const own = await dispatchedTrip({ members: { subcontractor_id: null } })
    expect(await rejection(own.send())).toMatchObject({ status: 409 })
    expect(await own.history()).toEqual([])
  })
})

describe('a trip that was dispatched', () => {
  test('DISP-1: a change sends one UPDATE with the changed members', async () => {
    const { tenant, partner, send, history, tripId } = await dispatchedTrip()
    await send()
    for (const note of ['one', 'two', 'three']) {
      await change(server, tenant, [tripId], ([trip]) => [
        { ...trip!, stops: trip!.stops.map((stop, at) => (at === 1 ? { ...stop, note } : stop)) },
      ])
    }
    await followUp(server, tenant)
    const [created, updated] = partner.messages()
    expect(partner.messages()).toHaveLength(2)
    expect(SubcontractorDispatch.parse(updated)).toEqual(updated)
    expect(updated).toMatchObject({ operation: 'UPDATE', revision: 2 })
    const [dispatch] = await history()
    expect(dispatch!.revisions.map(({ revision, status }) => [revision, status])).toEqual([
      [2, 'SENT'],
      [1, 'SENT'],
    ])
    const stop = (created!.payload.stops as { id: string }[])[1]!.id
    expect(dispatch!.revisions[0]!.difference).toEqual([{ path: `stops[${stop}].note`, after: 'three' }])
    expect(dispatch!.revisions[0]!.made_by).toEqual({ kind: 'system', id: null })
  })

  test('changes in a draft are reported once it is confirmed again', async () => {
    const { partner, send, edit, history } = await dispatchedTrip()
    await send()
    await edit({ status: 'CREATED' })
    await edit({ name: 'Drawn anew' })
    expect(partner.messages()).toHaveLength(1)
    expect((await history())[0]!.trouble).toContain('not confirmed')
    await edit({ status: 'PLANNED' })
    expect(partner.messages().at(-1)).toMatchObject({ operation: 'UPDATE', payload: { name: 'Drawn anew' } })
    expect((await history())[0]!.trouble).toBeNull()
  })

  test('sending it again without a change sends nothing', async () => {
    const { partner, send } = await dispatchedTrip()
    await send()
    const again = await send()
    await server.drain()
    expect(again.revisions).toHaveLength(1)
    expect(partner.messages()).toHaveLength(1)
  })

  test('DISP-1: changed goods in an order are reported too', async () => {
    const { tenant, partner, send, orders } = await dispatchedTrip()
    await send()
    const more = structuredClone(codedGoods!)
    more[0]!.goods![0]!.quantity = 9
    const { orderIdentifier } = orders[0]!
    await settle(
      server,
      tenant,
      simpleOrder({ operation: 'UPDATE', order_identifier: orderIdentifier, consignments: more }),
    )
    await followUp(server, tenant)
    const last = SubcontractorDispatch.parse(partner.messages().at(-1))
    expect(last.operation).toBe('UPDATE')
    expect(last.payload.orders[0]!.consignments[0]!.goods![0]!.quantity).toBe(9)
  })

  test('a cancelled order is not in the next message', async () => {
    const tenant = await tripTenant(server)
    const orders = [await addOrder(server, tenant), await addOrder(server, tenant)]
    const planner = await tenant.user('PLANNER')
    const partner = await addPartner(server, planner, { kind: 'FLEET' })
    const { tripId } = await plannedTrip(server, tenant, { orders })
    await planner(dispatchTrip, { params: { trip_id: tripId }, body: {} })
    const { orderIdentifier: order_identifier } = orders[0]!
    await settle(server, tenant, simpleOrder({ operation: 'DELETE', order_identifier }))
    await followUp(server, tenant)
    const last = FleetDispatch.parse(partner.messages().at(-1))
    expect(last.operation).toBe('UPDATE')
    expect(last.payload.orders.map(({ id }) => id)).toEqual([orders[1]!.orderId])
  })

  test('DISP-1: a cancelled trip is withdrawn in the same form in which it was dispatched', async () => {
    const { partner, send, edit, history, tenant, tripId } = await dispatchedTrip()
    await send()
    await edit({ status: 'CANCELLED' })
    const [created, cancelled] = partner.messages()
    expect(cancelled).toEqual({ operation: 'CANCEL', revision: 2, payload: created!.payload })
    expect(await history()).toMatchObject([{ is_open: false }])
    expect(await tripOf(tenant, tripId)).toMatchObject({ is_dispatched: false, status: 'CANCELLED' })
  })

  test('DISP-1: another subcontractor: CANCEL to the old one, and CREATE to the new one if requested', async () => {
    const { tenant, planner, partner, send, edit, tripId } = await dispatchedTrip()
    const other = await addSubcontractor(tenant, 'Hauler Two')
    const automatic = { subcontractor_id: other, is_automatic: true, name: 'Hauler Two' }
    const second = await addPartner(server, planner, automatic)
    await send()
    await edit({ subcontractor_id: other })
    expect(partner.messages().map(({ operation }) => operation)).toEqual(['CREATE', 'CANCEL'])
    expect(second.messages().map(({ operation }) => operation)).toEqual(['CREATE'])
    expect(await tripOf(tenant, tripId)).toMatchObject({ is_dispatched: true })
  })

  test('DISP-1: without that option the trip waits to be dispatched, and the messages to a partner continue where they stopped', async () => {
    const { tenant, partner, subcontractor, send, edit, tripId } = await dispatchedTrip()
    await send()
    await edit({ subcontractor_id: await addSubcontractor(tenant, 'Hauler Two') })
    expect(await tripOf(tenant, tripId)).toMatchObject({ is_dispatched: false })
    expect((await tripOf(tenant, tripId))!.stops.map(({ status }) => status)).toEqual(['PLANNED', 'PLANNED'])
    await edit({ subcontractor_id: subcontractor })
    await send()
    await server.drain()
    expect(partner.messages().map(({ operation, revision }) => [operation, revision])).toEqual([
      ['CREATE', 1],
      ['CANCEL', 2],
      ['CREATE', 3],
    ])
  })

  test('choosing another destination withdraws it from the first', async () => {
    const { planner, partner, send } = await dispatchedTrip()
    const other = await addPartner(server, planner, { kind: 'FLEET' })
    await send()
    await send(other.id)
    await server.drain()
    expect(partner.messages().map(({ operation }) => operation)).toEqual(['CREATE', 'CANCEL'])
    expect(other.messages().map(({ operation }) => operation)).toEqual(['CREATE'])
  })

  test('withdrawing it notifies the partner once', async () => {
    const { planner, partner, send, tripId, tenant } = await dispatchedTrip()
    await send()
    await planner(recallTrip, { params: { trip_id: tripId } })
    expect(await rejection(planner(recallTrip, { params: { trip_id: tripId } }))).toMatchObject({ status: 409 })
    await server.drain()
    expect(partner.messages().map(({ operation }) => operation)).toEqual(['CREATE', 'CANCEL'])
    expect(await tripOf(tenant, tripId)).toMatchObject({ is_dispatched: false })
  })

  test('an archived destination gets no new trips but still gets updates of earlier ones', async () => {
    const { planner, partner, send, edit } = await dispatchedTrip()
    await send()
    const params = { dispatch_destination_id: partner.id }
    await planner(changeDispatchDestination, { params, body: { is_archived: true } })
    await edit({ note: 'x', name: 'Renamed' })
    expect(partner.messages().map(({ operation }) => operation)).toEqual(['CREATE', 'UPDATE'])
    expect(await rejection(send())).toMatchObject({ status: 409 })
  })
})
