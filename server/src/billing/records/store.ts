import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { KeptSentence } from '../../http/kept-sentence.ts'
import type { ContentTax, DocumentContent, DocumentKind } from '../documents/content.rules.ts'
import type { Adjustment } from '../einvoice/terms.rules.ts'

/** How far a document is. */
export type InvoiceStatus = 'DRAFT' | 'PRE_INVOICED' | 'INVOICED' | 'INVOICE_POSTED' | 'REJECTED'
/** How far the accounting system took it over. */
export type InvoicePosting = 'NONE' | 'WAITING' | 'TODO' | 'FAILED' | 'POSTED'
/** Of invoices UNPAID or PAID, of credit notes OPEN or REFUNDED. */
export type InvoicePayment = 'UNPAID' | 'PAID' | 'OPEN' | 'REFUNDED'

/** Kinds of files of a document. */
type InvoiceFileKind = 'PDF' | 'UBL' | 'FACTUR_X' | 'RECEIVED'
/** A warning of a draft: its code, and the sentence with its values. */
export interface DraftWarning {
  readonly code: string
  readonly message: KeptSentence
}

/** A draft as it is written. Decimals are text, days `YYYY-MM-DD`. */
export interface DraftRow {
  invoice_id: string
  kind: DocumentKind
  is_self_billed: boolean
  origin: 'RUN' | 'MANUAL' | 'API' | 'INTAKE'
  payment: InvoicePayment
  billing_entity_id: string
  company_id: string
  external_name: string | null
  date: string | null
  booking_date: string | null
  due_date: string | null
  is_due_date_given: boolean
  payment_term: string | null
  language: string
  currency: string
  customer_reference_numbers: string[]
  custom_fields: Record<string, unknown>
  note: string
  group_key: string | null
  /** Charges changed since it was written (BILL-7). */
  is_stale: boolean
  warnings: readonly DraftWarning[]
  sum_lines: string
  total_excl_tax: string
  total_tax: string
  total_incl_tax: string
  /** Discounts and surcharges of the whole document. */
  adjustments: readonly Adjustment[]
  accounting_currency: string
  invoice_run_id: string | null
  credited_invoice_id: string | null
  /** Of a credit note: whether its charges can be billed again once it is finalised (BILL-12). */
  releases_charges: boolean
  created_by: string | null
}

/** A line of a draft with the charges it bills and its parts by dimension. */
export interface LineRow {
  invoice_line_id: string
  invoice_id: string
  position: number
  name: string
  code: string
  description: string
  quantity: string
  unit: string
  unit_price: string
  amount: string
  tax: ContentTax | null
  /** Rate before rules for the customer and the transport. */
  base_percentage: string | null
  account: string | null
  order_id: string | null
  order_name: string | null
  trip_id: string | null
  trip_name: string | null
  route: string | null
  /** Of a credit note: the line that is credited. */
  credited_line_id: string | null
}

/** The part of a line that belongs to one set of dimensions of the books. */
export interface LineItemRow {
  line_item_id: string
  invoice_line_id: string
  position: number
  fraction: string
  amount: string
  dimension_1: string | null
  dimension_2: string | null
  dimension_3: string | null
  dimension_4: string | null
  dimension_5: string | null
  dimension_6: string | null
}

/** Which charge a line bills, and how much of it. */
export interface LineChargeRow {
  invoice_line_id: string
  charge_id: string
  amount: string
}

/** VAT of a document by category and rate. */
export interface TaxRow {
  invoice_id: string
  position: number
  category: 'S' | 'Z' | 'E' | 'AE' | 'O'
  percentage: string | null
  base: string
  tax: string
  vatex_code: string | null
  reason: string | null
  tax_code: string | null
}

/** Everything that is below a document. */
export interface DocumentParts {
  lines: readonly LineRow[]
  items: readonly LineItemRow[]
  charges: readonly LineChargeRow[]
  taxes: readonly TaxRow[]
}

