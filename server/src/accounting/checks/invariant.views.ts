import type { Sentence } from '@cartage/contract/message'
import { type Statement, statement } from '../../db/statement.ts'

/** One way in which an invariant can be broken. */
export interface Fault {
  /** Finds the rows: `entity_type`, `entity_id`, and `details`, an array of the texts its sentence names. */
  readonly sql: string
  /** What is wrong with one of them. */
  readonly says: (details: readonly string[]) => Sentence
}

/** What has to hold, and everything that would break it. */
export interface Invariant {
  readonly number: number
  readonly message: Sentence
  readonly faults: readonly Fault[]
}

/** Rows of each check that are shown; more mean the same. */
export const mostShown = 100

/** CHECK-1: the one statement of an invariant, over all of its faults. */
export function statementOf({ number, faults }: Invariant): Statement {
  const each = faults.map(({ sql }, fault) => `select ${fault} as fault, f.* from (${sql}) f`)
  return statement(
    `accounting.check_${number}`,
    `select b.fault, b.entity_type, b.entity_id, b.details, count(*) over ()::integer as total
       from (${each.join('\n union all ')}) b
      order by b.entity_type, b.entity_id, b.fault, b.details limit ${mostShown}`,
  )
}

/** SQL: whether a document is finalised. */
export const isFinal = (of: string) => `${of}.content_hash is not null`

/** SQL: no text but the sentence itself. */
export const none = `'{}'::text[] as details`

/** SQL: texts that a sentence names. */
export const named = (...expressions: readonly string[]) =>
  `array[${expressions.map((one) => `coalesce((${one})::text, '')`).join(', ')}] as details`
