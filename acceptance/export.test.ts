import { type OrderExport, OrderUpload } from '@cartage/contract/orders/order-input'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import { expect, test } from 'vitest'
import { consignment, order, positioned, stop } from './bodies.ts'
import { a, orderPath, unique } from './world.ts'

const exportOf = async (orderId: string) => (await a.get<OrderExport>(`${orderPath(orderId)}/export`)).body
const readText = async (orderId: string) => (await a.get(orderPath(orderId))).text

const adr = { un_number: '1203', packing_group: 'II' }
const bodies: [string, () => ReturnType<typeof order>][] = [
  ['a simple order', () => order()],
  ['several consignments', () => order({ consignments: [consignment(), consignment(), consignment({ goods: [] })] })],
  ['standalone stops', () => order({ consignments: [positioned({ pickup: 2, delivery: 4, standalone: [1, 3] })] })],
  [
    'a container with setup and teardown',
    () =>
      order({
        container: { container_scenario: 'EXPORT', container_number: 'MSKU1234565', seal_number: 'S1' },
        setup_stops: [stop('Empty depot')],
        teardown_stops: [stop('Terminal')],
      }),
  ],
  [
    'other spellings',
    () =>
      order({
        container_scenario: 'IMPORT',
        container_number: 'TGHU7654321',
        teardown_input: [{ location: { name: 'Yard' } }],
        consignments: [consignment({ goods: [{ product_name: 'Milk', ordered_quantity: 3, good_items: { adr } }] })],
      }),
  ],
  [
    'dangerous goods and barcodes',
    () =>
      order({
        consignments: [
          consignment({
            goods: [{ quantity: 2, packaged_items: [{ adr }], handling_units: [{ barcode: { value: unique() } }] }],
          }),
        ],
      }),
  ],
  ['a quote', () => order({ order_status: 'QUOTE' })],
]

test.each(bodies)('EXP-1: the export of %s is a valid upload', async (_, make) => {
  const exported = await exportOf(await a.applied(make()))
  expect(exported.operation).toBe('CREATE')
  expect(OrderUpload.safeParse(exported).error?.issues ?? []).toEqual([])
})

test.each(bodies)('EXP-2: the export of %s, uploaded unchanged, changes nothing', async (_, make) => {
  const orderId = await a.applied(make())
  const before = await readText(orderId)
  expect(await a.applied(await exportOf(orderId))).toBe(orderId)
  expect(await readText(orderId)).toBe(before)
})

test.each(bodies)('EXP-2: the export of %s under another identifier makes a copy', async (_, make) => {
  const orderId = await a.applied(make())
  const exported = await exportOf(orderId)
  const copyId = await a.applied({ ...exported, order_identifier: unique('copy') })
  expect(copyId).not.toBe(orderId)
  const copy = await exportOf(copyId)
  expect({ ...withoutIds(copy), order_identifier: '' }).toEqual({ ...withoutIds(exported), order_identifier: '' })
  const read = (await a.get<OrderOutput>(orderPath(copyId))).body
  const source = (await a.get<OrderOutput>(orderPath(orderId))).body
  expect(read.consignments[0]!.id).not.toBe(source.consignments[0]!.id)
})

/** Location ids are stable, while row ids belong to each order. */
function withoutIds<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (name, member) => (name === 'id' ? undefined : member))) as Value
}
