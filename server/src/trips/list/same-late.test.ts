import { updateTracking } from '@cartage/contract/inbound/tracking-update'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { dateAfter, instantOf } from '../../locations/local-time.rules.ts'
import { simpleOrder } from '../../testing/data/orders.ts'
import { addOrder, change, plannedTrip, tripTenant } from '../../testing/data/trips.ts'
import { expectSameLate } from '../../testing/late-screens.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { reportStops } from '../report.commands.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())

const minute = 60_000
const hour = 60 * minute
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
  /** Null: only the day is requested. */
  width: number | null
  place: number
  /** Minutes from the start of the window to the planned arrival. */
  planned: number
}

/** A truck with the drawn trip of two stops, positioned near its own window. */
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

/** Sends a position for every truck, so that each is on the map. */
async function sendPositions(tenant: TestTenant, count: number): Promise<void> {
  const updates = Array.from({ length: count }, (_, at) => ({
    tracking_match: { matches_any: [{ resource: { vehicle: { generic_id: { matches_any: [`Truck ${at}`] } } } }] },
    tracking_update_data: [{ position: { timestamp: new Date().toISOString(), latitude: 51, longitude: 4 } }],
  }))
  await tenant.webhook(updateTracking, { body: { updates } })
}

// First days of three periods: one across each clock change, and one without.
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
        const answer = {
          ARRIVES: { status: 'AT_STOP' as const },
          LEAVES: { status: 'COMPLETED' as const },
          ETA: { eta_start_at: expected },
          NOTHING: undefined,
        }[what]
        if (answer) {
          const item = { stop_id: next.stop_id, event_at, ...answer }
          await tenant.asTenant((tx) => reportStops(ctx, tx, [item], 'test', byOperator))
        }
        compared += (await expectSameLate(tenant, now, range)).length
      }
    }),
    { numRuns: 6 },
  )
  expect(compared).toBeGreaterThan(20)
}, 120_000)
