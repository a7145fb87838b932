import { foldText, plainNumber } from '@cartage/contract/reading/fold'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { ReceivedSupplier } from './document.rules.ts'
import { type Candidates, type Identified, identify, type KnownCompany } from './identify.rules.ts'

const plainVat = `upper(regexp_replace(c.doc ->> 'vat_number', '[^A-Za-z0-9]', '', 'g'))`
const known = `select c.company_id, c.name, c.doc ->> 'legal_name' as legal_name, c.doc ->> 'vat_number' as vat_number,
         c.is_subcontractor, c.is_customer,
         coalesce((select array_agg(b ->> 'iban_code') filter (where b ->> 'iban_code' is not null)
            from jsonb_array_elements(case jsonb_typeof(c.doc -> 'bank_accounts') when 'array' then c.doc -> 'bank_accounts' end) b), '{}') as ibans
    from company c where c.tenant_id = $1 and not c.is_archived`

const byId = statement('purchases.supplier_by_id', `${known} and c.company_id = $2::uuid`)
const byVat = statement('purchases.supplier_by_vat', `${known} and ${plainVat} = $2 order by c.company_id limit 10`)
const byIban = statement(
  'purchases.supplier_by_iban',
  `${known} and exists (
     select from jsonb_array_elements(case jsonb_typeof(c.doc -> 'bank_accounts') when 'array' then c.doc -> 'bank_accounts' end) b
      where upper(replace(b ->> 'iban_code', ' ', '')) = $2)
    order by c.company_id limit 10`,
)
const byName = statement(
  'purchases.supplier_by_name',
  `${known} and (c.name_key = $2 or c.legal_name_key = $2) order by c.company_id limit 10`,
)

/** PURCH-1: supplier of a document, or why a person has to choose. */
export async function findSupplier(tx: Tx, supplier: ReceivedSupplier): Promise<Identified> {
  return identify(supplier, await candidatesFor(tx, supplier), 'is_subcontractor')
}

/**
 * PURCH-18: the customer that wrote a self-billed document, by VAT number or name; among several companies, the only
 * customer.
 */
export async function findCustomer(
  tx: Tx,
  { name, vat_number }: { name: string; vat_number: string | null },
): Promise<string | undefined> {
  const party = { id: null, iban: null, name, vat_number }
  return identify(party, await candidatesFor(tx, party), 'is_customer').company?.company_id
}

/** Our data of a company; undefined if it is archived or unknown. */
export async function findKnown(tx: Tx, companyId: string): Promise<KnownCompany | undefined> {
  return (await tx.query<KnownCompany>(byId, companyId))[0]
}

/** Companies that match the document, by each identifier. */
async function candidatesFor(tx: Tx, { id, vat_number, iban, name }: ReceivedSupplier): Promise<Candidates> {
  const of = (attempt: typeof byId, value: string) => (value === '' ? [] : tx.query<KnownCompany>(attempt, value))
  const [ID, VAT_NUMBER, IBAN, NAME] = await Promise.all([
    of(byId, id ?? ''),
    of(byVat, plainNumber(vat_number)),
    of(byIban, plainNumber(iban)),
    of(byName, foldText(name)),
  ])
  return { ID, VAT_NUMBER, IBAN, NAME }
}

const byContent = statement(
  'purchases.receipt_by_content',
  `select r.invoice_id, i.status, r.document
     from purchase_receipt r join invoice i on i.tenant_id = $1 and i.invoice_id = r.invoice_id
    where r.tenant_id = $1 and r.content_hash = decode($2, 'hex')`,
)

/** A document received earlier. */
export interface Earlier {
  invoice_id: string
  status: string
  /** As stored; by an earlier version, with fewer members. */
  document: unknown
}

/** Earlier document with the same content; undefined if new. */
export async function findSameContent(tx: Tx, hash: string): Promise<Earlier | undefined> {
  return (await tx.query<Earlier>(byContent, hash))[0]
}

const byNumber = statement(
  'purchases.by_external_name',
  `select i.invoice_id, i.status, r.document
     from invoice i left join purchase_receipt r on r.tenant_id = $1 and r.invoice_id = i.invoice_id
    where i.tenant_id = $1 and i.company_id = $2 and i.kind = $3 and i.external_name is not null
      and lower(regexp_replace(i.external_name, '\\s', '', 'g')) = lower(regexp_replace($4, '\\s', '', 'g'))
      and i.status <> 'REJECTED'`,
)

/** The supplier's document with this number, ignoring spaces and case; without rejected ones. */
export async function findByExternalName(
  tx: Tx,
  companyId: string,
  kind: string,
  externalName: string,
): Promise<Earlier | undefined> {
  return (await tx.query<Earlier>(byNumber, companyId, kind, externalName))[0]
}

const lockNumber = statement(
  'purchases.lock_number',
  `select pg_advisory_xact_lock(hashtextextended($1::text || $2 || lower(regexp_replace($3, '\\s', '', 'g')), 71))`,
)

/** Serialises documents with the same supplier and number, until the transaction ends. */
export async function lockExternalName(tx: Tx, companyId: string, externalName: string): Promise<void> {
  await tx.query(lockNumber, companyId, externalName)
}
