import type { Document } from '@cartage/contract/documents/endpoints'
import type { Tx } from '../../db/tenant.ts'
import { listDocumentsOfInvoice } from '../../documents/views.ts'
import type { DocumentKind } from '../documents/content.rules.ts'
import { type DocumentOutput, documentOutput, type OutputFacts } from '../records/output.rules.ts'
import { loadOutputs } from '../records/output.views.ts'

/** A document as the interface shows it, with its files. */
export interface PublishedDocument {
  kind: DocumentKind
  output: DocumentOutput
  documents: Document[]
}

/** Everything that the published shape of a document is written from; undefined when there is none to show. */
export async function loadOutputFacts(tx: Tx, invoiceId: string): Promise<OutputFacts | undefined> {
  const [facts] = await loadOutputs(tx, [invoiceId])
  return facts && isPublished(facts.invoice) ? facts : undefined
}

/** DOCU-1: finalised documents, and what a supplier has sent; drafts of ours are not shown. */
function isPublished({ content, kind, external_name, date }: OutputFacts['invoice']): boolean {
  return content !== null || (kind.startsWith('PURCHASE') && external_name !== null && date !== null)
}

/** A document of any kind with its files; undefined when there is none to show. */
export async function loadDocument(tx: Tx, invoiceId: string): Promise<PublishedDocument | undefined> {
  const [facts, documents] = await Promise.all([loadOutputFacts(tx, invoiceId), listDocumentsOfInvoice(tx, invoiceId)])
  return facts && { kind: facts.invoice.kind, output: documentOutput(facts), documents }
}