const draftColumns = `invoice_id uuid, kind text, is_self_billed boolean, origin text, payment text,
  billing_entity_id uuid, company_id uuid, external_name text, date date, booking_date date, due_date date,
  is_due_date_given boolean, payment_term text, language text, currency text, customer_reference_numbers text[],
  custom_fields jsonb, note text, group_key text, is_stale boolean, warnings jsonb, sum_lines numeric, total_excl_tax numeric,
  total_tax numeric, total_incl_tax numeric, adjustments jsonb, accounting_currency text, invoice_run_id uuid,
  credited_invoice_id uuid, releases_charges boolean, created_by text`
const draftNames = draftColumns
  .split(',')
  .map((column) => column.trim().split(' ')[0]!)
  .join(', ')

const insertDraftRows = statement(
  'billing.insert_drafts',
  `insert into invoice (tenant_id, event_sequence, ${draftNames})
   select $1::uuid, 1, ${draftNames} from jsonb_to_recordset($2::jsonb) as d (${draftColumns})
   returning tenant_id`,
)
const updateDraftRows = statement(
  'billing.update_drafts',
  `update invoice i
      set date = d.date, booking_date = d.booking_date, due_date = d.due_date, is_due_date_given = d.is_due_date_given,
          payment_term = d.payment_term, language = d.language,
          customer_reference_numbers = d.customer_reference_numbers, note = d.note, group_key = d.group_key,
          warnings = d.warnings, sum_lines = d.sum_lines, total_excl_tax = d.total_excl_tax, total_tax = d.total_tax,
          total_incl_tax = d.total_incl_tax, adjustments = d.adjustments, invoice_run_id = d.invoice_run_id, is_stale = d.is_stale,
          status = 'DRAFT', version = i.version + 1, updated_at = now()
     from jsonb_to_recordset($2::jsonb) as d (${draftColumns})
    where i.tenant_id = $1 and i.invoice_id = d.invoice_id and i.status in ('DRAFT', 'PRE_INVOICED')`,
)

/** Writes new drafts, in one statement. */
export async function insertDrafts(tx: Tx, drafts: readonly DraftRow[]): Promise<void> {
  if (drafts.length > 0) await tx.query(insertDraftRows, JSON.stringify(drafts))
}

/** Writes drafts that exist in place of what they were; they are DRAFT and as new. */
export async function updateDrafts(tx: Tx, drafts: readonly DraftRow[]): Promise<void> {
  if (drafts.length > 0) await tx.query(updateDraftRows, JSON.stringify(drafts))
}

const deleteLines = statement(
  'billing.delete_lines',
  'delete from invoice_line where tenant_id = $1 and invoice_id = any($2::uuid[])',
)
const deleteTaxes = statement(
  'billing.delete_taxes',
  'delete from invoice_tax where tenant_id = $1 and invoice_id = any($2::uuid[])',
)
const lineColumns = `invoice_line_id uuid, invoice_id uuid, position integer, name text, code text, description text,
  quantity numeric, unit text, unit_price numeric, amount numeric, tax jsonb, base_percentage numeric, account text,
  order_id uuid, order_name text, trip_id uuid, trip_name text, route text, credited_line_id uuid`
const itemColumns = `line_item_id uuid, invoice_line_id uuid, position integer, fraction numeric, amount numeric,
  dimension_1 text, dimension_2 text, dimension_3 text, dimension_4 text, dimension_5 text, dimension_6 text`
const taxColumns = `invoice_id uuid, position integer, category text, percentage numeric, base numeric, tax numeric,
  vatex_code text, reason text, tax_code text`
const chargeColumns = 'invoice_line_id uuid, charge_id uuid, amount numeric'

function insertInto(table: string, columns: string) {
  const names = columns
    .split(',')
    .map((column) => column.trim().split(' ')[0]!)
    .join(', ')
  return statement(
    `billing.insert_${table}s`,
    `insert into ${table} (tenant_id, ${names})
     select $1::uuid, ${names} from jsonb_to_recordset($2::jsonb) as d (${columns})
     returning tenant_id`,
  )
}
const insertLines = insertInto('invoice_line', lineColumns)
const insertItems = insertInto('invoice_line_item', itemColumns)
const insertLineCharges = insertInto('invoice_line_charge', chargeColumns)
const insertTaxes = insertInto('invoice_tax', taxColumns)

