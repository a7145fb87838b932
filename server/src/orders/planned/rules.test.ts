import type { CanonicalConsignment } from '@cartage/contract/orders/canonical'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentOf, ids, stop, upload } from '../../testing/data/amend.ts'
import { mergedDocument, type OrderDocument } from '../content.rules.ts'
import { listedStops } from '../stops/sequence.rules.ts'
import { type CarriedStop, changesOfTrips } from './rules.ts'

const part = (more: object = {}): CanonicalConsignment => ({
  pickup_stop: stop('Depot', { date: '2026-11-25', time_window: { start_time: '08:00', end_time: '10:00' } }),
  delivery_stop: stop('Shop', { date: '2026-11-26' }),
  consignment_reference_number: 'R1',
  goods: [{ description: 'Apples', quantity: 12, total_weight_kg: 8400, packaging_type: { code: 'EUR' } }],
  ...more,
})
const before = documentOf({ consignments: [part()] })
const after = (consignments: object[], more: object = {}) =>
  mergedDocument(before, upload({ consignments, ...more }), ids('new'))
const onTrip = (document: OrderDocument, more: Partial<CarriedStop> = {}): CarriedStop[] =>
  listedStops(document).map(({ stop: { id }, role }) => ({
    ...{ stop_id: id, role, status: 'PLANNED', trip_id: 'T' },
    ...more,
  }))
const found = (changed: OrderDocument | undefined, stops = onTrip(before), was = before) =>
  changesOfTrips(was, changed, stops).flatMap(({ changes }) => changes)

describe('changes that count as made after planning', () => {
  const moved = { delivery_stop: stop('Mill', { date: '2026-11-26' }) }
  test.each([
    [
      'a day',
      { delivery_stop: stop('Shop', { date: '2026-11-27' }) },
      [['TIME', 'DELIVERY', '2026-11-26', '2026-11-27']],
    ],
    ['a place', moved, [['PLACE', 'DELIVERY', 'Shop', 'Mill']]],
    [
      'a place and a day',
      { delivery_stop: stop('Mill', { date: '2026-11-27' }) },
      [
        ['PLACE', 'DELIVERY', 'Shop', 'Mill'],
        ['TIME', 'DELIVERY', '2026-11-26', '2026-11-27'],
      ],
    ],
    ['a reference', { delivery_stop: stop('Shop', { date: '2026-11-26', reference_number: 'X' }) }, []],
    ['an instruction', { planning_instructions: 'Ring' }, []],
  ] as const)('ORD-21: %s', (_name, members, expected) => {
    const changes = found(after([part(members)]))
    const described = changes.map(({ what, role, before: was, after: is }) =>
      what === 'TIME' ? [what, role, was?.date, is?.date] : [what, role, was?.place, is?.place],
    )
    expect(described).toEqual(expected)
  })

  test('ORD-21: goods that are heavier, new or removed, each with their former values', () => {
    const [apples] = part().goods!
    const heavier = found(after([part({ goods: [{ ...apples, total_weight_kg: 9100 }, { description: 'Pears' }] })]))
    expect(heavier).toMatchObject([
      { what: 'GOODS', before: { good: { weight_kg: 8400 } }, after: { good: { weight_kg: 9100, packaging: 'EUR' } } },
      { what: 'GOODS', before: null, after: { good: { name: 'Pears' } } },
    ])
    expect(found(after([part({ goods: [] })]))).toMatchObject([{ what: 'GOODS', before: { good: {} }, after: null }])
  })

  test('ORD-21: added and removed stops, and a cancelled order', () => {
    const ends = { pickup_stop: stop('Port'), delivery_stop: stop('Farm') }
    const second = part({ ...ends, consignment_reference_number: 'R2', goods: [{ description: 'Coal' }] })
    expect(found(after([part(), second])).map(({ what, role }) => [what, role])).toEqual([
      ['STOP_ADDED', 'PICKUP'],
      ['STOP_ADDED', 'DELIVERY'],
    ])
    const both = after([part(), second])
    const without = mergedDocument(both, upload({ consignments: [second] }), ids('third'))
    expect(found(without, onTrip(both), both).map(({ what, before: was }) => [what, was?.place])).toEqual([
      ['STOP_REMOVED', 'Depot'],
      ['STOP_REMOVED', 'Shop'],
    ])
    expect(found(undefined)).toEqual([{ what: 'CANCELLED', role: null, before: null, after: null }])
  })

  test('ORD-21: each trip gets changes of its own stops, and none of unplanned or completed ones', () => {
    const [pickup, delivery] = onTrip(before)
    const changed = after([part(moved)])
    const apart = [pickup!, { ...delivery!, trip_id: 'U' }]
    expect(changesOfTrips(before, changed, apart).map(({ trip_id }) => trip_id)).toEqual(['U'])
    expect(found(changed, onTrip(before, { trip_id: null }))).toEqual([])
    expect(found(undefined, onTrip(before, { status: 'COMPLETED' }))).toEqual([])
  })

  test('ORD-21: an update without differences gives none, and both sides of every difference differ', () => {
    const days = fc.constantFrom('2026-11-25', '2026-11-26', '2026-11-27')
    const names = fc.constantFrom('Shop', 'Mill', 'Farm')
    const quantity = fc.nat(3)
    fc.assert(
      fc.property(days, names, quantity, (date, name, count) => {
        const goods = [{ ...part().goods![0], quantity: 10 + count }]
        const changed = after([part({ delivery_stop: stop(name, { date }), goods })])
        const what = new Set(found(changed).map((change) => change.what))
        expect(what).toEqual(
          new Set([
            ...(date === '2026-11-26' ? [] : ['TIME']),
            ...(name === 'Shop' ? [] : ['PLACE']),
            ...(count === 2 ? [] : ['GOODS']),
          ]),
        )
        for (const change of found(changed)) expect(change.before).not.toEqual(change.after)
      }),
    )
  })
})
