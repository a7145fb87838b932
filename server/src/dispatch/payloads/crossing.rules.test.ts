import { expect, test } from 'vitest'
import { newStop, newTrip } from '../../trips/state.rules.ts'
import { type SentTrip, sentStops } from './trip.rules.ts'

const stop = (stop_id: string, location_id: string) =>
  newStop({
    ...{ stop_id, stop_group_id: stop_id, kind: 'STANDALONE', order_id: null, activity: 'CUSTOM', location_id },
    activity_label: 'Board ferry',
  })
const ferry = { kind: 'FERRY', minutes: 450, berth: 'CABIN', line: 'Stena Line', lands_stop_id: 'b' } as const

function notesOf(crossing: typeof ferry & { departs_at: string | null }, order = ['a', 'b']) {
  const [boarding, landing] = [{ ...stop('a', 'hook'), note: 'Lane 4', crossing }, stop('b', 'harwich')]
  const stops = order.map((id) => (id === 'a' ? boarding : landing))
  const places = new Map([['harwich', { id: 'harwich', name: 'Harwich' }]])
  const sent: SentTrip = { trip: newTrip('t', 'T-1', { stops }), orders: [], places, resources: [], roles: new Map() }
  return sentStops(sent, stops).map(({ note }) => note ?? null)
}

test('CROSS-7: a message has the ferry between two stops in the note of the first, in addition to its own text', () => {
  const departs_at = '2026-03-03T21:00:00Z'
  expect(notesOf({ ...ferry, departs_at })).toEqual([
    'Lane 4\nFerry Stena Line to Harwich, 7 h 30, departs 3 Mar 21:00 UTC, driver in a cabin.',
    null,
  ])
  expect(notesOf({ ...ferry, departs_at: null })[0]).toBe(
    'Lane 4\nFerry Stena Line to Harwich, 7 h 30, driver in a cabin.',
  )
})

test('CROSS-2, CROSS-7: if the landing is not the next stop, no ferry is mentioned', () => {
  expect(notesOf({ ...ferry, departs_at: null }, ['b', 'a'])).toEqual([null, 'Lane 4'])
})
