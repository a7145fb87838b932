import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareOnBoard, type FleetDispatch, fitsBoard, fleetStanding } from './rules.ts'

const now = new Date('2026-02-02T10:00:00Z')
const at = '2026-02-02T08:00:00Z'
const sent: FleetDispatch = {
  ...{ revision: 1, first_revision: 1, first_at: at, last_at: at },
  ...{ has_failed: false, is_outdated: false, is_delivered: true },
}

describe('DISP-7: a trip of our own vehicles', () => {
  test.each([
    ['was not sent', null, 'NOT_SENT'],
    ['was delivered', sent, 'ACCEPTED'],
    ['is being sent', { ...sent, is_delivered: false }, 'SILENT'],
    ['failed', { ...sent, is_delivered: false, has_failed: true }, 'FAILED'],
    ['changed since', { ...sent, is_outdated: true }, 'CHANGED'],
  ])('that %s has no deadline', (_, dispatch, state) => {
    expect(fleetStanding(dispatch, now)).toEqual({ state, is_overdue: false, answer_by: null })
  })
})

const trip = fc.record({
  state: fc.constantFrom('NOT_SENT', 'FAILED', 'SILENT', 'ACCEPTED', 'REFUSED', 'CHANGED'),
  is_overdue: fc.boolean(),
  starts_at: fc.constantFrom(at, '2026-02-02T09:00:00Z'),
  trip_name: fc.constantFrom('T-1', 'T-2'),
})

test('DISP-7: trips that need action come first, in any input order', () => {
  const inOrder = ['REFUSED', 'FAILED', 'overdue', 'NOT_SENT', 'CHANGED', 'SILENT', 'ACCEPTED']
  const nameOf = ({ state, is_overdue }: { state: string; is_overdue: boolean }) => (is_overdue ? 'overdue' : state)
  const wellFormed = trip.map((one) => ({ ...one, is_overdue: one.is_overdue && one.state === 'SILENT' }))
  fc.assert(
    fc.property(fc.array(wellFormed, { maxLength: 12 }), (trips) => {
      const sorted = trips.toSorted(compareOnBoard)
      const places = sorted.map((one) => inOrder.indexOf(nameOf(one)))
      expect(places).toEqual(places.toSorted((one, other) => one - other))
      expect(trips.toReversed().sort(compareOnBoard)).toEqual(sorted)
    }),
  )
})

test('a trip is matched by its state, its carrier and a part of either name; each count leaves one of these filters out', () => {
  const one = { state: 'SILENT', company_id: 'a', company_name: 'Hauler One', trip_name: 'T-17' }
  const none = { state: [], company: [] }
  expect(fitsBoard(one, none)).toBe(true)
  expect(fitsBoard(one, { ...none, q: 'hauler' })).toBe(true)
  expect(fitsBoard(one, { ...none, q: 't-17' })).toBe(true)
  expect(fitsBoard(one, { ...none, q: 'other' })).toBe(false)
  expect(fitsBoard(one, { ...none, state: ['REFUSED'] })).toBe(false)
  expect(fitsBoard(one, { ...none, state: ['REFUSED'] }, 'state')).toBe(true)
  expect(fitsBoard({ ...one, company_id: null }, { ...none, company: ['a'] })).toBe(false)
  expect(fitsBoard(one, { ...none, company: ['b'] }, 'company')).toBe(true)
})
