import { type ListedResource, ownFleet } from '@cartage/contract/resources/app/record'
import { sql } from 'kysely'
import { type Condition, down, oneOf, up } from '../../db/list/declare.ts'
import { List } from '../../db/list.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { findRecordIds } from '../../search/views.ts'
import { type RecordFilters, type RecordSort, searchKeys } from './rules.ts'
import { nextExpiry } from './views.ts'

/** Most resources found by a prefix: a text with more results finds no more and has to be longer. */
const mostFound = 2_000

const found = (column: string, from: string, to: string) =>
  `select r.resource_id from resource r
    where r.tenant_id = $1 and r.${column} >= ${from} and r.${column} < ${to} and not r.is_archived`
const selectFound = statement(
  'resources.search',
  `${found('name_key', '$2', '$3')}
   union ${found('license_plate_key', '$4', '$5')}
   union ${found('code', '$6', '$7')}
   union ${found('external_id', '$6', '$7')}
   union ${found('container_number', '$8', '$9')}
   union select r.resource_id from resource r
          where r.tenant_id = $1 and r.is_archived
            and (r.name_key >= $2 and r.name_key < $3 or r.license_plate_key >= $4 and r.license_plate_key < $5
                 or r.code >= $6 and r.code < $7 or r.external_id >= $6 and r.external_id < $7)
   limit ${mostFound}`,
)
const selectInGroups = statement(
  'resources.list_ids_in_groups',
  `select distinct a.resource_id from resource_allocation a
    where a.tenant_id = $1 and a.resource_group_id = any ($2::uuid[]) and not a.is_archived`,
)
const selectExpiring = statement(
  'resources.list_ids_expiring',
  `select distinct e.resource_id from (
     select v.resource_id, max(coalesce(least(v.end_at, v.legal_end_at), 'infinity')) as ends_at
       from validity v where v.tenant_id = $1 and v.resource_id is not null group by v.resource_id, v.validity_type) e
    where e.ends_at < $2::timestamptz`,
)

type Id = { resource_id: string }
const idOf = (row: Id) => row.resource_id

async function findIds(tx: Tx, text: string): Promise<string[]> {
  const [rows, found] = await Promise.all([
    tx.query<Id>(selectFound, ...Object.values(searchKeys(text))),
    findRecordIds(tx, 'resource', text),
  ])
  return [...new Set([...rows.map(idOf), ...found])]
}

function ofOwners(ids: RecordFilters['subcontractor']): Condition | undefined {
  if (ids.length === 0) return undefined
  const named = ids.filter((id) => id !== ownFleet)
  const isNamed = sql<boolean>`r.subcontractor_id = any(${named}::uuid[])`
  return named.length < ids.length ? sql<boolean>`(r.subcontractor_id is null or ${isNamed})` : isNamed
}

const selectRows = statement(
  'resources.list_record_rows',
  `select r.resource_id, r.resource_type, r.name, r.code, r.external_id, r.license_plate, r.container_number,
          case when c.company_id is not null
               then json_build_object('company_id', c.company_id, 'name', c.name) end as subcontractor,
          array(select distinct g.name from resource_allocation a
                  join resource_group g on g.tenant_id = $1 and g.resource_group_id = a.resource_group_id
                 where a.tenant_id = $1 and a.resource_id = r.resource_id and not a.is_archived and not g.is_archived
                 order by g.name) as groups,
          ${nextExpiry('r.resource_id')} as next_expiry, r.is_archived,
          ${instant('r.updated_at')} as updated_at
     from resource r
     left join company c on c.tenant_id = $1 and c.company_id = r.subcontractor_id
    where r.tenant_id = $1 and r.resource_id = any ($2::uuid[])`,
)

const isNamed = sql<boolean>`r.name_key >= ''`
const byName = [up('r.name_key'), up('r.resource_id', 'uuid')]

/** The list of resources. `soon` is the latest end of a validity that counts as ending soon. */
export const resources = new List<RecordFilters, RecordSort, ListedResource, { soon: string }>({
  from: 'resource as r',
  id: 'r.resource_id',
  filters: {
    // Two literal conditions, because the indexes of active resources are used only with one.
    archived: (wanted) => (wanted ? sql<boolean>`r.is_archived` : sql<boolean>`not r.is_archived`),
    q: { find: findIds },
    group: { find: async (tx, groups) => (await tx.query<Id>(selectInGroups, groups)).map(idOf) },
    expiring: { find: async (tx, _, { soon }) => (await tx.query<Id>(selectExpiring, soon)).map(idOf) },
    subcontractor: ofOwners,
    type: oneOf('r.resource_type'),
  },
  // True for every row: the indexes of these orders are used only with this condition (migration 0044).
  inOrder: { type: isNamed, '-type': isNamed, updated: isNamed, '-updated': isNamed },
  sorts: {
    name: byName,
    '-name': [down('r.name_key'), down('r.resource_id', 'uuid')],
    type: [up('r.resource_type'), ...byName],
    '-type': [down('r.resource_type'), ...byName],
    updated: [up('r.updated_at', 'timestamptz'), up('r.resource_id', 'uuid')],
    '-updated': [down('r.updated_at', 'timestamptz'), down('r.resource_id', 'uuid')],
  },
  values: { type: sql.ref('r.resource_type') },
  walk: byName,
  read: (tx, ids) => tx.query<ListedResource>(selectRows, ids),
  idOf,
})
