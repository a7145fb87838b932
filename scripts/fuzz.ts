// Sends made-up requests to every published operation of a server of its own: `npm run fuzz -- --inputs 10000`.
// Each answer must be below 500 and what the OpenAPI document says, and a refused request must change nothing.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { type Attempt, attempts, type Operation, operationsOf } from './fuzz/attempts.ts'
import { createCaller } from './fuzz/caller.ts'
import { createChecker } from './fuzz/checker.ts'
import { lastLine } from './run.ts'
import { startScratch } from './scratch.ts'

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '1500' },
    seed: { type: 'string' },
    shrink: { type: 'boolean', default: false },
  },
})
const inputs = Number(values.inputs)
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)

const scratch = await startScratch()
let passed = 0
let failed = 0
try {
  const tenant = await scratch.createTenant('fuzz', '--no-limits')
  const caller = await createCaller(scratch.baseUrl, tenant)
  const document = await (await fetch(`${scratch.baseUrl}/openapi.json`)).json()
  const check = createChecker(document)
  const operations = operationsOf(document)
  // A body has more to get wrong than an address.
  const weightOf = (operation: Operation) => (operation.body ? 5 : 1)
  const share = inputs / operations.reduce((sum, operation) => sum + weightOf(operation), 0)
  console.log(`${operations.length} operations, ${inputs} inputs, --seed ${seed}`)
  for (const operation of operations) {
    const fault = await tryOperation(operation, Math.ceil(share * weightOf(operation)), caller, check)
    if (fault === undefined) passed += 1
    else failed += 1
    console.log(
      `  ${fault === undefined ? 'ok  ' : 'FAIL'} ${operation.method} ${operation.path}${fault ? `\n${fault}` : ''}`,
    )
  }
  const unchanged = await caller.unchanged()
  if (unchanged) passed += 1
  else failed += 1
  console.log(`  ${unchanged ? 'ok  ' : 'FAIL'} the order made before is as it was`)
  if (/"level":(50|60)|internal_error/.test(scratch.log())) {
    failed += 1
    const file = join(tmpdir(), `cartage-fuzz-${process.pid}.log`)
    writeFileSync(file, scratch.log())
    console.log(`  FAIL the server logged errors: ${file}`)
  } else {
    passed += 1
    console.log('  ok   the server logged no error')
  }
  console.log(`${caller.count()} requests: ${caller.summary()}`)
} finally {
  await scratch.stop()
}
console.log(lastLine({ passed, failed, skipped: 0 }))
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

/** Tests one operation; the smallest input that fails, as text, or undefined. */
async function tryOperation(
  operation: Operation,
  runs: number,
  caller: Awaited<ReturnType<typeof createCaller>>,
  check: ReturnType<typeof createChecker>,
): Promise<string | undefined> {
  const property = fc.asyncProperty(attempts(operation, caller.known), async (attempt: Attempt) => {
    const answer = await caller.send(operation, attempt)
    const faults = check(operation, answer)
    if (faults.length > 0) throw new Error(faults.join('\n'))
    await caller.expectNothingStored(operation, attempt, answer)
  })
  const result = await fc.check(property, {
    numRuns: runs,
    seed,
    interruptAfterTimeLimit: 240_000,
    endOnFailure: !values.shrink,
  })
  if (!result.failed) return undefined
  const smallest = JSON.stringify(result.counterexample)?.slice(0, 2_000)
  return `    ${String(result.errorInstance).slice(0, 1_500)}\n    with ${smallest}\n    again: --seed ${seed}`
}
