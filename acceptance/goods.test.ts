import type { GoodOutput } from '@cartage/contract/orders/goods'
import type { OrderExport } from '@cartage/contract/orders/order-input'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import { expect, test } from 'vitest'
import { consignment, order } from './bodies.ts'
import { a, orderPath, unique, uuid4 } from './world.ts'

const withGoods = (...goods: object[]) => order({ consignments: [consignment({ goods })] })

async function readGoods(body: object): Promise<GoodOutput[]> {
  const { body: read } = await a.get<OrderOutput>(orderPath(await a.applied(body)))
  return read.consignments[0]!.goods ?? []
}

async function exportGoods(body: object) {
  const { body: exported } = await a.get<OrderExport>(`${orderPath(await a.applied(body))}/export`)
  return exported.consignments[0]!.goods ?? []
}

test.each([{ code: 'PALLET' }, { name: 'Pallet', packaging_size: { code: 'EUR' } }])(
  'GOOD-1: packaging is identified by code, or by name and size: %j',
  async (packaging_type) => {
    const [good] = await readGoods(withGoods({ description: 'Tiles', quantity: 2, packaging_type }))
    expect(good?.packaging_type).toMatchObject(packaging_type)
  },
)

test('GOOD-1: unknown packaging ends the upload in ERROR that names it', async () => {
  const record = await a.apply(withGoods({ quantity: 1, packaging_type: { code: 'AMPHORA' } }))
  expect(record.upload_status).toBe('ERROR')
  expect(JSON.stringify(record.errors)).toContain('AMPHORA')
})

test('GOOD-2: every handling unit has a barcode of the caller and gets an id; their number is not limited by the quantity', async () => {
  const codes = [unique('unit'), unique('unit'), unique('unit')]
  const handling_units = codes.map((value) => ({ barcode: { value } }))
  const [good] = await readGoods(withGoods({ description: 'Crates', quantity: 2, handling_units }))
  expect(good?.handling_units?.map(({ barcode }) => barcode?.value)).toEqual(codes)
  for (const unit of good?.handling_units ?? []) expect(unit.id).toMatch(uuid4)
})

test('GOOD-3: a dangerous substance sits in a packaged item, under its UN number', async () => {
  const packaged_items = [{ description: 'Cans', quantity: 4, adr: { un_number: '1203', name: 'Petrol' } }]
  const [good] = await readGoods(withGoods({ description: 'Fuel', quantity: 1, packaged_items }))
  expect(good?.packaged_items?.[0]?.adr).toMatchObject({ un_number: '1203', name: 'Petrol' })
})

test('GOOD-3: good_items.adr is read as one packaged item', async () => {
  const [good] = await readGoods(withGoods({ quantity: 1, good_items: { adr: { un_number: '1950' } } }))
  expect(good?.packaged_items?.map(({ adr }) => adr?.un_number)).toEqual(['1950'])
})

test('GOOD-4: technical names are kept, and a submitted official name is ignored, not refused', async () => {
  const adr = {
    un_number: '1203',
    technical_name_by_locale: { en: 'Super 95', nl: 'Euro 95' },
    adr_name_by_locale: { en: 'MADE UP' },
  }
  const [good] = await readGoods(withGoods({ quantity: 1, packaged_items: [{ adr }] }))
  expect(good?.packaged_items?.[0]?.adr?.technical_name_by_locale).toEqual({ en: 'Super 95', nl: 'Euro 95' })
  expect(JSON.stringify(good)).not.toContain('MADE UP')
})

test('GOOD-5: class, packing group and tunnel code are kept, in either spelling of the tunnel code', async () => {
  const adr = {
    un_number: '1263',
    adr_class: '3',
    packing_group: 'II',
    transport_category_tunnel_restriction_code: 'D/E',
  }
  const [good] = await readGoods(withGoods({ quantity: 1, packaged_items: [{ adr }] }))
  expect(good?.packaged_items?.[0]?.adr).toMatchObject({ adr_class: '3', packing_group: 'II', tunnel_code: 'D/E' })
})

test('GOOD-6: responses never contain hs_codes, even when they were sent', async () => {
  const orderId = await a.applied(withGoods({ quantity: 1, hs_codes: { count: 3 } }))
  for (const suffix of ['', '/status', '/export']) {
    expect((await a.get(orderPath(orderId) + suffix)).text).not.toContain('hs_codes')
  }
})

test('GOOD-7: a barcode sent without a source is read as EXTERNAL', async () => {
  const [good] = await readGoods(withGoods({ quantity: 1, handling_units: [{ barcode: { value: unique('unit') } }] }))
  expect(['EXTERNAL', null, undefined]).toContain(good?.handling_units?.[0]?.barcode?.source)
})

test('GOOD-1: other spellings of amounts are equivalent', async () => {
  const [good] = await readGoods(
    withGoods({
      product_name: 'Milk',
      ordered_quantity: 12.5,
      ordered_total_volume_value: 1500,
      absolute_max_temperature_value: '-18.5',
      total_weight: 900,
      package_type: 'BOX',
    }),
  )
  expect(good).toMatchObject({
    quantity: 12.5,
    total_volume_m3: 1.5,
    absolute_max_temperature_degrees: -18.5,
    total_weight_kg: 900,
    product: { name: 'Milk' },
  })
})

test('CLIENT-25: members of goods that clients send are kept', async () => {
  const sent = {
    description: 'Beams',
    quantity: 0,
    total_weight_kg: 12.5,
    unit_weight_kg: 1.25,
    custom_fields: { lot: 'L-9', nested: { a: [1, 'x', null] } },
    packaging_type: { name: 'Pallet', packaging_size: { name: 'Euro pallet' } },
  }
  const [good] = await exportGoods(withGoods(sent))
  expect(good).toMatchObject({
    description: 'Beams',
    quantity: 0,
    total_weight_kg: 12.5,
    unit_weight_kg: 1.25,
    custom_fields: sent.custom_fields,
  })
})

test('an unknown member is left out and listed in the warnings, with the nearest known name', async () => {
  const record = await a.apply(withGoods({ quantity: 1, Total_weight_kg: 12 }))
  expect(record.upload_status).toBe('COMPLETED')
  expect(record.warnings).toMatchObject([{ path: 'consignments.0.goods.0.Total_weight_kg', detail: 'unknown_member' }])
  expect(record.warnings![0]!.message).toContain('total_weight_kg')
})

test('packaging is read with code and name, whichever was sent, and an error refers to the one that was sent', async () => {
  const [good] = await readGoods(withGoods({ quantity: 1, packaging_type: { code: 'PALLET' } }))
  expect(good?.packaging_type).toMatchObject({ code: 'PALLET', name: expect.any(String) })
  const { errors } = await a.apply(withGoods({ quantity: 1, package_type: 'AMPHORA' }))
  expect(errors?.[0]?.path).toBe('consignments.0.goods.0.package_type')
})
