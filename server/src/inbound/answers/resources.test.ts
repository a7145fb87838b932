import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { aboutStop, byId, inboxOf, send, tenantWith, trailer } from '../../testing/data/answers.ts'
import { resourceOf } from '../../testing/data/fleet.ts'
import { eventsOf, orderTenant } from '../../testing/data/orders.ts'
import { addOrder, plannedTrip, tripOf } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { findLooseResources } from './views.ts'

const server = await startTestServer()
afterAll(() => server.close())

describe('assign_resource', () => {
  test('PU-4: a resource is found by name, code, plate or container number, ignoring case and punctuation', async () => {
    const tenant = await tenantWith(server, trailer)
    const { id } = await resourceOf(tenant, { name: 'Big Red', code: 'TR.9', trailer: { license_plate: 'VB-123-AB' } })
    const box = await resourceOf(tenant, { name: 'Box', container: { container_number: 'MSKU 123456-5' } })
    const expected = { 'VB-123-AB': id, 'vb 123 ab': id, VB123AB: id, 'big-red': id, tr9: id, msku1234565: box.id }
    for (const [text, resourceId] of Object.entries(expected)) {
      const { tripId, orders } = await plannedTrip(server, tenant, { resources: [] })
      expect(
        await send(server, tenant, { ...byId(orders[0]!.orderId), question_answers: { trailer_number: text } }),
      ).toBeNull()
      expect(
        (await tripOf(tenant, tripId))!.resources.map(({ resource_id }) => resource_id),
        text,
      ).toEqual([resourceId])
    }
    const assigned = (await eventsOf(tenant)).filter(({ type }) => type === 'resource.assigned')
    expect(assigned).toHaveLength(6)
  })

  test('PU-4: an answer without a match is ignored; several matches, or no trip to assign to, are kept in the inbox', async () => {
    const tenant = await tenantWith(server, trailer)
    await resourceOf(tenant, { name: 'Same', trailer: { license_plate: '1' } })
    await resourceOf(tenant, { name: 'same!', trailer: { license_plate: '2' } })
    const { tripId, orders } = await plannedTrip(server, tenant, { resources: [] })
    const { orderId } = orders[0]!
    for (const text of ['nobody', '---', '']) {
      expect(await send(server, tenant, aboutStop(orderId, 'PICKUP', { trailer_number: text }))).toBeNull()
    }
    expect(await inboxOf(tenant)).toEqual([])
    await send(server, tenant, aboutStop(orderId, 'PICKUP', { trailer_number: 'SAME' }))
    const { orderId: unplanned } = await addOrder(server, tenant)
    await send(server, tenant, { ...byId(unplanned), question_answers: { trailer_number: '1' } })
    expect((await inboxOf(tenant)).map(({ reason }) => reason).sort()).toEqual([
      expect.stringMatching(/not on an open trip/),
      expect.stringMatching(/More than one resource/),
    ])
    expect((await tripOf(tenant, tripId))!.resources).toEqual([])
  })

  test('PU-4: resources that differ only in punctuation and case are the same, and archived ones are not found', async () => {
    const tenant = await orderTenant(server)
    const { id } = await resourceOf(tenant, { name: 'AB12CD', trailer: { license_plate: 'zz9' } })
    const sign = fc.constantFrom('', ' ', '-', '.', '/', "'")
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(sign, fc.boolean()), { minLength: 6, maxLength: 6 }), async (noise) => {
        const text = [...'ab12cd'].map((one, at) => noise[at]![0] + (noise[at]![1] ? one.toUpperCase() : one)).join('')
        const found = await tenant.asTenant((tx) => findLooseResources(tx, [text, 'ab12c']))
        expect(Object.fromEntries(found)).toEqual({ [text]: [id] })
      }),
      { numRuns: 30 },
    )
    await tenant.asTenant((tx) =>
      tx.query(
        statement('test.archive', 'update resource set is_archived = true where tenant_id = $1 and resource_id = $2'),
        id,
      ),
    )
    expect((await tenant.asTenant((tx) => findLooseResources(tx, ['AB12CD']))).size).toBe(0)
  })
})
