// Plays days in a browser (`web/e2e/days`) at the pace of a typist, and writes the results into docs/days.md: steps,
// clicks, keys, seconds and dead ends. Arguments select files by parts of their names; the tables of the other days
// stay unchanged.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlayedAim, PlayedDay } from '../web/e2e/days/play.ts'
import { lastLine, nothing, readLastLine, root, run } from './run.ts'

/** Milliseconds between keystrokes of someone who types at least sixty words a minute. */
const pace = '40'

const introduction = `# Days that are played

Written by \`npm run days\`, which plays each day in a real browser on the sample haulier. A step is a click, a drag, a shortcut, or a
text that is typed or pasted. Seconds are those of one machine with ${1000 / Number(pace)} keys a second, and no limit. A dead end is an aim
that what the screen offers does not reach, or a message that names no way on. The end of each aim is compared with the database.
[How a day is written](browser-tests.md#days-that-are-played).
`

const page = join(root, 'docs', 'days.md')
const words = process.argv.slice(2)
const files = readdirSync(join(root, 'web/e2e/days'))
  .filter((name) => name.endsWith('.e2e.test.ts') && (words.length === 0 || words.some((word) => name.includes(word))))
  .map((name) => `web/e2e/days/${name}`)
const folder = mkdtempSync(join(tmpdir(), 'cartage-days-'))
const reportFile = join(folder, 'days.jsonl')
const { stdout } = await run(process.execPath, ['scripts/e2e.ts', ...files], {
  DAYS_REPORT: reportFile,
  DAYS_PACE: pace,
})
const counts = readLastLine(stdout) ?? { ...nothing, failed: 1 }
if (existsSync(reportFile)) writeFileSync(page, withDays(readFileSync(reportFile, 'utf8')))
rmSync(folder, { recursive: true, force: true })
console.log(lastLine(counts))
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0

/** The days page: newly played days, and the others unchanged. */
function withDays(report: string): string {
  const [, ...before] = (existsSync(page) ? readFileSync(page, 'utf8') : '').split(/^## /m)
  const sections = new Map(before.map((text) => [text.split('\n')[0]!, text.trimEnd()]))
  for (const line of report.trim().split('\n')) {
    const played = JSON.parse(line) as PlayedDay
    sections.set(played.day, sectionOf(played))
  }
  const days = [...sections].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => `## ${text}\n`)
  return [introduction, ...days].join('\n')
}

function sectionOf({ day, aims }: PlayedDay): string {
  const total = { steps: 0, most: 0, clicks: 0, keys: 0, seconds: 0 }
  for (const aim of aims) for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += aim[name]
  const ends = aims.flatMap(({ deadEnds }) => deadEnds)
  const rows = [...aims.map(rowOf), rowOf({ ...total, aim: 'The whole day', deadEnds: ends })]
  const reached = aims.length - aims.filter(({ deadEnds }) => deadEnds.length > 0).length
  return `${day}

${reached} of ${aims.length} aims reached, ${ends.length} dead ends. Played on ${new Date().toISOString().slice(0, 10)}.

| Aim | Steps | At most | Clicks | Keys | Seconds | Dead ends |
|---|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}`
}

function rowOf({ aim, steps, most, clicks, keys, seconds, deadEnds }: PlayedAim): string {
  return `| ${aim} | ${steps} | ${most} | ${clicks} | ${keys} | ${seconds.toFixed(1)} | ${deadEnds.length} |`
}
