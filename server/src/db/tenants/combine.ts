import { separator } from '../texts.ts'

/** Values from `$2` on that one tenant passes to a statement for several tenants. */
export interface TenantValues {
  readonly tenantId: string
  readonly values: readonly unknown[]
}

/** Merges the values of several tenants into those of one statement, `$1` first. */
export type Combine = (given: readonly TenantValues[]) => unknown[]

/** One row per tenant: `$1` lists the tenants, and each value becomes a list with one entry per tenant. */
export const byTenant: Combine = (given) => [
  given.map(({ tenantId }) => tenantId),
  ...given[0]!.values.map((_, at) => given.map(({ values }) => values[at])),
]

/** Lists of different lengths: each list is preceded by a list with the tenants of its members. */
export const byList: Combine = (given) =>
  given[0]!.values.flatMap((_, at) => {
    const lists = given.map(({ tenantId, values }) => ({ tenantId, list: values[at] as readonly unknown[] }))
    return [lists.flatMap(({ tenantId, list }) => list.map(() => tenantId)), lists.flatMap(({ list }) => list)]
  })

/**
 * One row per place of the lists: the rows of the tenants follow one another, and `$1` lists the tenant of each row. A
 * scalar value is repeated for each row of its tenant.
 * @param joined places, from 2, of joined texts
 * @throws if the lists of a tenant have different lengths
 */
export function byRow(...joined: readonly number[]): Combine {
  return (given) => {
    const sizes = given.map(({ values }) => (values.find((value) => Array.isArray(value)) as unknown[]).length)
    const full = given.filter((_, of) => sizes[of]! > 0)
    const tenants = given.flatMap(({ tenantId }, of) => repeated(tenantId, sizes[of]!))
    const columns = given[0]!.values.map((_, at) => {
      if (joined.includes(at + 2)) return full.map(({ values }) => values[at]).join(separator)
      return given.flatMap(({ values }, of) => rowsOf(values[at], sizes[of]!))
    })
    return [tenants, ...columns]
  }
}

function rowsOf(value: unknown, size: number): readonly unknown[] {
  if (!Array.isArray(value)) return repeated(value, size)
  if (value.length !== size) throw new Error('the lists of a tenant have different lengths')
  return value
}

function repeated<Value>(value: Value, size: number): Value[] {
  return Array.from({ length: size }, () => value)
}

/**
 * SQL: a list that drives a statement for several tenants. The limit, unknown to PostgreSQL, makes it assume a short
 * list and look up each member by key. Otherwise plans made on small tables scan them and compare each row with the
 * list.
 * @param list SQL in which a list of tenants comes first
 */
export function driving(list: string): string {
  return `(select * from ${list} limit cardinality(${/\$\d/.exec(list)![0]}))`
}
