import type { countCompanyRecords } from '@cartage/contract/companies/app/list'
import type { ListedCompany } from '@cartage/contract/companies/app/record'
import type { Answer } from '@cartage/contract/endpoint'
import { sql } from 'kysely'
import { down, up } from '../db/list/declare.ts'
import { List } from '../db/list.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { findRecordIds } from '../search/views.ts'
import { type CompanyFilters, type CompanySort, searchRanges } from './list.rules.ts'

/** Most companies found by a prefix: a text with more results finds no more and has to be longer. */
const mostFound = 2_000

const selectFound = statement(
  'companies.search_records',
  `select c.company_id from company c
    where c.tenant_id = $1 and c.name_key >= $2 and c.name_key < $3 and not c.is_archived
   union
   select c.company_id from company c
    where c.tenant_id = $1 and c.code >= $4 and c.code < $5 and not c.is_archived
   union
   select c.company_id from company c
    where c.tenant_id = $1 and c.accounting_code >= $4 and c.accounting_code < $5 and not c.is_archived
   union
   select c.company_id from company c
    where c.tenant_id = $1 and c.is_archived
      and (c.name_key >= $2 and c.name_key < $3 or c.code >= $4 and c.code < $5
           or c.accounting_code >= $4 and c.accounting_code < $5)
   limit ${mostFound}`,
)
const selectExpiring = statement(
  'companies.list_ids_expiring',
  `select distinct e.company_id from (
     select v.company_id, max(coalesce(least(v.end_at, v.legal_end_at), 'infinity')) as ends_at
       from validity v where v.tenant_id = $1 and v.company_id is not null group by v.company_id, v.validity_type) e
    where e.ends_at < $2::timestamptz`,
)

type Id = { company_id: string }
const idOf = (row: Id) => row.company_id

async function findIds(tx: Tx, text: string): Promise<string[]> {
  const [rows, found] = await Promise.all([
    tx.query<Id>(selectFound, ...searchRanges(text)),
    findRecordIds(tx, 'company', text),
  ])
  return [...new Set([...rows.map(idOf), ...found])]
}

/** A company that is not a customer has the status of a subcontractor. */
const shownStatus = 'case when c.is_customer then c.status else c.purchase_status end'
const status = sql`${sql.raw(shownStatus)}`

const selectRows = statement(
  'companies.list_record_rows',
  `select c.company_id, c.name, c.code, c.accounting_code, c.is_customer, c.is_subcontractor,
          ${shownStatus} as status, l.city, l.country,
          c.doc ->> 'vat_number' as vat_number, c.is_archived,
          ${instant('c.updated_at')} as updated_at
     from company c
     left join location l on l.tenant_id = $1 and l.location_id = c.billing_location_id
    where c.tenant_id = $1 and c.company_id = any ($2::uuid[])`,
)

const isChanged = sql<boolean>`c.updated_at > '-infinity'`

/** The list of companies. `soon` is the latest end of a validity that counts as ending soon. */
export const companies = new List<CompanyFilters, CompanySort, ListedCompany, { soon: string }>({
  from: 'company as c',
  id: 'c.company_id',
  filters: {
    archived: (wanted) => (wanted ? sql<boolean>`c.is_archived` : sql<boolean>`not c.is_archived`),
    q: { find: findIds },
    expiring: { find: async (tx, _, { soon }) => (await tx.query<Id>(selectExpiring, soon)).map(idOf) },
    role: ([role, other]) => {
      if (role === undefined || other !== undefined) return undefined
      return role === 'customer' ? sql<boolean>`c.is_customer` : sql<boolean>`c.is_subcontractor`
    },
    status: (states) => (states.length === 0 ? undefined : sql<boolean>`${status} = any(${states}::text[])`),
  },
  // True for every row: the index of changes is used only with this condition.
  inOrder: { updated: isChanged, '-updated': isChanged },
  sorts: {
    name: [up('c.name_key'), up('c.company_id', 'uuid')],
    '-name': [down('c.name_key'), down('c.company_id', 'uuid')],
    code: [{ ...up('c.code'), nulls: 'last' }, up('c.company_id', 'uuid')],
    '-code': [{ ...down('c.code'), nulls: 'last' }, up('c.company_id', 'uuid')],
    updated: [up('c.updated_at', 'timestamptz'), up('c.company_id', 'uuid')],
    '-updated': [down('c.updated_at', 'timestamptz'), down('c.company_id', 'uuid')],
  },
  values: { status },
  walk: [up('c.name_key'), up('c.company_id', 'uuid')],
  read: (tx, ids) => tx.query<ListedCompany>(selectRows, ids),
  idOf,
})

/** Number of companies by role and state, each under the other filters, and of those with something ending soon. */
export async function countCompanies(
  tx: Tx,
  filters: CompanyFilters,
  soon: string,
): Promise<Answer<typeof countCompanyRecords>> {
  const list = companies.open(tx, filters, { soon })
  const [customer, subcontractor, expiring, by_status] = await Promise.all([
    list.count({ role: ['customer'] }),
    list.count({ role: ['subcontractor'] }),
    list.count({ expiring: true }),
    list.countBy('status'),
  ])
  return { by_role: { customer, subcontractor }, by_status, expiring }
}
