import { foldText } from '@cartage/contract/reading/fold'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/**
 * SQL condition: the company is archived, so neither links nor credentials admit anyone for it (LINK-9). `$1` is the
 * tenant.
 * @param id SQL expression for the company id
 */
export function isArchivedCompany(id: string): string {
  return `exists (select from company c where c.tenant_id = $1 and c.company_id = ${id} and c.is_archived)`
}

/** A company that a customer, a subcontractor or their API client can be bound to. */
export interface BindableCompany {
  company_id: string
  name: string
  code: string | null
}

const search = statement(
  'auth.search_companies',
  `select c.company_id, c.name, c.code from company c
    where c.tenant_id = $1 and not c.is_archived
      and (position($2 in c.name_key) > 0 or lower(c.code) = lower($3))
    order by c.name_key, c.company_id limit 20`,
)

/** Up to 20 live companies, by name, whose name contains the text or whose code equals it. */
export function searchCompanies(tx: Tx, text: string): Promise<BindableCompany[]> {
  return tx.query<BindableCompany>(search, foldText(text), text)
}

const findByCodeOrId = statement(
  'auth.find_company_by_code_or_id',
  `select c.company_id from company c
    where c.tenant_id = $1 and not c.is_archived and (lower(c.code) = lower($2) or c.company_id::text = lower($2))
    order by c.company_id::text = lower($2) desc limit 1`,
)

/** The live company with this code or id; undefined if there is none. */
export async function findCompanyByCodeOrId(tx: Tx, text: string): Promise<string | undefined> {
  return (await tx.query<{ company_id: string }>(findByCodeOrId, text))[0]?.company_id
}

const find = statement(
  'auth.find_company',
  'select 1 from company where tenant_id = $1 and company_id = $2 and not is_archived',
)

/** Whether the tenant has this live company. */
export async function isCompany(tx: Tx, companyId: string): Promise<boolean> {
  return (await tx.query(find, companyId)).length === 1
}
