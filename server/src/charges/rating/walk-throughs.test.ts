import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { markDue } from '../../rates/store.ts'
import {
  amountsOf,
  chargesOf,
  chargeTenant,
  done,
  drive,
  fixed,
  onTrip,
  per,
  percentOf,
  place,
  publish,
  publishCard,
  publishIndex,
  ratingOf,
  standalone,
  unbilledOf,
  withVat,
} from '../../testing/data/money/charges.ts'
import { belgium, klantA } from '../../testing/data/money/rates.ts'
import type { Upload } from '../../testing/data/orders.ts'
import { addOrder, plannedTrip } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { reportStops } from '../../trips/report.commands.ts'
import { addCharges, type NewCharge } from '../record/store.ts'

const server = await startTestServer()
afterAll(() => server.close())

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

/** A manual cost of a trip. */
function cost(trip_id: string, charge_type: string, amount: string): NewCharge {
  return {
    charge_id: randomUUID(),
    side: 'COST',
    order_id: null,
    trip_id,
    consignment_id: null,
    stop_id: null,
    company_id: null,
    billing_entity_id: null,
    charge_type,
    name: charge_type,
    role: 'DISBURSEMENT',
    description: '',
    quantity: '1',
    unit: 'C62',
    unit_price: amount,
    amount,
    currency: 'EUR',
    origin: 'MANUAL',
    line_key: null,
    correction: 0,
    rated_amount: null,
    override: {},
    is_override_outdated: false,
    evidence: null,
    status: 'CREATED',
    status_reason: null,
    approval: null,
    approval_decision: null,
    tax: null,
    tax_rate_id: null,
    tax_hold: null,
    supplied_on: null,
    created_by: 'test',
  }
}

/** Category and exemption common to all charges of an order. */
async function taxOf(tenant: TestTenant, orderId: string): Promise<string[]> {
  const charges = await chargesOf(tenant, orderId)
  return [
    ...new Set(charges.map(({ tax, tax_hold }) => (tax ? [tax.category, tax.vatex].join(' ').trim() : tax_hold!))),
  ]
}

async function totalOf(tenant: TestTenant, orderId: string): Promise<string> {
  const amounts = Object.values(await amountsOf(tenant, orderId)).map((amount) => Math.round(Number(amount) * 100))
  return (amounts.reduce((sum, one) => sum + one, 0) / 100).toFixed(2)
}

