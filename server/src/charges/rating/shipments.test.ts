import { afterAll, describe, expect, test } from 'vitest'
import {
  amountsOf,
  chargesOf,
  chargeTenant,
  drive,
  onTrip,
  per,
  place,
  planned,
  publish,
  publishCard,
  ratingOf,
  standalone,
  withVat,
} from '../../testing/data/money/charges.ts'
import { belgium } from '../../testing/data/money/rates.ts'
import type { Upload } from '../../testing/data/orders.ts'
import { addOrder, change, type TestOrder } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { setChargeStatus } from '../record/store.ts'

const server = await startTestServer()
afterAll(() => server.close())

describe('walk-through 9: three orders on one trip', () => {
  const weighing = (kg: number): Partial<Upload> => ({
    consignments: [
      {
        pickup_stop: { location: place('Zzyxville', 'BE'), date: '2026-02-02' },
        delivery_stop: { location: place('Zzyxburg', 'BE', { postal_code: '4000' }), date: '2026-02-02' },
        goods: [{ quantity: 1, total_weight_kg: kg }],
      },
    ],
  })

  async function shipment() {
    const tenant = await chargeTenant(server)
    await withVat(tenant, 'BE0123456749')
    await publish(server, tenant, { kind: 'ZONE_SET', code: 'BE', name: 'BE' }, belgium.zones.BE)
    await publish(server, tenant, { kind: 'TARIFF_TABLE', code: 'BE-ZONES', name: 'BE' }, belgium.tables['BE-ZONES'])
    await publishCard(server, tenant, 'KLANT-A', {
      consolidation: 'TRIP',
      lines: [
        {
          ...{ key: 'freight', type: 'FREIGHT', scope: 'GROUP' },
          block: {
            ...{ kind: 'TABLE', table: 'BE-ZONES', rows: ['delivery.zone'] },
            ...{ quantity: { kind: 'CHARGEABLE' }, per: '100_UNITS', lower_break: true },
          },
        },
      ],
    })
    const orders: TestOrder[] = []
    for (const kg of [700, 450, 350]) orders.push(await addOrder(server, tenant, weighing(kg)))
    return { tenant, orders }
  }

  const freightOf = async (tenant: TestTenant, orders: readonly TestOrder[]) =>
    Promise.all(orders.map(async ({ orderId }) => (await amountsOf(tenant, orderId)).FREIGHT))

  const aboard = (orders: readonly TestOrder[]) => [
    ...orders.map((order) => onTrip(order, 0, planned('2026-02-02T08:00:00.000Z', '2026-02-02T08:30:00.000Z'))),
    ...orders.map((order) => onTrip(order, 1, planned('2026-02-02T12:00:00.000Z', '2026-02-02T12:30:00.000Z'))),
  ]

  test('CHARGE-9: rated alone at first, as one shipment on a trip, and alone again when one order leaves it', async () => {
    const { tenant, orders } = await shipment()
    expect((await freightOf(tenant, orders)).toSorted()).toEqual(['49.70', '59.00', '82.60'])
    const trip = await drive(server, tenant, aboard(orders))
    const shared = new Map((await freightOf(tenant, orders)).map((amount, at) => [[700, 450, 350][at], amount]))
    expect(Object.fromEntries(shared)).toEqual({ 700: '67.20', 450: '43.20', 350: '33.60' })
    await change(server, tenant, [trip], (trips) =>
      trips.map((one) => ({ ...one, stops: one.stops.filter(({ order_id }) => order_id !== orders[0]!.orderId) })),
    )
    await server.drain()
    // The remaining two have 800 kg: 8 × 11.80, which is less than the next break of 10 × 9.60.
    expect(await freightOf(tenant, orders)).toEqual(['82.60', '53.10', '41.30'])
  })

  test('CHARGE-9: once one of its orders is invoiced, shares stay and a later order is rated alone', async () => {
    const { tenant, orders } = await shipment()
    const trip = await drive(server, tenant, aboard(orders))
    const before = await freightOf(tenant, orders)
    const [first] = await chargesOf(tenant, orders[0]!.orderId)
    await tenant.asTenant((tx) => setChargeStatus(tx, [first!.charge_id], 'INVOICED'))
    const late = await addOrder(server, tenant, weighing(500))
    await change(server, tenant, [trip], (trips) =>
      trips.map((one) => ({ ...one, stops: [...one.stops, ...aboard([late])] })),
    )
    await server.drain()
    expect(await freightOf(tenant, orders)).toEqual(before)
    expect(await freightOf(tenant, [late])).toEqual(['59.00'])
    const { message } = (await ratingOf(tenant, late.orderId))!
    expect(JSON.stringify(message)).toContain('The other orders of the shipment are invoiced')
  })

  test('CHARGE-3: costs of the own fleet by loaded and empty kilometres and hours', async () => {
    const { tenant, orders } = await shipment()
    const unit = (key: string, type: string, fact: string, price: string) => ({ key, type, block: per(fact, price) })
    await publishCard(
      server,
      tenant,
      'FLEET',
      {
        assignments: [{ to: 'OWN_FLEET' }],
        lines: [
          unit('loaded', 'KM', 'trip.km_loaded', '0.98'),
          unit('empty', 'TOLL', 'trip.km_empty', '0.82'),
          unit('hours', 'HOURS', 'trip.hours', '34.50'),
        ],
      },
      { side: 'COST' },
    )
    const [order] = orders
    const trip = await drive(server, tenant, [
      standalone(order!, 0, planned('2026-02-02T08:00:00.000Z', '2026-02-02T08:15:00.000Z')),
      { ...onTrip(order!, 0, planned('2026-02-02T09:00:00.000Z', '2026-02-02T09:30:00.000Z')), mileage_km: 40 },
      { ...onTrip(order!, 1, planned('2026-02-02T13:00:00.000Z', '2026-02-02T13:30:00.000Z')), mileage_km: 252 },
      {
        ...standalone(order!, 0, planned('2026-02-02T15:00:00.000Z', '2026-02-02T15:15:00.000Z')),
        mileage_km: 26,
      },
    ])
    expect(await amountsOf(tenant, trip, 'COST')).toEqual({ KM: '246.96', TOLL: '54.12', HOURS: '250.13' })
    expect(await ratingOf(tenant, trip)).toMatchObject({ result: 'COMPLETE', phase: 'EXPECTED', total: '551.210' })
  })
})
