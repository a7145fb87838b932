import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { addLocation, resourceOf } from '../testing/data/fleet.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { withVersions } from './change/difference.rules.ts'
import { newStop, newTrip, type TripState } from './state.rules.ts'
import { saveTrips, tripsByIds, tripsForUpdate } from './store.ts'

const server = await startTestServer()
afterAll(() => server.close())

const instant = fc
  .option(fc.integer({ min: 0, max: 10_000_000 }), { nil: null })
  .map((ms) => (ms === null ? null : new Date(Date.UTC(2026, 0, 1) + ms).toISOString()))
const count = statement(
  'testing.count_trip_rows',
  `select (select count(*)::int from trip where tenant_id = $1) as trips,
          (select count(*)::int from trip_stop where tenant_id = $1) as stops,
          (select count(*)::int from trip_resource where tenant_id = $1) as resources,
          (select xmin::text from trip where tenant_id = $1 and trip_id = $2) as written`,
)

/** Trips over a few ids, so that they often share stops and resources. */
function tripsOver(ids: { trips: string[]; stops: string[]; resources: string[]; place: string }) {
  const word = fc.constantFrom('a', 'b', "it's", 'ü\n"')
  const stop = fc.record({
    planned_start_at: instant,
    eta_start_at: instant,
    actual_start_at: instant,
    status: fc.constantFrom('TO_PLAN' as const, 'PLANNED' as const, 'AT_STOP' as const),
    note: word,
    reference_number: fc.option(word, { nil: null }),
    custom_fields: fc.constantFrom({}, { key: ['x', 1, null] }),
    mileage_km: fc.option(fc.constantFrom(0, 1.5), { nil: null }),
    event_sequence: fc.nat(3),
  })
  const members = fc.record({
    name: word,
    note: word,
    status: fc.constantFrom('CREATED' as const, 'PLANNED' as const, 'COMPLETED' as const, 'CANCELLED' as const),
    is_dispatched: fc.boolean(),
    distance_km: fc.option(fc.constantFrom(0, 12.25), { nil: null }),
    custom_fields: fc.constantFrom({}, { a: { b: 1 } }),
  })
  const spread = fc.record({
    members: fc.array(fc.option(members, { nil: null }), { minLength: 3, maxLength: 3 }),
    stops: fc.array(fc.record({ trip: fc.nat(3), stop }), { minLength: 5, maxLength: 5 }),
    order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
    resources: fc.array(fc.shuffledSubarray([0, 1, 2]), { minLength: 3, maxLength: 3 }),
  })
  return spread.map((input): TripState[] =>
    input.members.flatMap((given, at) => {
      if (given === null) return []
      const stops = input.order
        .filter((index) => input.stops[index]!.trip === at)
        .map((index) =>
          newStop({
            ...{ stop_id: ids.stops[index]!, kind: 'STANDALONE', order_id: null, stop_group_id: ids.stops[index]! },
            ...{ location_id: ids.place, activity: null, activity_label: 'Stop', ...input.stops[index]!.stop },
          }),
        )
      const resources = input.resources[at]!.map((index) => ({
        ...{ resource_id: ids.resources[index]!, name: index === 1 ? 'other name' : null },
        ...{ license_plate: null, container_number: index === 2 ? 'MSKU1234565' : null },
      }))
      return [newTrip(ids.trips[at]!, given.name, { ...given, stops, resources })]
    }),
  )
}

test('for any previous and next trips, exactly the difference is written', async () => {
  const tenant = await server.tenant()
  const resources: string[] = []
  for (const name of ['one', 'two', 'three']) resources.push((await resourceOf(tenant, { name })).id)
  const place = await addLocation(tenant)
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (draw) => {
      const ids = {
        trips: [randomUUID(), randomUUID(), randomUUID()].sort(),
        stops: Array.from({ length: 5 }, () => randomUUID()),
        ...{ resources, place },
      }
      let kept: TripState[] = []
      for (let step = 0; step < 3; step += 1) {
        const intended = draw(() => tripsOver(ids))
        const written = await tenant.asTenant(async (tx) => {
          const before = await tripsForUpdate(tx, ids.trips)
          expect(before).toEqual(kept)
          return await saveTrips(tx, before, intended)
        })
        expect(written).toEqual(withVersions(kept, intended))
        kept = await tenant.asTenant((tx) => tripsByIds(tx, ids.trips))
        expect(kept).toEqual(written)
      }
    }),
    { numRuns: 60 },
  )
})

test('an unchanged trip is not written, and an emptied one leaves no row behind', async () => {
  const tenant = await server.tenant()
  const place = await addLocation(tenant)
  const id = randomUUID()
  const stop = newStop({
    ...{ stop_id: randomUUID(), kind: 'STANDALONE', order_id: null, stop_group_id: randomUUID() },
    ...{ location_id: place, activity: null, activity_label: 'Stop' },
  })
  await tenant.asTenant((tx) => saveTrips(tx, [], [newTrip(id, 'T', { stops: [stop] })]))
  const rows = () => tenant.asTenant(async (tx) => (await tx.query<Record<string, unknown>>(count, id))[0]!)
  const first = await rows()
  expect(first).toMatchObject({ trips: 1, stops: 1, resources: 0 })
  await tenant.asTenant(async (tx) => {
    const before = await tripsForUpdate(tx, [id])
    await saveTrips(tx, before, structuredClone(before))
  })
  // Locking a row changes its xmax, writing it changes its xmin.
  expect((await rows()).written).toBe(first.written)
  await tenant.asTenant(async (tx) => saveTrips(tx, await tripsForUpdate(tx, [id]), []))
  expect(await rows()).toMatchObject({ trips: 0, stops: 0, resources: 0 })
})
