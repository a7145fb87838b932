import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock } from './clock.ts'
import { relativeTime } from './time-text.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-29T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('after a page without times, an event of this moment reads as just now and not as a future instant', () => {
  const clock = createClock(5_000)
  clock.subscribe(() => {})()
  vi.advanceTimersByTime(10 * 60_000)
  expect(relativeTime(new Date('2026-11-29T12:09:58Z'), clock.now())).toBe('now')
})

test('after a page that was asleep, an event of this moment reads as just now before the next tick', () => {
  const clock = createClock(5_000)
  clock.subscribe(() => {})
  // A sleeping page: time passes, but its timers do not run.
  vi.setSystemTime(new Date('2026-11-29T14:00:00Z'))
  expect(relativeTime(new Date('2026-11-29T13:59:59Z'), clock.now())).toBe('now')
})

test('the time is constant between two ticks, so that all of a page shows the same', () => {
  const clock = createClock(5_000)
  const seen: Date[] = []
  clock.subscribe(() => seen.push(clock.now()))
  const before = clock.now()
  vi.advanceTimersByTime(4_999)
  expect(clock.now()).toBe(before)
  vi.advanceTimersByTime(1)
  expect(clock.now()).not.toBe(before)
  expect(seen).toEqual([new Date('2026-11-29T12:00:05Z')])
})

test('a clock that is not on a page runs no timer', () => {
  const clock = createClock(5_000)
  const [one, other] = [clock.subscribe(() => {}), clock.subscribe(() => {})]
  expect(vi.getTimerCount()).toBe(1)
  one()
  other()
  expect(vi.getTimerCount()).toBe(0)
})
