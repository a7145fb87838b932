import * as planning from '@cartage/contract/planning/app/commands'
import { getDriverHours } from '@cartage/contract/planning/app/hours'
import { listTripHistory } from '@cartage/contract/trips/app/record'
import { afterAll, expect, test } from 'vitest'
import { resourceOf } from '../testing/data/fleet.ts'
import { addOrder, tripOf, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { logInAs } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('ETA-3: the kilometres of a trip match its stops at once, also in a preview of a command', async () => {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const { orderId } = await addOrder(server, tenant)
  const override = { reason: 'a test says so' }
  const [there] = (await call(planning.givePlanningCommand, { body: { kind: 'PLAN', order_ids: [orderId], override } }))
    .trips
  expect(there!.distance_km).toBeGreaterThan(0)
  const [mill, shop] = [
    { name: 'Mill', city: 'Gent', country: 'BE' },
    { name: 'Shop', city: 'Lille', country: 'FR' },
  ]
  const back = await addOrder(server, tenant, {
    consignments: [
      {
        pickup_stop: { location: shop, date: '2026-02-04' },
        delivery_stop: { location: mill, date: '2026-02-05' },
        goods: [{ description: 'Flour', quantity: 4, total_weight_kg: 1200 }],
      },
    ],
  })
  const body = { order_ids: [back.orderId], trip_id: there!.trip_id, override }
  const kilometres = async () => (await tripOf(tenant, there!.trip_id))!.distance_km
  const dry = await call(planning.givePlanningCommand, { body: { kind: 'PLAN', ...body, dry_run: true } })
  expect(dry.trips[0]).toMatchObject({ distance_km: 2 * there!.distance_km!, distance_is_estimated: true })
  expect(dry.added_km).toBe(there!.distance_km)
  expect(await kilometres()).toBe(there!.distance_km)
  const done = await call(planning.givePlanningCommand, { body: { kind: 'PLAN', ...body } })
  expect(done.trips[0]!.distance_km).toBe(2 * there!.distance_km!)
  expect(await kilometres()).toBe(2 * there!.distance_km!)
  expect(done.added_km).toBe(there!.distance_km)
  const undone = await call(planning.undoCommand, { body: {} })
  expect(undone.added_km).toBe(-there!.distance_km!)
  expect(await kilometres()).toBe(there!.distance_km)
  await server.drain()
  expect(await kilometres()).toBe(there!.distance_km)
})

test('CROSS-1, CROSS-5: a ferry is planned, changed and undone; its kilometres are not driven, and the history shows it in the language of the planner', async () => {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const { id } = await resourceOf(tenant, { name: 'An', driver: {} })
  const { orderId } = await addOrder(server, tenant)
  const override = { reason: 'a test says so' }
  const planned = await call(planning.givePlanningCommand, {
    body: { kind: 'PLAN', order_ids: [orderId], new_trip: { resource_ids: [id] }, override },
  })
  const { trip_id, stops, distance_km } = planned.trips[0]!
  const [from_location_id, to_location_id] = stops.map(({ location_id }) => location_id) as [string, string]
  const ferry = { kind: 'FERRY', minutes: 240, berth: 'CABIN', line: 'Stena Line' } as const
  const body = {
    trip_id,
    from_location_id,
    to_location_id,
    before_stop_id: stops[1]!.stop_id,
    crossing: ferry,
    override,
  }
  const [across] = (await call(planning.givePlanningCommand, { body: { kind: 'INSERT_CROSSING', ...body } })).trips
  const [pickup, boarding, landing, delivery] = across!.stops
  expect(across).toMatchObject({ distance_km: 0 })
  expect(boarding!.crossing).toEqual({ ...ferry, departs_at: null, lands_stop_id: landing!.stop_id })
  expect(landing).toMatchObject({ mileage_km: 0, crossing: null, activity_label: 'Leave ferry' })
  expect(pickup!.planned_end_at).toBe(boarding!.planned_start_at)
  expect(Date.parse(landing!.planned_start_at!) - Date.parse(boarding!.planned_end_at!)).toBe(240 * 60_000)
  expect(delivery!.planned_start_at! >= landing!.planned_end_at!).toBe(true)
  const departs_at = boarding!.planned_end_at!.replace(/T\d\d:\d\d/, 'T23:30')
  const change = { trip_id, stop_id: boarding!.stop_id, crossing: { ...ferry, departs_at }, override }
  const [later] = (await call(planning.givePlanningCommand, { body: { kind: 'CHANGE_CROSSING', ...change } })).trips
  expect(later!.stops[1]).toMatchObject({ planned_end_at: departs_at, crossing: { departs_at } })
  await server.drain()
  expect((await tripOf(tenant, trip_id))!.stops[1]!.crossing).toMatchObject({ berth: 'CABIN', line: 'Stena Line' })
  const hours = await call(getDriverHours, { params: { resource_id: id } })
  expect(hours.week.planned_minutes).toBe(0)
  const { items } = await call(listTripHistory, { params: { trip_id } })
  expect(items.flatMap(({ changes }) => changes.crossings ?? [])).toEqual([
    { before: [{ ...ferry, departs_at: null }], after: [{ ...ferry, departs_at: expect.any(String) }] },
    { before: null, after: [{ ...ferry, departs_at: null }] },
  ])
  const { items: commands } = await call(planning.listPlanningCommands, { query: { trip_id } })
  expect(commands.slice(0, 2).map(({ summary }) => summary)).toEqual([
    `Changed the ferry Stena Line of ${across!.name}`,
    `Inserted a ferry Stena Line into ${across!.name}`,
  ])
  const headers = { ...(await logInAs(server, tenant.tenantId, 'PLANNER')), 'accept-language': 'nl' }
  const { path: url } = planning.listPlanningCommands
  const answer = await server.app.inject({ url, headers })
  expect(answer.json().items.map(({ summary }: { summary: string }) => summary)).toEqual([
    `Gewijzigd: ferry Stena Line van ${across!.name}`,
    `Ingevoegd: ferry Stena Line in ${across!.name}`,
    expect.stringMatching(new RegExp(`^\\S+ gepland op ${across!.name}$`)),
  ])
  await call(planning.undoCommand, { body: {} })
  expect((await tripOf(tenant, trip_id))!.stops[1]!.crossing).toMatchObject({ departs_at: null })
  await call(planning.undoCommand, { body: {} })
  expect(await tripOf(tenant, trip_id)).toMatchObject({ distance_km, stops: [{ crossing: null }, { crossing: null }] })
  await call(planning.redoCommand, { body: {} })
  expect((await tripOf(tenant, trip_id))!.stops).toHaveLength(4)
})
