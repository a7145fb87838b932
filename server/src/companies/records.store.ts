import { foldText } from '@cartage/contract/reading/fold'
import type { By } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { Warning } from '../http/warnings.ts'
import { enterAccounts } from './accounts/store.ts'
import type { Contact } from './contacts.rules.ts'
import { type CodeHolder, type Company, type CompanyMembers, isArchived } from './record.rules.ts'
import type { BillingCode } from './sides.rules.ts'

const columns = `name, code, accounting_code, currency, status, purchase_status, is_customer, is_subcontractor,
          is_buyer_or_seller, archived_customer, archived_subcontractor, archived_buyer_or_seller,
          billing_location_id, default_invoice_customer_id, source`

type Columns = Omit<Company, 'locale' | 'members' | 'contacts' | 'sales_codes' | 'purchase_codes'>
type CompanyRow = Columns & { company_id: string; doc: CompanyMembers & { locale?: string } }

const lockRows = statement(
  'companies.lock_rows',
  `select company_id, ${columns}, doc from company c
    where c.tenant_id = $1 and c.company_id = any($2::uuid[]) order by c.company_id for update of c`,
)
const selectContacts = statement(
  'companies.select_contacts',
  `select company_id, contact_id, position, roles, name, note, email, phone_number, is_archived
     from company_contact k where k.tenant_id = $1 and k.company_id = any($2::uuid[])
    order by k.company_id, k.position`,
)
const selectCodes = statement(
  'companies.select_billing_codes',
  `select company_id, side, billing_entity_id, accounting_code
     from company_billing_code b where b.tenant_id = $1 and b.company_id = any($2::uuid[])
    order by b.company_id, b.side, b.position`,
)

/** Companies with their contacts, archived ones too, locked until the transaction ends. Unknown ids are left out. */
export async function companiesForUpdate(tx: Tx, ids: readonly string[]): Promise<Map<string, Company>> {
  if (ids.length === 0) return new Map()
  const [rows, contacts, codes] = await Promise.all([
    tx.query<CompanyRow>(lockRows, ids),
    tx.query<Contact & { company_id: string }>(selectContacts, ids),
    tx.query<BillingCode & { company_id: string; side: string }>(selectCodes, ids),
  ])
  const contactsOf = Map.groupBy(contacts, (contact) => contact.company_id)
  const codesOf = Map.groupBy(codes, (code) => `${code.company_id} ${code.side}`)
  const plain = ({ billing_entity_id, accounting_code }: BillingCode) => ({ billing_entity_id, accounting_code })
  return new Map(
    rows.map(({ company_id, doc: { locale, ...members }, ...row }) => [
      company_id,
      {
        ...row,
        locale: locale ?? null,
        members,
        contacts: (contactsOf.get(company_id) ?? []).map(({ company_id: _id, ...contact }) => contact),
        sales_codes: (codesOf.get(`${company_id} SALES`) ?? []).map(plain),
        purchase_codes: (codesOf.get(`${company_id} PURCHASE`) ?? []).map(plain),
      },
    ]),
  )
}

/** A company to write, with its warnings. */
export interface CompanyToWrite {
  company_id: string
  company: Company
  warnings: Warning[]
}

const written = `company_id uuid, name text, code text, accounting_code text, currency text, status text,
          purchase_status text, is_customer boolean, is_subcontractor boolean, is_buyer_or_seller boolean,
          archived_customer boolean, archived_subcontractor boolean, archived_buyer_or_seller boolean,
          billing_location_id uuid, default_invoice_customer_id uuid, source text, is_archived boolean, doc jsonb,
          warnings jsonb, name_key text, legal_name_key text`

const insertRows = statement(
  'companies.insert_records',
  `insert into company (tenant_id, company_id, ${columns}, is_archived, doc, warnings, name_key, legal_name_key)
   select $1::uuid, t.* from jsonb_to_recordset($2::jsonb) as t (${written})
   returning tenant_id`,
)
const updateRows = statement(
  'companies.update_records',
  `update company c
      set name = t.name, code = t.code, accounting_code = t.accounting_code, currency = t.currency, status = t.status,
          purchase_status = t.purchase_status, is_customer = t.is_customer, is_subcontractor = t.is_subcontractor,
          is_buyer_or_seller = t.is_buyer_or_seller, archived_customer = t.archived_customer,
          archived_subcontractor = t.archived_subcontractor, archived_buyer_or_seller = t.archived_buyer_or_seller,
          billing_location_id = t.billing_location_id, default_invoice_customer_id = t.default_invoice_customer_id,
          source = t.source, is_archived = t.is_archived, doc = t.doc, warnings = t.warnings,
          name_key = t.name_key, legal_name_key = t.legal_name_key, updated_at = now()
     from jsonb_to_recordset($2::jsonb) as t (${written})
    where c.tenant_id = $1 and c.company_id = t.company_id`,
)

