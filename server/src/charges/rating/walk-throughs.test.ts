import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import {
  amountsOf,
  chargesOf,
  chargeTenant,
  publish,
  publishCard,
  publishIndex,
  ratingOf,
  unbilledOf,
} from '../../testing/data/charges.ts'
import { addCompany, simpleOrder, type Upload } from '../../testing/data/orders.ts'
import { belgium } from '../../testing/data/rates.ts'
import { addOrder, plannedTrip } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { reportStops } from '../../trips/report.commands.ts'

const server = await startTestServer()
afterAll(() => server.close())

const setCompany = statement(
  'testing.set_company',
  `update company c set doc = c.doc || $3::jsonb where c.tenant_id = $1 and c.accounting_code = $2`,
)

/** The customer has this VAT number. */
async function withVat(tenant: TestTenant, vat_number: string, code = 'C1') {
  await tenant.asTenant((tx) => tx.query(setCompany, code, JSON.stringify({ vat_number })))
}

async function report(tenant: TestTenant, stop_id: string, from: string, to: string) {
  await tenant.asTenant((tx) =>
    reportStops(
      server.ctx,
      tx,
      [
        { stop_id, status: 'AT_STOP', event_at: from },
        { stop_id, status: 'COMPLETED', event_at: to },
      ],
      'test',
    ),
  )
}

const gent = { name: 'Mill', city: 'Gent', postal_code: '9000', country: 'BE', latitude: 51.05, longitude: 3.72 }
const liege = { name: 'Shop', city: 'Liège', postal_code: '4000', country: 'BE', latitude: 50.63, longitude: 5.57 }

const klantA: Parameters<typeof publishCard>[3] = {
  lines: [
    {
      key: 'freight',
      type: 'FREIGHT',
      scope: 'CONSIGNMENT',
      when: [{ kind: 'IS', fact: 'pickup.country', value: 'BE' }],
      min: '45.00',
      block: {
        kind: 'TABLE',
        table: 'BE-ZONES',
        rows: ['delivery.zone'],
        quantity: { kind: 'CHARGEABLE', m3: '333', ldm: '1850', round_up: '100' },
        per: '100_UNITS',
        lower_break: true,
      },
    },
    {
      key: 'fuel',
      type: 'FUEL',
      block: { kind: 'PERCENT', of: ['FREIGHT'], rate: { kind: 'DIRECT', index: 'DIESEL-BE' } },
    },
    {
      key: 'waiting',
      type: 'WAITING',
      scope: 'STOP',
      approval: 'TO_REQUEST',
      block: { kind: 'TIME', fact: 'stop.minutes_at_stop', free: '60', unit: '15', price: '12.00' },
    },
  ],
}

async function groupageTenant(): Promise<TestTenant> {
  const tenant = await chargeTenant(server)
  await withVat(tenant, 'BE0123456749')
  await publish(server, tenant, { kind: 'ZONE_SET', code: 'BE', name: 'BE' }, belgium.zones.BE)
  await publish(server, tenant, { kind: 'TARIFF_TABLE', code: 'BE-ZONES', name: 'BE' }, belgium.tables['BE-ZONES'])
  await publishIndex(server, tenant, 'DIESEL-BE', { '2026-01-01': '12.5' })
  await publishCard(server, tenant, 'KLANT-A', klantA)
  return tenant
}

const groupage: Partial<Upload> = {
  consignments: [
    {
      pickup_stop: {
        location: gent,
        date: '2026-02-02',
        time_window: { start_time: '08:30', end_time: '12:00' },
      },
      delivery_stop: { location: liege, date: '2026-02-02' },
      goods: [
        { quantity: 3, total_weight_kg: 1240, total_volume_m3: 4.2, total_loading_meters: 1.2, total_pallet_spaces: 3 },
      ],
    },
  ],
}

describe('walk-through 1: groupage', () => {
  test('CHARGE-1, CHARGE-4: an uploaded order is rated, and waiting is proposed with its evidence', async () => {
    const tenant = await groupageTenant()
    const order = await addOrder(server, tenant, groupage)
    expect(await amountsOf(tenant, order.orderId)).toEqual({ FREIGHT: '186.00', FUEL: '23.25' })
    expect(await ratingOf(tenant, order.orderId)).toMatchObject({ result: 'INCOMPLETE', phase: 'EXPECTED' })
    const [pickup, delivery] = order.stops.map(({ stop_id }) => stop_id) as [string, string]
    await plannedTrip(server, tenant, { orders: [order], resources: [] })
    await report(tenant, pickup, '2026-02-02T07:30:00Z', '2026-02-02T09:15:00Z')
    await report(tenant, delivery, '2026-02-02T11:00:00Z', '2026-02-02T11:40:00Z')
    await server.drain()
    expect(await amountsOf(tenant, order.orderId)).toEqual({ FREIGHT: '186.00', FUEL: '23.25', WAITING: '36.00' })
    const charges = await chargesOf(tenant, order.orderId)
    const waiting = charges.find(({ charge_type }) => charge_type === 'WAITING')!
    expect(waiting).toMatchObject({
      approval: 'TO_REQUEST',
      evidence: {
        appointment_at: '2026-02-02T07:30:00.000Z',
        arrived_at: '2026-02-02T07:30:00.000Z',
        left_at: '2026-02-02T09:15:00.000Z',
        minutes: 105,
        is_reported: true,
      },
    })
    expect(charges.every(({ tax }) => tax?.category === 'S' && Number(tax.percentage) === 21)).toBe(true)
    expect(await ratingOf(tenant, order.orderId)).toMatchObject({ result: 'COMPLETE', phase: 'ACTUAL' })
    expect(await unbilledOf(tenant, order.orderId)).toMatchObject({ reason: 'APPROVAL', amount: '245.250' })
  })
})
void addCompany
void simpleOrder
