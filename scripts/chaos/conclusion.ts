import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Counts, nothing } from '../run.ts'
import type { Violation } from './checker.ts'

/** Rule id for runs that proved less than intended. */
export const extentRule = 'EXTENT'

/** Printed violations per rule; the rest is only counted. */
const mostPrinted = 10

/** Finished run: counts, violations and checked rules. */
export interface Judged {
  readonly figures: object
  readonly violations: readonly Violation[]
  /** Ids of all checked rules. */
  readonly checked: readonly string[]
}

/** Violation of a run that saw too little to prove anything; nothing otherwise. */
export function extentOf(wasEnough: boolean, what: string): Violation[] {
  return wasEnough ? [] : [{ invariant: extentRule, what }]
}

/**
 * Prints the counts and the first violations of each rule, and counts each rule once as held or broken.
 * @param folder of the run with the process log: removed if all rules held. Nothing may run in it any more
 */
export function conclude({ figures, violations, checked }: Judged, folder: string): Counts {
  console.log(JSON.stringify({ ...figures, violations: violations.length }))
  const broken = Map.groupBy(violations, ({ invariant }) => invariant)
  for (const [invariant, found] of broken) {
    for (const { what } of found.slice(0, mostPrinted)) console.log(`${invariant}: ${what}`)
    if (found.length > mostPrinted) console.log(`${invariant}: and ${found.length - mostPrinted} more`)
  }
  if (broken.size > 0) console.log(`What the processes logged is in ${join(folder, 'fleet.log')}`)
  else rmSync(folder, { recursive: true, force: true })
  const all = new Set([...checked, ...broken.keys()])
  return { ...nothing, passed: all.size - broken.size, failed: broken.size }
}
