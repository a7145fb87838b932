import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { ReceivedSupplier } from './document.rules.ts'

const plainVat = `upper(regexp_replace(c.doc ->> 'vat_number', '[^A-Za-z0-9]', '', 'g'))`
const known = `select c.company_id, c.is_subcontractor, c.is_customer from company c where c.tenant_id = $1 and not c.is_archived`

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
  `${known} and (lower(c.name) = lower($2) or lower(c.doc ->> 'legal_name') = lower($2)) order by c.company_id limit 10`,
)

type Found = { company_id: string; is_subcontractor: boolean; is_customer: boolean }

/**
 * PURCH-1: the supplier of a document by id, VAT number, bank account or name, the first of them that names exactly one
 * company; of several the only carrier.
 */
export async function findSupplier(tx: Tx, supplier: ReceivedSupplier): Promise<string | undefined> {
  return await findParty(tx, supplier, 'is_subcontractor')
}

/** PURCH-18: the customer that wrote a document in our name, by VAT number or name; of several companies the only customer. */
export async function findCustomer(
  tx: Tx,
  { name, vat_number }: { name: string; vat_number: string | null },
): Promise<string | undefined> {
  return await findParty(tx, { id: null, iban: null, name, vat_number }, 'is_customer')
}

async function findParty(
  tx: Tx,
  { id, vat_number, iban, name }: ReceivedSupplier,
  preferred: 'is_subcontractor' | 'is_customer',
): Promise<string | undefined> {
  const vat = (vat_number ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const account = (iban ?? '').toUpperCase().replaceAll(/\s/g, '')
  const attempts: [typeof byId, string][] = [
    [byId, id ?? ''],
    [byVat, vat],
    [byIban, account],
    [byName, name.trim()],
  ]
  for (const [attempt, value] of attempts) {
    if (value === '') continue
    const rows = await tx.query<Found>(attempt, value)
    const only = rows.length === 1 ? rows : rows.filter((row) => row[preferred])
    if (only.length === 1) return only[0]!.company_id
  }
  return undefined
}

const byContent = statement(
  'purchases.receipt_by_content',
  `select r.invoice_id from purchase_receipt r where r.tenant_id = $1 and r.content_hash = decode($2, 'hex')`,
)

/** The document that came with this content before; undefined when it is new. */
export async function findSameContent(tx: Tx, hash: string): Promise<string | undefined> {
  return (await tx.query<{ invoice_id: string }>(byContent, hash))[0]?.invoice_id
}

const byNumber = statement(
  'purchases.by_external_name',
  `select i.invoice_id from invoice i
    where i.tenant_id = $1 and i.company_id = $2 and i.kind = $3 and i.external_name is not null
      and lower(regexp_replace(i.external_name, '\\s', '', 'g')) = lower(regexp_replace($4, '\\s', '', 'g'))
      and i.status <> 'REJECTED'`,
)

/** The document of a supplier with this number, in any spelling of spaces and case; rejected ones are left out. */
export async function findByExternalName(
  tx: Tx,
  companyId: string,
  kind: string,
  externalName: string,
): Promise<string | undefined> {
  return (await tx.query<{ invoice_id: string }>(byNumber, companyId, kind, externalName))[0]?.invoice_id
}

const lockNumber = statement(
  'purchases.lock_number',
  `select pg_advisory_xact_lock(hashtextextended($1::text || $2 || lower(regexp_replace($3, '\\s', '', 'g')), 71))`,
)

/** Lets one document of a supplier and number in at a time, until the transaction ends. */
export async function lockExternalName(tx: Tx, companyId: string, externalName: string): Promise<void> {
  await tx.query(lockNumber, companyId, externalName)
}
