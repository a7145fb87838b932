import type { MasterDataAccountOutput } from '@cartage/contract/books/account'
import type { TaxRateInvoiceType, TaxRateOutput } from '@cartage/contract/books/tax-rate'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { TaxRateRow } from './tax-rates.rules.ts'

/** A row of a list with its key: the time of creation, to the microsecond. */
export type Listed<Output> = Output & { created_key: string }

/** Unparsed filters of the lists. */
export interface MasterDataFilter {
  archived?: string
  billing_entity_code?: string
}

const entity = `jsonb_build_object('id', b.billing_entity_id, 'code', b.code, 'legal_name', b.legal_name,
  'vat_number', b.vat_number, 'company_registration_number', b.company_registration_number,
  'is_default', b.is_default) as billing_entity`

const accountRows = `select x.account_id as id, x.is_archived as archived, x.code, x.name, ${entity},
    x.created_at::text as created_key
  from account x join billing_entity b on b.tenant_id = $1 and b.billing_entity_id = x.billing_entity_id`
const taxRateRows = `select x.tax_rate_id as id, x.is_archived as archived, x.code, x.name, x.percentage::float8 as percentage,
    x.base_percentage::float8 as base_percentage, x.tax_type, x.invoice_type, x.description, ${entity},
    x.created_at::text as created_key
  from tax_rate x join billing_entity b on b.tenant_id = $1 and b.billing_entity_id = x.billing_entity_id`

const page = (id: string) => `where x.tenant_id = $1 and ($2::boolean is null or x.is_archived = $2)
    and ($3::text is null or b.code = $3) and (x.created_at, x.${id}) > ($4::timestamptz, $5::uuid)
  order by x.created_at, x.${id} limit $6`

const selectAccounts = statement('books.list_accounts', `${accountRows} ${page('account_id')}`)
const selectAccount = statement('books.find_account', `${accountRows} where x.tenant_id = $1 and x.account_id = $2`)
const selectTaxRates = statement('books.list_tax_rates', `${taxRateRows} ${page('tax_rate_id')}`)
const selectTaxRate = statement('books.find_tax_rate', `${taxRateRows} where x.tenant_id = $1 and x.tax_rate_id = $2`)

type Key = readonly (string | number)[] | undefined

function parameters({ archived, billing_entity_code }: MasterDataFilter, key: Key, limit: number) {
  const after = key ?? ['-infinity', '00000000-0000-0000-0000-000000000000']
  return [archived ?? null, billing_entity_code ?? null, ...after, limit]
}

/** Accounts in order of creation, at most `limit`, starting after `key`. */
export async function listAccountRows(
  tx: Tx,
  filter: MasterDataFilter,
  key: Key,
  limit: number,
): Promise<Listed<MasterDataAccountOutput>[]> {
  return await tx.query(selectAccounts, ...parameters(filter, key, limit))
}

/** One account, archived or not. */
export async function findAccount(tx: Tx, id: string): Promise<MasterDataAccountOutput | undefined> {
  return (await tx.query<MasterDataAccountOutput>(selectAccount, id))[0]
}

/** Tax rates in order of creation, at most `limit`, starting after `key`. */
export async function listTaxRateRows(
  tx: Tx,
  filter: MasterDataFilter,
  key: Key,
  limit: number,
): Promise<Listed<TaxRateOutput>[]> {
  return await tx.query(selectTaxRates, ...parameters(filter, key, limit))
}

/** One tax rate, archived or not. */
export async function findTaxRate(tx: Tx, id: string): Promise<TaxRateOutput | undefined> {
  return (await tx.query<TaxRateOutput>(selectTaxRate, id))[0]
}

const selectLive = statement(
  'books.live_tax_rates',
  `select tax_rate_id, code, name, treatment, category, trim_scale(percentage)::text as percentage,
          trim_scale(base_percentage)::text as base_percentage, vatex_code, tax_type, description,
          valid_from::text as valid_from, valid_to::text as valid_to, includes_subcontractors
     from tax_rate where tenant_id = $1 and billing_entity_id = $2 and invoice_type = $3 and not is_archived
    order by rank, code`,
)

/** Tax rates in use of a billing entity for a type of document, as input for the tax rules. */
export async function loadTaxRates(
  tx: Tx,
  billingEntityId: string,
  invoiceType: TaxRateInvoiceType,
): Promise<TaxRateRow[]> {
  return await tx.query<TaxRateRow>(selectLive, billingEntityId, invoiceType)
}

const selectCountry = statement(
  'books.find_entity_country',
  'select country from billing_entity where tenant_id = $1 and billing_entity_id = $2',
)

/** Country of a billing entity, null if it has none; undefined if the entity does not exist. */
export async function findEntityCountry(tx: Tx, billingEntityId: string): Promise<string | null | undefined> {
  return (await tx.query<{ country: string | null }>(selectCountry, billingEntityId))[0]?.country
}
