import { appendFileSync } from 'node:fs'
import { getDay } from '@cartage/contract/app/day'
import { listTelematicsConnections } from '@cartage/contract/positions/app/connections'
import { afterAll, expect, test } from 'vitest'
import { sampleWorld } from '../../../seeds/world.ts'
import { statement } from '../db/statement.ts'
import { findConflicts } from '../planning/conflicts.views.ts'
import { openWorld } from '../testing/opened-world.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { Opening } from '../testing/weeks.ts'

/** A Sunday with a fifth of the trucks in tests; each day of a week with all trucks by `npm run weeks`. */
const days = (process.env.OPENINGS_DAYS ?? '2026-10-11').split(',')
const size = Number(process.env.OPENINGS_SIZE ?? 0.2)
/** Trucks of the sample haulier. */
const trucks = 60
let now = 0
const server: TestServer = await startTestServer({ now: () => new Date(now) })
afterAll(() => server.close())

const selectMade = statement(
  'testing.select_made_by_sample',
  `select (select count(distinct c.resource_id)::integer from trip_resource c
             join resource r on r.tenant_id = $1 and r.resource_id = c.resource_id and r.resource_type in ('TRACTOR', 'RIGID', 'VAN')
            where c.tenant_id = $1 and c.starts_at < $2::timestamptz + interval '1 day' and c.ends_at > $2::timestamptz) as busy,
          array(select o.order_identifier from transport_order o
                 where o.tenant_id = $1 and o.order_identifier = any ($3::text[])
                   and not exists (select from trip_stop s where s.tenant_id = $1 and s.order_id = o.order_id)) as left_out`,
)

/** Planted exceptions with their destinations. */
const planted = ['CARRIER_BLOCKED Liège', 'LATE Vilvoorde', 'LATE Zwolle', 'TEMPERATURE Vilvoorde']

test.each(days)(
  'TIME-9, FIT-12, HOURS-4: a demonstration opened on %s shows a full working day, and only the planted conflicts',
  async (day) => {
    now = Date.parse(`${day}T07:12:00Z`)
    const tenant = await server.tenant()
    const world = sampleWorld(server.ctx.now(), size)
    const began = performance.now()
    await openWorld(server, tenant, world)
    const seconds = Math.round((performance.now() - began) / 1_000)
    const planner = await tenant.user('PLANNER')
    const { exceptions } = await planner(getDay, { query: {} })
    const found = exceptions.map(({ kind, to }) => `${kind === 'OVERDUE' ? 'LATE' : kind} ${to?.city ?? ''}`)
    const { items } = await planner(listTelematicsConnections, {})
    const unmatched = items.flatMap(({ sources }) => sources.filter(({ resource_id }) => resource_id === null))
    const [from, to] = [-9, 21].map((away) => new Date(now + away * 86_400_000).toISOString())
    const { reasons } = await tenant.asTenant((tx) => findConflicts(server.ctx, tx, from!, to!))
    const names = [...world.past.trips, ...world.trips].flatMap(({ orders }) => orders)
    const [made] = await tenant.asTenant((tx) =>
      tx.query<Pick<Opening, 'busy' | 'left_out'>>(selectMade, `${day}T00:00:00+02:00`, names),
    )
    const conflicts = reasons.map(({ code, message }) => ({ code, message: String(message) }))
    say({
      day,
      seconds,
      trucks: trucks * size,
      ...made!,
      conflicts,
      planted: planted.filter((one) => found.includes(one)),
    })
    expect(made!.left_out).toEqual([])
    expect(made!.busy).toBeGreaterThanOrEqual(trucks * size * 0.8)
    expect(found).toEqual(expect.arrayContaining(planted))
    expect(unmatched).toHaveLength(1)
    expect(conflicts.map(({ code }) => code)).toEqual(['carrier_blocked'])
  },
  240_000 * Math.max(1, size * 5),
)

/** Appends a line to the file named by `npm run weeks`. */
function say(opening: Opening): void {
  const file = process.env.OPENINGS_REPORT
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(opening)}\n`)
}
