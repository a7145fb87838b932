// Everything a change must pass (`npm test`). The last line is `N passed, N failed`, with `, N skipped` when something
// was left out; the exit code is 0 only when nothing failed and every stage ran at least one test.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Counts, failures, lastLine, nothing, readLastLine, root, run, runScript, runVitest, sum } from './run.ts'

interface Stage {
  readonly name: string
  run(): Promise<Counts>
  /** A stage whose script is written later; it is named in the output until then. */
  readonly needs?: string
}

const stages: readonly Stage[] = [
  {
    name: 'format and lint',
    run: () => asOne(run(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '.'])),
  },
  {
    name: 'types',
    run: () => asOne(run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'])),
  },
  { name: 'generated files are current', run: () => asOne(runScript('scripts/generate.ts', ['--check'])) },
  { name: 'unit, feature and architecture tests', run: unitTests },
  { name: 'acceptance, one process', run: () => counted('scripts/acceptance.ts') },
  { name: 'acceptance, several processes', run: () => counted('scripts/acceptance.ts', '--processes') },
  { name: 'web application in a browser', run: () => counted('scripts/e2e.ts') },
  { name: 'fuzz, short form', run: () => counted('scripts/fuzz.ts', '--inputs', '1500') },
  { name: 'chaos, short form', needs: 'scripts/chaos.ts', run: () => counted('scripts/chaos.ts', '--short') },
  { name: 'bench, short form', needs: 'scripts/bench.ts', run: () => counted('scripts/bench.ts', '--short') },
]

/** A program that either succeeds or fails counts as one test. */
async function asOne(program: ReturnType<typeof run>): Promise<Counts> {
  const { code } = await program
  return code === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 }
}

async function unitTests(): Promise<Counts> {
  const report = join(tmpdir(), `cartage-unit-${process.pid}.json`)
  return await runVitest('vitest.config.ts', report)
}

/** A script that ends with the same line as this one. */
async function counted(script: string, ...args: string[]): Promise<Counts> {
  const { code, stdout } = await runScript(script, args)
  const counts = readLastLine(stdout) ?? { ...nothing, failed: 1 }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

async function runStage(stage: Stage): Promise<Counts> {
  console.log(`\n=== ${stage.name}`)
  if (stage.needs && !existsSync(join(root, stage.needs))) {
    console.log(`${stage.needs} does not exist yet`)
    return { ...nothing, skipped: 1 }
  }
  const began = performance.now()
  const counts = await stage.run()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  // A stage that ran nothing proves nothing.
  if (counts.passed + counts.failed + counts.skipped === 0) counts.failed = 1
  console.log(`=== ${stage.name}: ${lastLine(counts)} in ${seconds} s`)
  return counts
}

const results: Counts[] = []
for (const stage of stages) results.push(await runStage(stage))
const total = sum(results)
console.log('\nStages:')
stages.forEach((stage, index) => {
  console.log(`  ${stage.name}: ${lastLine(results[index]!)}`)
})
for (const line of failures) console.log(line)
console.log(`\n${lastLine(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0
