import type { UnavailabilityOutput } from '@cartage/contract/unavailabilities/endpoints'
import { sql } from 'kysely'
import { type Condition, is, until, up } from '../db/list/declare.ts'
import { List } from '../db/list.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { type Unavailability, unavailabilityOutput } from './rules.ts'

const columns = `unavailability_id, resource_id, ${instant('start_at')} as start_at, ${instant('end_at')} as end_at, reason,
          description, external_id, source`

const selectOne = statement(
  'unavailabilities.select_one',
  `select ${columns} from unavailability where tenant_id = $1 and resource_id = $2 and unavailability_id = $3`,
)

/** One unavailability of a resource. */
export async function findUnavailability(tx: Tx, resourceId: string, id: string): Promise<Unavailability | undefined> {
  const [row] = await tx.query<Unavailability>(selectOne, resourceId, id)
  return row
}

/** Filter of a resource's unavailabilities: those that overlap a range. */
export interface UnavailabilityFilters {
  resource_id: string
  start_time?: string | undefined
  end_time?: string | undefined
}

const selectRows = statement(
  'unavailabilities.list_rows',
  `select ${columns} from unavailability where tenant_id = $1 and unavailability_id = any ($2::uuid[])`,
)

/** A record without length counts at its instant, as in `isWithin`. */
function endsAfter(at: string | undefined): Condition | undefined {
  return at === undefined
    ? undefined
    : sql<boolean>`(u.until_at > ${at}::timestamptz or u.start_at >= ${at}::timestamptz)`
}

/** Unavailabilities of a resource in the order of creation, which never changes. */
export const unavailabilities = new List<UnavailabilityFilters, never, UnavailabilityOutput>({
  from: 'unavailability as u',
  id: 'u.unavailability_id',
  filters: { resource_id: is('u.resource_id', 'uuid'), start_time: endsAfter, end_time: until('u.start_at') },
  sorts: {},
  walk: [up('u.created_at', 'timestamptz'), up('u.unavailability_id', 'uuid')],
  read: async (tx, ids) => (await tx.query<Unavailability>(selectRows, ids)).map(unavailabilityOutput),
  idOf: ({ id }) => id,
})
