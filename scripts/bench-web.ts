// Checks the web application against its budgets: page weights, time until the order list is usable, interaction
// latency, and order list requests. `--short` only proves that measuring works and judges nothing but weights; `--rows
// 1000000` measures a long list, `--only board,map` selects parts.
import { parseArgs } from 'node:util'
import { type BoardFigures, measureBoard } from './bench/web/board.ts'
import { type BrowserFigures, measureBrowser } from './bench/web/browser.ts'
import { type BundleFigures, weighBundle } from './bench/web/bundle.ts'
import { type MapFigures, measureMap } from './bench/web/map.ts'
import { fillOrders, measureWindows, type WindowFigures } from './bench/web/server.ts'
import { createSampleTenant } from './e2e-world.ts'
import { findPrograms, ProgramMissing, skipsExternal } from './external.ts'
import { type Counts, lastLine, nothing } from './run.ts'
import { type Scratch, startScratch } from './scratch.ts'

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, rows: { type: 'string' }, only: { type: 'string' } },
})
const isShort = values.short
const rows = Number(values.rows ?? (isShort ? 2_000 : 100_000))

/**
 * kB of compressed JavaScript; milliseconds. Each page adds about 0.1 kB to the shell. The initial load is the first
 * page and what is fetched once the browser is idle: the command palette. The code that buffers keys while a dialog
 * loads must come before the dialog.
 */
const budgets = {
  initial: 275.8,
  /** With the route, price and warnings of an order next to its form. */
  initialWithSummary: 277,
  initialWithSchemas: 281.2,
  arrived: 290,
  page: 40,
  /** Page behind a link, on a phone on the road: scripts, texts and style sheet. */
  door: 130,
  // Map library; its worker, style sheet and the basemap are not JavaScript of the page.
  map: 300,
  // Library for spreadsheet files, loaded with the first such file.
  workbook: 150,
  usable: 1_500,
  interaction: 100,
  window: 50,
  mapDrawn: 3_000,
  mapTask: 50,
  mapAnswer: 300,
  boardPaint: 1_500,
  dragFrame: 16,
  verdict: 100,
  seen: 1_000,
  boardFrame: 50,
}

const counts: Counts = { ...nothing }

/** Prints a figure with its budget. In short form, times are reported but not judged. */
function report(what: string, figure: number, unit: string, budget: number, isJudged = true): void {
  const holds = figure <= budget
  const verdict = holds ? 'holds' : isJudged ? 'TOO MUCH' : 'over, not judged'
  console.log(`  ${what.padEnd(64)} ${figure.toFixed(1).padStart(8)} ${unit}  of ${budget}  ${verdict}`)
  if (holds || !isJudged) counts.passed += 1
  else counts.failed += 1
}

/** Pages that may load the schema library: their forms are generated and validated by schemas. */
const withSchemas = [
  'invoices/preference/entities.page.tsx',
  'retention/retention.page.tsx',
  'settings/organisation.page.tsx',
  'settings/reference.page.tsx',
]

/** Budget of a page as the first one. */
function budgetOf(page: string): number {
  if (page === 'orders/entry/entry.page.tsx') return budgets.initialWithSummary
  return withSchemas.includes(page) ? budgets.initialWithSchemas : budgets.initial
}

/** Parts that consist mostly of a library. */
const largeParts: Readonly<Record<string, number>> = {
  'map/drawing.ts': budgets.map,
  'sheets/workbook.ts': budgets.workbook,
}

