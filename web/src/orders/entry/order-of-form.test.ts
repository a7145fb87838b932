import { readdirSync, readFileSync } from 'node:fs'
import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { type OrderExport, OrderUpload } from '@cartage/contract/orders/order-input'
import { expect, test } from 'vitest'
import { checkForm, fieldOf } from './form-faults.ts'
import { copyOf, type EntryForm, emptyForm, emptyStop, formOf, type Place } from './form-model.ts'
import { orderOf } from './order-of-form.ts'

const reading = { today: '2026-11-21', language: 'en-GB' }
const folder = new URL('../../../../contract/fixtures/orders/', import.meta.url)

/** The example orders in export format. */
function exported(): OrderExport[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => OrderUpload.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
    .filter(({ operation, consignments }) => operation === 'CREATE' && consignments)
    .map((upload) => canonicalOrder(upload) as OrderExport)
}

function sent(form: EntryForm, isChange: boolean) {
  const order = orderOf(form, reading, isChange)
  return canonicalOrder(OrderUpload.parse({ ...order, operation: 'CREATE', order_identifier: form.identifier || 'x' }))
}

test('an order opened and saved without a change is the same order', () => {
  const orders = exported()
  expect(orders.length).toBeGreaterThan(5)
  for (const order of orders) {
    expect(sent(formOf(order, null, null, 'en-GB'), true)).toEqual(order)
  }
})

test('typed values are read: day, time, numbers with a comma, UN number', () => {
  const place = (name: string): Place => ({ id: null, name, address: '', postal_code: '', city: 'Gent', country: 'BE' })
  const form = emptyForm()
  form.customer = { company_id: null, code: 'C1', name: 'Alpha' }
  const [consignment] = form.consignments
  consignment!.pickup = { ...emptyStop(), place: place('Mill'), date: '+1', window: '8-12' }
  consignment!.delivery = { ...emptyStop(), place: place('Shop'), date: 'wed', window: '930' }
  Object.assign(consignment!.goods[0]!, { description: 'Paint', quantity: '4', weight: '1200,5', un: 'UN 1263' })
  expect(checkForm(form, reading)).toEqual([])
  const [created] = sent(form, false).consignments!
  expect(created).toMatchObject({
    pickup_stop: { date: '2026-11-22', time_window: { start_time: '08:00', end_time: '12:00' } },
    delivery_stop: {
      date: '2026-11-25',
      time_window: { start_time: '09:30' },
      location: { name: 'Shop', city: 'Gent' },
    },
    goods: [
      { quantity: 4, total_weight_kg: 1200.5, adr_type: 'ADR', packaged_items: [{ adr: { un_number: '1263' } }] },
    ],
  })
})

test('on a change, cleared values are sent as empty; a visited stop is sent unchanged', () => {
  const [order] = exported()
  const base = { ...order!, customer_reference_number: 'PO-1' }
  const editable = {
    customer: true,
    start: false,
    transport: true,
    references: true,
    frozen_stops: [{ path: 'consignments.0.pickup_stop', status: 'COMPLETED' }],
  }
  const form = formOf(base, null, editable, 'en-GB')
  form.reference = ''
  form.consignments[0]!.pickup.date = '31-12-2030'
  const change = orderOf(form, reading, true)
  expect(change.customer_reference_number).toBe('')
  expect(change.consignments![0]!.pickup_stop).toEqual(base.consignments[0]!.pickup_stop)
})

test('with an intermediate stop every stop has its position (SEQ-1)', () => {
  const [order] = exported().filter(
    ({ consignments }) => consignments.length === 1 && !consignments[0]!.standalone_stops,
  )
  const form = formOf(order!, null, null, 'en-GB')
  const place: Place = { id: null, name: 'Wash', address: '', postal_code: '', city: 'Gent', country: 'BE' }
  form.consignments[0]!.standalone.push({ ...emptyStop(), place, activity: { code: 'CLEANING', name: 'Cleaning' } })
  const { consignments } = orderOf(form, reading, true)
  const { pickup_stop, standalone_stops, delivery_stop } = consignments![0]!
  const positions = [pickup_stop, standalone_stops![0]!, delivery_stop].map(({ position }) => position!.position)
  expect(positions).toEqual([...positions].sort((one, other) => one - other))
  expect(new Set(positions).size).toBe(3)
})

test('a copy has no identifier, no days and no numbers of the original', () => {
  for (const order of exported()) {
    const form = formOf(copyOf(order), null, null, 'en-GB')
    expect(form.identifier).toBe('')
    expect([form.reference, form.container.number, form.container.seal]).toEqual(['', '', ''])
    expect(form.consignments.flatMap(({ pickup, delivery }) => [pickup.date, delivery.date]).join('')).toBe('')
  }
})

test('an empty form reports its required fields; an extra stop that is only offered is not required', () => {
  const form = { ...emptyForm(), scenario: 'IMPORT' as const, teardown: [emptyStop()] }
  expect(checkForm(form, reading).map(({ field }) => field)).toEqual([
    'customer',
    'consignments.0.pickup.place',
    'consignments.0.pickup.date',
    'consignments.0.delivery.place',
    'consignments.0.delivery.date',
  ])
})

test('paths of the interface lead to the fields that show them', () => {
  const fields = {
    'order.consignments.0.pickup_stop.date': 'consignments.0.pickup.date',
    'consignments.1.delivery_stop.time_window.start_time': 'consignments.1.delivery.window',
    'consignments.0.pickup_stop.location.id': 'consignments.0.pickup.place',
    'consignments.0.standalone_stops.2.custom_activity': 'consignments.0.standalone.2.activity',
    'consignments.0.goods.3.packaging_type.packaging_size': 'consignments.0.goods.3.packaging',
    'consignments.0.goods.0.packaged_items.0.adr': 'consignments.0.goods.0.un',
    'setup_stops.0.location': 'setup.0.place',
    customer: 'customer',
    customer_reference_number: 'reference',
    'container.container_type.code': 'container.type',
    'container.container_number': 'container.number',
    order_identifier: 'identifier',
    custom_fields: null,
  }
  for (const [path, field] of Object.entries(fields)) expect([path, fieldOf(path)]).toEqual([path, field])
})
