import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Clock } from './clocks.ts'
import { occurrencesOf } from './occurrences.ts'
import { readIcs } from './read.ts'
import { writeIcs } from './write.ts'

/** Clock of this machine, which defines the days of the file. */
const here: Clock = {
  instantOf(reading) {
    const [date, time] = new Date(reading).toISOString().slice(0, 19).split('T')
    return new Date(`${date}T${time}`).getTime()
  },
}
const now = Date.parse('2026-11-22T08:00:00Z')

test('a written calendar reads back: times, whole days, any text, folded lines', () => {
  const records = fc.record({
    start: fc.integer({ min: 0, max: 500 }),
    hours: fc.integer({ min: 1, max: 100 }),
    isWhole: fc.boolean(),
    title: fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.replace(/\p{Cc}/gu, ' ').trim()),
  })
  fc.assert(
    fc.property(records, ({ start, hours, isWhole, title }) => {
      const from = new Date(2026, 11, 1 + start, isWhole ? 0 : 8)
      const to = new Date(2026, 11, 1 + start + (isWhole ? hours : 0), isWhole ? 0 : 8 + hours)
      const [start_time, end_time] = [from, to].map((at) => at.toISOString().replace(/\.\d+Z$/, 'Z'))
      const one = {
        id: 'x1',
        title,
        start_time: start_time!,
        end_time: end_time!,
        reason: 'DRIVER_OTHER',
        description: '',
      }
      const text = writeIcs([one], now)
      expect(text.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true)
      const [event] = readIcs(text).events
      expect(event).toMatchObject({ uid: 'x1', title, categories: ['DRIVER_OTHER'] })
      expect(occurrencesOf(event!, here, now).times).toMatchObject([{ start_time, end_time }])
    }),
    { numRuns: 100 },
  )
})
