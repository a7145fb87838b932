import { byTenant, type Combine } from './tenants/combine.ts'

/** A named, prepared statement. `$1` is always the tenant of the transaction it runs in. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** What runs instead of it where tables are spread over nodes of Citus, which plans less than PostgreSQL does. */
  readonly atNodes?: string
  /** What runs instead of it for several tenants at once; without it each tenant has it for itself. */
  readonly ofMany?: OfMany
}

/** A statement for several tenants at once. Each row it answers with says in `tenant_id` whose it is. */
export interface OfMany {
  readonly name: string
  readonly text: string
  readonly combine: Combine
}

const known = new Map<string, Statement>()

/**
 * Declares a statement once, at module level. The name is what PostgreSQL caches the plan under and what
 * crash points and logs call it: `feature.verb_noun`, at most 63 characters.
 * @param atNodes the same for tables that are spread over nodes, only where what fits them costs one PostgreSQL more
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
 * The same statement with what runs in its place for several tenants at once. There `$1` lists tenants: each table has to be
 * joined by the tenant of the row it is looked up for, and each row of the answer has to say in `tenant_id` whose it is.
 * @param combine how the values that the tenants give become those of one statement
 */
export function ofMany(one: Statement, text: string, combine: Combine): Statement {
  const declared = { ...one, ofMany: { name: `${one.name}.of_many`, text, combine } }
  known.set(one.name, declared)
  return declared
}

/**
 * The same statement for several tenants at once: it runs for each of them in turn inside of one. For statements whose values are one
 * thing each, and that answer with rows.
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
 * The same insertion for tables that are spread over nodes: Citus lets a node select and insert by itself only when the
 * statement answers with what it inserted. For statements that run for each order; others answer everywhere.
 */
export function answered(insertion: string): string {
  return `${insertion}\n   returning tenant_id`
}

/** Every statement of the modules that are loaded, for checks of all of them. */
export function declaredStatements(): Statement[] {
  return [...known.values()]
}

const codeWall = /\b(\w+\.)?tenant_id = \$1(?!\d)/g

/**
 * The same statement without its own tenant predicate. Only for the proof that row security alone keeps
 * tenants apart; the server never runs it.
 */
export function withoutCodeWall(text: string): string {
  return text.replace(codeWall, '$$1::uuid is not null')
}
