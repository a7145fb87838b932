import { importColumns } from '@cartage/contract/app/order-import'
import { readSheetDay, readSheetNumber, readSheetTime } from '@cartage/contract/app/sheet-values'
import { expect, test } from 'vitest'
import { columnOf, readRow } from './import.rules.ts'

test('days of a sheet are read day before month, and never guessed', () => {
  const read = ['2026-11-25', '25-11-2026', '25/11/26', '25.11.2026', '5-1-2026', '2026-11-25T00:00:00.000Z']
  expect(read.map(readSheetDay)).toEqual([
    '2026-11-25',
    '2026-11-25',
    '2026-11-25',
    '2026-11-25',
    '2026-01-05',
    '2026-11-25',
  ])
  expect(['31-11-2026', '11/25/2026', 'tomorrow', '25-11', ''].map(readSheetDay)).toEqual(Array(5).fill(undefined))
})

test('times of a sheet', () => {
  expect(['8', '8:30', '830', '0830', '8h30', '08:30:00', '23.59'].map(readSheetTime)).toEqual([
    '08:00',
    '08:30',
    '08:30',
    '08:30',
    '08:30',
    '08:30',
    '23:59',
  ])
  expect(['24:00', '8:60', 'noon'].map(readSheetTime)).toEqual([undefined, undefined, undefined])
})

test('numbers of a sheet have point or comma; what can be read in two ways is not read', () => {
  expect(
    ['12', '12,5', '12.5', '1.200,5', '1,200.5', '1 200', "1'200.50", '-18', '0.125', '1.200.000'].map(readSheetNumber),
  ).toEqual([12, 12.5, 12.5, 1200.5, 1200.5, 1200, 1200.5, -18, 0.125, 1_200_000])
  expect(['1.200', '1,200', '12 kg', '1.2.3', '1.200,5,5'].map(readSheetNumber)).toEqual(Array(5).fill(undefined))
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
  },
}

test('a line says all that is wrong with it, by column', () => {
  const { faults } = readRow({ pickup_date: 'x', weight_kg: '1.200' }, named)
  expect(faults!.map(({ column }) => column).toSorted()).toEqual(['customer', 'pickup_date', 'weight_kg'])
})

test('a cell with a name or a code means the same service; UN is no part of the number', () => {
  const values = {
    customer: 'A',
    pickup_city: 'B',
    pickup_date: '1-12-2026',
    delivery_city: 'C',
    delivery_date: '2-12-2026',
  }
  for (const transport_service of ['general', 'gen']) {
    const { order } = readRow({ ...values, transport_service, un_number: 'UN 1203' }, named)
    expect(order!.transport_service).toEqual({ code: 'GEN' })
    expect(order!.consignments![0]!.goods![0]!.packaged_items![0]!.adr!.un_number).toBe('1203')
  }
})

test('every path an order is refused with leads to a column of the sheet', () => {
  const paths = ['customer', 'consignments.0.pickup_stop.date', 'consignments.0.goods.0.packaging_type', 'container']
  for (const path of paths) expect(importColumns).toContain(columnOf(path))
})
