import { readFileSync } from 'node:fs'
import { readTariffTable, tryRates } from '@cartage/contract/rates/app/bench'
import { Block } from '@cartage/contract/rates/app/blocks'
import { addIndexValues, createPriceIndex } from '@cartage/contract/rates/app/indexes'
import { createRateRecord, publishRateDraft, saveRateDraft } from '@cartage/contract/rates/app/records'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '../testing/start-test-server.ts'

const guide = readFileSync(new URL('../../../docs/guides/rate-cards.md', import.meta.url), 'utf8')
const server = await startTestServer()
afterAll(async () => server.close())

/** The JSON of an example, by the word behind `json` in the guide. */
function example<T>(name: string): T {
  const found = new RegExp(`\`\`\`json ${name}\n(.+?)\n\`\`\``, 's').exec(guide)
  return JSON.parse(found![1]!) as T
}

type Body<E extends { body: { _zod: { input: unknown } } }> = E['body']['_zod']['input']

test('PRICE-5: the example of the guide gives the price that the guide says', async () => {
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

test('every block in the table of the guide is one that rate cards take', () => {
  const rows = [...guide.matchAll(/^\| .+? \| `(\{ "kind".+?\})` \|$/gm)].map(([, block]) => block!)
  expect(rows.length).toBeGreaterThan(5)
  for (const block of rows) expect(() => Block.parse(JSON.parse(block))).not.toThrow()
})
