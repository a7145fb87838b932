import { expect, test } from 'vitest'
import { readNumber, readTime, readWindow, windowText } from './time-text.ts'

test('times as people type them', () => {
  expect(['930', '9', '0930', '9:30', '9.30', '9h30', '17', '2359'].map(readTime)).toEqual([
    '09:30',
    '09:00',
    '09:30',
    '09:30',
    '09:30',
    '09:30',
    '17:00',
    '23:59',
  ])
  expect(['24', '2400', '960', 'x', '', '12345'].map(readTime)).toEqual(Array(6).fill(undefined))
})

test('windows: both ends, one end, or none', () => {
  expect(readWindow('8-12')).toEqual({ start_time: '08:00', end_time: '12:00' })
  expect(readWindow('830 - 17:15')).toEqual({ start_time: '08:30', end_time: '17:15' })
  expect(readWindow('930')).toEqual({ start_time: '09:30' })
  expect(readWindow('-17')).toEqual({ end_time: '17:00' })
  expect(readWindow(' ')).toEqual({})
  expect(['12-8', '8-x', '8-9-10', 'x'].map(readWindow)).toEqual(Array(4).fill(undefined))
})

test('what is shown of a window reads back as the same window', () => {
  for (const window of [
    {},
    { start_time: '09:30' },
    { end_time: '17:00' },
    { start_time: '08:00', end_time: '12:00' },
  ]) {
    expect(readWindow(windowText(window))).toEqual(window)
  }
})

test('numbers with a point or a comma', () => {
  expect(['12', '12,5', '0.4', '-18', '1 200', ''].map(readNumber)).toEqual([12, 12.5, 0.4, -18, 1200, null])
  expect(['x', '1.2.3', '1,200.5'].map(readNumber)).toEqual([undefined, undefined, undefined])
})
