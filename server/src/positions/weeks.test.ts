import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { insertPositions } from './store.ts'
import { keepWeeks } from './weeks.jobs.ts'

const server = await startTestServer()
const client = new pg.Client(server.ctx.db.connection)
await client.connect()
afterAll(async () => {
  await client.end()
  await server.close()
})

const day = 24 * 60 * 60 * 1_000

/** First days of the weekly partitions of a table, sorted. */
async function weeksOf(table: string): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(
    `select to_date(right(c.relname, 8), 'YYYYMMDD')::text as day from pg_inherits i
       join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1`,
    [table],
  )
  return rows.map((row) => row.day)
}

const countPositions = statement(
  'test.count_all_positions',
  'select count(*)::integer as count from position_sample where tenant_id = $1',
)

/** The same server some days later; only the process clock moves. */
const later = (days: number) => ({ ...server.ctx, now: () => new Date(Date.now() + days * day) })

describe('weeks of samples', () => {
  test('exist for all retained data and for four weeks ahead, begin on Mondays and have no gap', async () => {
    await keepWeeks(server.ctx)
    const weeks = await weeksOf('position_sample')
    expect(await weeksOf('telemetry_sample')).toEqual(weeks)
    const starts = weeks.map((text) => Date.parse(`${text}T00:00:00Z`))
    expect(starts.every((start) => new Date(start).getUTCDay() === 1)).toBe(true)
    expect(starts.slice(1).every((start, index) => start - starts[index]! === 7 * day)).toBe(true)
    expect(starts[0]).toBeLessThanOrEqual(Date.now() - 90 * day)
    expect(starts.at(-1)! + 7 * day).toBeGreaterThan(Date.now() + 28 * day)
  })

  test('begin and end at midnight UTC, whatever the time zone of a session', async () => {
    await client.query(`set timezone = 'Europe/Brussels'`)
    await client.query(`select make_position_weeks('2027-03-22', '2027-04-04')`)
    await client.query(`set timezone = 'UTC'`)
    const { rows } = await client.query<{ bounds: string }>(
      `select pg_get_expr(relpartbound, oid) as bounds from pg_class
        where relname in ('position_sample_20270322', 'position_sample_20270329') order by relname`,
    )
    expect(rows.map(({ bounds }) => bounds)).toEqual([
      `FOR VALUES FROM ('2027-03-22 00:00:00+00') TO ('2027-03-29 00:00:00+00')`,
      `FOR VALUES FROM ('2027-03-29 00:00:00+00') TO ('2027-04-05 00:00:00+00')`,
    ])
  })

  test('older than the retention are dropped as a whole, newer ones stay', async () => {
    await keepWeeks(server.ctx)
    const tenant = await server.tenant()
    const van = await resourceOf(tenant)
    const place = { resource_id: van.id, latitude: 51, longitude: 4 }
    const at = (days: number) => ({ ...place, recorded_at: new Date(Date.now() - days * day).toISOString() })
    await tenant.asTenant((tx) => insertPositions(tx, [at(0), at(30), at(85)], false))
    // The database clock protects the last week from being dropped, whatever the process clock shows.
    await keepWeeks(later(40))
    expect(await tenant.asTenant((tx) => tx.query(countPositions))).toEqual([{ count: 2 }])
    await keepWeeks(later(4_000))
    expect(await tenant.asTenant((tx) => tx.query(countPositions))).toEqual([{ count: 1 }])
    expect(await keepWeeks(server.ctx)).toBe(0)
    expect((await weeksOf('position_sample')).length).toBeGreaterThan(16)
  }, 60_000)

  test('cannot be created or dropped by the role that serves requests', async () => {
    for (const call of [`make_position_weeks('2026-01-01', '2026-01-02')`, `drop_position_weeks('2026-01-01')`]) {
      await expect(server.ctx.db.shared.query(`select ${call}`)).rejects.toMatchObject({ code: '42501' })
    }
  })
})
