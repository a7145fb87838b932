import { describe, expect, test } from 'vitest'
import { aimItem } from './inbox.rules.ts'

const query = {}
const target = { entity_type: 'order' as const, entity_id: '9b2f1c1e-5b1a-4c57-9a86-0d6f2c9c1d01' }

describe('a separated item', () => {
  test('PU-1: a deeply nested entry keeps the references to its records and loses its neighbours', () => {
    const inner = { match: { matches_all: [] }, update: { operation: 'UPDATE', data: { quantity: 2 } } }
    const body = {
      updates: [
        { match: { matches_all: [{ order: 1 }] } },
        {
          match: { matches_all: [{ order: 2 }] },
          update: { operation: 'UPDATE', data: {} },
          consignment: { updates: [{ match: { matches_all: [] }, good: { updates: [inner] } }, { match: {} }] },
        },
      ],
    }
    const path = 'updates.1.consignment.updates.0.good.updates.0'
    expect(aimItem({ kind: 'partial-order-update', path, item: inner, body, query }, undefined).body).toEqual({
      updates: [
        {
          match: { matches_all: [{ order: 2 }] },
          consignment: { updates: [{ match: { matches_all: [] }, good: { updates: [inner] } }] },
        },
      ],
    })
  })

  test('an entry whose message was deleted is used alone', () => {
    const item = { match: {}, status: 'BOOKED' }
    const given = { kind: 'location-booking-update', path: 'updates.4', item, body: undefined, query }
    expect(aimItem(given, undefined).body).toEqual({ updates: [item] })
  })
})

describe('an item aimed at a record', () => {
  test('PU-1: an order replaces the criteria without a match', () => {
    const item = { match: { matches_all: [{ order: { name: { matches_any: ['X'] } } }] }, question_answers: { a: 1 } }
    const given = { kind: 'partial-order-update', path: 'updates.0', item, body: { updates: [item] }, query }
    expect(aimItem(given, target).body).toEqual({
      updates: [
        {
          match: { matches_all: [{ order: { id: { matches_any: [target.entity_id] } } }] },
          question_answers: { a: 1 },
        },
      ],
    })
  })

  test('SU-3: a stop group replaces a stop', () => {
    const item = { event_time: '2026-02-02T08:00:00Z', stop: { match: { matches_all: [] }, status: 'AT_STOP' } }
    const group = { entity_type: 'stop_group' as const, entity_id: target.entity_id }
    const given = { kind: 'fleet-status-update', path: 'updates.0.stop', item, body: undefined, query }
    expect(aimItem(given, group).body).toEqual({
      updates: [{ event_time: '2026-02-02T08:00:00Z', stop_group: { status: 'AT_STOP', id: target.entity_id } }],
    })
  })

  test('a record of a kind that the item cannot refer to is refused', () => {
    const item = { tracking_match: { matches_any: [] }, tracking_update_data: [] }
    const given = { kind: 'tracking-update', path: 'updates.0', item, body: undefined, query }
    expect(() => aimItem(given, target)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
    expect(() => aimItem({ ...given, kind: 'trip-import' }, target)).toThrow(/cannot be applied/)
  })
})
