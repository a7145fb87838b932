import type { Answer } from '@cartage/contract/endpoint'
import type { countResourceRecords } from '@cartage/contract/resources/app/record'
import { sql } from 'kysely'
import type { Tx } from '../../db/tenant.ts'
import { fitting, idsByFilter, ofTypes } from './list.views.ts'
import type { RecordFilters } from './rules.ts'

type Counts = Answer<typeof countResourceRecords>
type Count = { count: number }

const count = sql<number>`count(*)::integer`.as('count')

/** How many resources each kind, group and owner has, each under the other filters, and how many have something that ends soon. */
export async function countRecords(tx: Tx, filters: RecordFilters, soon: string): Promise<Counts> {
  const [by_type, by_group, by_subcontractor, expiring] = await Promise.all([
    countTypes(tx, filters, soon),
    countGroups(tx, { ...filters, group: [] }, soon),
    countOwners(tx, { ...filters, subcontractor: [] }, soon),
    countFitting(tx, { ...filters, expiring: true }, soon),
  ])
  return { by_type, by_group, by_subcontractor, expiring }
}

async function resources(tx: Tx, filters: RecordFilters, soon: string) {
  return ofTypes(fitting(filters, await idsByFilter(tx, filters, soon)), filters.type)
}

async function countFitting(tx: Tx, filters: RecordFilters, soon: string): Promise<number> {
  const [row] = await tx.rows<Count>((await resources(tx, filters, soon)).select(count) as never)
  return row!.count
}

async function countTypes(tx: Tx, filters: RecordFilters, soon: string): Promise<Record<string, number>> {
  const query = (await resources(tx, { ...filters, type: [] }, soon)).select(['r.resource_type', count])
  const rows = await tx.rows<Count & { resource_type: string }>(query.groupBy('r.resource_type') as never)
  return Object.fromEntries(rows.map((row) => [row.resource_type, row.count]))
}

async function countGroups(tx: Tx, filters: RecordFilters, soon: string): Promise<Record<string, number>> {
  const query = (await resources(tx, filters, soon))
    .innerJoin('resource_allocation as a', 'a.resource_id', 'r.resource_id')
    .where(sql<boolean>`not a.is_archived`)
    .select(['a.resource_group_id', sql<number>`count(distinct r.resource_id)::integer`.as('count')])
    .groupBy('a.resource_group_id')
  const rows = await tx.rows<Count & { resource_group_id: string }>(query as never)
  return Object.fromEntries(rows.map((row) => [row.resource_group_id, row.count]))
}

/** Owners that are counted. */
const mostOwners = 50

async function countOwners(tx: Tx, filters: RecordFilters, soon: string): Promise<Counts['by_subcontractor']> {
  const query = (await resources(tx, filters, soon))
    .leftJoin('company as c', 'c.company_id', 'r.subcontractor_id')
    .select(['r.subcontractor_id as company_id', 'c.name', count])
    .groupBy(['r.subcontractor_id', 'c.name'])
    .orderBy(sql`count(*) desc, c.name`)
    .limit(mostOwners)
  return await tx.rows<Counts['by_subcontractor'][number]>(query as never)
}
