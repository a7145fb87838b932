import { randomUUID } from 'node:crypto'
import { listAuditRecords } from '@cartage/contract/audit/app'
import {
  exportPayrollHours,
  getPayrollHours,
  getPayrollSettings,
  type PayrollSettings,
  putPayrollSettings,
} from '@cartage/contract/payroll/app'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { keepActivities } from '../tachograph/store.ts'
import { insertTestResources } from '../testing/data/resources.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { logInAs, type TestTenant } from '../testing/test-tenant.ts'
import type { ActivityKind } from '../trips/hours/driven.rules.ts'

const server = await startTestServer({ now: () => new Date('2026-12-20T08:00:00Z') })
afterAll(() => server.close())

const insertPlace = statement(
  'test.payroll_place',
  `insert into location (tenant_id, location_id, match_key, name, city, country, latitude, longitude)
   values ($1, $2::uuid, decode(replace($2::uuid::text, '-', ''), 'hex'), $3, $3, $4, $5, $6)`,
)
const setHome = statement(
  'test.payroll_home',
  `update resource set start_stop_location_id = $3, code = $4 where tenant_id = $1 and resource_id = $2`,
)
const insertTrip = statement(
  'test.payroll_trip',
  `with made as (insert into trip (tenant_id, trip_id, name, status) values ($1, $2, 'T', 'COMPLETED') returning trip_id)
   insert into trip_resource (tenant_id, trip_id, resource_id, position, starts_at, ends_at)
   select $1, $2, r.id, r.at, $4, $5 from unnest($3::uuid[]) with ordinality as r (id, at) returning 1`,
)
const insertStop = statement(
  'test.payroll_stop',
  `insert into trip_stop (tenant_id, trip_id, sequence, kind, stop_group_id, location_id, activity_label,
                          planned_start_at, planned_end_at, actual_start_at, actual_end_at)
   values ($1, $2, $3, 'STANDALONE', gen_random_uuid(), $4, 'Stop', $5, $6, $7, $8)`,
)

interface Stop {
  place: string
  from: string
  to: string
  isReported?: boolean
}

async function place(tenant: TestTenant, name: string, country: string | null, latitude: number, longitude: number) {
  const id = randomUUID()
  await tenant.asTenant((tx) => tx.query(insertPlace, id, name, country, latitude, longitude))
  return id
}

async function trip(tenant: TestTenant, drivers: readonly string[], stops: readonly Stop[]): Promise<void> {
  const id = randomUUID()
  await tenant.asTenant(async (tx) => {
    await tx.query(insertTrip, id, drivers, stops[0]!.from, stops.at(-1)!.to)
    for (const [at, { place: location, from, to, isReported = true }] of stops.entries()) {
      const [begun, ended] = isReported ? [from, to] : [null, null]
      await tx.query(insertStop, id, at + 1, location, from, to, begun, ended)
    }
  })
}

async function card(tenant: TestTenant, driver: string, stretches: readonly [string, string, ActivityKind][]) {
  const of = { card_number: `NL:${driver.slice(0, 8)}`, resource_id: driver, valid_until: null }
  const rows = stretches.map(([from, to, kind]) => ({ from, to, kind, is_crew: false }))
  await tenant.asTenant((tx) => keepActivities(tx, of, rows))
}

async function office() {
  const tenant = await server.tenant()
  const clerk = await tenant.user('ACCOUNTANT')
  const home = await place(tenant, 'Yard', 'BE', 51.05, 3.72)
  // PLACE-11: its country is derived from its town.
  const lyon = await place(tenant, 'Lyon', null, 45.76, 4.83)
  const change = async (members: Partial<PayrollSettings>) => {
    const { settings } = await clerk(getPayrollSettings, {})
    return await clerk(putPayrollSettings, { body: { ...settings, ...members } })
  }
  return { tenant, clerk, home, lyon, change }
}

const columns = (...names: PayrollSettings['columns'][number]['column'][]) =>
  names.map((column) => ({ column, heading: null }))

