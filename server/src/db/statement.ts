import { byTenant, type Combine } from './tenants/combine.ts'

/** A named, prepared statement. `$1` is always the tenant of its transaction. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** Replacement for tables spread over Citus nodes, which plan less than PostgreSQL does. */
  readonly atNodes?: string
  /** Replacement for several tenants at once. Without it the statement runs per tenant. */
  readonly ofMany?: OfMany
}

/** A statement for several tenants at once. Each result row names its tenant in `tenant_id`. */
export interface OfMany {
  readonly name: string
  readonly text: string
  readonly combine: Combine
}

const known = new Map<string, Statement>()

/**
 * Declares a statement once, at module level. PostgreSQL caches the plan under its name, and crash points and logs use
 * it: `feature.verb_noun`, at most 63 characters.
 * @param atNodes variant for spread tables, only if it costs a single PostgreSQL more
 */
export function statement(name: string, text: string, atNodes?: string): Statement {
  const other = known.get(name)
  if (other !== undefined && other.text !== text) throw new Error(`two statements are called ${name}`)
  if (name.length > 63) throw new Error(`statement name ${name} is longer than PostgreSQL keeps`)
  const declared = atNodes === undefined ? { name, text } : { name, text, atNodes }
  known.set(name, declared)
  return declared
}

/**
 * Adds the form of a statement for several tenants at once. There `$1` lists tenants: each table must be joined by the
 * tenant of the row it is looked up for, and each result row must name its tenant in `tenant_id`.
 * @param combine merges the tenants' values into those of one statement
 */
export function ofMany(one: Statement, text: string, combine: Combine): Statement {
  const declared = { ...one, ofMany: { name: `${one.name}.of_many`, text, combine } }
  known.set(one.name, declared)
  return declared
}

/**
 * Adds a form for several tenants that runs the statement for each of them in turn within one. For statements with
 * scalar values that return rows.
 * @param types of the values from `$2` on, such as `integer`
 */
export function inTurn(one: Statement, ...types: readonly string[]): Statement {
  const given = types.map((_, at) => `value_${at + 2}`)
  const text = one.text.replace(/\$(\d+)/g, (_, place: string) =>
    place === '1' ? 'given.tenant_id' : `given.value_${place}`,
  )
  const lists = ['uuid', ...types].map((type, at) => `$${at + 1}::${type}[]`)
  const sql = `select given.tenant_id, own.*
     from unnest(${lists.join(', ')}) as given (${['tenant_id', ...given].join(', ')}) cross join lateral (${text}) own`
  return ofMany(one, sql, byTenant)
}

/**
 * The same insertion with a `returning` clause, without which Citus does not push an insert-select down to a node. For
 * statements that run for each order.
 */
export function answered(insertion: string): string {
  return `${insertion}\n   returning tenant_id`
}

/** All statements of the loaded modules, for checks. */
export function declaredStatements(): Statement[] {
  return [...known.values()]
}

const codeWall = /\b(\w+\.)?tenant_id = \$1(?!\d)/g

/**
 * The same statement without its tenant predicate. Only to prove that row security alone separates tenants; the server
 * never runs it.
 */
export function withoutCodeWall(text: string): string {
  return text.replace(codeWall, '$$1::uuid is not null')
}
