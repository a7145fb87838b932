import type { CompanyOutput } from '@cartage/contract/companies/company-output'
import type { LocationOutput } from '@cartage/contract/locations/location'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { findLocationOutputs } from '../locations/views.ts'

/** Columns that every view of a company reads. */
export interface CompanyRow {
  company_id: string
  name: string
  code: string | null
  accounting_code: string | null
  status: string
  purchase_status: string
  is_customer: boolean
  is_subcontractor: boolean
  is_buyer_or_seller: boolean | null
  currency: string
  contacts: NonNullable<CompanyOutput['contacts']>
  billing_location_id: string | null
  doc: Partial<CompanyOutput>
}

/** SQL: columns of `CompanyRow` from a table `c`, in a statement whose `$1` is the tenant. */
export const companyColumns = `c.company_id, c.name, c.code, c.accounting_code, c.status, c.purchase_status,
          c.is_customer, c.is_subcontractor, c.is_buyer_or_seller, c.currency, c.billing_location_id, c.doc,
          (select coalesce(json_agg(json_build_object('id', k.contact_id, 'roles', k.roles, 'name', k.name,
                      'note', k.note, 'email', k.email, 'phone_number', k.phone_number) order by k.position), '[]')
             from company_contact k
            where k.tenant_id = $1 and k.company_id = c.company_id and not k.is_archived) as contacts`

const selectCompanies = statement(
  'companies.select_companies',
  `select ${companyColumns} from company c where c.tenant_id = $1 and c.company_id = any($2::uuid[])`,
)

/** Companies as other features show them, by id. Unknown ids are left out. */
export async function companiesById(tx: Tx, ids: readonly string[]): Promise<Map<string, CompanyOutput>> {
  const rows = await tx.query<CompanyRow>(selectCompanies, ids)
  return await toCompanyOutputs(tx, rows)
}

/** Rows as other features show them, by id, with their billing locations. */
export async function toCompanyOutputs(tx: Tx, rows: readonly CompanyRow[]): Promise<Map<string, CompanyOutput>> {
  const places = new Set(rows.flatMap(({ billing_location_id: id }) => (id === null ? [] : [id])))
  const locations = await findLocationOutputs(tx, [...places])
  return new Map(rows.map((row) => [row.company_id, companyOutput(row, locations)]))
}

/**
 * A row as other features show it.
 * @param locations billing locations by id
 */
export function companyOutput(row: CompanyRow, locations: ReadonlyMap<string, LocationOutput>): CompanyOutput {
  const { company_id, doc, status, purchase_status, billing_location_id: place, ...rest } = row
  return {
    ...doc,
    ...rest,
    id: company_id,
    status: status as NonNullable<CompanyOutput['status']>,
    // A company that is not a customer can only be blocked as a subcontractor.
    is_blocked: (rest.is_customer ? status : purchase_status) === 'BLOCKED',
    billing_location: (place !== null && locations.get(place)) || null,
  }
}
