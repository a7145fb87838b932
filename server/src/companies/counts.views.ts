import type { countCompanyRecords } from '@cartage/contract/companies/app/list'
import type { Answer } from '@cartage/contract/endpoint'
import { type Expression, sql } from 'kysely'
import type { Tx } from '../db/tenant.ts'
import type { CompanyFilters } from './list.rules.ts'
import { fitting, shownStatus } from './list.views.ts'

/** How many companies each role and each state has, each under the other filters, and how many have something that ends soon. */
export async function countRecords(
  tx: Tx,
  filters: CompanyFilters,
  soon: string,
): Promise<Answer<typeof countCompanyRecords>> {
  const [customer, subcontractor, expiring, statuses] = await Promise.all([
    countOf(tx, { ...filters, role: ['customer'] }, soon),
    countOf(tx, { ...filters, role: ['subcontractor'] }, soon),
    countOf(tx, { ...filters, expiring: true }, soon),
    countBy(tx, { ...filters, status: [] }, soon, shownStatus),
  ])
  return { by_role: { customer, subcontractor }, by_status: statuses, expiring }
}

async function countOf(tx: Tx, filters: CompanyFilters, soon: string): Promise<number> {
  const query = (await fitting(tx, filters, soon)).select(sql<number>`count(*)::integer`.as('count'))
  const [row] = await tx.rows<{ count: number }>(query as never)
  return row!.count
}

async function countBy(
  tx: Tx,
  filters: CompanyFilters,
  soon: string,
  member: Expression<unknown>,
): Promise<Record<string, number>> {
  const query = (await fitting(tx, filters, soon))
    .select([sql<string>`${member}`.as('value'), sql<number>`count(*)::integer`.as('count')])
    .groupBy(sql`1`)
  const rows = await tx.rows<{ value: string; count: number }>(query as never)
  return Object.fromEntries(rows.map((row) => [row.value, row.count]))
}