describe('a month of eight drivers', () => {
  test('PAYROLL-1, PAYROLL-7, PAYROLL-3, PAYROLL-5, PAYROLL-6, PLACE-11: is a file that a spreadsheet program opens', async () => {
    const { tenant, clerk, home, lyon, change } = await office()
    const names = ['Anna', 'Bert; de "Vos"', 'Cem', 'Dora', '=Evil()', 'Fatma', 'Gone', 'Hans']
    const ids = await insertTestResources(
      tenant,
      names.map((name) => ({ name, is_archived: name === 'Gone' })),
    )
    const [anna, bert, cem, dora, evil, fatma] = ids as [string, string, string, string, string, string]
    await tenant.asTenant(async (tx) => {
      for (const [at, id] of ids.slice(0, 6).entries()) await tx.query(setHome, id, home, at === 5 ? null : `P0${at}`)
    })
    // Anna: card data, across midnight from a Sunday into Monday, and on Armistice Day.
    await card(tenant, anna, [
      ['2026-11-01T20:00:00Z', '2026-11-02T02:00:00Z', 'DRIVING'],
      ['2026-11-02T02:00:00Z', '2026-11-11T06:00:00Z', 'REST'],
      ['2026-11-11T06:00:00Z', '2026-11-11T08:30:00Z', 'WORKING'],
    ])
    // Bert: no card; to Lyon, a night there, and home.
    await trip(
      tenant,
      [bert],
      [
        { place: home, from: '2026-11-03T05:00:00Z', to: '2026-11-03T06:00:00Z' },
        { place: lyon, from: '2026-11-03T18:00:00Z', to: '2026-11-03T19:00:00Z' },
        { place: home, from: '2026-11-05T08:00:00Z', to: '2026-11-05T09:00:00Z' },
      ],
    )
    // Cem: planned only.
    await trip(
      tenant,
      [cem],
      [
        { place: home, from: '2026-11-04T05:00:00Z', to: '2026-11-04T06:00:00Z', isReported: false },
        { place: home, from: '2026-11-04T08:00:00Z', to: '2026-11-04T09:00:00Z', isReported: false },
      ],
    )
    // Dora: a week of holiday that includes a weekend but no public holiday, and half a day of sickness.
    const addAbsence = statement(
      'test.payroll_absence',
      `insert into unavailability (tenant_id, resource_id, start_at, end_at, until_at, reason)
       values ($1, $2, $3, $4, $4, $5)`,
    )
    await tenant.asTenant(async (tx) => {
      await tx.query(addAbsence, dora, '2026-11-12T23:00:00Z', '2026-11-19T23:00:00Z', 'DRIVER_HOLIDAY')
      await tx.query(addAbsence, dora, '2026-11-25T07:00:00Z', '2026-11-25T11:00:00Z', 'DRIVER_SICKNESS')
    })
    // Evil and Fatma share a vehicle; Hans and the archived driver have no data.
    await trip(
      tenant,
      [evil, fatma],
      [
        { place: home, from: '2026-11-09T05:00:00Z', to: '2026-11-09T06:00:00Z' },
        { place: home, from: '2026-11-09T07:00:00Z', to: '2026-11-09T08:00:00Z' },
      ],
    )
    await change({
      columns: [
        ...columns('driver', 'personnel_number', 'source', 'duty', 'night', 'sunday', 'public_holiday'),
        ...columns('holiday_days', 'sickness_days', 'nights_away', 'countries', 'allowance'),
        { column: 'allowance_codes', heading: 'Lohnart' },
      ],
      allowances: [
        { code: 'SP14', country: null, hours_from: 8, amount: '14.00' },
        { code: 'FR24', country: 'FR', hours_from: 8, amount: '53.10' },
      ],
    })
    const query = { month: '2026-11', language: 'nl' as const }
    const headers = await logInAs(server, tenant.tenantId, 'ACCOUNTANT')
    const url = `${exportPayrollHours.path}?${new URLSearchParams(query)}`
    const answer = await server.app.inject({ method: 'GET', url, headers })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="hours-2026-11.csv"')
    const lines = answer.body.split('\n')
    expect(lines[0]).toBe(
      '\u{feff}Chauffeur;Personeelsnummer;Bron van de uren;Diensttijd;Nachturen;Zondaguren;Feestdaguren;' +
        'Vakantiedagen;Ziektedagen;Nachten van huis;Landen van verblijf;Dagvergoeding;Lohnart',
    )
    const of = (start: string) => lines.find((line) => line.startsWith(start))
    // From nine in the evening of a Sunday, All Saints' Day, until three in the morning, and 2,5 hours on Armistice
    // Day.
    expect(of('Anna')).toBe('Anna;P00;bestuurderskaart;8,50;5,00;3,00;5,50;0,00;0,00;0;BE;0,00;')
    expect(of('"Bert')).toMatch(/^"Bert; de ""Vos""";P01;gemelde stops;.*;2;FR;159,30;FR24 x 3$/)
    expect(of('Cem')).toMatch(/^Cem;P02;geplande stops;2,00;/)
    expect(of('Dora')).toMatch(/^Dora;P03;;0,00;0,00;0,00;0,00;5,00;0,50;0;;0,00;$/)
    expect(of("'=Evil()")).toMatch(/;gemelde stops;3,00;/)
    expect(lines.some((line) => line.startsWith('Gone'))).toBe(false)
    const page = await clerk(getPayrollHours, { query })
    expect(page.items).toHaveLength(7)
    // PAYROLL-7: the page and the trail show who downloaded the file.
    expect(page.downloads).toMatchObject([{ by: expect.any(String), rows: 'MONTH', driver: null }])
    const admin = await tenant.user('SUPER_ADMIN')
    const { items: trail } = await admin(listAuditRecords, { query: { entity_type: 'payroll_file' } })
    expect(trail).toMatchObject([{ action: 'downloaded', entity_id: '2026-11', changes: { drivers: { after: 7 } } }])
    expect(page.items.find(({ driver }) => driver === 'Anna')!.cells.join(';')).toBe(of('Anna'))
    expect(page.notes).toEqual([
      expect.stringMatching(/geplande tijden.*Cem/),
      expect.stringMatching(/thuisland: Hans/),
      expect.stringMatching(/personeelsnummer.*Fatma, Hans/),
    ])
  })

  test('PAYROLL-1, HOURS-2: half of the driving with a second driver counts, and all of the driving alone', async () => {
    const { tenant, clerk, home, change } = await office()
    const lille = await place(tenant, 'Lille', 'FR', 50.63, 3.06)
    const [anna, bert] = (await insertTestResources(tenant, [{ name: 'Anna' }, { name: 'Bert' }])) as [string, string]
    const way = (date: string): Stop[] => [
      { place: home, from: `${date}T05:00:00Z`, to: `${date}T06:00:00Z` },
      { place: lille, from: `${date}T09:00:00Z`, to: `${date}T10:00:00Z` },
    ]
    await trip(tenant, [anna], way('2026-11-03'))
    await trip(tenant, [anna, bert], way('2026-11-05'))
    await change({ columns: columns('driving'), hours_as: 'MINUTES' })
    const driving = async (date: string, driver_id: string) => {
      const { items } = await clerk(getPayrollHours, { query: { month: '2026-11', rows: 'DAY', driver_id } })
      return Number(items.find(({ day }) => day === date)!.cells[0])
    }
    // Out, and back to where the other driver boards.
    const alone = await driving('2026-11-03', anna)
    expect(alone).toBeGreaterThan(120)
    for (const id of [anna, bert])
      expect(Math.abs((await driving('2026-11-05', id)) - alone / 4)).toBeLessThanOrEqual(1)
  })

  test('PAYROLL-2: the days of a driver add up to the month, over the end of a year', async () => {
    const { tenant, clerk, change } = await office()
    const [id] = await insertTestResources(tenant, [{ name: 'Anna' }])
    await card(tenant, id!, [['2025-12-31T20:00:00Z', '2026-01-01T04:00:00Z', 'DRIVING']])
    await change({ columns: columns('day', 'driving', 'unknown'), hours_as: 'MINUTES' })
    const driving = async (month: string, rows: 'DAY' | 'MONTH') =>
      (await clerk(getPayrollHours, { query: { month, rows } })).items.map(({ cells }) => cells)
    expect(await driving('2025-12', 'MONTH')).toEqual([['', '180', String(31 * 1440 - 180)]])
    const january = await driving('2026-01', 'DAY')
    expect(january).toHaveLength(31)
    expect(january[0]).toEqual(['2026-01-01', '300', '1140'])
    expect(await driving('2026-01', 'MONTH')).toEqual([['', '300', String(31 * 1440 - 300)]])
    expect((await driving('2026-10', 'DAY'))[24]).toEqual(['2026-10-25', '0', '1500'])
  })
})

