import { expect, test } from 'vitest'
import type { Place } from '../../positions/distance.rules.ts'
import type { TripCrossing } from '../crossing.rules.ts'
import { newStop, type TripStop } from '../state.rules.ts'
import { type EtaFacts, estimateStops } from './rules.ts'

const iso = (time: string) => `2026-02-02T${time}:00.000Z`
const at = (time: string) => Date.parse(iso(time))

/** Places on one meridian: one degree is an hour. The sea is between 2 and 6. */
const places = new Map<string, Place>(
  [0, 2, 6, 7].map((degrees) => [`at ${degrees}`, { latitude: degrees, longitude: 0 }]),
)
const road: EtaFacts['road'] = (from, to) => {
  const degrees = Math.abs(from.latitude! - to.latitude!)
  return { distance_km: degrees * 60, driving_minutes: degrees * 60, is_estimated: false }
}

function stopOf(stop_id: string, degrees: number, members: Partial<TripStop> = {}): TripStop {
  const own = { kind: 'STANDALONE', order_id: null, activity: null, activity_label: 'Stop' } as const
  return newStop({ ...own, stop_id, stop_group_id: 'group', location_id: `at ${degrees}`, ...members })
}

const ferry: TripCrossing = {
  ...{ kind: 'FERRY', minutes: 180, departs_at: null, berth: 'NONE', line: null, lands_stop_id: 'land' },
}

function tripWith(crossing: TripCrossing, boarding: Partial<TripStop> = {}): TripStop[] {
  const left = { status: 'COMPLETED', actual_start_at: iso('05:00'), actual_end_at: iso('05:30') } as const
  const there = stopOf('board', 2, { crossing, ...boarding })
  return [stopOf('depot', 0, left), there, stopOf('land', 6), stopOf('end', 7)]
}

function arrivals(stops: readonly TripStop[], members: Partial<EtaFacts> = {}) {
  const facts: EtaFacts = {
    ...{ now: at('06:00'), stops, places, position: undefined, reported: new Map(), road, lengths: new Map() },
    ...{ begins: (_stop, from) => from, latest: () => Infinity, drivers: 1, ...members },
  }
  return estimateStops(facts).map(({ eta_start_at }) => eta_start_at?.slice(11, 16))
}

test('CROSS-1: a vehicle is expected after the crossing, and after the sailing it waits for', () => {
  expect(arrivals(tripWith(ferry))).toEqual([undefined, '07:30', '11:00', '12:30'])
  expect(arrivals(tripWith({ ...ferry, departs_at: iso('09:00') }))).toEqual([undefined, '07:30', '12:00', '13:30'])
  // It misses this departure.
  expect(arrivals(tripWith({ ...ferry, departs_at: iso('07:00') }))).toEqual([undefined, '07:30', '11:00', '12:30'])
})

test('CROSS-4: a vehicle aboard lands when the ferry arrives, whatever its position, and not before now', () => {
  const boarded = { status: 'COMPLETED', actual_start_at: iso('07:30'), actual_end_at: iso('08:00') } as const
  const still = { at: at('08:10'), latitude: 2, longitude: 0 }
  const aboard = (now: string) => arrivals(tripWith(ferry, boarded), { now: at(now), position: still })
  expect(aboard('08:15').slice(2)).toEqual(['11:00', '12:30'])
  expect(aboard('10:55').slice(2)).toEqual(['11:00', '12:30'])
  expect(aboard('11:20').slice(2)).toEqual(['11:20', '12:50'])
})

test('CROSS-4: a vehicle that was there in time is on the sailing, though no departure from the quay was reported', () => {
  const there = { status: 'AT_STOP', actual_start_at: iso('07:30') } as const
  const sailing = { ...ferry, departs_at: iso('09:00') }
  expect(arrivals(tripWith(sailing, there), { now: at('08:00') }).slice(2)).toEqual(['12:00', '13:30'])
  expect(arrivals(tripWith(sailing, there), { now: at('10:30') }).slice(2)).toEqual(['12:00', '13:30'])
  // Without a fixed departure it departs as soon as boarding is over.
  expect(arrivals(tripWith(ferry, there), { now: at('10:30') }).slice(2)).toEqual(['13:30', '15:00'])
})
