import { type Statement, statement } from './statement.ts'
import type { Tx } from './tenant.ts'

/** The parameters of a statement by their names, as its text says them: `$2`, `$3` …. */
export type Names<Values> = { readonly [Name in keyof Values]-?: string }

/** A prepared statement that numbers its parameters itself. */
export interface Question<Values, Row> extends Statement {
  /** Runs it. What is left out is null. */
  ask(tx: Tx, values: Values): Promise<Row[]>
}

/**
 * Declares a statement once, at module level, whose parameters have names: so fragments can be put together in any way.
 * @param write its text; `of.name` is the place of a parameter, and `$1` the tenant
 */
export function question<Values extends object, Row>(
  name: string,
  write: (of: Names<Values>) => string,
): Question<Values, Row> {
  const names: (keyof Values)[] = []
  const of = new Proxy({} as Names<Values>, {
    get(_, parameter) {
      const known = parameter as keyof Values
      if (!names.includes(known)) names.push(known)
      return `$${names.indexOf(known) + 2}`
    },
  })
  const declared = statement(name, write(of))
  return { ...declared, ask: (tx, values) => tx.query<Row>(declared, ...names.map((one) => values[one] ?? null)) }
}
