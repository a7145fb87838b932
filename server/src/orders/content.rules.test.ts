import type { CanonicalConsignment, CanonicalStop } from '@cartage/contract/orders/canonical'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentOf, ids, stop, upload } from '../testing/data/amend.ts'
import { plannedStopChanges } from './changes.rules.ts'
import { mergedDocument, type OrderDocument, type StoredConsignment } from './content.rules.ts'
import { listedStops } from './stops/sequence.rules.ts'

const part = (name: string, more: Partial<CanonicalConsignment> = {}): CanonicalConsignment => ({
  pickup_stop: stop('Depot') as CanonicalStop,
  delivery_stop: stop(`Shop ${name}`) as CanonicalStop,
  goods: [{ description: name, quantity: 1 }],
  ...more,
})
const updated = (before: OrderDocument, consignments: object[]) =>
  mergedDocument(before, upload({ consignments }), ids('new'))
const idsOf = (consignments: readonly StoredConsignment[]) => consignments.map(({ id }) => id)
const stopIds = ({ pickup_stop, delivery_stop }: StoredConsignment) => [pickup_stop.id, delivery_stop.id]

describe('consignments of an update', () => {
  test('ORD-19: any subset in any order keeps each one’s id, stops, goods, reference and instructions', () => {
    const kinds = fc.record({
      count: fc.integer({ min: 1, max: 8 }),
      hasReferences: fc.boolean(),
      keepsGoods: fc.boolean(),
    })
    fc.assert(
      fc.property(kinds, fc.infiniteStream(fc.nat(1_000_000)), ({ count, hasReferences, keepsGoods }, numbers) => {
        const sent = Array.from({ length: count }, (_, at) =>
          part(String(at), {
            ...(hasReferences && { consignment_reference_number: `R${at}` }),
            planning_instructions: `Ring ${at}`,
          }),
        )
        const before = documentOf({ consignments: sent })
        const drawn = sent
          .map((one, at) => ({ one, at, key: numbers.next().value as number }))
          .toSorted((one, other) => one.key - other.key)
        // An order has at least one consignment.
        const order = drawn.filter(({ key }, at) => at === 0 || key % 3 !== 0)
        const { consignments } = updated(
          before,
          order.map(({ one: { planning_instructions: _, goods, ...rest } }) => ({
            ...rest,
            ...(keepsGoods && { goods }),
          })),
        )
        expect(consignments).toEqual(order.map(({ at }) => before.consignments[at]))
      }),
    )
  })

  test('ORD-19: the remaining one of two is the one that was sent, and copies nothing from the other', () => {
    const first = part('A', { consignment_reference_number: 'RA', planning_instructions: 'Ring twice' })
    const before = documentOf({ consignments: [first, part('B')] })
    const { consignments } = updated(before, [part('B')])
    expect(consignments).toEqual([before.consignments[1]])
  })

  test('ORD-19: a replacement in a list of different length is new', () => {
    const before = documentOf({ consignments: [part('A', { planning_instructions: 'Ring twice' }), part('B')] })
    const { consignments } = updated(before, [part('B'), { ...part('C'), pickup_stop: stop('Mill') }])
    expect(consignments[0]!.id).toBe(before.consignments[1]!.id)
    expect(idsOf(before.consignments)).not.toContain(consignments[1]!.id)
    expect(consignments[1]!.planning_instructions).toBeUndefined()
  })

  test('ORD-19: a reference identifies the consignment, whatever else changed', () => {
    const known = ['1', '2'].map((name) => part(name, { consignment_reference_number: name }))
    const before = documentOf({ consignments: known })
    const moved = { ...known[1]!, pickup_stop: stop('Quay'), delivery_stop: stop('Yard'), goods: [{ quantity: 9 }] }
    const { consignments } = updated(before, [moved, known[0]!])
    expect(idsOf(consignments)).toEqual(idsOf(before.consignments).toReversed())
  })

  test('ORD-19: a corrected delivery address keeps the identity of one among identical consignments', () => {
    const before = documentOf({ consignments: [part('A'), part('B'), part('C')] })
    const corrected = { ...part('C'), delivery_stop: stop('Shop C, back door') }
    const { consignments } = updated(before, [corrected, part('B')])
    expect(consignments.map(stopIds)).toEqual([before.consignments[2]!, before.consignments[1]!].map(stopIds))
  })

  test('ORD-19: the only consignment keeps its identity when all of it is corrected', () => {
    const before = documentOf({ consignments: [part('A', { planning_instructions: 'Ring' })] })
    const { consignments } = updated(before, [{ pickup_stop: stop('Quay'), delivery_stop: stop('Yard') }])
    expect(consignments[0]).toMatchObject({ id: before.consignments[0]!.id, planning_instructions: 'Ring' })
  })

  test('ORD-19: more consignments than are compared pairwise are still matched by their content', () => {
    const sent = Array.from({ length: 400 }, (_, at) => part(String(at)))
    const before = documentOf({ consignments: sent })
    const { consignments } = updated(before, sent.slice(1).toReversed())
    expect(consignments).toEqual(before.consignments.slice(1).toReversed())
  })
})

