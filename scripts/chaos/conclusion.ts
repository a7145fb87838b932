import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Counts, nothing } from '../run.ts'
import type { Violation } from './checker.ts'

/**
 * Prints the first violations and counts each rule once, held or broken.
 * @param checked ids of all rules that were looked at
 * @param folder of the run, with the log of its processes: removed when all of them held
 */
export function conclude(violations: readonly Violation[], checked: readonly string[], folder: string): Counts {
  for (const { invariant, what } of violations.slice(0, 40)) console.log(`${invariant}: ${what}`)
  const broken = new Set(violations.map(({ invariant }) => invariant))
  if (broken.size > 0) console.log(`What the processes logged is in ${join(folder, 'fleet.log')}`)
  else rmSync(folder, { recursive: true, force: true })
  return { ...nothing, passed: checked.filter((one) => !broken.has(one)).length, failed: broken.size }
}
