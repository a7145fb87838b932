import { resourceTypes } from '@cartage/contract/resources/kinds'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { ResourceFilter } from './list.rules.ts'
import type { ResourceRow } from './output.rules.ts'
import { resourceColumns } from './views.ts'

// Each form of the list is a separate statement that walks one index from the key of the previous page. Other filters
// are null when not used: they never decide which index is walked.
const live = (also: string) => `
  select r.resource_id, r.created_at from resource r
   where r.tenant_id = $1 and not r.is_archived ${also}`
const after = 'and (r.created_at, r.resource_id) > ($2::timestamptz, $3::uuid)'
const inOrder = 'order by r.created_at, r.resource_id limit $4'
const changed = 'and ($5::timestamptz is null or r.updated_at > $5)'
const ofType = 'and ($6::text[] is null or r.resource_type = any ($6))'

/** Reads the rows of a page by id. Only the page is sorted again, not 10^6 resources. */
const list = (name: string, page: string) =>
  statement(
    `resources.${name}`,
    `with page as (${page})
     select ${resourceColumns}
       from page p join resource r on r.tenant_id = $1 and r.resource_id = p.resource_id
      order by p.created_at, p.resource_id`,
  )

/** One index walk per value, each in its own order, merged into the first rows of all. */
const perValue = (values: string, column: string, filters: string) => `
  select p.resource_id, p.created_at from unnest(${values}::text[]) as lead (value)
   cross join lateral (${live(`and r.${column} = lead.value ${after} ${filters}`)} ${inOrder}) p
   order by p.created_at, p.resource_id limit $4`

const listAll = list('list_all', `${live(`${after} ${changed}`)} ${inOrder}`)
const listByType = list('list_by_type', perValue('$6', 'resource_type', changed))
const listByExternalId = list('list_by_external_id', perValue('$7', 'external_id', `${changed} ${ofType}`))

/** With more changes than this, a walk over all resources finds changed ones often enough. */
const fewChanged = 5_000
const changedRows = (limit: string) => `
  select c.resource_id, c.created_at from unnest($6::text[]) as lead (value)
   cross join lateral (
     ${live('and r.resource_type = lead.value and r.updated_at > $5::timestamptz')} order by r.updated_at limit ${limit}
   ) c`
const listFewChanged = list(
  'list_few_changed',
  `select r.resource_id, r.created_at from (${changedRows(String(fewChanged))}) r
    where true ${after} ${inOrder}`,
)
const countChanged = statement(
  'resources.count_changed',
  `select count(*)::int as count from (
     select from unnest($2::text[]) as lead (value)
      cross join lateral (
        select from resource r
         where r.tenant_id = $1 and not r.is_archived and r.resource_type = lead.value
           and r.updated_at > $3::timestamptz order by r.updated_at limit ${fewChanged}
      ) c limit ${fewChanged}) few`,
)

/** Key of the last row of a page: creation time and id. It never changes, so each row is listed once. */
export type ListKey = readonly (string | number)[]

const beginning: ListKey = ['-infinity', '00000000-0000-0000-0000-000000000000']

/** Active resources in the order of creation, at most `limit`, after `key`. */
export async function listResourceRows(
  tx: Tx,
  filter: ResourceFilter,
  key: ListKey | undefined,
  limit: number,
): Promise<ResourceRow[]> {
  const { updated_after = null, external_ids, types = null } = filter
  const walk = [...(key ?? beginning), limit, updated_after]
  if (external_ids) return await tx.query<ResourceRow>(listByExternalId, ...walk, types, external_ids)
  if (updated_after !== null) {
    const among = types ?? resourceTypes
    const [row] = await tx.query<{ count: number }>(countChanged, among, updated_after)
    if (row!.count < fewChanged) return await tx.query<ResourceRow>(listFewChanged, ...walk, among)
  }
  if (types) return await tx.query<ResourceRow>(listByType, ...walk, types)
  return await tx.query<ResourceRow>(listAll, ...walk)
}
