import type { CompanySummaryOutput } from '@cartage/contract/billing/document-output'
import type { Document } from '@cartage/contract/documents/endpoints'
import type { BillingEntity } from '@cartage/contract/tenants/billing-entity'
import { companyDetails } from '../../companies/details.views.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { listDocumentsById } from '../../documents/views.ts'
import type { DocumentKind } from '../documents/content.rules.ts'
import { type DocumentOutput, documentOutput, type OutputFacts } from '../records/output.rules.ts'
import { findFiles, findInvoice, findLines } from '../records/views.ts'

const selectEntity = statement(
  'billing.find_entity_output',
  `select jsonb_build_object('id', b.billing_entity_id, 'code', b.code, 'legal_name', b.legal_name,
            'vat_number', b.vat_number, 'company_registration_number', b.company_registration_number,
            'is_default', b.is_default) as entity
     from billing_entity b where b.tenant_id = $1 and b.billing_entity_id = $2`,
)

/** A document as the interface shows it, with its files. */
export interface PublishedDocument {
  kind: DocumentKind
  output: DocumentOutput
  documents: Document[]
}

/** Everything that the published shape of a document is written from; undefined when there is none to show. */
export async function loadOutputFacts(tx: Tx, invoiceId: string): Promise<OutputFacts | undefined> {
  const invoice = await findInvoice(tx, invoiceId)
  if (!invoice || !isPublished(invoice)) return undefined
  const [lines, companies, [entity]] = await Promise.all([
    findLines(tx, [invoiceId]),
    companyDetails(tx, [invoice.company_id]),
    tx.query<{ entity: BillingEntity }>(selectEntity, invoice.billing_entity_id),
  ])
  return { invoice, lines, company: summaryOf(companies.get(invoice.company_id)!), entity: entity!.entity }
}

/** DOCU-1: finalised documents, and what a supplier has sent; drafts of ours are not shown. */
function isPublished({ content, kind, external_name, date }: OutputFacts['invoice']): boolean {
  return content !== null || (kind.startsWith('PURCHASE') && external_name !== null && date !== null)
}

type Detail = NonNullable<ReturnType<Awaited<ReturnType<typeof companyDetails>>['get']>>

/** The members of a company that documents show. */
export function summaryOf(company: Detail): CompanySummaryOutput {
  return {
    id: company.id,
    code: company.code,
    currency: company.currency,
    custom_fields: company.custom_fields,
    is_customer: company.is_customer,
    is_subcontractor: company.is_subcontractor,
    is_buyer_or_seller: company.is_buyer_or_seller,
    name: company.name,
    legal_name: company.legal_name,
    vat_number: company.vat_number,
    note: company.note,
    tax_type: company.tax_type,
    status: company.status,
    accounting_code: company.accounting_code,
    billing_location: company.billing_location,
    payment_term: company.payment_term,
    is_blocked: company.is_blocked,
  }
}

/** Files of a document, the oldest first. */
export async function listFilesOf(tx: Tx, invoiceId: string): Promise<Document[]> {
  const files = await findFiles(tx, [invoiceId])
  return await listDocumentsById(
    tx,
    files.map(({ document_id }) => document_id),
  )
}

/** A document of any kind with its files; undefined when there is none to show. */
export async function loadDocument(tx: Tx, invoiceId: string): Promise<PublishedDocument | undefined> {
  const [facts, documents] = await Promise.all([loadOutputFacts(tx, invoiceId), listFilesOf(tx, invoiceId)])
  return facts && { kind: facts.invoice.kind, output: documentOutput(facts), documents }
}
