import type { CanonicalOrder } from '@cartage/contract/orders/canonical'
import { isSensibleTime } from '@cartage/contract/reading/sense'
import { expect, test } from 'vitest'
import { loadOf } from '../../planning/facts/orders.rules.ts'
import { documentOf, stop, upload } from '../../testing/data/amend.ts'
import { plainSettings } from '../../testing/data/plans.ts'
import { contentWarnings, unNumberWarning } from './content-warnings.rules.ts'

const order = (members: object): CanonicalOrder =>
  upload({ consignments: [{ pickup_stop: stop('Mill'), delivery_stop: stop('Shop'), ...members }] })
const paths = (members: object) => contentWarnings(order(members)).map(({ path, detail }) => [path, detail])

test.each([
  ['336', '0336'],
  ['12', '0012'],
  ['1203.0', '1203'],
  ['1203,00', '1203'],
  ['UN 336', '0336'],
])('GOOD-8: the UN number %s draws a warning with the suggestion %s', (given, meant) => {
  expect(String(unNumberWarning(given))).toContain(meant)
})

test('GOOD-8: four digits are a UN number, with or without its letters, and a missing one draws no warning', () => {
  for (const given of ['1203', 'UN1203', 'UN 1203', 'un-0336', ' 1203 ', undefined])
    expect(unNumberWarning(given)).toBeUndefined()
  for (const given of ['', '  ', 'petrol', '12034', '0', '12.5']) expect(unNumberWarning(given)).toBeDefined()
  expect(paths({ goods: [{ packaged_items: [{ adr: { un_number: '336' } }] }] })).toEqual([
    ['consignments.0.goods.0.packaged_items.0.adr.un_number', 'un_number'],
  ])
})

test('GOOD-9: a negative measure draws a warning and is included in no sum', () => {
  const goods = [{ quantity: -1, total_weight_kg: -5000, unit_width_m: 0 }, { total_weight_kg: 12_000 }]
  expect(paths({ goods })).toEqual([
    ['consignments.0.goods.0.quantity', 'negative_measure'],
    ['consignments.0.goods.0.total_weight_kg', 'negative_measure'],
  ])
  const document = documentOf({ consignments: [{ pickup_stop: stop('Mill'), delivery_stop: stop('Shop'), goods }] })
  expect(loadOf(document, plainSettings).weight_kg).toBe(12_000)
})

test('SENSE-1: days on which no transport is plausible, and a delivery before its pickup, draw warnings', () => {
  for (const text of ['0001-01-01', '1899-12-30', '1970-01-01T00:00:00Z', '9999-12-31', '+010000-01-01']) {
    expect(isSensibleTime(text)).toBe(false)
  }
  for (const text of ['2000-01-01', '2026-11-29T10:00:00Z', '2099-12-31']) expect(isSensibleTime(text)).toBe(true)
  expect(paths({ pickup_stop: stop('Mill', { date: '1899-12-30' }) })).toEqual([
    ['consignments.0.pickup_stop.date', 'odd_day'],
  ])
  expect(paths({ delivery_stop: stop('Shop', { date: '2026-02-01' }) })).toEqual([
    ['consignments.0.delivery_stop.date', 'delivery_before_pickup'],
  ])
  expect(paths({})).toEqual([])
})

test('SENSE-1: implausible values in other days and instants of an upload draw warnings too', () => {
  const date = '1899-12-30'
  const given = upload({
    container: { closing_date: '1970-01-01T00:00:00Z' },
    consignments: [
      {
        pickup_stop: stop('Mill', { drop_collect_empty: { date } }),
        delivery_stop: stop('Shop'),
        import_export: { transit_declarations: [{ sequence_number: 1, valid_to_date: date }] },
      },
    ],
    teardown_stops: [stop('Depot', { date })],
  })
  expect(contentWarnings(given).map(({ path }) => path)).toEqual([
    'container.closing_date',
    'consignments.0.pickup_stop.drop_collect_empty.date',
    'consignments.0.import_export.transit_declarations.0.valid_to_date',
    'teardown_stops.0.date',
  ])
})
