import {
  addUnavailabilities,
  findMeantResources,
  removeUnavailabilities,
} from '@cartage/contract/unavailabilities/app/batch'
import { listResourceUnavailabilities } from '@cartage/contract/unavailabilities/app/calendar'
import { syncUnavailabilities } from '@cartage/contract/unavailabilities/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceOf } from '../testing/data/fleet.ts'
import { rejection } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function world() {
  const tenant = await server.tenant()
  const planner = await tenant.user('PLANNER')
  const driver = await resourceOf(tenant, { name: 'Ann Peeters', driver: {} })
  const van = await resourceOf(tenant, { name: 'Van', van: { license_plate: '1-ABC-234' } })
  const listOf = async (id: string) =>
    (await planner(listResourceUnavailabilities, { params: { resource_id: id } })).items
  return { tenant, planner, driver, van, listOf }
}

const week = (line: number, day: number) => ({
  line,
  start_time: `2026-03-0${day}T07:00:00Z`,
  end_time: `2026-03-0${day}T15:00:00Z`,
  reason: 'DRIVER_HOLIDAY' as const,
})

test('rows identify their resource by name or plate; a refused row does not prevent the others', async () => {
  const { planner, driver, van, listOf } = await world()
  const rows = [
    { ...week(2, 2), resource: { name: 'ann peeters' }, description: 'in turns' },
    { ...week(3, 3), resource: { license_plate: '1ABC234' } },
    { ...week(4, 4), resource: { name: 'Nobody' } },
    { ...week(5, 5), end_time: '2026-03-01T00:00:00Z', resource: { id: driver.id } },
  ]
  const { items } = await planner(addUnavailabilities, { body: { rows } })
  expect(items.map(({ line, outcome }) => [line, outcome])).toEqual([
    [2, 'CREATED'],
    [3, 'CREATED'],
    [4, 'REFUSED'],
    [5, 'REFUSED'],
  ])
  expect(items[1]!.message).toContain('VEHICLE_')
  expect(items[2]).toMatchObject({ resource_id: null, unavailability_id: null })
  expect(items[3]!.message).toContain('before start_time')
  expect(await listOf(driver.id)).toMatchObject([{ id: items[0]!.unavailability_id, description: 'in turns' }])
  expect(await listOf(van.id)).toHaveLength(1)
})

test('the same rows again create nothing, nor does a repeated row; a dry run creates nothing at all', async () => {
  const { planner, driver, listOf } = await world()
  const rows = [
    { ...week(2, 2), resource: { id: driver.id } },
    { ...week(3, 2), resource: { name: 'Ann Peeters' } },
    { ...week(4, 3), resource: { id: driver.id } },
  ]
  const outcomes = async (dry_run: boolean) =>
    (await planner(addUnavailabilities, { body: { rows, dry_run } })).items.map(({ outcome }) => outcome)
  expect(await outcomes(true)).toEqual(['CREATED', 'UNCHANGED', 'CREATED'])
  expect(await listOf(driver.id)).toEqual([])
  expect(await outcomes(false)).toEqual(['CREATED', 'UNCHANGED', 'CREATED'])
  expect(await outcomes(false)).toEqual(['UNCHANGED', 'UNCHANGED', 'UNCHANGED'])
  expect(await listOf(driver.id)).toHaveLength(2)
})

test('several are removed all or none: an unknown one and one of another system prevent it', async () => {
  const { tenant, planner, driver, van, listOf } = await world()
  const rows = [2, 3, 4].map((day) => ({ ...week(day, day), resource: { id: driver.id } }))
  const created = (await planner(addUnavailabilities, { body: { rows } })).items
  const items = created.map((one) => ({ resource_id: driver.id, unavailability_id: one.unavailability_id! }))
  const remove = (list: typeof items) => planner(removeUnavailabilities, { body: { items: list } })

  const foreign = { resource_id: van.id, unavailability_id: items[0]!.unavailability_id }
  expect((await rejection(remove([...items.slice(1), foreign]))).status).toBe(404)
  const { line: _, ...row } = { ...week(1, 6), external_id: 'HR-1', resource: { id: driver.id } }
  await tenant.call(syncUnavailabilities, { body: { source: 'HR', window: {}, items: [row] } })
  const [synced] = (await listOf(driver.id)).filter((one) => one.source !== null)
  const ofHr = { resource_id: driver.id, unavailability_id: synced!.id }
  expect((await rejection(remove([...items, ofHr]))).status).toBe(409)
  expect(await listOf(driver.id)).toHaveLength(4)

  await remove(items)
  expect(await listOf(driver.id)).toMatchObject([{ source: 'HR' }])
})

