import { describe, expect, test } from 'vitest'
import { amend, documentOf, inStop, stop } from '../../testing/data/amend.ts'
import { forbiddenChanges } from '../changes.rules.ts'
import { placedStops, positionFaults } from '../stops/sequence.rules.ts'

describe('stops', () => {
  const before = documentOf()
  const { pickup_stop: pickup, delivery_stop: delivery } = before.consignments[0]!
  const type = (stop_type: string) => ({ match: { matches_all: [{ stop: { stop_type } }] } })
  const weighing = { operation: 'CREATE', data: { ...stop('Scale'), stop_activity: { label: 'Weighing' } } }

  test('PU-2: UPDATE changes the given members; a location is replaced as a whole', () => {
    const data = { note: 'Ring', location: { name: 'Shop 2', location_search: 'Rue 1, Lille', place_id: 'm' } }
    const { document } = amend(before, inStop({ ...type('DELIVERY'), update: { operation: 'UPDATE', data } }))
    expect(document.consignments[0]).toEqual({
      ...before.consignments[0],
      delivery_stop: { ...delivery, note: 'Ring', location: { name: 'Shop 2', address: 'Rue 1, Lille' } },
    })
  })

  test('PU-3: there are always two, so an entry without a match is left out', () => {
    const { faults } = amend(before, inStop({ update: { operation: 'UPDATE', data: { note: 'x' } } }))
    expect(faults[0]!.reason).toMatch(/There are 2 stops/)
  })

  test('PU-2: pickup and delivery cannot be deleted, additional stops can', () => {
    const remove = { update: { operation: 'DELETE' } }
    expect(amend(before, inStop({ ...type('PICKUP'), ...remove })).faults[0]!.reason).toMatch(/keeps its pickup/)
    const reference = { match: { matches_all: [{ stop: { reference_number: { matches_any: ['W'] } } }] } }
    const update = { operation: 'CREATE', data: { ...weighing.data, reference_number: 'W' } }
    const { document } = amend(before, inStop({ update }))
    const left = amend(document, inStop({ ...reference, ...remove })).document
    expect(left.consignments[0]!.standalone_stops).toEqual([])
  })

  test('SEQ-1: a created stop has a position, before the delivery unless it requests another, and then all have one', () => {
    const { document } = amend(before, inStop({ update: weighing }))
    expect(positionFaults(document)).toEqual([])
    expect(placedStops(document).map(({ stop: one }) => one.location.name)).toEqual(['Mill', 'Scale', 'Shop'])
    const last = { ...weighing, data: { ...weighing.data, position: { position: 3 } } }
    const moved = amend(before, inStop({ update: last })).document
    expect(placedStops(moved).map(({ stop: one }) => one.location.name)).toEqual(['Mill', 'Shop', 'Scale'])
    const again = amend(
      document,
      inStop({ update: { ...weighing, data: { ...weighing.data, ...stop('Wash') } } }),
    ).document
    expect(positionFaults(again)).toEqual([])
    expect(placedStops(again).map(({ stop: one }) => one.location.name)).toEqual(['Mill', 'Scale', 'Wash', 'Shop'])
  })

  test('a visited stop may be addressed, but nothing else of it may change', () => {
    const reached = [{ stop_id: pickup.id, role: 'PICKUP' as const, status: 'COMPLETED' }]
    const counted = amend(before, inStop({ update: weighing })).document
    expect(forbiddenChanges('IN_PROGRESS', before, counted, reached)).toEqual([])
    const data = { note: 'late' }
    const changed = amend(before, inStop({ ...type('PICKUP'), update: { operation: 'UPDATE', data } })).document
    expect(forbiddenChanges('IN_PROGRESS', before, changed, reached)).toHaveLength(1)
  })

  test('SEQ-3: a stop in addition to pickup and delivery has an activity', () => {
    const refusal = (data: object) => amend(before, inStop({ update: { operation: 'CREATE', data } })).faults[0]?.reason
    expect(refusal(stop('Scale'))).toMatch(/needs stop_type.code/)
    expect(refusal({ ...stop('Scale'), stop_type: { code: 'DELIVERY' } })).toMatch(/has its DELIVERY stop already/)
    expect(refusal({ ...stop('Scale'), stop_type: { code: 'WEIGH' } })).toBeUndefined()
    expect(refusal({ stop_type: { code: 'WEIGH' } })).toMatch(/needs a location/)
  })
})
