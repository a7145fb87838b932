// Simulates four weeks of the sample haulier, day by day on a separate clock, and checks them: each driver's record
// against the driving and rest limits, the plan against its own windows, and the late trips of all screens against each
// other. A planner replaces drivers who call in ill, and only planted problems may remain in the plan. Repeats this for
// ten days from openings at a weekend. Then opens the same world on each day of a week: its load, standstills and
// planted problems. `--days N` sets another length, `--report FILE` stores everything as JSON. `npm test` simulates two
// days, and opens the world on a Sunday.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Opening, WeeksReport } from '../server/src/testing/weeks.ts'
import { lastLine, runVitest, sum } from './run.ts'

const { values } = parseArgs({ options: { days: { type: 'string', default: '28' }, report: { type: 'string' } } })
/** From a Monday to a Sunday. */
const week = Array.from({ length: 7 }, (_, at) => `2026-10-${String(5 + at).padStart(2, '0')}`)
const folder = mkdtempSync(join(tmpdir(), 'cartage-weeks-'))
const file = values.report ?? join(folder, 'report.json')
const driven = [await drive({ WEEKS_DAYS: values.days, WEEKS_REPORT: file })]
// If opened on a Saturday or Sunday, the haulier's weeks are shifted three days later, and are normal once the office's
// plan is over.
for (const opened of week.slice(5)) {
  console.log(`\nOpened on ${opened}:`)
  const WEEKS_REPORT = join(folder, `${opened}.json`)
  driven.push(
    await drive({ WEEKS_DAYS: String(Math.min(10, Number(values.days))), WEEKS_OPENED: opened, WEEKS_REPORT }),
  )
}
const openings = join(folder, 'openings.jsonl')
const opened = await runVitest(
  'vitest.config.ts',
  join(folder, 'opened.json'),
  { OPENINGS_DAYS: week.join(','), OPENINGS_SIZE: '1', OPENINGS_REPORT: openings },
  ['server/src/sample/openings.test.ts'],
)
if (existsSync(openings)) {
  for (const line of readFileSync(openings, 'utf8').trim().split('\n')) showOpening(JSON.parse(line) as Opening)
}
const counts = sum([...driven, opened])
rmSync(folder, { recursive: true, force: true })
console.log(lastLine(counts))
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0

async function drive(variables: { WEEKS_REPORT: string } & Record<string, string>) {
  const counts = await runVitest('vitest.config.ts', join(folder, 'counts.json'), variables, [
    'server/src/sample/simulation/weeks.test.ts',
  ])
  try {
    show(JSON.parse(readFileSync(variables.WEEKS_REPORT, 'utf8')) as WeeksReport & { days: number; seconds: number })
  } catch {
    console.log('The weeks were not driven to their end.')
  }
  return counts
}

function show(report: WeeksReport & { days: number; seconds: number }): void {
  const { broken, standing, replaced } = report
  const found = replaced.filter(({ to }) => to !== null)
  const unsaid = broken.filter(({ was_warned }) => !was_warned)
  console.log(`
${report.days} days in ${report.seconds} s: ${report.trips} trips of ${report.drivers} drivers, ${report.driven_hours} hours at the wheel in ${report.changes} changes.
Limits broken in the records: ${broken.length}, of which the verdict had called lawful: ${unsaid.length}.
Planned stops: ${report.planned_stops}, late in the plan itself: ${report.late_in_plan.length}.
Trucks that had a trip, Monday to Sunday, at least: ${report.busy.map((share) => `${Math.round(share * 100)} %`).join(', ')}.
Late trips compared on four screens at ${report.instants} instants: ${report.late}, none different.
Trips whose driver called in ill: ${new Set(replaced.map(({ trip_id }) => trip_id)).size}; given another driver: ${found.length}.
Conflicts that stood on a morning: ${standing.length}.`)
  for (const [code, own] of Map.groupBy(standing, (one) => one.code)) {
    console.log(
      `  ${code}: ${own.length}, of which before the trip began: ${own.filter((one) => !one.has_begun).length}`,
    )
    for (const { since, mornings, message } of own.slice(0, 12)) console.log(`    ${since} (${mornings}) ${message}`)
  }
}

function showOpening({ day, seconds, busy, trucks, left_out, conflicts, planted }: Opening): void {
  console.log(
    `Opened on ${day} in ${seconds} s: ${busy} of ${trucks} trucks in a trip, ${left_out.length} orders left out, conflicts: ${conflicts.length}, planted and found on Today: ${planted.length}.`,
  )
  for (const { code, message } of conflicts) console.log(`    ${code}: ${message}`)
}
