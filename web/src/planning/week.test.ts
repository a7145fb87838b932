import { expect, test } from 'vitest'
import { dayOf } from '../ui/time/day-input.ts'
import { weekOf } from './week.ts'

const saturday = Date.parse('2026-11-28T10:00:00Z')
const shown = (search: Parameters<typeof weekOf>[0]) => {
  const { firstDay, end } = weekOf(search, saturday)
  return [dayOf(firstDay), dayOf(end)]
}

test('on a Saturday the days range from yesterday into the next week; a week begins on Monday', () => {
  expect(shown({ from: undefined, zoom: undefined })).toEqual(['2026-11-27', '2026-12-04'])
  expect(shown({ from: undefined, zoom: 'day' })).toEqual(['2026-11-27', '2026-12-04'])
  expect(shown({ from: undefined, zoom: 'week' })).toEqual(['2026-11-23', '2026-11-30'])
})

test('days begin with the chosen one, a week with its Monday', () => {
  expect(shown({ from: '2026-12-02', zoom: 'days' })).toEqual(['2026-12-02', '2026-12-09'])
  expect(shown({ from: '2026-12-02', zoom: 'week' })).toEqual(['2026-11-30', '2026-12-07'])
})
