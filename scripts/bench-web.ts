// Holds the web application against its budgets: weight of the pages, time until the list of orders can be used, how
// fast it answers the hand, and windows of the list from the server. `--short` proves that measuring works and judges
// nothing but weights; `--rows 1000000` measures a long list.
import { parseArgs } from 'node:util'
import { type BrowserFigures, measureBrowser } from './bench/web-browser.ts'
import { type BundleFigures, weighBundle } from './bench/web-bundle.ts'
import { fillOrders, measureWindows, type WindowFigures } from './bench/web-server.ts'
import { createSampleTenant } from './e2e-world.ts'
import { findPrograms, ProgramMissing, skipsExternal } from './external.ts'
import { type Counts, lastLine, nothing } from './run.ts'
import { startScratch } from './scratch.ts'

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, rows: { type: 'string' } } })
const isShort = values.short
const rows = Number(values.rows ?? (isShort ? 2_000 : 100_000))

/** kB of compressed JavaScript; milliseconds. */
const budgets = { initial: 270, page: 40, usable: 1_500, interaction: 100, window: 50 }

const counts: Counts = { ...nothing }

/** Prints a figure beside its budget. Times are told and not judged in the short form. */
function tell(what: string, figure: number, unit: string, budget: number, isJudged = true): void {
  const holds = figure <= budget
  const verdict = holds ? 'holds' : isJudged ? 'TOO MUCH' : 'over, not judged'
  console.log(`  ${what.padEnd(64)} ${figure.toFixed(1).padStart(8)} ${unit}  of ${budget}  ${verdict}`)
  if (holds || !isJudged) counts.passed += 1
  else counts.failed += 1
}

function tellBundle({ frame, list, heaviest, styles, pages }: BundleFigures): void {
  console.log('\nWeight')
  tell('initial: all of the list of orders', list, 'kB', budgets.initial)
  console.log(
    `  of it the frame of every page ${frame} kB; all of the heaviest page ${heaviest} kB; style sheet ${styles} kB`,
  )
  for (const { page, kB, first } of pages) tell(`${page} (as the first page ${first} kB)`, kB, 'kB', budgets.page)
}

function tellBrowser({ scripts, usable, interactions }: BrowserFigures): void {
  console.log('\nBrowser')
  for (const { path, kB } of scripts) tell(`scripts that came over the wire for ${path}`, kB, 'kB', budgets.initial)
  tell('list of orders can be used', usable, 'ms', budgets.usable, !isShort)
  for (const { what, ms } of interactions) tell(what, ms, 'ms', budgets.interaction, !isShort)
}

function tellWindows(figures: readonly WindowFigures[]): void {
  console.log(`\nWindows of the list, ${rows.toLocaleString('en')} orders (p50, then p99)`)
  for (const { what, p50, p99 } of figures) {
    tell(`${what} (p50 ${p50.toFixed(1)} ms)`, p99, 'ms', budgets.window, !isShort)
  }
}

async function main(): Promise<void> {
  tellBundle(weighBundle())
  if (skipsExternal()) {
    console.log('SKIP_EXTERNAL=1: what needs a browser is left out.')
    counts.skipped += 1
    return
  }
  const { chromium } = await findPrograms('chromium')
  const scratch = await startScratch()
  try {
    const tenant = await createSampleTenant(scratch, 'bench')
    await fillOrders(scratch, 'bench', rows)
    tellWindows(await measureWindows(scratch, tenant, { rows, rounds: isShort ? 3 : 100 }))
    tellBrowser(await measureBrowser(chromium, scratch.baseUrl, tenant, isShort ? 1 : 3))
  } finally {
    await scratch.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ProgramMissing ? error.message : error)
  counts.failed += 1
}
console.log(`\n${lastLine(counts)}`)
process.exitCode = counts.failed > 0 ? 1 : 0
