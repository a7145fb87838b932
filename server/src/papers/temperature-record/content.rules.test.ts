import { expect, test } from 'vitest'
import { ticksBetween } from './content.rules.ts'

const when = (instant: string) => instant.slice(0, 16)
const labels = (from: string, until: string) =>
  ticksBetween(from, until, 'Europe/Brussels', when).map(({ label }) => label)

test('PAPER-20: the axis of the graph has whole hours in the local time of the goods, with days on longer trips', () => {
  expect(labels('2026-11-24T06:20:00Z', '2026-11-24T10:10:00Z')).toEqual(['08:00', '09:00', '10:00', '11:00'])
  expect(labels('2026-11-24T06:00:00Z', '2026-11-24T19:10:00Z')).toEqual([
    ...['07:00', '09:00', '11:00', '13:00', '15:00', '17:00', '19:00'],
  ])
  // Under an hour only the two ends have labels.
  expect(labels('2026-11-24T06:20:00Z', '2026-11-24T06:50:00Z')).toEqual(['07:20', '07:50'])
  expect(labels('2026-11-24T06:20:00Z', '2026-11-24T06:20:00Z')).toEqual(['07:20', '07:20'])
  const long = labels('2026-11-24T06:00:00Z', '2026-11-27T06:00:00Z')
  expect(long).toEqual(['2026-11-25T00:00', '2026-11-26T00:00', '2026-11-27T00:00'])
})
