import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { DocumentContent } from '../documents/content.rules.ts'
import type { DraftRow, InvoicePosting, InvoiceStatus, LineChargeRow, LineItemRow, LineRow, TaxRow } from './store.ts'

/** A stored document. Decimals are text. */
export interface InvoiceRow extends DraftRow {
  status: InvoiceStatus
  posting: InvoicePosting
  /** The number; null until it is finalised. */
  name: string | null
  number_range_id: string | null
  number_scope: string | null
  number_period: number | null
  number_counted: string | null
  accounting_excl_tax: string | null
  accounting_tax: string | null
  /** First day of the month a person carried it over to; null if none (LEDGER-7). */
  carried_over_to: string | null
  /** Content of a finalised document; null before. */
  content: DocumentContent | null
  /** SHA-256 of the content, in hexadecimal. */
  content_hash: string | null
  e_invoicing: { number: string | null; url: string | null; regulator: string | null } | null
  finalised_at: string | null
  finalised_by: string | null
  version: number
  event_sequence: number
  created_at: string
  updated_at: string
}

const amounts = ['sum_lines', 'total_excl_tax', 'total_tax', 'total_incl_tax', 'accounting_excl_tax', 'accounting_tax']

/** Columns of `InvoiceRow` from table alias `i`. The carry-over day overrides the booking date in the content. */
export const invoiceColumns = `i.invoice_id, i.kind, i.is_self_billed, i.origin, i.status, i.posting, i.payment,
  i.billing_entity_id, i.company_id, i.name, i.external_name, i.number_range_id, i.number_scope, i.number_period,
  i.number_counted::text as number_counted, i.date::text as date, i.carried_over_to::text as carried_over_to,
  case when i.content_hash is null then i.booking_date else greatest(i.booking_date, i.carried_over_to) end::text as booking_date,
  i.due_date::text as due_date, i.is_due_date_given, i.payment_term, i.language, i.currency,
  i.customer_reference_numbers, i.custom_fields, i.note, i.group_key, i.is_stale, i.warnings,
  ${amounts.map((name) => `i.${name}::text as ${name}`).join(', ')},
  i.adjustments, i.releases_charges, i.accounting_currency, i.content, encode(i.content_hash, 'hex') as content_hash, i.invoice_run_id,
  i.credited_invoice_id, i.e_invoicing, ${instant('i.finalised_at')} as finalised_at, i.finalised_by, i.version,
  i.event_sequence, i.created_by, ${instant('i.created_at')} as created_at, ${instant('i.updated_at')} as updated_at`

const selectInvoices = statement(
  'billing.find_invoices',
  `select ${invoiceColumns} from invoice i where i.tenant_id = $1 and i.invoice_id = any($2::uuid[]) order by i.invoice_id`,
)

/** Documents by id, in id order. Unknown ids are omitted. */
export async function findInvoices(tx: Tx, ids: readonly string[]): Promise<InvoiceRow[]> {
  return ids.length === 0 ? [] : await tx.query<InvoiceRow>(selectInvoices, ids)
}

/** A document, draft or finalised; undefined when there is none. */
export async function findInvoice(tx: Tx, id: string): Promise<InvoiceRow | undefined> {
  return (await findInvoices(tx, [id]))[0]
}

/** A stored line, with its charges and its items by dimension. */
export interface InvoiceLine extends LineRow {
  charges: (LineChargeRow & { is_live: boolean })[]
  items: LineItemRow[]
}

