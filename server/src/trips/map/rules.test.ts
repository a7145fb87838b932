import { type StopTimes, tripPunctuality } from '@cartage/contract/orders/app/lateness'
import { expect, test } from 'vitest'
import { nextStop } from './rules.ts'

const now = Date.parse('2026-03-02T10:00:00Z')
const stop = (stop_id: string, status: string) => ({
  ...{ stop_id, status, name: stop_id, city: 'Gent', latitude: 51, longitude: 4 },
})
const times = (stop_id: string, status: string, asked_to: string, eta_start_at: string | null): StopTimes => ({
  ...{ stop_id, status, order_id: null, trip_id: null, time_zone: 'Europe/Brussels', asked_from: null, asked_to },
  ...{ planned_start_at: eta_start_at, planned_end_at: null, eta_start_at, eta_end_at: null, eta_is_estimated: null },
  ...{ actual_start_at: status === 'COMPLETED' ? '2026-03-02T09:30:00Z' : null, actual_end_at: null },
})

test('the next stop is the first that is not done, with its times', () => {
  const all = [stop('a', 'COMPLETED'), stop('b', 'AT_STOP'), stop('c', 'PLANNED')]
  const known = [times('b', 'AT_STOP', '2026-03-02T11:00:00Z', '2026-03-02T09:50:00Z')]
  expect(nextStop(all, known, now)).toMatchObject({ stop_id: 'b', status: 'AT_STOP', asked_to: '2026-03-02T11:00:00Z' })
  const coming = times('c', 'PLANNED', '2026-03-02T11:00:00Z', '2026-03-02T11:30:00Z')
  expect(nextStop([stop('c', 'PLANNED')], [coming], now)?.punctuality).toMatchObject({ state: 'LATE', minutes: 30 })
  expect(nextStop([stop('a', 'COMPLETED')], known, now)).toBeNull()
})

test('TIME-7: a vehicle is late by its future stops, and not by one it has left', () => {
  const left = times('a', 'COMPLETED', '2026-03-02T08:00:00Z', null)
  const ahead = times('b', 'PLANNED', '2026-03-02T12:00:00Z', '2026-03-02T12:20:00Z')
  expect(tripPunctuality('IN_PROGRESS', [left], now)).toEqual({ is_late: false, punctuality: null })
  expect(tripPunctuality('IN_PROGRESS', [left, ahead], now).punctuality).toMatchObject({
    state: 'LATE',
    minutes: 20,
    stop_id: 'b',
  })
})