test('a row with the external id of a manual one moves it, keeps its reason and remark, and an undo restores it', async () => {
  const { planner, driver, van, listOf } = await world()
  const row = { ...week(1, 2), external_id: 'uid-1', resource: { id: driver.id } }
  const outcome = async (rows: object[], dry_run = false) =>
    (await planner(addUnavailabilities, { body: { rows: rows as (typeof row)[], dry_run } })).items
  await outcome([{ ...row, reason: 'DRIVER_SICKNESS', description: 'flu' }])

  const later = { ...row, end_time: '2026-03-03T15:00:00Z' }
  expect(await outcome([row])).toMatchObject([{ outcome: 'UNCHANGED' }])
  expect(await outcome([later], true)).toMatchObject([{ outcome: 'MOVED' }])
  expect(await listOf(driver.id)).toMatchObject([{ end_time: row.end_time }])
  const [moved] = await outcome([later])
  expect(moved).toMatchObject({ outcome: 'MOVED', before: { end_time: row.end_time, description: 'flu' } })
  const [kept] = await listOf(driver.id)
  expect(kept).toMatchObject({ end_time: later.end_time, reason: 'DRIVER_SICKNESS', description: 'flu' })

  await outcome([{ ...moved!.before, line: 1, resource: { id: driver.id } }])
  expect(await listOf(driver.id)).toMatchObject([{ id: kept!.id, end_time: row.end_time, reason: 'DRIVER_SICKNESS' }])
  // The same external id on another resource is another record.
  expect(await outcome([{ ...later, resource: { id: van.id } }])).toMatchObject([{ outcome: 'CREATED' }])
})

test('a cancelled one is removed, once; one from the list of another system is left alone', async () => {
  const { tenant, planner, driver, listOf } = await world()
  const row = { ...week(1, 2), external_id: 'uid-1', resource: { id: driver.id } }
  const send = async (rows: object[]) =>
    (await planner(addUnavailabilities, { body: { rows: rows as (typeof row)[] } })).items
  await send([row])
  const cancelled = { ...row, is_cancelled: true }
  expect(await send([cancelled])).toMatchObject([{ outcome: 'REMOVED', before: { external_id: 'uid-1' } }])
  expect(await listOf(driver.id)).toEqual([])
  expect(await send([cancelled])).toMatchObject([{ outcome: 'UNCHANGED' }])

  const { line: _, ...synced } = row
  await tenant.call(syncUnavailabilities, { body: { source: 'HR', window: {}, items: [synced] } })
  expect(await send([cancelled])).toMatchObject([{ outcome: 'UNCHANGED' }])
  expect(await listOf(driver.id)).toMatchObject([{ source: 'HR' }])
})

test('a repeated key is refused the second time', async () => {
  const { planner, driver } = await world()
  const row = { ...week(1, 2), external_id: 'uid-1', resource: { id: driver.id } }
  const { items } = await planner(addUnavailabilities, { body: { rows: [row, { ...row, ...week(2, 3) }] } })
  expect(items).toMatchObject([{ outcome: 'CREATED' }, { outcome: 'REFUSED' }])
})

test('events of a calendar are matched to drivers by address, name or title, in the time zone of the organisation', async () => {
  const { tenant, planner, driver } = await world()
  const bob = await resourceOf(tenant, { name: 'Bob', driver: { email_address: 'bob@haulier.example' } })
  const events = [
    { line: 1, addresses: ['BOB@haulier.example'], names: [], title: 'Training' },
    { line: 2, addresses: [], names: [], title: 'Verlof Ann Peeters' },
    { line: 3, addresses: [], names: [], title: 'Board meeting' },
  ]
  const { items, time_zone } = await planner(findMeantResources, { body: { events } })
  expect(items.map(({ resources }) => resources.map(({ resource_id }) => resource_id))).toEqual([
    [bob.id],
    [driver.id],
    [],
  ])
  expect(time_zone).toBe('Europe/Brussels')
})
