// Measures the whole path, accepting alone and reading, each next to pgbench doing the naive SQL on the same database
// in the same run. Prints ratios; `npm run bench` also writes docs/benchmarks.md. `--short` only proves that it works.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { applying } from './bench/applying.ts'
import { citusAccept } from './bench/citus.ts'
import { growth } from './bench/growth.ts'
import { limitCosts } from './bench/limits.ts'
import { accept, latency, reading, soak, wholePath } from './bench/measures.ts'
import { type MoneySize, money } from './bench/money/money.ts'
import { measureIntake } from './bench/money/prices.ts'
import { neighbours } from './bench/neighbours.ts'
import { peer } from './bench/peer.ts'
import { plannedDays } from './bench/planned-days.ts'
import { positions } from './bench/positions.ts'
import { rating } from './bench/rating.ts'
import { type Figures, writeReport } from './bench/report.ts'
import { resourceLists } from './bench/resources.ts'
import { solver } from './bench/solver.ts'
import { strangers } from './bench/strangers.ts'
import { verdicts } from './bench/verdict.ts'
import { type Programs, startBench, type World } from './bench/world.ts'
import { citusMissing, startCitus } from './citus/engine.ts'
import { findPrograms, ProgramMissing, skipsExternal } from './external.ts'
import { lastLine, nothing } from './run.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    rows: { type: 'string' },
    instances: { type: 'string' },
    'peer-folder': { type: 'string' },
  },
})

const plan = {
  rounds: Number(values.rounds ?? (values.short ? 1 : 5)),
  seconds: Number(values.seconds ?? (values.short ? 2 : 8)),
  warmSeconds: values.short ? 1 : 20,
  soakSeconds: values.short ? 3 : 60,
  rows: Number(values.rows ?? (values.short ? 1_000 : 1_000_000)),
}

const fewDocuments: MoneySize = {
  ...{ rated: 600, orders: 200, customers: 24, small: 8, open: 10, tasks: 8, copies: 10 },
}
// Plan counts are for a million rows: scaled down for a quick run.
const part = (count: number) => Math.max(10, Math.round((count * plan.rows) / 1_000_000))
const allDocuments: MoneySize = {
  ...{ rated: part(15_000), orders: part(10_000), customers: part(1_200), small: part(800) },
  ...{ open: part(200), tasks: part(100), copies: 90 },
}

// The short form only proves that measuring works; copying databases to compare their size, and filling the books,
// would take minutes.
const named = positionals.length > 0 ? positionals : values.only?.split(',')
const chosen = named ?? (values.short ? ['path', 'accept', 'read'] : undefined)
const isChosen = (name: string) => !chosen || chosen.includes(name)

async function measure(folder: string, programs: Programs): Promise<Figures> {
  const figures: Figures = { plan }
  // Pure code without a server.
  if (isChosen('rating') || isChosen('money')) note(figures, { rating: rating(20_000) })
  if (isChosen('solver')) note(figures, await solverFigures())
  if (!chosen || chosen.some((name) => !apart.includes(name))) await measureTransport(folder, programs, figures)
  if (isChosen('neighbours')) {
    await inOwnWorld(join(folder, 'neighbours'), programs, async (world) => {
      note(figures, { neighbours: await neighbours(world, plan) })
    })
  }
  if (isChosen('applying')) {
    const own = join(folder, 'applying')
    mkdirSync(own)
    chmodSync(own, 0o755)
    note(figures, { applying: await applying(own, plan) })
  }
  if (isChosen('limits')) {
    await inOwnWorld(join(folder, 'limits'), programs, async (world) => {
      note(figures, { limits: await limitCosts(world, plan) })
    })
  }
  // Only if named explicitly: it installs 700 MB.
  if (chosen?.includes('peer')) {
    await inOwnWorld(join(folder, 'peer'), programs, async (world) => {
      note(figures, { peer: await peer(world, plan, values['peer-folder'] ?? join(folder, 'peer', 'directus')) })
    })
  }
  if (isChosen('intake') || isChosen('money')) {
    await inOwnWorld(join(folder, 'money'), programs, (world) => measureMoney(world, figures))
  }
  if (isChosen('citus')) await measureCitus(folder, programs, figures)
  return figures
}

/** Parts measured without the orders and trips of the others. */
const apart = ['rating', 'neighbours', 'applying', 'limits', 'peer', 'intake', 'money', 'solver', 'citus']

async function measureTransport(folder: string, programs: Programs, figures: Figures): Promise<void> {
  const world = await startBench(folder, programs)
  try {
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
    if (isChosen('strangers')) note(figures, { strangers: await strangers(world, plan) })
    if (isChosen('growth')) note(figures, { growth: await growth(world, plan) })
  } finally {
    await world.stop()
  }
}

/** In its own database: leftover data would affect other measurements. */
async function inOwnWorld(folder: string, programs: Programs, work: (world: World) => Promise<void>): Promise<void> {
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  const world = await startBench(folder, programs)
  try {
    await work(world)
  } finally {
    await world.stop()
  }
}

async function measureMoney(world: World, figures: Figures): Promise<void> {
  if (isChosen('intake')) note(figures, { intake: await measureIntake(world, plan) })
  if (isChosen('money')) {
    note(figures, { money: await money(world, plan, values.short ? fewDocuments : allDocuments) })
  }
}

/** Only with a configured engine; otherwise skipped with the reason. */
async function measureCitus(folder: string, programs: Programs, figures: Figures): Promise<void> {
  const engine = await startCitus(undefined)
  if (engine === undefined) {
    console.log(`citus: ${citusMissing}`)
    return
  }
  try {
    const citus = await citusAccept(folder, programs, plan, engine)
    if (citus) note(figures, { citus })
    else console.log('citus: left out, because a node is on another machine')
  } finally {
    await engine.stop()
  }
}

/** Public instances from the given folder, which are not part of the project, and the sample world. */
async function solverFigures(): Promise<Partial<Figures>> {
  const measured = solver(values.instances ?? process.env.SOLOMON_DIR)
  if (!measured) console.log('No folder of instances: name one with --instances FOLDER or SOLOMON_DIR.')
  return { ...(measured && { solver: measured }), days: await plannedDays() }
}

/** Stores and prints a measurement at once: a full run takes half an hour, and a later part may fail. */
function note(figures: Figures, measured: Partial<Figures>): void {
  Object.assign(figures, measured)
  console.log(JSON.stringify(measured))
}

const page = 'docs/benchmarks.md'
const notes = '\n## Notes\n'

/** The figures of this run, followed by manual notes and figures of other programs. */
function withNotes(text: string, before: string): string {
  const at = before.indexOf(notes)
  return at < 0 ? text : `${text.trimEnd()}\n${before.slice(at)}`
}

async function main(): Promise<void> {
  if (skipsExternal()) {
    console.log(`SKIP_EXTERNAL=1: the measurements are left out.\n${lastLine({ ...nothing, skipped: 1 })}`)
    return
  }
  const isPure = named?.length === 1 && ['rating', 'solver'].includes(named[0]!)
  const programs = isPure ? { pgbench: '', wrk: '' } : await findPrograms('pgbench', 'wrk')
  const folder = mkdtempSync(join(tmpdir(), 'cartage-bench-'))
  chmodSync(folder, 0o755)
  try {
    const figures = await measure(folder, programs)
    const text = writeReport(figures)
    console.log(text)
    if (!values.short && !named) writeFileSync(page, withNotes(text, readFileSync(page, 'utf8')))
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
