import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { sameKey } from './batch.rules.ts'

const selectSame = statement(
  'unavailabilities.list_same',
  `select u.unavailability_id, u.resource_id, ${instant('u.start_at')} as start_at, ${instant('u.end_at')} as end_at,
          u.reason
     from unavailability u
    where u.tenant_id = $1 and u.resource_id = any ($2::uuid[]) and u.start_at = any ($3::timestamptz[])`,
)

interface SameRow {
  unavailability_id: string
  resource_id: string
  start_at: string
  end_at: string | null
  reason: string
}

/** Unavailabilities of these resources that begin at one of these instants: their ids by `sameKey`. */
export async function listSame(
  tx: Tx,
  resourceIds: readonly string[],
  starts: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<SameRow>(selectSame, resourceIds, starts)
  return new Map(rows.map((row) => [sameKey(row), row.unavailability_id]))
}
