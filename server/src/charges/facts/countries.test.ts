import { afterAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { amountsOf, chargesOf, chargeTenant, publish, publishCard } from '../../testing/data/money/charges.ts'
import { simpleOrder } from '../../testing/data/orders.ts'
import { addOrder } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const setVat = statement(
  'testing.set_vat_numbers',
  `update company set doc = doc || '{"vat_number": "BE0403170701"}' where tenant_id = $1`,
)

const server = await startTestServer()
afterAll(() => server.close())

const is = (fact: string, value: string) => [{ kind: 'IS' as const, fact, value }]
const fixed = (key: string, type: string, fact: string, value: string) => ({
  ...{ key, type, block: { kind: 'FIXED' as const, price: '10.00' }, when: is(fact, value) },
})

/** An order from one town to another, rated. */
async function rated(tenant: TestTenant, from: object, to: object) {
  const [plain] = simpleOrder().consignments!
  const pickup_stop = { ...plain!.pickup_stop, location: from }
  const delivery_stop = { ...plain!.delivery_stop, location: to }
  const { orderId } = await addOrder(server, tenant, { consignments: [{ ...plain!, pickup_stop, delivery_stop }] })
  await server.drain()
  return orderId
}

test('PLACE-11: prices use the country of the town that was found; VAT waits for an explicit one', async () => {
  const tenant = await chargeTenant(server)
  await tenant.asTenant((tx) => tx.query(setVat))
  const zones = [
    { zone: 'near', country: 'BE', from: '90', to: '99' },
    { zone: 'far', country: 'FR' },
  ]
  await publish(server, tenant, { kind: 'ZONE_SET', code: 'Z', name: 'Z' }, { entries: zones })
  const rows = [
    { key: ['near'], prices: ['20.00'] },
    { key: ['far'], prices: ['30.00'] },
  ]
  const table = { currency: 'EUR', zone_set: 'Z', breaks: ['0'], rows }
  await publish(server, tenant, { kind: 'TARIFF_TABLE', code: 'T', name: 'T' }, table)
  await publishCard(server, tenant, 'A', {
    lines: [
      fixed('from', 'FREIGHT', 'pickup.country', 'BE'),
      { key: 'to', type: 'FUEL', block: { kind: 'TABLE', table: 'T', rows: ['delivery.zone'] } },
      fixed('abroad', 'TOLL', 'delivery.country', 'FR'),
    ],
  })
  const gent = { name: 'Mill', city: 'Gent', postal_code: '9000' }
  const orderId = await rated(tenant, { name: 'Quay', city: 'Antwerpen', postal_code: '2000' }, gent)
  expect(await amountsOf(tenant, orderId)).toEqual({ FREIGHT: '10.00', FUEL: '20.00' })
  expect((await chargesOf(tenant, orderId)).map(({ tax_hold }) => tax_hold)).toEqual([
    'place_country_missing',
    'place_country_missing',
  ])
  const written = await rated(tenant, { name: 'Quay', city: 'Antwerpen', country: 'BE' }, { ...gent, country: 'BE' })
  expect(await amountsOf(tenant, written)).toEqual({ FREIGHT: '10.00', FUEL: '20.00' })
  expect((await chargesOf(tenant, written)).map(({ tax_hold }) => tax_hold)).toEqual([null, null])
  const abroad = await rated(tenant, { name: 'Quay', city: 'Antwerpen' }, { name: 'Depot', city: 'Paris' })
  expect(await amountsOf(tenant, abroad)).toEqual({ FREIGHT: '10.00', FUEL: '30.00', TOLL: '10.00' })
})