test('CHARGE-2, CHARGE-8: walk-through 2, an import container with demurrage for a Dutch customer', async () => {
  const tenant = await chargeTenant(server)
  await withVat(tenant, 'NL004495445B01')
  await publishIndex(server, tenant, 'DIESEL', { '2026-09-01': '1.457' })
  const days = (from: string, to: string) => ({ kind: 'DATES' as const, from, to })
  const [chassisDays, storedDays] = [
    days('container.chassis_out_on', 'container.chassis_in_on'),
    { ...days('container.discharged_on', 'container.gate_out_on'), first: 'DAY_AFTER' as const },
  ]
  const steps = { kind: 'STEPS' as const, index: 'DIESEL', base: '1.20', step: '0.02', per_step: '0.4' }
  await publishCard(server, tenant, 'IMPORT', {
    lines: [
      fixed('freight', 'FREIGHT', '410.00'),
      { key: 'fuel', type: 'FUEL', block: { kind: 'PERCENT', of: ['FREIGHT'], rate: steps } },
      { key: 'toll', type: 'TOLL', block: per('way.km_toll.BE', '0.164') },
      {
        ...{ key: 'chassis', type: 'CHASSIS' },
        block: { kind: 'DAYS', days: chassisDays, free: 3, brackets: [{ from: '1', price: '22.50' }] },
      },
      {
        ...{ key: 'demurrage', type: 'DEMURRAGE' },
        block: { kind: 'DAYS', days: storedDays, free: 5, brackets: [{ from: '1', price: '75.00' }] },
      },
    ],
  })
  const order = await addOrder(server, tenant, {
    container: { container_scenario: 'IMPORT', container_type: { code: '45G1' }, container_number: 'MSKU1234565' },
    custom_fields: { container_discharged_on: '2026-09-01', km_toll_BE: '187' },
    consignments: [
      {
        pickup_stop: { location: place('Antwerpen', 'BE'), date: '2026-09-08' },
        delivery_stop: { location: place('Venlo', 'NL'), date: '2026-09-09' },
        goods: [{ quantity: 1, total_weight_kg: 21000 }],
      },
    ],
    teardown_stops: [{ location: place('Antwerpen', 'BE'), date: '2026-09-10' }],
  })
  // Until a chassis is planned, its days are unknown, which is not 0.
  expect(await ratingOf(tenant, order.orderId)).toMatchObject({ result: 'INCOMPLETE' })
  const on = (day: string) => done(`2026-09-${day}T08:00:00.000Z`, `2026-09-${day}T09:00:00.000Z`)
  const stops = [standalone(order, 0, on('07')), ...['08', '09', '10'].map((day, at) => onTrip(order, at, on(day)))]
  await drive(server, tenant, stops, [{ name: 'Chassis 1', code: 'CH1', chassis: { license_plate: '1-CCC-111' } }])
  const { facts } = (await ratingOf(tenant, order.orderId))!
  expect(facts.values).toMatchObject({
    'container.size_ft': '40',
    'container.gate_out_on': '2026-09-08',
    'container.gate_in_on': '2026-09-10',
    'container.chassis_days': '4',
  })
  expect(await amountsOf(tenant, order.orderId)).toEqual({
    ...{ FREIGHT: '410.00', FUEL: '19.68', TOLL: '30.67', CHASSIS: '22.50', DEMURRAGE: '150.00' },
  })
  expect(await totalOf(tenant, order.orderId)).toBe('632.85')
  expect(await taxOf(tenant, order.orderId)).toEqual(['AE VATEX-EU-AE'])
})

test('CHARGE-8: walk-through 3, an export with a ferry that is passed on; without evidence it is held', async () => {
  const tenant = await chargeTenant(server)
  await withVat(tenant, 'BE0123456749')
  await publishCard(server, tenant, 'EXPORT', {
    lines: [
      { key: 'freight', type: 'FREIGHT', block: per('way.km_direct', '1.42') },
      { key: 'ferry', type: 'FERRY', block: { kind: 'PASS_THROUGH', of: ['FERRY'], margin_percent: '5' } },
      fixed('t1', 'CUSTOMS', '65.00'),
      { key: 'fuel', type: 'FUEL', block: percentOf(['FREIGHT'], '8.75') },
    ],
  })
  // 480 km apart in a straight line, 612 km by road between Belgium and Great Britain.
  const upload = (import_export?: object): Partial<Upload> => ({
    consignments: [
      {
        pickup_stop: { location: place('Gent', 'BE', { latitude: 51.05, longitude: 3.72 }), date: '2026-02-02' },
        delivery_stop: {
          location: place('Birmingham', 'GB', { latitude: 55.366738, longitude: 3.72 }),
          date: '2026-02-04',
        },
        goods: [{ quantity: 1, total_weight_kg: 9000 }],
        ...(import_export && { import_export }),
      },
    ],
  })
  const declared = await addOrder(server, tenant, upload({ export_declaration: { mrn: '26BEE0000012345678' } }))
  const held = await addOrder(server, tenant, upload())
  expect(await ratingOf(tenant, declared.orderId)).toMatchObject({ result: 'INCOMPLETE' })
  for (const order of [declared, held]) {
    const trip = await drive(server, tenant, [
      onTrip(order, 0, done('2026-02-02T08:00:00.000Z', '2026-02-02T09:00:00.000Z')),
      onTrip(order, 1, done('2026-02-04T08:00:00.000Z', '2026-02-04T09:00:00.000Z')),
    ])
    await tenant.asTenant(async (tx) => {
      await addCharges(tx, [cost(trip, 'FERRY', '285.00')])
      await markDue(tx, [{ subject_type: 'ORDER', subject_id: order.orderId }], 'COST_CHANGED')
    })
  }
  await server.drain()
  expect(await amountsOf(tenant, declared.orderId)).toEqual({
    ...{ FREIGHT: '869.04', FERRY: '299.25', CUSTOMS: '65.00', FUEL: '76.04' },
  })
  expect(await totalOf(tenant, declared.orderId)).toBe('1309.33')
  expect(await taxOf(tenant, declared.orderId)).toEqual(['E VATEX-EU-146-1E'])
  expect(await unbilledOf(tenant, declared.orderId)).toMatchObject({ reason: 'READY', completed_on: '2026-02-04' })
  expect(await taxOf(tenant, held.orderId)).toEqual(['export_evidence_missing'])
  expect(await unbilledOf(tenant, held.orderId)).toMatchObject({ reason: 'TAX_HOLD', amount: '1309.330' })
})

