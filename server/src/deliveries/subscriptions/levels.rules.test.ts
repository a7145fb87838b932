import { allEvents, eventTypes, optionalEventTypes } from '@cartage/contract/events/endpoints'
import { describe, expect, test } from 'vitest'
import { expandTypes, levels } from './levels.rules.ts'

describe('the types of a subscription', () => {
  test('a level selects all of its types except the optional ones', () => {
    expect(expandTypes(['stop'])).toEqual(['stop.at_stop', 'stop.completed'])
    expect(expandTypes(['order', 'trip.cancelled', 'order.accepted'])).toEqual([
      'order.accepted',
      'order.rejected',
      'order.blocked',
      'order.unblocked',
      'order.cancelled',
      'order.completed',
      'order.approval_requested',
      'trip.cancelled',
    ])
  })

  test('every level has a type, and all levels together have every type that is not optional', () => {
    expect(levels.every((level) => expandTypes([level]).length > 0)).toBe(true)
    const all = eventTypes.filter((type) => !optionalEventTypes.includes(type))
    expect([...expandTypes(levels)].sort()).toEqual([...all].sort())
    expect(expandTypes([])).toEqual([])
    expect(expandTypes(['trip'])).toContain('trip.cancelled')
    expect(expandTypes(['resource'])).toContain('resource.unassigned')
  })

  test('all selects every type, including those of later versions, and only optional types are listed next to it', () => {
    expect(expandTypes([allEvents])).toEqual([])
    expect(expandTypes(['order', allEvents])).toEqual([])
    expect(expandTypes([allEvents, 'order.accepted', 'stop.eta_changed'])).toEqual([allEvents, 'stop.eta_changed'])
  })

  test.each(['Order', 'orders', 'order.', 'order.acepted', ''])(
    '%j is refused with the list of valid values',
    (word) => {
      const wrong = () => expandTypes(['stop', word])
      expect(wrong).toThrow(`There is no event type ${word}. The types are order.accepted,`)
      expect(wrong).toThrow(
        /a level stands for all of its types: order, order_import, stop, trip, resource, position, document/,
      )
    },
  )
})
