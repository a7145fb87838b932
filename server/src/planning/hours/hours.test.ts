import { getDriverHours } from '@cartage/contract/planning/app/hours'
import type { DrivingLaw } from '@cartage/contract/tenants/app/planning-limits'
import { afterAll, expect, test } from 'vitest'
import { estimatedRoads } from '../../positions/roads/rules.ts'
import { resourceOf } from '../../testing/data/fleet.ts'
import { placeAt, plainSettings } from '../../testing/data/plans.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { drivingTimeOf, hoursNow } from './answer.rules.ts'
import { type DriverVisit, hoursOf } from './rules.ts'
import { type DriverInput, hoursOfDriver } from './views.ts'

const server = await startTestServer()
afterAll(() => server.close())

const places = [0, 1, 2, 3].map(placeAt)
const world = {
  ...{ roads: estimatedRoads, settings: plainSettings, time_zone: 'Europe/Brussels' },
  places: new Map(places.map((place) => [place.location_id, place])),
}
const visit = (place: number, from: string, to = from): DriverVisit => ({
  ...{ trip_id: 'T-1', stop_id: from, location_id: places[place]!.location_id, drivers: 1 },
  ...{ from: `2026-02-${from}:00.000Z`, to: `2026-02-${to}:00.000Z` },
})
/** To Cologne and back on Monday and on Tuesday. */
const visits = [
  ...[visit(0, '02T05:00', '02T05:15'), visit(2, '02T11:00', '02T11:30'), visit(0, '02T17:15', '02T17:30')],
  ...[visit(0, '03T05:00', '03T05:15'), visit(2, '03T11:00', '03T11:30'), visit(0, '03T17:15', '03T17:30')],
]
const minuteOf = (text: string) => Date.parse(`2026-02-${text}:00Z`) / 60_000
const render = (message: unknown) => String(message)

const under = (driving_law: DrivingLaw) => {
  return { ...world, settings: { ...plainSettings, limits: { ...plainSettings.limits, driving_law } } }
}

function nowAt(text: string, known = world) {
  const hours = hoursOf({ visits, record: undefined, now: minuteOf(text) }, known)
  return hoursNow({ name: 'Ann' }, hours, minuteOf(text), known, render)
}

test('HOURS-5: the page of a driver shows the driven hours, the remaining ones, and when the next rest is due', () => {
  const noon = nowAt('03T12:00')
  expect(noon.today.driving_minutes).toBeGreaterThan(0)
  expect(noon.today.planned_minutes).toBeGreaterThan(noon.today.driving_minutes)
  expect(noon.today).toMatchObject({ limit_minutes: 540, longest_minutes: 600 })
  expect(noon.week.planned_minutes).toBe(2 * noon.today.planned_minutes)
  expect(noon.week.driving_minutes).toBe(noon.today.planned_minutes + noon.today.driving_minutes)
  expect(noon).toMatchObject({ source: 'PLAN', fault: null, fortnight: { limit_minutes: 5_400 } })
  // The day began at five in the morning: a nine-hour rest has to end within 24 hours.
  expect(noon.rest_by).toBe('2026-02-03T20:00:00.000Z')
  expect(noon.weekly_rest_by).toBe('2026-02-08T05:00:00.000Z')
})

test('HOURS-5: an off-duty driver has no rest due, and a new day', () => {
  const night = nowAt('03T00:30')
  expect(night).toMatchObject({ rest_by: null, until_break_minutes: null })
  expect(night.today.driving_minutes).toBe(0)
  expect(night.resting_since).not.toBeNull()
  expect(night.next_pause).not.toBeNull()
  // The weekly rest is due on the eighth, and a driver resting then is taking it.
  expect(nowAt('07T12:00').weekly_rest_by).toBe('2026-02-08T05:00:00.000Z')
  const sunday = nowAt('08T12:00')
  expect(sunday).toMatchObject({
    weekly_rest_by: null,
    rest_by: null,
    resting_since: expect.stringMatching(/^2026-02-03T17:/),
  })
  expect(sunday.today.driving_minutes).toBe(0)
})

test('HOURS-8: if all transport is exempt, driven hours are shown, no remaining ones, and rows show none', () => {
  const known = under('NO_LAW')
  const noon = nowAt('03T12:00', known)
  expect(noon.today.driving_minutes).toBe(nowAt('03T12:00').today.driving_minutes)
  expect(noon).toMatchObject({ today: { limit_minutes: null, longest_minutes: null }, week: { limit_minutes: null } })
  expect(noon).toMatchObject({ rest_by: null, weekly_rest_by: null, until_break_minutes: null, next_pause: null })
  const range = { from: '2026-02-02T00:00:00Z', to: '2026-02-04T00:00:00Z', render }
  const rowOf = (ground: typeof world) =>
    drivingTimeOf(
      { resource_id: 'd', name: 'Ann' },
      hoursOf({ visits, record: undefined, now: minuteOf('02T00:00') }, ground),
      { ...range, world: ground },
    )
  expect(rowOf(known)).toBeUndefined()
  expect(rowOf(under('AETR'))).toEqual(rowOf(world))
})

test('HOURS-5: hours are cached while stops, routes and records stay unchanged, and calculated again otherwise', async () => {
  const driver: DriverInput = { resource_id: 'd', name: 'Ann', visits, record: undefined }
  const first = await hoursOfDriver(server.ctx, driver, world)
  expect(await hoursOfDriver(server.ctx, { ...driver, visits: [...visits] }, world)).toBe(first)
  const moved = [...visits.slice(0, -1), visit(0, '03T18:00')]
  expect(await hoursOfDriver(server.ctx, { ...driver, visits: moved }, world)).not.toBe(first)
  const activity = {
    from: '2026-02-02T05:00:00Z',
    to: '2026-02-02T06:00:00Z',
    kind: 'DRIVING',
    is_crew: false,
  } as const
  const record = { activities: [activity], signal: null }
  expect((await hoursOfDriver(server.ctx, { ...driver, record }, world)).source).toBe('CARD')
  expect(await hoursOfDriver(server.ctx, driver, world)).toBe(first)
  expect(await hoursOfDriver(server.ctx, driver, under('AETR'))).not.toBe(first)
})

test('HOURS-5: only drivers have hours, and only users who may see personal data read them', async () => {
  const tenant = await server.tenant()
  const call = await tenant.user('PLANNER')
  const [driver, truck] = [
    await resourceOf(tenant, { name: 'Ann', driver: {} }),
    await resourceOf(tenant, { name: 'Truck', tractor: {} }),
  ]
  const read = (id: string) => call(getDriverHours, { params: { resource_id: id } })
  expect(await read(driver.id)).toMatchObject({ source: 'PLAN', weekly_rest_by: null, last_weekly_rest: null })
  await expect(read(truck.id)).rejects.toMatchObject({ status: 404 })
  const entry = await tenant.user('ORDER_ENTRY')
  await expect(entry(getDriverHours, { params: { resource_id: driver.id } })).rejects.toMatchObject({ status: 403 })
})
