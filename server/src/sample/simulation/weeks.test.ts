import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { sampleWorld } from '../../../../seeds/world.ts'
import { keepWeeks } from '../../positions/weeks.jobs.ts'
import { openWorld } from '../../testing/opened-world.ts'
import { createSmallHaulier, netWithServer, startWorld } from '../../testing/simulate.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { driveWeeks, type WeeksReport } from '../../testing/weeks.ts'
import { createFleet, createMasterData } from '../master.jobs.ts'

/** Number of simulated days: two with a handful of trucks in tests, four weeks with all trucks by `npm run weeks`. */
const days = Number(process.env.WEEKS_DAYS ?? 2)
/** Day on which the sample world is opened with all of its trips; otherwise the fleet starts without trips. */
const opened = process.env.WEEKS_OPENED
const isWhole = process.env.WEEKS_WHOLE !== undefined || opened !== undefined || days > 10
/** A Monday, three weeks before the end of daylight saving time. */
const begins = Date.parse(opened ? `${opened}T07:12:00Z` : '2026-10-05T00:00:00Z')
const day = 86_400_000
let now = begins
const world = netWithServer(() => server.app)
let given = 0
/** Chance depends on the ids of trips and stops, so fixed ids make runs repeatable. */
const newId = () => {
  given += 1
  const hash = createHash('sha256')
    .update(`${process.env.WEEKS_SEED ?? 1} ${given}`)
    .digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
const server: TestServer = await startTestServer({ net: world.net, newId, now: () => new Date(now) })
afterAll(() => server.close())

test(
  'HOURS-3, FIT-8: a plan that the verdict accepts is driven lawfully, no plan is late by itself, late trips are late everywhere, and a suitable replacement driver leaves no conflict',
  async () => {
    const tenant = await server.tenant()
    const { ctx } = server
    await keepWeeks(ctx)
    if (opened) await openWorld(server, tenant, sampleWorld(ctx.now()))
    else if (isWhole) {
      const whole = sampleWorld(ctx.now())
      await createMasterData(ctx, tenant.tenantId, whole)
      await createFleet(ctx, tenant.tenantId, whole.fleet)
    } else await createSmallHaulier(ctx, tenant.tenantId)
    const began = performance.now()
    await startWorld(ctx, tenant.tenantId, { from_at: new Date(begins).toISOString() })
    const setClock = (at: number) => {
      now = at
    }
    const seconds = () => Math.round((performance.now() - began) / 1_000)
    const dayIsOver = async (over: number, soFar: () => Promise<WeeksReport>) => {
      if (isWhole) process.stderr.write(`Day ${over} of ${days} is over after ${seconds()} s.\n`)
      if (over % 7 === 0) say(await soFar(), over, seconds())
    }
    const report = await driveWeeks(server, tenant, { from: Math.ceil(begins / day) * day, days, setClock, dayIsOver })
    say(report, days, seconds())
    expect(report.trips).toBeGreaterThan(5)
    expect(report.driven_hours).toBeGreaterThan(20)
    expect(report.broken.filter(({ was_warned }) => !was_warned)).toEqual([])
    expect(report.late_in_plan).toEqual([])
    expect(unexplained(report)).toEqual([])
    if (isWhole) expect(report.replaced.filter(({ to }) => to !== null).length).toBeGreaterThan(days / 4)
  },
  Math.max(900_000, days * 240_000),
)

/** Morning exceptions that were neither planted nor left because a picker found no candidate. */
function unexplained({ standing, replaced }: WeeksReport) {
  const left = new Set(replaced.flatMap(({ trip_id, to }) => (to === null ? [trip_id] : [])))
  return standing.filter(
    ({ code, trip_id }) => code !== 'carrier_blocked' && !(code === 'resource_unavailable' && left.has(trip_id)),
  )
}

/**
 * Writes the figures and all conflicts with the plan to the file named by `npm run weeks`: each week, and at the end.
 */
function say(report: WeeksReport, over: number, seconds: number): void {
  const file = process.env.WEEKS_REPORT
  if (file !== undefined) writeFileSync(file, JSON.stringify({ days: over, seconds, ...report }, null, 1))
}