const selectLines = statement(
  'billing.find_lines',
  `select l.invoice_line_id, l.invoice_id, l.position, l.name, l.code, l.description,
          trim_scale(l.quantity)::text as quantity, l.unit, trim_scale(l.unit_price)::text as unit_price,
          l.amount::text as amount, l.tax, trim_scale(l.base_percentage)::text as base_percentage, l.account,
          l.order_id, l.order_name, l.trip_id, l.trip_name, l.route, l.credited_line_id,
          coalesce((select json_agg(json_build_object('invoice_line_id', c.invoice_line_id, 'charge_id', c.charge_id,
                      'amount', c.amount::text, 'is_live', c.is_live) order by c.charge_id)
             from invoice_line_charge c
            where c.tenant_id = $1 and c.invoice_line_id = l.invoice_line_id), '[]') as charges,
          coalesce((select json_agg(json_build_object('line_item_id', p.line_item_id,
                      'invoice_line_id', p.invoice_line_id, 'position', p.position,
                      'fraction', trim_scale(p.fraction)::text, 'amount', p.amount::text,
                      'dimension_1', p.dimension_1, 'dimension_2', p.dimension_2, 'dimension_3', p.dimension_3,
                      'dimension_4', p.dimension_4, 'dimension_5', p.dimension_5, 'dimension_6', p.dimension_6)
                    order by p.position)
             from invoice_line_item p
            where p.tenant_id = $1 and p.invoice_line_id = l.invoice_line_id), '[]') as items
     from invoice_line l
    where l.tenant_id = $1 and l.invoice_id = any($2::uuid[])
    order by l.invoice_id, l.position`,
)

/** Lines of documents, by document and position. */
export async function findLines(tx: Tx, invoiceIds: readonly string[]): Promise<InvoiceLine[]> {
  return invoiceIds.length === 0 ? [] : await tx.query<InvoiceLine>(selectLines, invoiceIds)
}

const selectTaxes = statement(
  'billing.find_taxes',
  `select t.invoice_id, t.position, t.category, trim_scale(t.percentage)::text as percentage, t.base::text as base,
          t.tax::text as tax, t.vatex_code, t.reason, t.tax_code
     from invoice_tax t where t.tenant_id = $1 and t.invoice_id = any($2::uuid[]) order by t.invoice_id, t.position`,
)

/** VAT of documents, by document and position. */
export async function findTaxes(tx: Tx, invoiceIds: readonly string[]): Promise<TaxRow[]> {
  return invoiceIds.length === 0 ? [] : await tx.query<TaxRow>(selectTaxes, invoiceIds)
}

/** A file of a document. */
export interface InvoiceFile {
  invoice_id: string
  kind: 'PDF' | 'UBL' | 'FACTUR_X' | 'RECEIVED'
  document_id: string
}

const selectFiles = statement(
  'billing.find_files',
  `select f.invoice_id, f.kind, f.document_id from invoice_file f
    where f.tenant_id = $1 and f.invoice_id = any($2::uuid[]) order by f.invoice_id, f.kind`,
)

/** Files of documents. */
export async function findFiles(tx: Tx, invoiceIds: readonly string[]): Promise<InvoiceFile[]> {
  return invoiceIds.length === 0 ? [] : await tx.query<InvoiceFile>(selectFiles, invoiceIds)
}

const selectCredits = statement(
  'billing.find_credit_notes',
  `select ${invoiceColumns} from invoice i
    where i.tenant_id = $1 and i.credited_invoice_id = any($2::uuid[]) and i.status <> 'REJECTED'
    order by i.created_at, i.invoice_id`,
)

/** Credit notes of invoices including drafts, earliest first. */
export async function findCreditNotes(tx: Tx, invoiceIds: readonly string[]): Promise<InvoiceRow[]> {
  return invoiceIds.length === 0 ? [] : await tx.query<InvoiceRow>(selectCredits, invoiceIds)
}

const selectNumbered = statement(
  'billing.find_by_name',
  `select ${invoiceColumns} from invoice i where i.tenant_id = $1 and i.name = $2 order by i.created_at, i.invoice_id`,
)

/** Documents with a number; several if supplier series share one. */
export async function findByName(tx: Tx, name: string): Promise<InvoiceRow[]> {
  return await tx.query<InvoiceRow>(selectNumbered, name)
}
