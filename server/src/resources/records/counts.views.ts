import type { Answer } from '@cartage/contract/endpoint'
import type { countResourceRecords } from '@cartage/contract/resources/app/record'
import { sql } from 'kysely'
import type { Rows } from '../../db/list/declare.ts'
import type { Tx } from '../../db/tenant.ts'
import { resources } from './list.views.ts'
import type { RecordFilters } from './rules.ts'

type Counts = Answer<typeof countResourceRecords>

/** Most owners counted. */
const mostOwners = 50

/** Number of resources by kind, group and owner, each under the other filters, and with something ending soon. */
export async function countRecords(tx: Tx, filters: RecordFilters, soon: string): Promise<Counts> {
  const list = resources.open(tx, filters, { soon })
  const [by_type, by_group, by_subcontractor, expiring] = await Promise.all([
    list.countBy('type'),
    countGroups(tx, list.rowsWithout('group')),
    countOwners(tx, list.rowsWithout('subcontractor')),
    list.count({ expiring: true }),
  ])
  return { by_type, by_group, by_subcontractor, expiring }
}

async function countGroups(tx: Tx, fitting: Promise<Rows>): Promise<Record<string, number>> {
  const query = (await fitting)
    .innerJoin('resource_allocation as a', 'a.resource_id', 'r.resource_id')
    .where(sql<boolean>`not a.is_archived`)
    .select([
      sql<string>`a.resource_group_id`.as('resource_group_id'),
      sql<number>`count(distinct r.resource_id)::integer`.as('count'),
    ])
    .groupBy('a.resource_group_id')
  const rows = await tx.rows<{ resource_group_id: string; count: number }>(query)
  return Object.fromEntries(rows.map((row) => [row.resource_group_id, row.count]))
}

async function countOwners(tx: Tx, fitting: Promise<Rows>): Promise<Counts['by_subcontractor']> {
  const query = (await fitting)
    .leftJoin('company as c', 'c.company_id', 'r.subcontractor_id')
    .select([
      sql<string | null>`r.subcontractor_id`.as('company_id'),
      sql<string | null>`c.name`.as('name'),
      sql<number>`count(*)::integer`.as('count'),
    ])
    .groupBy(['r.subcontractor_id', 'c.name'])
    .orderBy(sql`count(*) desc, c.name`)
    .limit(mostOwners)
  return await tx.rows<Counts['by_subcontractor'][number]>(query)
}
