import { sql } from 'kysely'
import { build } from '../db/query.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { exactInstant, instant } from '../db/texts.ts'
import type { Range, Unavailability } from './rules.ts'

const selectOne = statement(
  'unavailabilities.select_one',
  `select unavailability_id, resource_id, ${instant('start_at')} as start_at, ${instant('end_at')} as end_at, reason,
          description, external_id, source
     from unavailability where tenant_id = $1 and resource_id = $2 and unavailability_id = $3`,
)

/** One unavailability of a resource. */
export async function findUnavailability(tx: Tx, resourceId: string, id: string): Promise<Unavailability | undefined> {
  const [row] = await tx.query<Unavailability>(selectOne, resourceId, id)
  return row
}

/** A row of the list with the key it is ordered by: instant of creation with microseconds, then id. */
export interface Listed extends Unavailability {
  readonly created_key: string
}

const asInstant = (column: string) => sql<string>`${sql.raw(instant(column))}`

/**
 * Unavailabilities of a resource that overlap a range, in the order in which they were made, which never changes.
 * @param after key of the last row before
 */
export async function listUnavailabilityRows(
  tx: Tx,
  input: {
    resourceId: string
    range: Range
    after: readonly (string | number)[] | undefined
    limit: number
  },
): Promise<Listed[]> {
  const { resourceId, range, after, limit } = input
  let query = build
    .selectFrom('unavailability as u')
    .select(['u.unavailability_id', 'u.resource_id', 'u.reason', 'u.description', 'u.external_id', 'u.source'])
    .select([asInstant('u.start_at').as('start_at'), sql<string | null>`${asInstant('u.end_at')}`.as('end_at')])
    .select(sql.raw<string>(exactInstant('u.created_at')).as('created_key'))
    .where('u.resource_id', '=', resourceId)
    .orderBy('u.created_at')
    .orderBy('u.unavailability_id')
    .limit(limit)
  if (after)
    query = query.where(
      sql<boolean>`(u.created_at, u.unavailability_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  if (range.end !== null) query = query.where('u.start_at', '<', range.end)
  if (range.start !== null) {
    // One without length counts at its instant, as in isWithin.
    query = query.where(
      sql<boolean>`(u.until_at > ${range.start}::timestamptz or u.start_at >= ${range.start}::timestamptz)`,
    )
  }
  return await tx.rows<Listed>(query)
}