describe('PAYROLL-6: access to hours', () => {
  test('accountants and super admins, not planners and viewers', async () => {
    const { tenant, clerk } = await office()
    await clerk(getPayrollHours, { query: { month: '2026-11' } })
    for (const role of ['PLANNER', 'ORDER_ENTRY', 'VIEWER'] as const) {
      const other = await tenant.user(role)
      const asked = other(getPayrollHours, { query: { month: '2026-11' } })
      await expect(asked).rejects.toMatchObject({ status: 403 })
    }
  })

  test('never those of another organisation', async () => {
    const [mine, other] = [await office(), await office()]
    const [id] = await insertTestResources(other.tenant, [{ name: 'Other' }])
    await other.change({ night_from: '20:00' })
    const found = await mine.clerk(getPayrollHours, { query: { month: '2026-11', driver_id: id! } })
    expect(found.items).toEqual([])
    expect((await mine.clerk(getPayrollSettings, {})).settings.night_from).toBe('22:00')
  })

  test('a mapping with a repeated column, a formula as heading, or an unknown time format is refused', async () => {
    const { change } = await office()
    const refused = { status: 422 }
    await expect(change({ columns: columns('driver', 'driver') })).rejects.toMatchObject(refused)
    const formula = [{ column: 'driver' as const, heading: '=1+1' }]
    await expect(change({ columns: formula })).rejects.toMatchObject(refused)
    await expect(change({ night_from: '25:00' })).rejects.toMatchObject(refused)
  })
})
