/** A named, prepared statement. `$1` is always the tenant of the transaction it runs in. */
export interface Statement {
  readonly name: string
  readonly text: string
}

const known = new Map<string, string>()

/**
 * Declares a statement once, at module level. The name is what PostgreSQL caches the plan under and what
 * crash points and logs call it: `feature.verb_noun`, at most 63 characters.
 */
export function statement(name: string, text: string): Statement {
  const other = known.get(name)
  if (other !== undefined && other !== text) throw new Error(`two statements are called ${name}`)
  if (name.length > 63) throw new Error(`statement name ${name} is longer than PostgreSQL keeps`)
  known.set(name, text)
  return { name, text }
}

const codeWall = /\b(\w+\.)?tenant_id = \$1(?!\d)/g

/**
 * The same statement without its own tenant predicate. Only for the proof that row security alone keeps
 * tenants apart; the server never runs it.
 */
export function withoutCodeWall(text: string): string {
  return text.replace(codeWall, '$$1::uuid is not null')
}