/** Inserts companies with their contacts and codes. */
export async function insertCompanyRecords(tx: Tx, by: By, companies: readonly CompanyToWrite[]): Promise<void> {
  await inBatches(companies, (part) => [
    tx.query(insertRows, JSON.stringify(part.map(toRow))),
    enterAccounts(tx, by, part, { areNew: true }),
    writeParts(tx, part),
  ])
}

/** Updates locked companies with their contacts and codes. */
export async function updateCompanyRecords(tx: Tx, by: By, companies: readonly CompanyToWrite[]): Promise<void> {
  await inBatches(companies, (part) => [
    enterAccounts(tx, by, part, { areNew: false }),
    tx.query(updateRows, JSON.stringify(part.map(toRow))),
    writeParts(tx, part),
  ])
}

/** Companies per statement, so that a long list stays within the time limit of a statement. */
const batch = 2_500

async function inBatches(
  companies: readonly CompanyToWrite[],
  write: (part: readonly CompanyToWrite[]) => Promise<unknown>[],
): Promise<void> {
  const written: Promise<unknown>[] = []
  for (let at = 0; at < companies.length; at += batch) written.push(...write(companies.slice(at, at + batch)))
  await Promise.all(written)
}

function toRow({ company_id, company, warnings }: CompanyToWrite) {
  const { locale, members, contacts: _contacts, sales_codes: _sales, purchase_codes: _purchase, ...row } = company
  const doc = { ...members, ...(locale !== null && { locale }) }
  const legal_name_key = members.legal_name ? foldText(members.legal_name) : null
  const keys = { name_key: foldText(company.name), legal_name_key }
  return { ...row, company_id, is_archived: isArchived(company), doc, warnings, ...keys }
}

const upsertContacts = statement(
  'companies.upsert_contacts',
  `insert into company_contact as k (tenant_id, company_id, contact_id, position, roles, name, note, email,
                                     phone_number, is_archived)
   select $1::uuid, t.* from jsonb_to_recordset($2::jsonb)
     as t (company_id uuid, contact_id uuid, position integer, roles text[], name text, note text, email text,
           phone_number text, is_archived boolean)
   on conflict (tenant_id, company_id, contact_id) do update
      set roles = excluded.roles, name = excluded.name, note = excluded.note, email = excluded.email,
          phone_number = excluded.phone_number, is_archived = excluded.is_archived, updated_at = excluded.updated_at
    where (k.roles, k.name, k.note, k.email, k.phone_number, k.is_archived) is distinct from
          (excluded.roles, excluded.name, excluded.note, excluded.email, excluded.phone_number, excluded.is_archived)
   returning tenant_id`,
)
const deleteCodes = statement(
  'companies.delete_billing_codes',
  'delete from company_billing_code b where b.tenant_id = $1 and b.company_id = any($2::uuid[])',
)
const insertCodes = statement(
  'companies.insert_billing_codes',
  `insert into company_billing_code (tenant_id, company_id, side, billing_entity_id, accounting_code, position)
   select $1::uuid, t.* from jsonb_to_recordset($2::jsonb)
     as t (company_id uuid, side text, billing_entity_id uuid, accounting_code text, position integer)
   returning tenant_id`,
)

async function writeParts(tx: Tx, companies: readonly CompanyToWrite[]): Promise<void> {
  const contacts = companies.flatMap(({ company_id, company }) =>
    company.contacts.map((contact) => ({ ...contact, company_id })),
  )
  const codes = companies.flatMap(({ company_id, company }) => [
    ...codeRows(company_id, 'SALES', company.sales_codes),
    ...codeRows(company_id, 'PURCHASE', company.purchase_codes),
  ])
  const ids = companies.map(({ company_id }) => company_id)
  await Promise.all([
    contacts.length > 0 && tx.query(upsertContacts, JSON.stringify(contacts)),
    tx.query(deleteCodes, ids),
    codes.length > 0 && tx.query(insertCodes, JSON.stringify(codes)),
  ])
}

function codeRows(company_id: string, side: string, codes: readonly BillingCode[]) {
  return codes.map((code, index) => ({ ...code, company_id, side, position: index + 1 }))
}

const selectHolders = statement(
  'companies.select_code_holders',
  `select company_id, name, accounting_code from company c
    where c.tenant_id = $1 and not c.is_archived and c.accounting_code = any($2::text[])`,
)

/** Active companies that have one of these accounting codes. */
export async function findCodeHolders(tx: Tx, codes: readonly string[]): Promise<CodeHolder[]> {
  return codes.length === 0 ? [] : await tx.query<CodeHolder>(selectHolders, codes)
}

const selectExisting = statement(
  'companies.select_existing',
  'select company_id from company c where c.tenant_id = $1 and c.company_id = any($2::uuid[])',
)

/** Ids of these companies that exist, archived or not. */
export async function findExistingCompanies(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.query<{ company_id: string }>(selectExisting, ids)
  return new Set(rows.map((row) => row.company_id))
}
