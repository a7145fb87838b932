import { importColumns } from '@cartage/contract/orders/app/import'
import { importRow } from '@cartage/contract/orders/app/import-row'
import { expect, test } from 'vitest'
import { columnOf, readRow } from './sheet.rules.ts'

/** Reads a sheet in that language on 21 November 2026. */
const as = (language: string, decimal?: '.' | ',') => ({
  ...named,
  schema: importRow({ today: '2026-11-21', language, decimal }),
})

const named = {
  companies: [],
  reference: {
    transportServices: [{ transport_service_id: 't', code: 'GEN', name: 'General' }],
    serviceLevels: [],
    importConfigurations: [],
    packagingTypes: [],
    customActivities: [],
    containerTypes: [],
    createMissingCompanies: false,
    checksCredit: false,
  },
}

test('a line reports all of its errors, by column', () => {
  const { faults } = readRow({ pickup_date: 'x', weight_kg: '1.200' }, as('en'))
  expect(faults!.map(({ column }) => column).toSorted()).toEqual(['customer', 'pickup_date', 'weight_kg'])
})

test('a name or a code in a cell means the same service; UN is not part of the number', () => {
  const values = {
    customer: 'A',
    pickup_city: 'B',
    pickup_date: '1-12-2026',
    delivery_city: 'C',
    delivery_date: '2-12-2026',
  }
  for (const transport_service of ['general', 'gen']) {
    const { order } = readRow({ ...values, transport_service, un_number: 'UN 1203' }, as('en'))
    expect(order!.transport_service).toEqual({ code: 'GEN' })
    expect(order!.consignments![0]!.goods![0]!.packaged_items![0]!.adr!.un_number).toBe('1203')
  }
})

test('every path of an error leads to a column of the sheet', () => {
  const paths = ['customer', 'consignments.0.pickup_stop.date', 'consignments.0.goods.0.packaging_type', 'container']
  for (const path of paths) expect(importColumns).toContain(columnOf(path))
})

const least = { customer: 'A', pickup_city: 'B', pickup_date: '24/11', delivery_city: 'C', delivery_date: '25-11' }

test('cells are read in the form of the person: numbers by language, days without a year, windows in one cell', () => {
  const cells = { ...least, weight_kg: '4.500', pickup_from: '8u30-12:00', delivery_from: '0830', delivery_to: '17h' }
  const { order } = readRow(cells, as('nl-NL'))
  const [consignment] = order!.consignments!
  expect(consignment).toMatchObject({
    pickup_stop: { date: '2026-11-24', time_window: { start_time: '08:30', end_time: '12:00' } },
    delivery_stop: { date: '2026-11-25', time_window: { start_time: '08:30', end_time: '17:00' } },
    goods: [{ total_weight_kg: 4500 }],
  })
  const tomorrow = readRow({ ...least, pickup_date: 'morgen', delivery_date: 'overmorgen' }, as('nl-NL'))
  expect(tomorrow.order!.consignments![0]).toMatchObject({
    pickup_stop: { date: '2026-11-22' },
    delivery_stop: { date: '2026-11-23' },
  })
})

test('an ambiguous number is asked about with both readings, and a confirmed separator resolves it', () => {
  const cells = { ...least, weight_kg: '4.500' }
  const { faults } = readRow(cells, as('en-GB'))
  expect(faults!.map(({ column, message }) => [column, String(message)])).toEqual([
    ['weight_kg', '“4.500” could be 4.5 or 4500: please confirm.'],
  ])
  const weightOf = (decimal: '.' | ',') =>
    readRow(cells, as('en-GB', decimal)).order!.consignments![0]!.goods![0]!.total_weight_kg
  expect([weightOf('.'), weightOf(',')]).toEqual([4.5, 4500])
})

test('a window with two ends is an error of the line; TIME-4: one that ends before it begins continues over midnight', () => {
  const read = (times: object) => readRow({ ...least, ...times }, as('nl'))
  expect(read({ pickup_from: '8-12', pickup_to: '13' }).faults).toMatchObject([{ column: 'pickup_to' }])
  const { faults, order } = read({ pickup_from: '12', pickup_to: '8' })
  expect(faults).toBeUndefined()
  const time_window = { start_time: '12:00', end_time: '08:00' }
  expect(order!.consignments![0]!.pickup_stop).toMatchObject({ time_window })
})

test('a delivery before its pickup is imported with a warning', () => {
  const { order } = readRow({ ...least, pickup_date: '26-11', delivery_date: '24-11' }, as('nl'))
  expect(order!.consignments![0]!.delivery_stop!.date).toBe('2026-11-24')
})