describe('goods, handling units and stops of an update', () => {
  const units = (...barcodes: string[]) => barcodes.map((value) => ({ barcode: { value } }))

  test('ORD-19: the id of an omitted good is not reused', () => {
    const goods = [{ description: 'Beer' }, { description: 'Wine' }, { description: 'Salt', quantity: 3 }]
    const before = documentOf({ consignments: [part('A', { goods })] })
    const after = updated(before, [
      part('A', { goods: [{ description: 'Salt', quantity: 4 }, { description: 'Wine' }] }),
    ])
    const known = before.consignments[0]!.goods!.map(({ id }) => id)
    expect(after.consignments[0]!.goods!.map(({ id }) => id)).toEqual([known[2], known[1]])
  })

  test('ORD-19: a handling unit is identified by its barcode, and another barcode is another unit', () => {
    const goods = [{ description: 'Beer', handling_units: units('1', '2', '3') }]
    const before = documentOf({ consignments: [part('A', { goods })] })
    const sent = [{ description: 'Beer', handling_units: units('3', '2', '4') }]
    const after = updated(before, [part('A', { goods: sent })])
    const known = before.consignments[0]!.goods![0]!.handling_units!.map(({ id }) => id)
    const now = after.consignments[0]!.goods![0]!.handling_units!.map(({ id }) => id)
    expect(now.slice(0, 2)).toEqual([known[2], known[1]])
    expect(known).not.toContain(now[2])
  })

  test('ORD-19: setup stops are identified by their places, also when their positions are renumbered', () => {
    const at = (name: string, position: number) => stop(name, { position: { position } })
    const before = documentOf({ setup_stops: [at('One', 1), at('Two', 2), at('Three', 3)] })
    const after = mergedDocument(before, upload({ setup_stops: [at('Two', 1), at('Three', 2)] }), ids('new'))
    expect(after.setup_stops!.map(({ id }) => id)).toEqual(before.setup_stops!.slice(1).map(({ id }) => id))
  })
})

describe('planned stops that an update changes', () => {
  const before = documentOf({ consignments: [part('A'), part('B')] })
  const onTrips = listedStops(before).map(({ stop: { id }, role }) => ({
    stop_id: id,
    role,
    status: 'PLANNED',
    trip_id: 'trip',
  }))
  const changes = (consignments: object[]) =>
    plannedStopChanges(before, updated(before, consignments), onTrips).map(
      ({ path, message }) => `${path}: ${String(message)}`,
    )

  test('ORD-20: stops that are removed, or moved in place or time, are reported, others are not', () => {
    expect(changes([part('B'), part('A')])).toEqual([])
    expect(changes([part('B')])).toEqual([
      'consignments.0.pickup_stop: The stop at Depot was on a trip and was taken off it.',
      'consignments.0.delivery_stop: The stop at Shop A was on a trip and was taken off it.',
    ])
    const moved = { ...part('B'), delivery_stop: stop('Yard') }
    expect(changes([part('A'), moved])).toEqual([
      'consignments.1.delivery_stop: The stop at Shop B is on a trip and is at Yard now.',
    ])
    const later = { ...part('B'), delivery_stop: stop('Shop B', { date: '2026-02-03' }) }
    expect(changes([part('A'), later])).toEqual([
      'consignments.1.delivery_stop: The stop at Shop B is on a trip and is requested at another time now.',
    ])
  })

  test('ORD-20: a stop without a trip is changed without a report', () => {
    const waiting = onTrips.map((one) => ({ ...one, trip_id: null }))
    expect(plannedStopChanges(before, updated(before, [part('B')]), waiting)).toEqual([])
  })
})
