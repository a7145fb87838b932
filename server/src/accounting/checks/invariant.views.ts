import type { Sentence } from '@cartage/contract/message'
import { type Statement, statement } from '../../db/statement.ts'

/** One way to violate an invariant. */
export interface Fault {
  /** Selects violating rows: `entity_type`, `entity_id`, and `details`, an array of texts for the sentence. */
  readonly sql: string
  /** Sentence for one violation. */
  readonly says: (details: readonly string[]) => Sentence
}

/** An invariant with all ways to violate it. */
export interface Invariant {
  readonly number: number
  readonly message: Sentence
  readonly faults: readonly Fault[]
}

/** Maximum rows shown by each check. */
export const mostShown = 100

/** CHECK-1: the single statement of an invariant, over all ways to violate it. */
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

/** SQL: no texts for the sentence. */
export const none = `'{}'::text[] as details`

/** SQL: texts for the sentence. */
export const named = (...expressions: readonly string[]) =>
  `array[${expressions.map((one) => `coalesce((${one})::text, '')`).join(', ')}] as details`
