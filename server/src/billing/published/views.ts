import type { Document } from '@cartage/contract/documents/endpoints'
import type { Tx } from '../../db/tenant.ts'
import { listDocumentsOfInvoice } from '../../documents/views.ts'
import type { DocumentKind } from '../documents/content.rules.ts'
import { type DocumentOutput, documentOutput, type OutputFacts } from '../records/output.rules.ts'
import { loadOutputs } from '../records/output.views.ts'

/** A document in its public shape, with its files. */
export interface PublishedDocument {
  kind: DocumentKind
  output: DocumentOutput
  documents: Document[]
}

/** Data for the public shape of a document; undefined if it does not exist or is not published. */
export async function loadOutputFacts(tx: Tx, invoiceId: string): Promise<OutputFacts | undefined> {
  const [facts] = await loadOutputs(tx, [invoiceId])
  return facts && isPublished(facts.invoice) ? facts : undefined
}

/** DOCU-1: published are finalised documents and those of suppliers, but not our drafts. */
function isPublished({ content, kind, external_name, date }: OutputFacts['invoice']): boolean {
  return content !== null || (kind.startsWith('PURCHASE') && external_name !== null && date !== null)
}

/** A document of any kind with its files; undefined if it does not exist or is not published. */
export async function loadDocument(tx: Tx, invoiceId: string): Promise<PublishedDocument | undefined> {
  const [facts, documents] = await Promise.all([loadOutputFacts(tx, invoiceId), listDocumentsOfInvoice(tx, invoiceId)])
  return facts && { kind: facts.invoice.kind, output: documentOutput(facts), documents }
}
