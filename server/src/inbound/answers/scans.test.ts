import { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { aboutStop, byId, inConsignment, post, read, scan, send, tenantWith } from '../../testing/data/answers.ts'
import { eventsOf, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const selectScans = statement(
  'test.scans',
  `select s.*, to_char(s.scanned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
     from handling_unit_scan s where s.tenant_id = $1 order by scanned_at`,
)
const scansOf = (tenant: TestTenant) => tenant.asTenant((tx) => tx.query<Record<string, unknown>>(selectScans))

describe('scan_barcode', () => {
  const at = '2026-02-03T10:00:00+01:00'
  const units = [{ barcode: { value: 'B1', source: 'UPN' as const } }, { barcode: { value: 'B2' } }]
  const scanned = () => {
    const { consignments } = simpleOrder()
    return simpleOrder({ consignments: [{ ...consignments![0]!, goods: [{ quantity: 2, handling_units: units }] }] })
  }

  test('PU-5, ST-12: a scan is stored and published, with its time, each unit in sequence', async () => {
    const tenant = await tenantWith(server, scan)
    const { order_id } = await settle(server, tenant, scanned())
    const match = { stop_type: 'DELIVERY', location: { name: 'shop', country_code: 'fr' } }
    const answers = [
      { timestamp: at, status: 'SCANNED_IN', barcode: 'B1', stop_location_code: 'DOCK', description: 'ok' },
      { timestamp: '2026-02-03T12:00:00Z', status: 'SCANNED_OUT', barcode: 'B1', stop_match: match },
      { timestamp: '2026-02-03T12:00:01Z', status: 'STORED', barcode: { value: 'B2' } },
    ]
    await send(server, tenant, { ...byId(order_id!), question_answers: { scan: answers } })
    const { pickup_stop: _pickup, delivery_stop, goods } = (await read(tenant, order_id!)).consignments[0]!
    const [first, second] = goods![0]!.handling_units!
    expect(await scansOf(tenant)).toMatchObject([
      {
        at: '2026-02-03T09:00:00Z',
        status: 'SCANNED_IN',
        handling_unit_id: first!.id,
        order_id,
        stop_id: null,
        stop_location_code: 'DOCK',
      },
      { at: '2026-02-03T12:00:00Z', status: 'SCANNED_OUT', handling_unit_id: first!.id, stop_id: delivery_stop.id },
      { at: '2026-02-03T12:00:01Z', status: 'STORED', handling_unit_id: second!.id },
    ])
    const events = (await eventsOf(tenant)).filter(({ type }) => type === 'handling_unit.scanned')
    for (const { payload } of events) expect(() => OperationalVisibilityUpdate.parse(payload)).not.toThrow()
    const ofFirst = events.filter(({ entity_id }) => entity_id === first!.id)
    expect(ofFirst.map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(ofFirst[0]!.payload.events[0]).toMatchObject({
      timestamp: '2026-02-03T09:00:00Z',
      update: {
        id: first!.id,
        type: 'HandlingUnit',
        status: 'SCANNED_IN',
        timestamp: '2026-02-03T09:00:00Z',
        barcode: { value: 'B1' },
        description: 'ok',
        stop: null,
      },
    })
    expect(ofFirst[1]!.payload.events[0].update.stop).toMatchObject({ id: delivery_stop.id, stop_type: 'DELIVERY' })
  })

  test('PU-5: a failed stop match, an unknown barcode or an unknown status does not prevent storing the scan', async () => {
    const tenant = await tenantWith(server, scan)
    const { order_id } = await settle(server, tenant, scanned())
    const answers = [
      { timestamp: at, status: 'DELIVERED', barcode: 'B1', stop_match: { reference_number: 'nowhere' } },
      { timestamp: at, barcode: 'ELSEWHERE' },
    ]
    expect(await send(server, tenant, { ...byId(order_id!), question_answers: { scan: answers } })).toBeNull()
    const scans = await scansOf(tenant)
    expect(scans.find(({ barcode }) => barcode === 'B1')).toMatchObject({
      status: null,
      source_status: 'DELIVERED',
      stop_id: null,
    })
    expect(scans.find(({ barcode }) => barcode === 'ELSEWHERE')).toMatchObject({ order_id, handling_unit_id: null })
    const events = (await eventsOf(tenant)).filter(({ type }) => type === 'handling_unit.scanned')
    const updates = events.map(({ payload }) => payload.events[0].update)
    expect(updates.find(({ barcode }) => barcode.value === 'B1')).toMatchObject({
      status: 'STORED',
      source_status: 'DELIVERED',
    })
    expect(updates.find(({ barcode }) => barcode.value === 'ELSEWHERE')).toMatchObject({ id: null })
  })

  test('PU-5: a scan about a stop or a unit belongs to it; its status is reported by the activity there', async () => {
    const tenant = await tenantWith(server, scan)
    const { order_id } = await settle(server, tenant, scanned())
    await send(
      server,
      tenant,
      aboutStop(order_id!, 'DELIVERY', { scan: { timestamp: at, status: 'DELIVERED', barcode: 'B1' } }),
    )
    const { delivery_stop, goods } = (await read(tenant, order_id!)).consignments[0]!
    expect(await scansOf(tenant)).toMatchObject([{ stop_id: delivery_stop.id }])
    const [event] = (await eventsOf(tenant)).filter(({ type }) => type === 'handling_unit.scanned')
    expect(event!.payload.events[0].update).toMatchObject({ status: 'SCANNED_OUT', source_status: 'DELIVERED' })
    const unit = { match: { matches_all: [{ handling_unit: { barcode: { matches_any: ['B2'] } } }] } }
    const entry = { ...unit, question_answers: { scan: { timestamp: '2026-02-04T00:00:00Z' } } }
    await send(server, tenant, {
      ...byId(order_id!),
      ...inConsignment({ good: { updates: [{ handling_unit: { updates: [entry] } }] } }),
    })
    expect((await scansOf(tenant))[1]).toMatchObject({
      handling_unit_id: goods![0]!.handling_units![1]!.id,
      barcode: 'B2',
    })
  })

  test('PU-5: the time is required and has an offset; the same scan again has no effect', async () => {
    const tenant = await tenantWith(server, scan)
    const { order_id } = await settle(server, tenant, scanned())
    for (const timestamp of [undefined, null, '2026-02-03T10:00:00', 'soon']) {
      const answer = await post(server, tenant, [
        { ...byId(order_id!), question_answers: { scan: [{ timestamp, barcode: 'B1' }] } },
      ])
      expect([answer.statusCode, answer.json().errors[0].path]).toEqual([
        422,
        'updates.0.question_answers.scan.0.timestamp',
      ])
    }
    const one = { timestamp: at, status: 'STORED', barcode: 'B1' }
    await send(server, tenant, { ...byId(order_id!), question_answers: { scan: [one, one] } })
    await send(server, tenant, { ...byId(order_id!), question_answers: { scan: one } })
    expect(await scansOf(tenant)).toHaveLength(1)
    expect((await eventsOf(tenant)).filter(({ type }) => type === 'handling_unit.scanned')).toHaveLength(1)
  })
})
