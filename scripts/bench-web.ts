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

/**
 * kB of compressed JavaScript; milliseconds. Each page adds about 0.1 kB to the frame. What arrives is the first page and what
 * is fetched once the browser is idle: the palette.
 */
const budgets = {
  initial: 272,
  initialWithSchemas: 276,
  arrived: 290,
  page: 40,
  usable: 1_500,
  interaction: 100,
  window: 50,
}

const counts: Counts = { ...nothing }

/** Prints a figure next to its budget. Times are reported and not judged in the short form. */
function report(what: string, figure: number, unit: string, budget: number, isJudged = true): void {
  const holds = figure <= budget
  const verdict = holds ? 'holds' : isJudged ? 'TOO MUCH' : 'over, not judged'
  console.log(`  ${what.padEnd(64)} ${figure.toFixed(1).padStart(8)} ${unit}  of ${budget}  ${verdict}`)
  if (holds || !isJudged) counts.passed += 1
  else counts.failed += 1
}

/** Pages that may bring the library of schemas: their forms are made from schemas and checked with them. */
const withSchemas = [
  'invoices/preference/entities.page.tsx',
  'settings/organisation.page.tsx',
  'settings/reference.page.tsx',
]

function reportBundle({ frame, styles, pages, parts }: BundleFigures): void {
  console.log('\nWeight')
  console.log(`  the frame of every page ${frame} kB; style sheet ${styles} kB`)
  for (const { page, first, kB } of pages) {
    const budget = withSchemas.includes(page) ? budgets.initialWithSchemas : budgets.initial
    report(`${page} as the first page (itself ${kB} kB)`, first, 'kB', budget)
  }
  const chunks = [...pages.map(({ page, kB }) => ({ part: page, kB })), ...parts]
  for (const { part, kB } of chunks.toSorted((one, other) => other.kB - one.kB)) report(part, kB, 'kB', budgets.page)
  const needless = pages.filter(({ page, hasSchemas }) => hasSchemas && !withSchemas.includes(page))
  report(
    `pages with schemas they need not have ${needless.map(({ page }) => page).join(', ')}`,
    needless.length,
    '  ',
    0,
  )
}

function reportBrowser({ scripts, usable, interactions }: BrowserFigures): void {
  console.log('\nBrowser')
  for (const { path, kB } of scripts) report(`scripts that came over the wire for ${path}`, kB, 'kB', budgets.arrived)
  report('list of orders can be used', usable, 'ms', budgets.usable, !isShort)
  for (const { what, ms } of interactions) report(what, ms, 'ms', budgets.interaction, !isShort)
}

function reportWindows(figures: readonly WindowFigures[]): void {
  console.log(`\nWindows of the list, ${rows.toLocaleString('en')} orders (p50, then p99)`)
  for (const { what, p50, p99 } of figures) {
    report(`${what} (p50 ${p50.toFixed(1)} ms)`, p99, 'ms', budgets.window, !isShort)
  }
}

async function main(): Promise<void> {
  reportBundle(weighBundle())
  if (skipsExternal()) {
    console.log('SKIP_EXTERNAL=1: what needs a browser is left out.')
    counts.skipped += 1
    return
  }
  const { browser } = await findPrograms('browser')
  const scratch = await startScratch({ onDisk: !isShort })
  try {
    const tenant = await createSampleTenant(scratch, 'bench')
    await fillOrders(scratch, 'bench', rows)
    reportWindows(await measureWindows(scratch, tenant, { rows, rounds: isShort ? 3 : 100 }))
    reportBrowser(await measureBrowser(browser, scratch.baseUrl, tenant, isShort ? 1 : 3))
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
