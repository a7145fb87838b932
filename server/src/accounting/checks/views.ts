import type { Sentence } from '@cartage/contract/message'
import { findUnrepeatable } from '../../charges/rating/recheck.views.ts'
import type { Statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { bookInvariants } from './books.views.ts'
import { chargeInvariants } from './charges.views.ts'
import { documentInvariants } from './documents.views.ts'
import { type Invariant, mostShown, statementOf } from './invariant.views.ts'

/** A row that violates an invariant. */
export interface Breach {
  readonly entity_type: string
  readonly entity_id: string
  readonly detail: Sentence
}

interface Check {
  readonly invariant: Invariant
  readonly statement: Statement
}

/** CHECK-1: the money invariants in order, each one statement that finds violations. */
export const checks: readonly Check[] = [...chargeInvariants, ...documentInvariants, ...bookInvariants]
  .toSorted((one, other) => one.number - other.number)
  .map((invariant) => ({ invariant, statement: statementOf(invariant) }))

/** Result of a check. */
export interface CheckResult {
  number: number
  title: Sentence
  /** Violating rows, only the first ones. */
  breaches: number
  rows: Breach[]
}
/** Thoroughness of the checks. */
export interface CheckDepth {
  /** Number of latest ratings to recalculate; null: all. */
  readonly ratings: number | null
}

/** Number of the invariant that needs the rating engine besides SQL. */
const ofRatings = 15

/** CHECK-2, CHECK-3: runs every check of a tenant in the given transaction. */
export async function runChecks(tx: Tx, depth?: CheckDepth): Promise<CheckResult[]> {
  return await runChecksTogether([tx], depth)
}

/** Checks that read every document or charge, longest first, so that all connections finish at about the same time. */
const longest = [7, 11, 2, 1, 12, 5]

/** The same in several transactions with a common snapshot, each taking the next check when free. */
export async function runChecksTogether(
  readers: readonly Tx[],
  { ratings }: CheckDepth = { ratings: 500 },
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  const waiting = [...new Set([...longest.map((number) => checks[number - 1]!), ...checks])]
  const work = async (tx: Tx) => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      results[check.invariant.number - 1] = await runCheck(tx, check, ratings)
    }
  }
  await Promise.all(readers.map(work))
  return results
}

interface FoundRow {
  entity_type: string
  entity_id: string
  /** Index of the violated condition. */
  fault: number
  details: string[]
  total: number
}

async function runCheck(tx: Tx, { invariant, statement }: Check, ratings: number | null): Promise<CheckResult> {
  const { number, message: title, faults } = invariant
  const found = await tx.query<FoundRow>(statement)
  const more: Breach[] = number === ofRatings ? await findUnrepeatable(tx, ratings) : []
  const rows = found.map(({ entity_type, entity_id, fault, details }) => {
    return { entity_type, entity_id, detail: faults[fault]!.says(details) }
  })
  const breaches = (found[0]?.total ?? 0) + more.length
  return { number, title, breaches, rows: [...rows, ...more].slice(0, mostShown) }
}
