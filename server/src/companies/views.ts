import type { CompanyOutput } from '@cartage/contract/companies/company-output'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

interface CompanyRow {
  company_id: string
  name: string
  code: string | null
  accounting_code: string | null
  status: string
  is_customer: boolean
  is_subcontractor: boolean
  currency: string
  doc: Partial<CompanyOutput>
}

const selectCompanies = statement(
  'companies.select_companies',
  `select company_id, name, code, accounting_code, status, is_customer, is_subcontractor, currency, doc
     from company c where c.tenant_id = $1 and c.company_id = any($2::uuid[])`,
)

/** Companies as other features show them, by id. Ids that are unknown are left out. */
export async function companiesById(tx: Tx, ids: readonly string[]): Promise<Map<string, CompanyOutput>> {
  const rows = await tx.query<CompanyRow>(selectCompanies, ids)
  return new Map(rows.map((row) => [row.company_id, toCompanyOutput(row)]))
}

function toCompanyOutput(row: CompanyRow): CompanyOutput {
  const { company_id, doc, status, ...rest } = row
  return {
    ...doc,
    ...rest,
    id: company_id,
    status: status as NonNullable<CompanyOutput['status']>,
    is_blocked: status === 'BLOCKED',
  }
}