function reportBundle({ frame, styles, doors, pages, parts }: BundleFigures): void {
  console.log('\nWeight')
  console.log(`  the frame of every page ${frame} kB; style sheet ${styles} kB`)
  for (const { page, first, kB } of pages) {
    report(`${page} as the first page (itself ${kB} kB)`, first, 'kB', budgetOf(page))
  }
  const chunks = [...pages.map(({ page, kB }) => ({ part: page, kB })), ...parts]
  for (const { part, kB } of chunks.toSorted((one, other) => other.kB - one.kB)) {
    report(part, kB, 'kB', largeParts[part] ?? budgets.page)
  }
  for (const { page, kB } of doors) report(`${page} behind its link`, kB, 'kB', budgets.door)
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

function reportBoard(what: string, figures: BoardFigures): void {
  console.log(`\nPlanning board, ${what}`)
  report('first bar of the board', figures.firstPaint, 'ms', budgets.boardPaint, !isShort)
  report('work in a frame of a drag (p95)', figures.dragFrame, 'ms', budgets.dragFrame, !isShort)
  console.log(`  frames a second during a drag ${figures.dragRate.toFixed(1)}`)
  report(`verdict while dragging (p95 of ${figures.verdicts})`, figures.verdict, 'ms', budgets.verdict, !isShort)
  report('a move of another planner is on the board (longest)', figures.seen, 'ms', budgets.seen, !isShort)
  const moves = figures.moves.toFixed(0)
  report(
    `longest frame while others move ${moves} trips a second`,
    figures.longestFrame,
    'ms',
    budgets.boardFrame,
    !isShort,
  )
}

function reportWindows(figures: readonly WindowFigures[]): void {
  console.log(`\nWindows of the list, ${rows.toLocaleString('en')} orders (p50, then p99)`)
  for (const { what, p50, p99 } of figures) {
    report(`${what} (p50 ${p50.toFixed(1)} ms)`, p99, 'ms', budgets.window, !isShort)
  }
}

/** Frame times are reported but not judged: without a graphics card the CPU draws them. */
function reportMap({ vehicles, drawn, panning, live, listMs, changesMs }: MapFigures): void {
  console.log(`\nLive map, ${vehicles} vehicles`)
  report('map is drawn', drawn, 'ms', budgets.mapDrawn, false)
  report('all vehicles from the server', listMs, 'ms', budgets.mapAnswer, !isShort)
  report('what changed from the server', changesMs, 'ms', budgets.mapAnswer, !isShort)
  report('longest task while panning', panning.longestTask, 'ms', budgets.mapTask, !isShort)
  report('longest task while 50 positions a second come', live.longestTask, 'ms', budgets.mapTask, !isShort)
  console.log(
    `  frames, p95: ${panning.frame.toFixed(1)} ms while panning, ${live.frame.toFixed(1)} ms while positions come`,
  )
}

const isWanted = (part: 'weight' | 'lists' | 'board' | 'map') => values.only?.split(',').includes(part) ?? true

async function main(): Promise<void> {
  if (isWanted('weight')) reportBundle(weighBundle())
  if (skipsExternal()) {
    console.log('SKIP_EXTERNAL=1: what needs a browser is left out.')
    counts.skipped += 1
    return
  }
  const { browser } = await findPrograms('browser')
  const scratch = await startScratch({ onDisk: !isShort })
  try {
    if (isWanted('lists')) await measureLists(browser, scratch)
    if (isWanted('board')) await measurePlanning(browser, scratch)
    // Without a graphics card, drawing a map would take CPU time from all other tests.
    if (isWanted('map') && !isShort) {
      const tenant = await scratch.createTenant('map', '--no-limits')
      reportMap(await measureMap(browser, scratch, tenant, { vehicles: 500, seconds: 10 }))
    }
  } finally {
    await scratch.stop()
  }
}

async function measureLists(browser: string, scratch: Scratch): Promise<void> {
  const tenant = await createSampleTenant(scratch, 'bench')
  await fillOrders(scratch, 'bench', rows)
  reportWindows(await measureWindows(scratch, tenant, { rows, rounds: isShort ? 3 : 100 }))
  reportBrowser(await measureBrowser(browser, scratch.baseUrl, tenant, isShort ? 1 : 3))
}

async function measurePlanning(browser: string, scratch: Scratch): Promise<void> {
  const size = isShort ? { vehicles: 4, trips: 8 } : { vehicles: 120, trips: 500 }
  const length = isShort ? { rounds: 1, steps: 10, seconds: 1 } : { rounds: 3, steps: 120, seconds: 10 }
  const figures = await measureBoard(browser, scratch, { ...size, ...length, movesPerSecond: 50 })
  reportBoard(`${size.trips} trips on ${size.vehicles} rows of a week`, figures)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ProgramMissing ? error.message : error)
  counts.failed += 1
}
console.log(`\n${lastLine(counts)}`)
process.exitCode = counts.failed > 0 ? 1 : 0
