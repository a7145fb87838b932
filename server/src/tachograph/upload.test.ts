import { listInboxItems, resolveInboxItem } from '@cartage/contract/messages/app/record'
import { archiveResource, createResource } from '@cartage/contract/resources/endpoints'
import { erasePerson, listRetentionRuns, previewPurge, runPurge } from '@cartage/contract/retention/app'
import { uploadDriverCard } from '@cartage/contract/tachograph/app'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { blankCard, cardDay, driverCardFile } from '../testing/data/driver-card.ts'
import { vehicleUnitFile } from '../testing/data/vehicle-unit.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { readActivities } from '../trips/hours/driven.views.ts'
import type { DriverCard } from './card/rules.ts'
import type { VehicleUnit } from './unit/rules.ts'

const server = await startTestServer({ now: () => new Date('2026-11-29T08:00:00Z') })
afterAll(() => server.close())

const monday = cardDay('2026-11-23', '00:00 REST', '06:00 DRIVING', '10:00 REST')
const tuesday = cardDay('2026-11-24', '00:00 REST', '07:00 DRIVING', '09:00 WORK', '10:00 REST')

const fileOf = (card: DriverCard) => ({
  body: { file: new File([Uint8Array.from(driverCardFile(card))], 'C_Anna.ddd', { type: 'application/octet-stream' }) },
})

/** A driver, with the name, birthday and card number stored by the tenant. */
async function driver(tenant: TestTenant, of: { name?: string; birth?: string; card?: string } = {}): Promise<string> {
  const { name = 'Vries, Anna de', birth, card } = of
  const { id } = await tenant.call(createResource, {
    body: {
      name,
      driver: birth === undefined ? {} : { date_of_birth: birth },
      ...(card !== undefined && { custom_fields: { driver_card_number: card } }),
    },
  })
  return id
}

async function kept(tenant: TestTenant, id: string): Promise<string[]> {
  const rows = await tenant.asTenant((tx) => readActivities(tx, [id], '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'))
  return rows.map(({ from, to, kind }) => `${from.slice(8, 16)} ${to.slice(8, 16)} ${kind}`)
}

const mondayRows = ['23T00:00 23T06:00 REST', '23T06:00 23T10:00 DRIVING']

describe('TACHO-6: the driver of a card', () => {
  test('is found by name and date of birth, and from then on by the card alone', async () => {
    const tenant = await server.tenant()
    const planner = await tenant.user('SUPER_ADMIN')
    const id = await driver(tenant, { birth: '1985-04-30' })
    await driver(tenant, { name: 'Jan de Vries', birth: '1985-04-30' })
    const taken = await planner(uploadDriverCard, fileOf(blankCard({ days: [monday] })))
    expect(taken).toMatchObject({ reason: null, driver: { id }, first_day: '2026-11-23', last_day: '2026-11-23' })
    expect(await kept(tenant, id)).toEqual(mondayRows)
    const married = blankCard({ days: [monday, tuesday] })
    const renamed = { ...married, holder: { ...married.holder, surname: 'Bakker' } }
    const renewed = { ...renamed, card: { ...married.card, number: 'NL12345678901201' } }
    expect(await planner(uploadDriverCard, fileOf(renewed))).toMatchObject({ reason: null, driver: { id } })
  })

  test('is found by the number in a custom field, whatever the other data', async () => {
    const tenant = await server.tenant()
    const planner = await tenant.user('SUPER_ADMIN')
    const id = await driver(tenant, { name: 'Ann', card: 'nl 1234 5678 9012 00' })
    expect(await planner(uploadDriverCard, fileOf(blankCard({ days: [monday] })))).toMatchObject({ driver: { id } })
  })

  test('waits for a person if none is found, and is known once chosen', async () => {
    const tenant = await server.tenant()
    const planner = await tenant.user('SUPER_ADMIN')
    const id = await driver(tenant, { name: 'A. de Vries' })
    const file = fileOf(blankCard({ days: [monday] }))
    const { reason, driver: found } = await planner(uploadDriverCard, file)
    expect([reason, found]).toEqual([expect.stringMatching(/^No driver has the card number NL12345678901200/), null])
    const { items } = await planner(listInboxItems, { query: {} })
    expect(items).toMatchObject([{ kind: 'driver-card', target_type: 'resource', reason }])
    const params = { inbox_item_id: items[0]!.id }
    await planner(resolveInboxItem, { params, body: { entity_type: 'resource', entity_id: id } })
    expect(await kept(tenant, id)).toEqual(mondayRows)
    expect(await planner(uploadDriverCard, file)).toMatchObject({ reason: null, driver: { id } })
  })

  test('is never the driver of another tenant', async () => {
    const [tenant, other] = [await server.tenant(), await server.tenant()]
    const id = await driver(other, { birth: '1985-04-30' })
    const planner = await tenant.user('SUPER_ADMIN')
    expect(await planner(uploadDriverCard, fileOf(blankCard({ days: [monday] })))).toMatchObject({ driver: null })
    expect(await kept(other, id)).toEqual([])
  })
})

