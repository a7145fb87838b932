// Measures the whole path, accepting alone and reading, each next to pgbench doing the naive SQL on the same database
// in the same run. Prints ratios; `npm run bench` also writes docs/benchmarks.md. `--short` only proves that it works.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { growth } from './bench/growth.ts'
import { accept, latency, reading, soak, wholePath } from './bench/measures.ts'
import { type MoneySize, money } from './bench/money.ts'
import { positions } from './bench/positions.ts'
import { rating } from './bench/rating.ts'
import { type Figures, writeReport } from './bench/report.ts'
import { resourceLists } from './bench/resources.ts'
import { verdicts } from './bench/verdict.ts'
import { type Programs, startBench } from './bench/world.ts'
import { findPrograms, ProgramMissing, skipsExternal } from './external.ts'
import { lastLine, nothing } from './run.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    rows: { type: 'string' },
  },
})

const plan = {
  rounds: Number(values.rounds ?? (values.short ? 1 : 5)),
  seconds: Number(values.seconds ?? (values.short ? 2 : 8)),
  warmSeconds: values.short ? 1 : 20,
  soakSeconds: values.short ? 3 : 60,
  rows: Number(values.rows ?? (values.short ? 1_000 : 1_000_000)),
}

const fewDocuments: MoneySize = { orders: 200, customers: 24, charges: 5_000, documents: 1_000, tasks: 500 }
const allDocuments: MoneySize = {
  ...{ orders: 10_000, customers: 1_200, charges: plan.rows * 3, documents: plan.rows / 5, tasks: 10_000 },
}

async function measure(folder: string, programs: Programs): Promise<Figures> {
  // Pure, so it needs no server.
  if (values.only === 'rating') return { plan, rating: rating(20_000) }
  const world = await startBench(folder, programs)
  try {
    // The short form proves that measuring works; copying databases to compare their size would take minutes.
    const only = values.only ?? (values.short ? 'path,accept,read' : undefined)
    const isChosen = (name: string) => !only || only.split(',').includes(name)
    const figures: Figures = { plan }
    const shifts = values.short ? { vehicles: 6, days: 2 } : { vehicles: 60, days: 7 }
    if (isChosen('path')) note(figures, { path: await wholePath(world, plan) })
    if (isChosen('accept')) note(figures, { accept: await accept(world, plan) })
    if (isChosen('read')) note(figures, { read: await reading(world, plan) })
    if (isChosen('latency')) note(figures, { latency: await latency(world, plan) })
    if (isChosen('soak')) note(figures, { soak: await soak(world, plan) })
    if (isChosen('resources')) note(figures, { resources: await resourceLists(world, plan) })
    if (isChosen('positions')) {
      note(figures, { positions: await positions(world, plan, values.short ? 5_000 : 100_000) })
    }
    if (isChosen('verdict')) note(figures, { verdicts: await verdicts(world, plan, shifts) })
    if (isChosen('rating')) note(figures, { rating: rating(20_000) })
    if (isChosen('money'))
      note(figures, { money: await money(world, plan, values.short ? fewDocuments : allDocuments) })
    if (isChosen('growth')) note(figures, { growth: await growth(world, plan) })
    return figures
  } finally {
    await world.stop()
  }
}

/** Keeps what was measured, and says it at once: the whole takes half an hour, and a later measure may fail. */
function note(figures: Figures, measured: Partial<Figures>): void {
  Object.assign(figures, measured)
  console.log(JSON.stringify(measured))
}

async function main(): Promise<void> {
  if (skipsExternal()) {
    console.log(`SKIP_EXTERNAL=1: the measurements are left out.\n${lastLine({ ...nothing, skipped: 1 })}`)
    return
  }
  const programs = await findPrograms('pgbench', 'wrk')
  const folder = mkdtempSync(join(tmpdir(), 'cartage-bench-'))
  chmodSync(folder, 0o755)
  try {
    const figures = await measure(folder, programs)
    const text = writeReport(figures)
    console.log(text)
    if (!values.short && !values.only) writeFileSync('docs/benchmarks.md', text)
    const faults = [figures.path, figures.accept].filter((one) => one !== undefined && one.faults > 0).length
    console.log(lastLine({ ...nothing, passed: Object.keys(figures).length - 1 - faults, failed: faults }))
    process.exitCode = faults > 0 ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ProgramMissing ? error.message : error)
  console.log(lastLine({ ...nothing, failed: 1 }))
  process.exitCode = 1
}
process.exit()
