import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { KeptSentence } from '../../http/kept-sentence.ts'
import type { ContentTax, DocumentContent, DocumentKind } from '../documents/content.rules.ts'
import type { Adjustment } from '../einvoice/terms.rules.ts'

/** Processing state of a document. */
export type InvoiceStatus = 'DRAFT' | 'PRE_INVOICED' | 'INVOICED' | 'INVOICE_POSTED' | 'REJECTED'
/** Posting state in the accounting system. */
export type InvoicePosting = 'NONE' | 'WAITING' | 'TODO' | 'FAILED' | 'POSTED'
/** UNPAID or PAID for invoices, OPEN or REFUNDED for credit notes. */
export type InvoicePayment = 'UNPAID' | 'PAID' | 'OPEN' | 'REFUNDED'

/** Kinds of document files. */
type InvoiceFileKind = 'PDF' | 'UBL' | 'FACTUR_X' | 'RECEIVED'
/** A warning of a draft: its code, and the sentence with its values. */
export interface DraftWarning {
  readonly code: string
  readonly message: KeptSentence
}

/** A draft to write. Decimals are text, days `YYYY-MM-DD`. */
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
  /** Whether charges changed since it was written (BILL-7). */
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
  /** Credit notes only: whether its charges can be billed again after finalising (BILL-12). */
  releases_charges: boolean
  created_by: string | null
}

/** A line of a draft with the charges it bills and its items by dimension. */
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
  /** Base rate, before rules for the customer and the transport. */
  base_percentage: string | null
  account: string | null
  order_id: string | null
  order_name: string | null
  trip_id: string | null
  trip_name: string | null
  route: string | null
  /** Credit notes only: the credited line. */
  credited_line_id: string | null
}

/** The part of a line with one set of accounting dimensions. */
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

/** A charge billed by a line, and its amount. */
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

/** All parts of a document. */
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

/** Overwrites existing drafts and resets them to DRAFT. */
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
 * Replaces lines, line items, charges and taxes of drafts. The database refuses a charge that another document bills
 * (unique violation): lock the charges and check first.
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

/** Deletes drafts without trace and frees their charges (BILL-4). */
export async function deleteDrafts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query(deleteDraftRows, ids)
}

const lockRows = statement(
  'billing.lock_invoices',
  `select invoice_id, status, version from invoice where tenant_id = $1 and invoice_id = any($2::uuid[])
    order by invoice_id for update`,
)

/** Locks documents in id order until the transaction ends. Unknown ids are omitted. */
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

/**
 * Sets whether drafts were reviewed.
 * @returns those whose status changed
 */
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

/** Marks drafts as stale whose charges changed (BILL-7). */
export async function markStale(tx: Tx, chargeIds: readonly string[]): Promise<void> {
  if (chargeIds.length > 0) await tx.query(markStaleRows, chargeIds)
}

/** Values that finalising sets on a document. */
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
  /** Actor who finalised it. */
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

/** Finalises locked documents. Afterwards the database refuses any change (BILL-9). */
export async function finaliseInvoices(tx: Tx, rows: readonly Finalised[]): Promise<void> {
  if (rows.length > 0) await tx.query(finaliseRows, JSON.stringify(rows))
}

const updatePosting = statement(
  'billing.set_posting',
  `update invoice set posting = $3, version = version + 1, updated_at = now()
    where tenant_id = $1 and invoice_id = $2 and posting <> $3`,
)

/** Sets the posting state of a document. */
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

/** Stores the registration of a document by an access point. */
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

/**
 * Detaches charges from their lines, so that they may be billed again (BILL-12).
 * @returns the charges
 */
export async function releaseLines(tx: Tx, lineIds: readonly string[]): Promise<string[]> {
  if (lineIds.length === 0) return []
  return (await tx.query<{ charge_id: string }>(releaseRows, lineIds)).map(({ charge_id }) => charge_id)
}

const insertFileRow = statement(
  'billing.insert_file',
  `insert into invoice_file (tenant_id, invoice_id, kind, document_id) values ($1, $2, $3, $4)
   on conflict (tenant_id, invoice_id, kind) do nothing`,
)

/** Stores a file of a document. An existing one of its kind is not replaced. */
export async function insertFile(tx: Tx, invoiceId: string, kind: InvoiceFileKind, documentId: string): Promise<void> {
  await tx.query(insertFileRow, invoiceId, kind, documentId)
}
