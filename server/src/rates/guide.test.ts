import { readFileSync } from 'node:fs'
import { replayRateCard } from '@cartage/contract/charges/app/replay'
import { readTariffTable, tryRates } from '@cartage/contract/rates/app/bench'
import { Block } from '@cartage/contract/rates/app/blocks'
import { addIndexValues, createPriceIndex } from '@cartage/contract/rates/app/indexes'
import { createRateRecord, publishRateDraft, saveRateDraft } from '@cartage/contract/rates/app/records'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import { afterAll, expect, test } from 'vitest'
import { chargeTenant } from '../testing/data/money/charges.ts'
import { addOrder, plannedTrip } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const guide = readFileSync(new URL('../../../docs/guides/rate-cards.md', import.meta.url), 'utf8')
const server = await startTestServer()
afterAll(async () => server.close())

/** JSON of an example in the guide, by the name after `json`. */
function example<T>(name: string): T {
  const found = new RegExp(`\`\`\`json ${name}\n(.+?)\n\`\`\``, 's').exec(guide)
  return JSON.parse(found![1]!) as T
}

type RateCardDraft = Extract<Body<typeof saveRateDraft>, { kind: 'RATE_CARD' }>
type Body<E extends { body: { _zod: { input: unknown } } }> = E['body']['_zod']['input']

test('PRICE-5: the example of the guide gives the price in the guide', async () => {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  const accountant = await tenant.user('ACCOUNTANT')
  const types = [
    { code: 'FREIGHT', name: 'Freight', role: 'BASE' },
    { code: 'FUEL', name: 'Fuel surcharge', role: 'SURCHARGE' },
    { code: 'WAITING', name: 'Waiting', role: 'ACCESSORIAL', first_approval: 'TO_REQUEST' },
  ]
  for (const body of types) await admin(createSetting, { params: { kind: 'charge_types' }, body })

  const index = await accountant(createPriceIndex, { body: example<Body<typeof createPriceIndex>>('index') })
  const values = example<Body<typeof addIndexValues>>('index-values')
  await accountant(addIndexValues, { params: { price_index_id: index.price_index_id }, body: values })

  const publish = async (members: Body<typeof createRateRecord>, draft: Body<typeof saveRateDraft>) => {
    const { rate_record_id } = await accountant(createRateRecord, { body: members })
    const saved = await accountant(saveRateDraft, { params: { rate_record_id }, body: draft })
    expect(saved.draft).toMatchObject({ faults: [], warnings: [] })
    const published = await accountant(publishRateDraft, { params: { rate_record_id }, body: undefined })
    expect(published).toMatchObject({ draft: null, versions: [{ state: 'PUBLISHED', valid_from: '2026-01-01' }] })
  }
  await publish({ kind: 'ZONE_SET', code: 'BE', name: 'Belgium' }, example('zones'))
  const read = await accountant(readTariffTable, { body: example<Body<typeof readTariffTable>>('table-rows') })
  expect(read).toMatchObject({ faults: [], warnings: [] })
  const table = { kind: 'TARIFF_TABLE' as const, valid_from: '2026-01-01', doc: read.doc! }
  await publish({ kind: 'TARIFF_TABLE', code: 'BE-ZONES', name: 'Belgium by zone' }, table)
  const card = { kind: 'RATE_CARD', code: 'KLANT-A', name: 'Customer A', side: 'SALES', currency: 'EUR' } as const
  await publish(card, example('card'))

  const order = example<Body<typeof tryRates>>('facts')
  const rating = await accountant(tryRates, { body: order })
  expect(rating).toMatchObject({ result: 'COMPLETE', card: 'KLANT-A', total: '245.25' })
  expect(rating.charges).toMatchObject(example<object[]>('charges'))
  expect(rating.charges.map(({ approval }) => approval)).toEqual([null, null, 'TO_REQUEST'])

  const july = { ...order, facts: { ...order.facts, values: { 'order.pickup_on': '2026-07-27' } } }
  const late = await accountant(tryRates, { body: july })
  expect(late.result).toBe('INCOMPLETE')
  expect(late.cards[0]!.lines).toContainEqual(
    expect.objectContaining({ ...example<object>('nearest'), nearest: expect.anything() }),
  )
  const fuel = late.cards[0]!.lines.find(({ name }) => name === 'fuel')
  expect(fuel).toMatchObject(example<object>('nearest'))
})

test('PRICE-27: the replay of the guide gives the difference in the guide', async () => {
  const tenant = await chargeTenant(server)
  const user = await tenant.user('ACCOUNTANT')
  const index = await user(createPriceIndex, { body: example<Body<typeof createPriceIndex>>('index') })
  const values = example<Body<typeof addIndexValues>>('index-values')
  await user(addIndexValues, { params: { price_index_id: index.price_index_id }, body: values })
  const create = async (members: Body<typeof createRateRecord>, draft: Body<typeof saveRateDraft>) => {
    const { rate_record_id } = await user(createRateRecord, { body: members })
    await user(saveRateDraft, { params: { rate_record_id }, body: draft })
    await user(publishRateDraft, { params: { rate_record_id }, body: undefined })
    return { rate_record_id }
  }
  await create({ kind: 'ZONE_SET', code: 'BE', name: 'Belgium' }, example('zones'))
  const read = await user(readTariffTable, { body: example<Body<typeof readTariffTable>>('table-rows') })
  const table = { kind: 'TARIFF_TABLE' as const, valid_from: '2026-01-01', doc: read.doc! }
  await create({ kind: 'TARIFF_TABLE', code: 'BE-ZONES', name: 'Belgium by zone' }, table)
  const card = example<RateCardDraft>('card')
  const forAll = { ...card, doc: { ...card.doc, assignments: [{ to: 'ALL' as const }] } }
  const params = await create({ kind: 'RATE_CARD', code: 'KLANT-A', name: 'A', side: 'SALES', currency: 'EUR' }, forAll)
  await plannedTrip(server, tenant, { orders: [await addOrder(server, tenant, groupage)] })
  await server.drain()

  const [freight, ...others] = forAll.doc.lines
  const dearer = { ...forAll.doc, lines: [{ ...freight!, min: '200.00' }, ...others] }
  await user(saveRateDraft, { params, body: { ...forAll, valid_from: '2026-07-01', doc: dearer } })
  const { items } = await user(replayRateCard, { params, body: example<Body<typeof replayRateCard>>('replay') })
  expect(items).toMatchObject([example<object>('replayed')])
})

const place = (city: string, postal_code: string) => ({ name: city, city, postal_code, country: 'BE' })
const groupage = {
  consignments: [
    {
      pickup_stop: { location: place('Gent', '9000'), date: '2026-06-10' },
      delivery_stop: { location: place('Liège', '4000'), date: '2026-06-10' },
      goods: [{ quantity: 3, total_weight_kg: 1240, total_volume_m3: 4.2, total_loading_meters: 1.2 }],
    },
  ],
}

test('every block in the table of the guide is accepted by rate cards', () => {
  const rows = [...guide.matchAll(/^\| .+? \| `(\{ "kind".+?\})` \|$/gm)].map(([, block]) => block!)
  expect(rows.length).toBeGreaterThan(5)
  for (const block of rows) expect(() => Block.parse(JSON.parse(block))).not.toThrow()
})