/**
 * Writes lines, line items, charges and taxes of drafts in place of what these drafts had. A charge that another document
 * bills is refused by the database (unique violation): lock the charges and look first.
 */
export async function replaceParts(tx: Tx, invoiceIds: readonly string[], parts: DocumentParts): Promise<void> {
  if (invoiceIds.length === 0) return
  await Promise.all([tx.query(deleteLines, invoiceIds), tx.query(deleteTaxes, invoiceIds)])
  await Promise.all([
    tx.query(insertLines, JSON.stringify(parts.lines)),
    tx.query(insertItems, JSON.stringify(parts.items)),
    tx.query(insertLineCharges, JSON.stringify(parts.charges)),
    tx.query(insertTaxes, JSON.stringify(parts.taxes)),
  ])
}

const deleteDraftRows = statement(
  'billing.delete_drafts',
  `delete from invoice where tenant_id = $1 and invoice_id = any($2::uuid[]) and status in ('DRAFT', 'PRE_INVOICED')`,
)

/** Discards drafts without trace (BILL-4). Their charges are free again. */
export async function deleteDrafts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query(deleteDraftRows, ids)
}

const lockRows = statement(
  'billing.lock_invoices',
  `select invoice_id, status, version from invoice where tenant_id = $1 and invoice_id = any($2::uuid[])
    order by invoice_id for update`,
)

/** Locks documents in the order of their ids until the transaction ends. Ids that are unknown are left out. */
export async function lockInvoices(
  tx: Tx,
  ids: readonly string[],
): Promise<{ invoice_id: string; status: InvoiceStatus; version: number }[]> {
  return ids.length === 0 ? [] : await tx.query(lockRows, [...new Set(ids)].sort())
}

const setStatusRows = statement(
  'billing.set_draft_status',
  `update invoice set status = $3, version = version + 1, event_sequence = event_sequence + 1, updated_at = now()
    where tenant_id = $1 and invoice_id = any($2::uuid[]) and status in ('DRAFT', 'PRE_INVOICED') and status <> $3
   returning invoice_id`,
)

/** Sets whether drafts were reviewed. @returns those whose status changed */
export async function setDraftStatus(
  tx: Tx,
  ids: readonly string[],
  status: 'DRAFT' | 'PRE_INVOICED',
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.query<{ invoice_id: string }>(setStatusRows, ids, status)
  return rows.map(({ invoice_id }) => invoice_id)
}

const markStaleRows = statement(
  'billing.mark_stale',
  `update invoice i set is_stale = true, updated_at = now()
     from invoice_line l
     join invoice_line_charge c on c.tenant_id = $1 and c.invoice_line_id = l.invoice_line_id
    where i.tenant_id = $1 and l.tenant_id = $1 and l.invoice_id = i.invoice_id and c.charge_id = any($2::uuid[])
      and c.is_live and i.status in ('DRAFT', 'PRE_INVOICED') and not i.is_stale`,
)

/** Marks the drafts that bill charges as stale: the charges changed since (BILL-7). */
export async function markStale(tx: Tx, chargeIds: readonly string[]): Promise<void> {
  if (chargeIds.length > 0) await tx.query(markStaleRows, chargeIds)
}

/** What a document gets when it is finalised. */
export interface Finalised {
  invoice_id: string
  name: string
  number_range_id: string
  number_scope: string
  number_period: number
  number_counted: number
  date: string
  booking_date: string
  due_date: string | null
  accounting_currency: string
  accounting_excl_tax: string
  accounting_tax: string
  content: DocumentContent
  /** Hexadecimal. */
  finalised_by: string | null
}

