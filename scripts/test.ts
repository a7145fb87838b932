// All checks that a change must pass (`npm test`). The last line is `N passed, N failed`, with `, N skipped` if
// anything was skipped. The exit code is 0 only if nothing failed and every stage ran at least one test.
//
// Three stages run at a time, because most of them spend much time waiting. The output of a stage is shown when it
// ends. `npm test -- --parallel 1` runs one after the other, and shows output at once. Arguments select stages by parts
// of their names.
import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { findPrograms, ProgramMissing, skipsExternal } from './external.ts'
import { type Counts, lastLine, nothing, readLastLine, root, sum } from './run.ts'

interface Stage {
  readonly name: string
  /** Arguments for Node. */
  readonly args: readonly string[]
  /** A program that just succeeds or fails counts as one test; the others end with the same line as this one. */
  readonly isOneTest?: boolean
  /** Several of its files run at a time, so it fills what the other stages leave of the cores. */
  readonly givesWay?: boolean
}

/**
 * The browser tests run one after the other and so decide how long a run takes at least: they begin at once. The unit
 * tests give way to them and to all others, and take both cores when those wait or are over.
 */
const stages: readonly Stage[] = [
  { name: 'web application in a browser', args: ['scripts/e2e.ts'] },
  { name: 'unit, feature and architecture tests', args: ['scripts/unit.ts'], givesWay: true },
  { name: 'format and lint', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'], isOneTest: true },
  // Several threads check the same types repeatedly, which costs twice the work of one.
  {
    name: 'types',
    args: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--singleThreaded'],
    isOneTest: true,
  },
  { name: 'generated files are current', args: ['scripts/generate.ts', '--check'], isOneTest: true },
  // A single process that does everything is covered by the browser tests, the fuzz and the benches.
  { name: 'acceptance, several processes', args: ['scripts/acceptance.ts', '--processes'] },
  { name: 'chaos, short form', args: ['scripts/chaos.ts', '--short'] },
  { name: 'bench, short form', args: ['scripts/bench.ts', '--short'] },
  { name: 'bench of the web application, short form', args: ['scripts/bench-web.ts', '--short'] },
  { name: 'clients of others', args: ['scripts/clients.ts'] },
  { name: 'fuzz, short form', args: ['scripts/fuzz.ts', '--short'] },
]

/** Two thirds of the usual share of a busy core. */
const lowered = 2

interface Result {
  counts: Counts
  /** Failures, one line each. */
  failures: string[]
}

/** Exit and output of a program: both streams, and standard output alone. */
interface Ended {
  code: number
  output: string
  stdout: string
}

/** Running stages: if the run is interrupted, their output so far is shown and they are ended. */
const unfinished = new Map<string, { printed(): string; end(): void }>()

async function runStage(stage: Stage, isLive: boolean, programs: Promise<void>): Promise<Result> {
  if (!stage.isOneTest) await programs
  console.log(isLive ? `\n=== ${stage.name}` : `... ${stage.name}`)
  const began = performance.now()
  const ended = await runProgram(stage, isLive)
  const { output } = ended
  const counts = countsOf(stage, ended)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (!isLive) process.stdout.write(`\n=== ${stage.name}\n${output}`)
  console.log(`=== ${stage.name}: ${lastLine(counts)} in ${seconds} s\n`)
  return { counts, failures: output.match(/^FAILED .*$/gm) ?? [] }
}

function runProgram(stage: Stage, isLive: boolean): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that an interruption also ends what the stage has started.
    const child = spawn(process.execPath, stage.args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    })
    // Its workers and their processes inherit the priority.
    if (stage.givesWay && !isLive && child.pid !== undefined) setPriority(child.pid, lowered)
    let output = ''
    unfinished.set(stage.name, { printed: () => output, end: () => endGroup(child) })
    let stdout = ''
    const note = (text: string) => {
      output += text
      if (isLive) process.stdout.write(text)
    }
    child.stderr.setEncoding('utf8').on('data', note)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      note(text)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      unfinished.delete(stage.name)
      resolve({ code: code ?? 1, output, stdout })
    })
  })
}

/** Asks a stage and all processes of its group to end. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === 'win32') child.kill()
  else if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid)
}

function countsOf(stage: Stage, { code, stdout }: Ended): Counts {
  if (stage.isOneTest) return code === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 }
  const counts = readLastLine(stdout) ?? { ...nothing, failed: 1 }
  // A stage that ran no test proves nothing.
  const ran = counts.passed + counts.failed + counts.skipped > 0
  return counts.failed === 0 && (code !== 0 || !ran) ? { ...counts, failed: 1 } : counts
}

/** Runs stages in parallel, starting the next one whenever one ends. Results are in stage order. */
async function runAll(chosen: readonly Stage[], parallel: number): Promise<Result[]> {
  const results: Result[] = []
  const waiting = chosen.entries()
  const programs = installPrograms()
  const worker = async () => {
    for (const [index, stage] of waiting) results[index] = await runStage(stage, parallel === 1, programs)
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return results
}

/** Once for all stages, during the checks: parallel installations would conflict. */
async function installPrograms(): Promise<void> {
  if (skipsExternal()) return
  await findPrograms('browser', 'pgbench', 'sshd', 'wrk').catch((error: unknown) => {
    // The stage that needs the missing program reports it, and fails.
    if (!(error instanceof ProgramMissing)) throw error
  })
}

/** On interruption, prints the progress so far. */
function cutShort(): void {
  for (const [name, { printed, end }] of unfinished) {
    end()
    console.log(`\n=== ${name}, cut short\n${printed()}`)
  }
  process.exit(1)
}

const { values, positionals } = parseArgs({
  options: { parallel: { type: 'string', default: '3' } },
  allowPositionals: true,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, cutShort)
const isChosen = ({ name }: Stage) => positionals.length === 0 || positionals.some((word) => name.includes(word))
const chosen = stages.filter(isChosen)
const results = await runAll(chosen, Math.max(1, Number(values.parallel)))
console.log('\nStages:')
for (const [index, { name }] of chosen.entries()) console.log(`  ${name}: ${lastLine(results[index]!.counts)}`)
for (const line of results.flatMap(({ failures }) => failures)) console.log(line)
const total = sum(results.map(({ counts }) => counts))
console.log(`\n${lastLine(total)}`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
