import {
  addUnavailability,
  changeUnavailability,
  getCalendar,
  listResourceUnavailabilities,
  removeUnavailability,
} from '@cartage/contract/unavailabilities/app/calendar'
import { syncUnavailabilities } from '@cartage/contract/unavailabilities/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { rejection } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const insertTrip = statement(
  'testing.insert_calendar_trip',
  `with t as (insert into trip (tenant_id, name, status, starts_at, ends_at)
              values ($1, $3, $4, $5, $6) returning trip_id)
   insert into trip_resource (tenant_id, trip_id, resource_id, position, starts_at, ends_at)
   select $1, trip_id, $2, 1, $5, $6 from t`,
)

async function world() {
  const tenant = await server.tenant()
  const planner = await tenant.user('PLANNER')
  const driver = await resourceOf(tenant, { name: 'Ann', driver: {} })
  const tripOn = (name: string, status: string, start: string, end: string) =>
    tenant.asTenant((tx) => tx.query(insertTrip, driver.id, name, status, start, end))
  return { tenant, planner, driver, tripOn, params: { resource_id: driver.id } }
}

const range = { start_time: '2026-03-01T00:00:00Z', end_time: '2026-04-01T00:00:00Z' }
const holiday = {
  start_time: '2026-03-10T00:00:00Z',
  end_time: '2026-03-12T00:00:00Z',
  reason: 'DRIVER_HOLIDAY' as const,
}

test('an unavailability over a planned trip conflicts for the time both share', async () => {
  const { planner, tripOn, params } = await world()
  await tripOn('T1', 'PLANNED', '2026-03-11T06:00:00Z', '2026-03-13T18:00:00Z')
  await tripOn('T2', 'COMPLETED', '2026-03-10T06:00:00Z', '2026-03-10T18:00:00Z')
  await tripOn('T3', 'CANCELLED', '2026-03-10T06:00:00Z', '2026-03-10T18:00:00Z')
  const created = await planner(addUnavailability, { params, body: holiday })
  const calendar = await planner(getCalendar, { query: range })
  expect(calendar.clashes).toMatchObject([
    { unavailability_id: created.id, trip_name: 'T1', from: '2026-03-11T06:00:00Z', to: '2026-03-12T00:00:00Z' },
  ])
  expect(calendar.trips.map(({ name }) => name)).toEqual(['T2', 'T1'])
  expect(calendar.resources).toMatchObject([{ name: 'Ann', group_name: null }])
})

test('one that ends as the trip begins does not conflict; one without end does', async () => {
  const { planner, tripOn, params } = await world()
  await tripOn('T1', 'PLANNED', '2026-03-12T00:00:00Z', '2026-03-12T10:00:00Z')
  const created = await planner(addUnavailability, { params, body: holiday })
  expect((await planner(getCalendar, { query: range })).clashes).toEqual([])
  await planner(changeUnavailability, {
    params: { ...params, unavailability_id: created.id },
    body: { ...holiday, end_time: null },
  })
  expect((await planner(getCalendar, { query: range })).clashes).toMatchObject([{ to: '2026-03-12T10:00:00Z' }])
})

test('only what lies in the range is shown, and a range beyond 92 days is refused', async () => {
  const { planner, params } = await world()
  await planner(addUnavailability, { params, body: holiday })
  const april = { start_time: range.end_time, end_time: '2026-05-01T00:00:00Z' }
  expect((await planner(getCalendar, { query: april })).unavailabilities).toEqual([])
  const long = planner(getCalendar, { query: { ...range, end_time: '2027-03-01T00:00:00Z' } })
  expect((await rejection(long)).status).toBe(422)
  const turned = planner(getCalendar, { query: { start_time: range.end_time, end_time: range.start_time } })
  expect((await rejection(turned)).status).toBe(422)
})

test('one managed by another system cannot be changed or removed by hand', async () => {
  const { tenant, planner, driver, params } = await world()
  await tenant.call(syncUnavailabilities, {
    body: { source: 'hr', window: {}, items: [{ ...holiday, external_id: 'H1', resource: { id: driver.id } }] },
  })
  const { items } = await planner(listResourceUnavailabilities, { params })
  expect(items).toMatchObject([{ source: 'hr' }])
  const one = { ...params, unavailability_id: items[0]!.id }
  expect((await rejection(planner(changeUnavailability, { params: one, body: holiday }))).status).toBe(409)
  const removal = await rejection(planner(removeUnavailability, { params: one }))
  expect(removal.status).toBe(409)
  expect(removal.body.message).toContain('hr')
  expect((await planner(listResourceUnavailabilities, { params })).items).toHaveLength(1)
})

test('UNAV-3: a manually created one is removed permanently', async () => {
  const { planner, params } = await world()
  const created = await planner(addUnavailability, { params, body: holiday })
  await planner(removeUnavailability, { params: { ...params, unavailability_id: created.id } })
  expect((await planner(getCalendar, { query: range })).unavailabilities).toEqual([])
})
