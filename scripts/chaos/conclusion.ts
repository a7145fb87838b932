import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Counts, nothing } from '../run.ts'
import type { Violation } from './checker.ts'

/** Under which a run is counted that showed less than it was to show. */
export const extentRule = 'EXTENT'

/** Violations of one rule that are printed; of the others only how many there are. */
const mostPrinted = 10

/** A finished run: what was counted, what broke, and all that was looked at. */
export interface Judged {
  readonly figures: object
  readonly violations: readonly Violation[]
  /** Ids of all rules that were looked at. */
  readonly checked: readonly string[]
}

/** What a run says of itself that saw too little to prove anything; nothing when it saw enough. */
export function extentOf(wasEnough: boolean, what: string): Violation[] {
  return wasEnough ? [] : [{ invariant: extentRule, what }]
}

/**
 * Prints what was counted and the first violations of each rule, and counts each rule once, held or broken.
 * @param folder of the run, with the log of its processes: removed when all of them held. Nothing may run in it any more
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
