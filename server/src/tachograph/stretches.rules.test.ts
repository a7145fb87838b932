import { expect, test } from 'vitest'
import { cardDay } from '../testing/data/driver-card.ts'
import { stretchesOf, withCrossings } from './stretches.rules.ts'

const short = (days: Parameters<typeof stretchesOf>[0]) =>
  stretchesOf(days).map(({ from, to, kind }) => `${from.slice(5, 16)} ${to.slice(5, 16)} ${kind}`)

test('TACHO-5: an activity lasts until the next change, also over midnight, and the last has no end yet', () => {
  const days = [
    cardDay('2026-11-23', '00:00 REST', '06:00 WORK', '06:15 DRIVING', '10:00 DRIVING', '16:00 REST'),
    cardDay('2026-11-24', '00:00 REST', '05:00 AVAILABLE', '06:00 WORK'),
  ]
  expect(short(days)).toEqual([
    '11-23T00:00 11-23T06:00 REST',
    '11-23T06:00 11-23T06:15 WORKING',
    '11-23T06:15 11-23T16:00 DRIVING',
    '11-23T16:00 11-24T05:00 REST',
    '11-24T05:00 11-24T06:00 WAITING',
  ])
})

test('TACHO-5: time without the card is unknown, and so are days that are not on it', () => {
  const days = [
    cardDay('2026-11-20', '00:00 OUT', '06:00 DRIVING', '10:00 OUT'),
    cardDay('2026-11-23', '08:00 DRIVING', '09:00 OUT', '10:00 OUT'),
  ]
  expect(short(days)).toEqual([
    '11-20T00:00 11-20T06:00 UNKNOWN',
    '11-20T06:00 11-20T10:00 DRIVING',
    '11-20T10:00 11-23T08:00 UNKNOWN',
    '11-23T08:00 11-23T09:00 DRIVING',
  ])
  expect(stretchesOf([])).toEqual([])
})

test('TACHO-13: rests are aboard from the driver’s entry until its end is entered, or the vehicle is driven', () => {
  const days = [
    cardDay('2026-11-23', '00:00 REST', '06:00 DRIVING', '10:00 REST', '11:00 WORK', '11:20 REST', '20:00 DRIVING'),
    cardDay('2026-11-24', '00:00 REST', '07:00 DRIVING', '08:00 WORK'),
  ]
  const begin = { at: '2026-11-23T11:15:00Z', kind: 'BEGIN' } as const
  const aboard = (marks: Parameters<typeof withCrossings>[1]) =>
    withCrossings(stretchesOf(days), marks).flatMap(({ from, is_aboard }) => (is_aboard ? from.slice(5, 16) : []))
  expect(aboard([begin])).toEqual(['11-23T11:20'])
  expect(aboard([{ ...begin, at: '2026-11-23T10:30:00Z' }])).toEqual(['11-23T10:00', '11-23T11:20'])
  expect(aboard([begin, { at: '2026-11-23T11:18:00Z', kind: 'END' }])).toEqual([])
  expect(aboard([])).toEqual([])
})
