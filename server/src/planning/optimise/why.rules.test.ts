import { expect, test } from 'vitest'
import { factsOf, placeAt, plainSettings, worldWith } from '../../testing/data/plans.ts'
import type { Facts, ResourceFacts } from '../facts/rules.ts'
import type { OrderFacts } from '../rules.ts'
import type { Desk, KeptTrip } from './rules.ts'
import { answersFor } from './why.rules.ts'

const none = { container_number: null, subcontractor_id: null, is_archived: false, properties: {}, extras: [] }
const one = (resource_type: string): ResourceFacts => {
  return {
    ...none,
    resource_id: resource_type,
    resource_type,
    name: resource_type,
    validities: [],
    unavailabilities: [],
  }
}
const resources = ['RIGID', 'DRIVER'].map(one)

/** An order from Gent to Utrecht: about two and a half hours, whenever the truck is available. */
function orderAt(index: number, date: string): OrderFacts {
  const order = factsOf(index)
  const stops = order.stops.map((stop, part) => {
    const members = { location_id: placeAt(part === 0 ? 0 : 3).location_id, requested_date: date }
    return { ...stop, ...members, window_start: part === 0 ? '08:00' : null, window_end: null }
  })
  return { ...order, stops }
}

function deskWith(orders: readonly OrderFacts[], hours: Facts['hours']): Desk {
  const world = {
    ...worldWith(),
    ...{ time_zone: 'UTC', drivers: new Set(['DRIVER']), settings: plainSettings },
    orders: new Map(orders.map((order) => [order.order_id, order])),
  }
  const byId = new Map(resources.map((resource) => [resource.resource_id, resource]))
  const facts: Facts = { ...world, resources: byId, others: [], elsewhere: [], isOpen: () => undefined, ...{ hours } }
  const combinations = [{ resource_ids: [...byId.keys()] }]
  const period = { from_at: '2026-02-02T00:00:00.000Z', to_at: '2026-02-06T00:00:00.000Z', seed: 1 }
  const request = { order_ids: [...world.orders.keys()], combinations, ...period }
  return { request, now: period.from_at, world, facts, trips: [] }
}

const driven = (from: string, to: string): Facts['hours'] => {
  const rest = { from: '2026-01-31T00:00:00Z', to: from, kind: 'REST' as const, is_crew: false }
  const activities = [rest, { from, to, kind: 'DRIVING' as const, is_crew: false }]
  return new Map([['DRIVER', { activities, signal: null }]])
}

const codes = (order: OrderFacts, trips: readonly KeptTrip[], desk: Desk) =>
  answersFor(order, trips, desk)[0]!.reasons.map(({ code }) => code)

test('HOURS-4, OPT-8: an order is explained including the break that is due after its driver’s earlier driving', () => {
  const order = orderAt(0, '2026-02-03')
  expect(codes(order, [], deskWith([order], driven('2026-02-03T04:00:00Z', '2026-02-03T08:00:00Z')))).toEqual([])
})

test('HOURS-4, OPT-8: the driving of the combination on another suggested trip counts', () => {
  const [order, other] = [orderAt(0, '2026-02-03'), orderAt(3, '2026-02-04')]
  const desk = deskWith([order, other], new Map())
  const stops = other.stops.map((stop, at) => ({
    ...{ stop_id: stop.stop_id, order_id: other.order_id, order_number: other.order_number, leg_km: 0 },
    ...{ location_id: stop.location_id, location_name: '', activity_label: stop.activity_label },
    ...{ start_at: `2026-02-0${3 + at}T09:00:00.000Z`, end_at: `2026-02-0${3 + at}T10:00:00.000Z` },
  }))
  const figures = { trips: 1, distance_km: 0, empty_km: 0, late_minutes: 0, planned_orders: 1 }
  const trip: KeptTrip = { combination: 0, resources: [], stops, reasons: [], figures }
  const first: KeptTrip = { ...trip, stops: [] }
  // The order would go on the first suggested trip; the other uses its truck from nine on.
  expect(codes(order, [first, trip], desk)).toContain('resource_overlap')
  expect(codes(order, [first], desk)).toEqual([])
})