test('CHARGE-2: walk-through 4, a Saturday with dangerous goods, an extra stop and a tail lift', async () => {
  const tenant = await chargeTenant(server)
  await withVat(tenant, 'NL004495445B01')
  const brackets = [
    { from: '0', price: '95.00' },
    { from: '2', price: '82.50' },
    { from: '6', price: '74.00' },
  ]
  await publishCard(server, tenant, 'NL', {
    lines: [
      { key: 'fuel', type: 'FUEL', block: percentOf(['FREIGHT', 'EXTRA_STOP'], '10.2') },
      {
        ...{ key: 'freight', type: 'FREIGHT' },
        block: { kind: 'INCREMENTAL', quantity: { kind: 'FACT', fact: 'goods.loading_meters' }, brackets },
      },
      {
        ...fixed('extra_stop', 'EXTRA_STOP', '45.00'),
        scope: 'STOP',
        when: [{ kind: 'BETWEEN', fact: 'stop.place_in_sequence', above: '3' }],
      },
      {
        ...fixed('tail_lift', 'TAIL_LIFT', '35.00'),
        scope: 'STOP',
        when: [{ kind: 'HAS', fact: 'stop.extras', value: 'TAIL_LIFT' }],
      },
      {
        ...{ key: 'adr', type: 'ADR', block: percentOf(['FREIGHT'], '12') },
        when: [{ kind: 'IS', fact: 'order.is_adr', value: true }],
      },
      {
        ...{ key: 'saturday', type: 'WEEKEND', block: percentOf(['FREIGHT'], '25') },
        when: [{ kind: 'WEEKDAY', fact: 'order.pickup_on', days: ['SATURDAY'] }],
      },
    ],
  })
  const consignment = (meters: number, extras?: { code: string }[]) => ({
    pickup_stop: { location: place('Gent', 'BE'), date: '2026-06-13' },
    delivery_stop: { location: place('Rotterdam', 'NL'), date: '2026-06-13', ...(extras && { extras }) },
    goods: [{ quantity: 1, total_loading_meters: meters, adr_type: 'ADR' as const }],
  })
  const order = await addOrder(server, tenant, {
    consignments: [consignment(3.2), consignment(2.4, [{ code: 'TAIL_LIFT' }])],
  })
  expect(await amountsOf(tenant, order.orderId)).toEqual({
    ...{ FUEL: '54.26', FREIGHT: '487.00', EXTRA_STOP: '45.00' },
    ...{ TAIL_LIFT: '35.00', ADR: '58.44', WEEKEND: '121.75' },
  })
  expect(await totalOf(tenant, order.orderId)).toBe('801.45')
  expect(await taxOf(tenant, order.orderId)).toEqual(['AE VATEX-EU-AE'])
  expect(await ratingOf(tenant, order.orderId)).toMatchObject({ result: 'COMPLETE' })
})
