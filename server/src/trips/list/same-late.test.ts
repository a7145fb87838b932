import { updateTracking } from '@cartage/contract/inbound/tracking-update'
import { isUnderWay, lateAhead } from '@cartage/contract/orders/app/lateness'
import { getPlanningBoard } from '@cartage/contract/planning/app/board'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { permissionsOf } from '../../auth/permissions.rules.ts'
import { dateAfter, instantOf } from '../../locations/local-time.rules.ts'
import { readDay } from '../../shell/day.views.ts'
import { simpleOrder } from '../../testing/data/orders.ts'
import { addOrder, change, plannedTrip, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { listMapVehicles } from '../map/views.ts'
import { reportStops } from '../report.commands.ts'
import { trips } from './views.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())

const minute = 60_000
const hour = 60 * minute
const everything = {
  ...{ status: [], subcontractor: [], resource: [], group: [], driven_by: [] },
  ...{ is_late: undefined, is_refused: undefined, is_outdated: undefined },
}
const places = [
  { city: 'Gent', country: 'BE' },
  { city: 'Porto', country: 'PT' },
  { city: 'London', country: 'GB' },
  { city: 'New York', country: 'US' },
]
const two = (value: number) => String(value).padStart(2, '0')

interface Drawn {
  day: number
  from: number
  /** Null: the day alone is requested. */
  width: number | null
  place: number
  /** Minutes from the beginning of the window to the planned arrival. */
  planned: number
}

/** A truck with its trip of two stops, as they were drawn, each near its own window. */
async function truckWith(tenant: TestTenant, at: number, first: string, drawn: readonly [Drawn, Drawn]) {
  const [consignment] = simpleOrder().consignments!
  const [pickup_stop, delivery_stop] = drawn.map(({ day, from, width, place }) => ({
    ...{ location: { name: `Place ${place}`, ...places[place]! }, date: dateAfter(first, day) },
    ...(width !== null && {
      time_window: { start_time: `${two(from)}:00`, end_time: `${two((from + width) % 24)}:30` },
    }),
  }))
  const members = { consignments: [{ ...consignment!, pickup_stop, delivery_stop }] }
  const order = await addOrder(server, tenant, members as never)
  const name = `Truck ${at}`
  const resources = [{ name, external_id: name, tractor: { license_plate: `1-AAA-11${at}` } }]
  const { tripId } = await plannedTrip(server, tenant, { orders: [order], resources })
  const begins = drawn.map(({ day, from, planned }) => {
    return Date.parse(instantOf(dateAfter(first, day), `${two(from)}:00`, 'Europe/Brussels')) + planned * minute
  })
  const starts = [begins[0]!, Math.max(begins[0]! + hour, begins[1]!)]
  const [trip] = await change(server, tenant, [tripId], ([found]) => [
    {
      ...found!,
      stops: found!.stops.map((stop, place) => ({
        ...stop,
        planned_start_at: new Date(starts[place]!).toISOString(),
        planned_end_at: new Date(starts[place]! + 30 * minute).toISOString(),
      })),
    },
  ])
  return trip!
}

/** Every truck sends where it is, so that each is on the map. */
async function sendPositions(tenant: TestTenant, count: number): Promise<void> {
  const updates = Array.from({ length: count }, (_, at) => ({
    tracking_match: { matches_any: [{ resource: { vehicle: { generic_id: { matches_any: [`Truck ${at}`] } } } }] },
    tracking_update_data: [{ position: { timestamp: new Date().toISOString(), latitude: 51, longitude: 4 } }],
  }))
  await tenant.webhook(updateTracking, { body: { updates } })
}

/** The ids of the trips that are late, as each of the four screens has them. */
async function lateOnScreens(tenant: TestTenant, now: number, range: { from: string; to: string }) {
  const planner = await tenant.user('PLANNER')
  const board = await planner(getPlanningBoard, { query: range })
  const asked = new Map(board.asked.map(({ stop_id, asked_to }) => [stop_id, asked_to]))
  const onBoard = board.trips.filter(({ status, stops }) => {
    const times = stops.map((stop) => ({
      ...stop,
      asked_from: null,
      asked_to: asked.get(stop.stop_id) ?? stop.planned_end_at,
    }))
    return isUnderWay(status) && lateAhead(times, now).length > 0
  })
  return await tenant.asTenant(async (tx) => {
    const day = await readDay(tx, { permissions: permissionsOf('PLANNER'), group: undefined }, now)
    const window = { sort: 'starts', offset: 0, limit: 100 } as const
    const all = await trips.open(tx, everything, { now }).window(window)
    const filtered = await trips.open(tx, { ...everything, is_late: true }, { now }).window(window)
    const vehicles = await listMapVehicles(tx, { now: new Date(now), readsPersonal: false })
    const shown = vehicles.flatMap(({ trip }) => trip ?? [])
    return {
      today: day.exceptions.flatMap(({ kind, trip_id }) => (kind === 'LATE' || kind === 'OVERDUE' ? [trip_id!] : [])),
      figure: day.late.value,
      list: all.items.filter(({ is_late }) => is_late).map(({ trip_id }) => trip_id),
      filter: filtered.items.map(({ trip_id }) => trip_id),
      board: onBoard.map(({ trip_id }) => trip_id),
      map: shown.filter(({ punctuality: found }) => found?.state === 'LATE' || found?.state === 'MISSED'),
      onMap: new Set(shown.map(({ trip_id }) => trip_id)),
    }
  })
}

// Through both nights in which the clock changes, and through days without one.
const firstDays = ['2026-03-27', '2026-10-23', '2026-06-12']
const stop = fc.record({
  day: fc.nat(3),
  from: fc.nat(23),
  width: fc.option(fc.nat(23)),
  place: fc.nat(places.length - 1),
  planned: fc.integer({ min: -120, max: 600 }),
})
const step = fc.record({
  hours: fc.integer({ min: 1, max: 9 }),
  seconds: fc.nat(3_600_000),
  truck: fc.nat(4),
  stop: fc.nat(1),
  what: fc.constantFrom('ARRIVES', 'LEAVES', 'ETA', 'ETA', 'NOTHING'),
  minutes: fc.integer({ min: -200, max: 900 }),
})

test('TIME-7: after each hour of random days the same trips are late on Today, in the list, on the board and on the map', async () => {
  let compared = 0
  const drawn = fc.record({
    first: fc.constantFrom(...firstDays),
    trucks: fc.array(fc.tuple(stop, stop), { minLength: 5, maxLength: 5 }),
    steps: fc.array(step, { minLength: 12, maxLength: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(drawn, async ({ first, trucks, steps }) => {
      const tenant = await tripTenant(server)
      const driven = []
      for (const [at, stops] of trucks.entries()) driven.push(await truckWith(tenant, at, first, stops))
      await sendPositions(tenant, trucks.length)
      const range = { from: `${dateAfter(first, -3)}T00:00:00Z`, to: `${dateAfter(first, 12)}T00:00:00Z` }
      let now = Date.parse(`${first}T00:00:00Z`)
      for (const { hours, seconds, truck, stop: place, what, minutes } of steps) {
        now += hours * hour + seconds
        const next = driven[truck]!.stops[place]!
        const expected = new Date(
          Date.parse(next.planned_start_at!) + minutes * minute + (seconds % 60_000),
        ).toISOString()
        const event_at = new Date(now).toISOString()
        const said = {
          ARRIVES: { status: 'AT_STOP' as const },
          LEAVES: { status: 'COMPLETED' as const },
          ETA: { eta_start_at: expected },
          NOTHING: undefined,
        }[what]
        if (said) {
          const item = { stop_id: next.stop_id, event_at, ...said }
          await tenant.asTenant((tx) => reportStops(ctx, tx, [item], 'test', byOperator))
        }
        const late = await lateOnScreens(tenant, now, range)
        const ids = late.list.toSorted()
        compared += ids.length
        expect(late.filter.toSorted()).toEqual(ids)
        expect(late.board.toSorted()).toEqual(ids)
        expect(late.today.toSorted()).toEqual(ids)
        expect(late.figure).toBe(ids.length)
        expect(late.map.map(({ trip_id }) => trip_id).toSorted()).toEqual(ids.filter((id) => late.onMap.has(id)))
      }
    }),
    { numRuns: 6 },
  )
  expect(compared).toBeGreaterThan(20)
}, 120_000)
