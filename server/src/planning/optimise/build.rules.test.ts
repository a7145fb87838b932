import { expect, test } from 'vitest'
import { placeAt, worldWith } from '../../testing/data/plans.ts'
import type { Facts, OtherTrip, ResourceFacts } from '../facts/rules.ts'
import type { OrderFacts } from '../rules.ts'
import { solve } from '../solver/search.rules.ts'
import { problemOf } from './build.rules.ts'
import { resultOf } from './result.rules.ts'
import type { Desk } from './rules.ts'

const none = { extras: [], validities: [], unavailabilities: [], subcontractor_id: null, is_archived: false }
const driver: ResourceFacts = {
  ...none,
  ...{ resource_id: 'driver', resource_type: 'DRIVER', name: 'Ann', container_number: null, properties: {} },
}
const van: ResourceFacts = { ...driver, resource_id: 'van', resource_type: 'VAN', name: 'Van' }

/** A minimal world with one van and its driver on 2 and 3 February; times are UTC. */
function deskWith(members: Partial<Facts> & { stops?: Partial<OrderFacts['stops'][number]> } = {}): Desk {
  const world = { ...worldWith(), time_zone: 'UTC' }
  const orders = new Map(
    ['order-1'].map((id) => {
      const order = world.orders.get('order-0')!
      const stops = order.stops.map((stop) => ({
        ...stop,
        requested_date: '2026-02-02',
        window_end: null,
        ...members.stops,
      }))
      return [id, { ...order, order_id: id, stops }]
    }),
  )
  const resources = new Map([van, driver].map((one) => [one.resource_id, one]))
  const facts = { ...world, orders, resources, others: [], elsewhere: [], isOpen: () => undefined, ...members }
  const period = { from_at: '2026-02-02T00:00:00.000Z', to_at: '2026-02-04T00:00:00.000Z' }
  const request = { order_ids: ['order-1'], combinations: [{ resource_ids: ['van', 'driver'] }], ...period, seed: 1 }
  return { request, now: period.from_at, world: { ...world, orders }, facts, trips: [] }
}

function run(desk: Desk) {
  const built = problemOf(desk)
  return resultOf(desk, built, solve(built.problem, { seed: 1, iterations: 50 }))
}

test('OPT-4: a stop begins in its requested window, and while its location is open', () => {
  const requested = run(deskWith({ stops: { window_start: '10:00', window_end: '18:00' } }))
  expect(requested.trips[0]!.stops[0]!.start_at).toBe('2026-02-02T10:00:00.000Z')
  const desk = deskWith({ isOpen: (_place, at) => at >= '2026-02-02T11:30' })
  const places = new Map([...desk.facts.places].map(([id, place]) => [id, { ...place, opening_hours: 'from 11:30' }]))
  const open = run({ ...desk, facts: { ...desk.facts, places } })
  expect(open.trips[0]!.stops[0]!.start_at).toBe('2026-02-02T11:30:00.000Z')
})

test('OPT-4: a combination drives between its other trips, outside of absences, until a certificate ends', () => {
  const place = placeAt(0).location_id
  const stop = { trip_id: 'T', stop_id: 'S', kind: 'ORDER' as const, order_id: null, location_id: place }
  const times = { planned_start_at: '2026-02-02T06:00:00.000Z', planned_end_at: '2026-02-02T14:00:00.000Z' }
  const other: OtherTrip = {
    ...{ trip_id: 'T', name: 'T-1', is_completed: false, resource_ids: ['van'], stops: [{ ...stop, ...times }] },
    ...{ starts_at: times.planned_start_at, ends_at: times.planned_end_at },
  }
  const after = run(deskWith({ others: [other] }))
  expect(after.trips[0]!.stops[0]!.start_at >= times.planned_end_at).toBe(true)
  const absence = { start_at: '2026-02-01T00:00:00.000Z', end_at: null, reason: 'SICKNESS' }
  const ill = { ...driver, unavailabilities: [absence] }
  const paper = { validity_type: 'DRIVER_CARD', start_at: '2020-01-01T00:00:00.000Z', legal_end_at: null }
  const expired = { ...driver, validities: [{ ...paper, end_at: '2026-02-01T00:00:00.000Z' }] }
  for (const one of [ill, expired]) {
    const resources = new Map([van, one].map((each) => [each.resource_id, each]))
    expect(run(deskWith({ resources })).left_out).toMatchObject([{ order_id: 'order-1', code: 'no_place' }])
  }
})
