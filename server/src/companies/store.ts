import { foldText } from '@cartage/contract/reading/fold'
import { ofMany, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { byList, driving } from '../db/tenants/combine.ts'
import type { CompanyReference, KnownCompany } from './rules.ts'

const known = 'company_id, name, code, accounting_code, status, is_customer'

const isInUse = 'not c.is_archived and not c.archived_customer'

const foundBy = (
  list: string,
  condition: string,
) => `select c.tenant_id, ${known} from ${driving(list)} as given (tenant_id, sought)
     join company c on c.tenant_id = given.tenant_id and c.${condition} = given.sought and ${isInUse}`

const selectReferenced = ofMany(
  statement(
    'companies.select_referenced',
    `select ${known} from company c
    where c.tenant_id = $1 and ${isInUse}
      and (c.accounting_code = any($2::text[]) or c.code = any($2::text[]) or c.name_key = any($3::text[]))`,
  ),
  `${foundBy('unnest($1::uuid[], $2::text[])', 'accounting_code')}
   union ${foundBy('unnest($1::uuid[], $2::text[])', 'code')}
   union ${foundBy('unnest($3::uuid[], $4::text[])', 'name_key')}`,
  byList,
)

/** All active companies that match one of the references, in one statement; `matchCompany` chooses. */
export async function findReferencedCompanies(
  tx: Tx,
  references: readonly CompanyReference[],
): Promise<KnownCompany[]> {
  const codes = new Set<string>()
  const names = new Set<string>()
  for (const { code, name } of references) {
    if (code) codes.add(code)
    if (name) names.add(foldText(name))
  }
  if (codes.size === 0 && names.size === 0) return []
  return await tx.query<KnownCompany>(selectReferenced, [...codes], [...names])
}

const selectNames = statement(
  'companies.select_names',
  `select ${known} from company c where c.tenant_id = $1 and not c.is_archived
      and c.is_customer and not c.archived_customer
    order by c.name limit 1000`,
)

/** Customers to suggest when a reference matches none: at most 1,000. */
export async function listKnownCustomers(tx: Tx): Promise<KnownCompany[]> {
  return await tx.query<KnownCompany>(selectNames)
}

/** A company to create. The caller generates `company_id`; `currency` is ISO 4217. */
export interface NewCompany {
  company_id: string
  name: string
  code?: string | undefined
  accounting_code?: string | undefined
  status?: string | undefined
  is_customer?: boolean | undefined
  is_subcontractor?: boolean | undefined
  currency?: string | undefined
}

const insertRows = statement(
  'companies.insert_companies',
  `insert into company (tenant_id, company_id, name, code, accounting_code, status, is_customer, is_subcontractor, currency,
                        name_key)
   select $1::uuid, t.* from unnest(
     $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::boolean[], $9::text[],
     $10::text[]
   ) as t
   returning tenant_id`,
)

/** Inserts companies in one statement. */
export async function insertCompanies(tx: Tx, companies: readonly NewCompany[]): Promise<void> {
  if (companies.length === 0) return
  await tx.query(
    insertRows,
    companies.map((company) => company.company_id),
    companies.map((company) => company.name),
    companies.map((company) => company.code ?? null),
    companies.map((company) => company.accounting_code ?? null),
    companies.map((company) => company.status ?? 'APPROVED'),
    companies.map((company) => company.is_customer ?? false),
    companies.map((company) => company.is_subcontractor ?? false),
    companies.map((company) => company.currency ?? 'EUR'),
    companies.map((company) => foldText(company.name)),
  )
}
