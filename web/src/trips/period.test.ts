import { expect, test } from 'vitest'
import { instantsOf } from './period.ts'

const hour = 3_600_000

test('today begins and ends at midnight of the browser, however late it is', () => {
  const { from, to } = instantsOf('today', new Date(2026, 10, 25, 23, 59))
  expect([Date.parse(from), Date.parse(to)]).toEqual([
    new Date(2026, 10, 25).getTime(),
    new Date(2026, 10, 26).getTime(),
  ])
})

test('a week has seven days of the calendar, also when a clock is put back in it', () => {
  const { from, to } = instantsOf('week', new Date(2026, 9, 22, 12))
  const hours = (Date.parse(to) - Date.parse(from)) / hour
  const shift = new Date(2026, 9, 29).getTimezoneOffset() - new Date(2026, 9, 22).getTimezoneOffset()
  expect(hours).toBe(7 * 24 + shift / 60)
})

test('the past week ends where today begins', () => {
  const now = new Date(2026, 10, 25, 8)
  expect(instantsOf('past', now).to).toBe(instantsOf('today', now).from)
})
