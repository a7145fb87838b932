import fc from 'fast-check'
import { type Attempt, attempts, type Operation, operationsOf } from './attempts.ts'
import type { Caller } from './caller.ts'
import { type Answer, createChecker } from './checker.ts'
import type { Family, Target } from './family.ts'

/** Time limit for testing one operation. */
const longestMs = 240_000

/**
 * Generated requests to every published operation, including webhooks; each response must match the OpenAPI document.
 */
export const schemas: Family = {
  what: 'made-up requests to every published operation',
  async run(target) {
    const { caller, baseUrl } = target
    const document = await (await fetch(`${baseUrl}/openapi.json`)).json()
    const check = createChecker(document)
    await tryOperations(
      target,
      operationsOf(document),
      target.inputs({ short: 1_500, usual: 10_000, deep: 75_000 }),
      check,
    )
    target.judge('the order made before is as it was', (await caller.unchanged()) ? undefined : 'it is another')
  },
}

/** Errors of a response, one line each. */
export type Check = (operation: Operation, answer: Answer) => string[]

/** Sends inputs to operations: each has a share, and is judged separately. */
export async function tryOperations(
  target: Target,
  operations: readonly Operation[],
  inputs: number,
  check: Check,
): Promise<void> {
  // A body has more potential errors than a URL.
  const weightOf = (operation: Operation) => (operation.body ? 5 : 1)
  const share = inputs / operations.reduce((sum, operation) => sum + weightOf(operation), 0)
  console.log(`  ${operations.length} operations, ${inputs} inputs`)
  for (const operation of operations) {
    const fault = await tryOperation(operation, Math.ceil(share * weightOf(operation)), target, check)
    target.judge(`${operation.method} ${operation.path}`, fault)
  }
}

/** Tests one operation; returns the smallest failing input as text, or undefined. */
async function tryOperation(
  operation: Operation,
  runs: number,
  { caller, seed }: Target,
  check: Check,
): Promise<string | undefined> {
  const result = await fc.check(propertyOf(operation, caller, check), {
    numRuns: runs,
    seed,
    interruptAfterTimeLimit: longestMs,
    endOnFailure: true,
  })
  if (!result.failed) return undefined
  const smallest = JSON.stringify(result.counterexample)?.slice(0, 2_000)
  return `    ${String(result.errorInstance).slice(0, 1_500)}\n    with ${smallest}\n    again: --seed ${seed}`
}

function propertyOf(operation: Operation, caller: Caller, check: Check) {
  return fc.asyncProperty(attempts(operation, caller.known), async (attempt: Attempt) => {
    const answer = await caller.send(operation, attempt)
    const faults = check(operation, answer)
    if (faults.length > 0) throw new Error(faults.join('\n'))
    await caller.expectNothingStored(operation, attempt, answer)
  })
}