const finaliseRows = statement(
  'billing.finalise_invoices',
  `update invoice i
      set name = d.name, number_range_id = d.number_range_id, number_scope = d.number_scope,
          number_period = d.number_period, number_counted = d.number_counted, date = d.date,
          booking_date = d.booking_date, due_date = d.due_date, accounting_currency = d.accounting_currency,
          accounting_excl_tax = d.accounting_excl_tax, accounting_tax = d.accounting_tax, content = d.content,
          content_hash = d.content_hash, finalised_at = now(), finalised_by = d.finalised_by,
          status = 'INVOICED', group_key = null, is_stale = false, version = i.version + 1,
          event_sequence = i.event_sequence + 1, updated_at = now()
     from (
       select g.*, sha256(convert_to(g.content::text, 'UTF8')) as content_hash
         from jsonb_to_recordset($2::jsonb) as g (invoice_id uuid, name text, number_range_id uuid, number_scope uuid,
              number_period integer, number_counted bigint, date date, booking_date date, due_date date,
              accounting_currency text, accounting_excl_tax numeric, accounting_tax numeric, content jsonb,
              finalised_by text)
     ) d
    where i.tenant_id = $1 and i.invoice_id = d.invoice_id`,
)

/** Finalises locked documents: from here on the database refuses any change of them (BILL-9). */
export async function finaliseInvoices(tx: Tx, rows: readonly Finalised[]): Promise<void> {
  if (rows.length > 0) await tx.query(finaliseRows, JSON.stringify(rows))
}

const updatePosting = statement(
  'billing.set_posting',
  `update invoice set posting = $3, version = version + 1, updated_at = now()
    where tenant_id = $1 and invoice_id = $2 and posting <> $3`,
)

/** Sets how far the accounting system took a document over. */
export async function setPosting(tx: Tx, invoiceId: string, posting: InvoicePosting): Promise<void> {
  await tx.query(updatePosting, invoiceId, posting)
}

const updatePayment = statement(
  'billing.set_payment',
  `update invoice set payment = $3, version = version + 1, updated_at = now()
    where tenant_id = $1 and invoice_id = $2 and payment <> $3`,
)

/** Sets whether a document is paid or refunded. */
export async function setPayment(tx: Tx, invoiceId: string, payment: InvoicePayment): Promise<void> {
  await tx.query(updatePayment, invoiceId, payment)
}

const updateCustomFields = statement(
  'billing.set_custom_fields',
  `update invoice set custom_fields = $3::jsonb, version = version + 1, updated_at = now()
    where tenant_id = $1 and invoice_id = $2`,
)

/** Replaces the custom fields of a document, finalised or not. */
export async function setCustomFields(tx: Tx, invoiceId: string, fields: Record<string, unknown>): Promise<void> {
  await tx.query(updateCustomFields, invoiceId, JSON.stringify(fields))
}

const updateEInvoicing = statement(
  'billing.set_e_invoicing',
  `update invoice set e_invoicing = $3::jsonb, version = version + 1, updated_at = now()
    where tenant_id = $1 and invoice_id = $2`,
)

/** Keeps how an access point registered a document. */
export async function setEInvoicing(
  tx: Tx,
  invoiceId: string,
  registration: { number: string | null; url: string | null; regulator: string | null },
): Promise<void> {
  await tx.query(updateEInvoicing, invoiceId, JSON.stringify(registration))
}

const releaseRows = statement(
  'billing.release_charges',
  `update invoice_line_charge set is_live = false
    where tenant_id = $1 and invoice_line_id = any($2::uuid[]) and is_live
   returning charge_id`,
)

/** Takes charges off their lines: they may be billed again (BILL-12). @returns the charges */
export async function releaseLines(tx: Tx, lineIds: readonly string[]): Promise<string[]> {
  if (lineIds.length === 0) return []
  return (await tx.query<{ charge_id: string }>(releaseRows, lineIds)).map(({ charge_id }) => charge_id)
}

const insertFileRow = statement(
  'billing.insert_file',
  `insert into invoice_file (tenant_id, invoice_id, kind, document_id) values ($1, $2, $3, $4)
   on conflict (tenant_id, invoice_id, kind) do nothing`,
)

/** Keeps a file of a document; one of its kind that is there already stays. */
export async function insertFile(tx: Tx, invoiceId: string, kind: InvoiceFileKind, documentId: string): Promise<void> {
  await tx.query(insertFileRow, invoiceId, kind, documentId)
}
