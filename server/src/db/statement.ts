/** A named, prepared statement. `$1` is always the tenant of the transaction it runs in. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** What runs instead of it where tables are spread over nodes of Citus, which plans less than PostgreSQL does. */
  readonly atNodes?: string
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