test('TACHO-13: has rests on a ferry or train stored as such', async () => {
  const tenant = await server.tenant()
  const planner = await tenant.user('SUPER_ADMIN')
  const id = await driver(tenant, { birth: '1985-04-30' })
  const night = cardDay('2026-11-23', '00:00 REST', '06:00 DRIVING', '10:00 REST', '11:00 DRIVING', '11:10 REST')
  const day = cardDay('2026-11-24', '00:00 REST', '05:00 DRIVING', '06:00 REST')
  const crossings = [{ at: '2026-11-23T11:05:00Z', kind: 'BEGIN' as const }]
  await planner(uploadDriverCard, fileOf(blankCard({ days: [night, day], crossings })))
  const rows = await tenant.asTenant((tx) => readActivities(tx, [id], '2026-11-23T00:00:00Z', '2026-11-25T00:00:00Z'))
  expect(rows.flatMap(({ from, is_aboard }) => (is_aboard ? from : []))).toEqual(['2026-11-23T11:10:00Z'])
})

describe('TACHO-7: a download', () => {
  test('that is repeated or overlaps changes only its new content', async () => {
    const tenant = await server.tenant()
    const planner = await tenant.user('SUPER_ADMIN')
    const id = await driver(tenant, { birth: '1985-04-30' })
    const both = fileOf(blankCard({ days: [monday, tuesday] }))
    await planner(uploadDriverCard, both)
    const first = await kept(tenant, id)
    await planner(uploadDriverCard, both)
    expect(await kept(tenant, id)).toEqual(first)
    const later = cardDay('2026-11-24', '00:00 REST', '07:00 DRIVING', '09:30 WORK', '10:30 REST')
    await planner(uploadDriverCard, fileOf(blankCard({ days: [later] })))
    expect(await kept(tenant, id)).toEqual([
      ...mondayRows,
      '23T10:00 24T00:00 REST',
      '24T00:00 24T07:00 REST',
      '24T07:00 24T09:30 DRIVING',
      '24T09:30 24T10:30 WORKING',
    ])
  })

  test('that is unreadable is refused with the reason, and waits', async () => {
    const tenant = await server.tenant()
    const planner = await tenant.user('SUPER_ADMIN')
    const file = new File(['Datum;Fahrer'], 'a.csv', { type: 'text/csv' })
    await expect(planner(uploadDriverCard, { body: { file } })).rejects.toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^This is not the download of a driver card/) },
    })
    expect((await planner(listInboxItems, { query: {} })).items).toMatchObject([{ kind: 'driver-card' }])
  })
})

