import { separator } from '../texts.ts'

/** What one tenant gives a statement that runs for several tenants at once: the values from `$2` on. */
export interface TenantValues {
  readonly tenantId: string
  readonly values: readonly unknown[]
}

/** Makes the values of a statement for several tenants from those that each of them gives, `$1` first. */
export type Combine = (given: readonly TenantValues[]) => unknown[]

/** One row for each tenant: `$1` lists the tenants, and each value becomes a list with one of each. */
export const byTenant: Combine = (given) => [
  given.map(({ tenantId }) => tenantId),
  ...given[0]!.values.map((_, at) => given.map(({ values }) => values[at])),
]

/** Lists of different lengths: before each list comes one of the tenants that its members are of. */
export const byList: Combine = (given) =>
  given[0]!.values.flatMap((_, at) => {
    const lists = given.map(({ tenantId, values }) => ({ tenantId, list: values[at] as readonly unknown[] }))
    return [lists.flatMap(({ tenantId, list }) => list.map(() => tenantId)), lists.flatMap(({ list }) => list)]
  })

/**
 * A row at each place of the lists: the rows of one tenant follow those of the other, and `$1` lists the tenant of each row. A
 * value that is one thing goes with each row of its tenant.
 * @param joined places, from 2, of texts that were joined
 * @throws when the lists of a tenant have different lengths
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
 * SQL: a list that a statement for several tenants is to begin with. PostgreSQL takes it for short, as it cannot know the limit, and
 * looks up each member by its key; else a plan made on small tables reads them as a whole and compares each row with the list.
 * @param list SQL in which a list of tenants comes first
 */
export function driving(list: string): string {
  return `(select * from ${list} limit cardinality(${/\$\d/.exec(list)![0]}))`
}