describe('TACHO-12: a vehicle unit', () => {
  const card = (number: string, firstNames: string, isCoDriver: boolean) => ({
    ...{ nation: 'NL', number, surname: 'Vries', firstNames, isCoDriver },
    ...{ insertedAt: '2026-11-24T06:00:00Z', withdrawnAt: '2026-11-24T14:00:00Z' },
  })
  const tuesdayOf = (...cards: ReturnType<typeof card>[]): VehicleUnit => ({
    ...{ generation: 2, vehicle: { nation: 'NL', plate: '12-BCD-3' } },
    days: [
      {
        ...{ date: '2026-11-24', cards },
        changes: [
          ...cardDay('2026-11-24', '00:00 REST', '06:30 DRIVING', '10:30 REST').changes,
          ...cardDay('2026-11-24', '00:00 REST', '10:30 DRIVING', '13:00 REST').changes.map((one) => ({
            ...{ ...one, isCoDriver: true },
          })),
        ],
      },
    ],
  })
  const unitFile = (unit: VehicleUnit) => ({
    body: { file: new File([Uint8Array.from(vehicleUnitFile(unit))], 'M_12BCD3.v1b') },
  })
  const [anna, jan] = [card('NL12345678901200', 'Anna', false), card('NL99999999999900', 'Jan', true)]

  test('fills hours without card data; unknown cards wait for a person', async () => {
    const tenant = await server.tenant()
    const planner = await tenant.user('SUPER_ADMIN')
    const id = await driver(tenant, { birth: '1985-04-30' })
    await planner(uploadDriverCard, fileOf(blankCard({ days: [monday] })))
    const file = unitFile(tuesdayOf(anna, jan))
    const { reason, ...taken } = await planner(uploadDriverCard, file)
    expect(taken).toMatchObject({ plate: '12-BCD-3', driver: null, drivers: [{ id }], first_day: '2026-11-24' })
    expect(reason).toBe('No driver has the card of Jan Vries (NL99999999999900). Choose the driver.')
    const rows = [
      ...[...mondayRows, '23T10:00 24T06:00 UNKNOWN', '24T06:00 24T06:30 REST', '24T06:30 24T10:30 DRIVING'],
      '24T10:30 24T14:00 REST',
    ]
    expect(await kept(tenant, id)).toEqual(rows)
    const second = await driver(tenant, { name: 'Jan' })
    const { items } = await planner(listInboxItems, { query: {} })
    const params = { inbox_item_id: items[0]!.id }
    await planner(resolveInboxItem, { params, body: { entity_type: 'resource', entity_id: second } })
    expect(await kept(tenant, second)).toEqual([
      ...['24T06:00 24T10:30 REST', '24T10:30 24T13:00 DRIVING', '24T13:00 24T14:00 REST'],
    ])
    // The driver is known from then on, and a repeated upload changes nothing.
    expect(await planner(uploadDriverCard, file)).toMatchObject({ reason: null, drivers: [{ id }, { id: second }] })
    expect(await kept(tenant, id)).toEqual(rows)
    // Card data takes precedence.
    await planner(uploadDriverCard, fileOf(blankCard({ days: [monday, tuesday] })))
    expect((await kept(tenant, id)).slice(3)).toEqual([
      ...['24T07:00 24T09:00 DRIVING', '24T09:00 24T10:00 WORKING', '24T10:00 24T10:30 DRIVING'],
      '24T10:30 24T14:00 REST',
    ])
  })

  test('with several unknown cards is not assigned to one driver', async () => {
    const tenant = await server.tenant()
    const planner = await tenant.user('SUPER_ADMIN')
    const id = await driver(tenant, { name: 'Jan' })
    const { reason } = await planner(uploadDriverCard, unitFile(tuesdayOf(anna, jan)))
    expect(reason).toMatch(/^No drivers have these cards: Anna Vries \(NL12345678901200\), Jan Vries/)
    const { items } = await planner(listInboxItems, { query: {} })
    const params = { inbox_item_id: items[0]!.id }
    const body = { entity_type: 'resource' as const, entity_id: id }
    await planner(resolveInboxItem, { params, body }).catch(() => undefined)
    expect(await kept(tenant, id)).toEqual([])
  })

  test('that is damaged is refused with the reason, and waits', async () => {
    const tenant = await server.tenant()
    const planner = await tenant.user('SUPER_ADMIN')
    const file = new File([Uint8Array.from(vehicleUnitFile(tuesdayOf(anna)).subarray(0, 300))], 'M.v1b')
    await expect(planner(uploadDriverCard, { body: { file } })).rejects.toMatchObject({
      ...{ status: 422, body: { message: expect.stringMatching(/^The download of the vehicle unit is not complete/) } },
    })
  })
})

test('TACHO-8: card data are erased with the person, and after two years', async () => {
  const tenant = await server.tenant()
  const planner = await tenant.user('SUPER_ADMIN')
  const id = await driver(tenant, { birth: '1985-04-30' })
  const old = cardDay('2020-03-02', '00:00 REST', '06:00 DRIVING', '10:00 REST')
  await planner(uploadDriverCard, fileOf(blankCard({ days: [old, monday] })))
  const rows = await tenant.asTenant((tx) => readActivities(tx, [id], '2019-01-01T00:00:00Z', '2022-01-01T00:00:00Z'))
  expect(rows.filter(({ kind }) => kind === 'DRIVING')).toEqual([])
  await tenant.call(archiveResource, { params: { resource_id: id } })
  await planner(erasePerson, { body: { person_type: 'DRIVER', person_id: id } })
  expect(await kept(tenant, id)).toEqual([])
})

test('TACHO-8: activities older than two years are removed by the daily purge, without another card', async () => {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  const [one, other] = [await driver(tenant), await driver(tenant, { name: 'Left' })]
  const add = statement(
    'test.tachograph_old',
    `insert into driver_activity (tenant_id, resource_id, from_at, to_at, kind, is_crew)
     select $1, $2, now() - make_interval(days => d, hours => 1), now() - make_interval(days => d), 'DRIVING', false
       from unnest($3::integer[]) as d returning 1`,
  )
  await tenant.asTenant(async (tx) => {
    await tx.query(add, one, [800, 740, 732, 730, 10])
    await tx.query(add, other, [732])
  })
  await tenant.call(archiveResource, { params: { resource_id: other } })
  const { items } = await admin(previewPurge, {})
  expect(items.find(({ kind }) => kind === 'DRIVER_ACTIVITIES')).toMatchObject({ days: 731, rows: 4 })
  const { run_id } = await admin(runPurge, {})
  await server.drain()
  const run = (await admin(listRetentionRuns, {})).items.find((each) => each.run_id === run_id)
  expect(run).toMatchObject({ finished_at: expect.any(String), counts: { DRIVER_ACTIVITIES: 4 } })
  const left = statement('test.tachograph_left', 'select from driver_activity where tenant_id = $1')
  expect(await tenant.asTenant((tx) => tx.query(left))).toHaveLength(2)
})
