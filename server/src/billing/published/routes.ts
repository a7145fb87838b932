import * as contract from '@cartage/contract/billing/documents'
import type { Endpoint } from '@cartage/contract/endpoint'
import { byCaller } from '../../audit/rules.ts'
import { listDocumentsOfInvoice } from '../../documents/views.ts'
import { Problem } from '../../http/problem.ts'
import { type Call, type Server, serve } from '../../http/serve.ts'
import type { DocumentKind } from '../documents/content.rules.ts'
import {
  type OutputFacts,
  purchaseCreditNoteOutput,
  purchaseInvoiceOutput,
  salesCreditNoteOutput,
  salesInvoiceOutput,
} from '../records/output.rules.ts'
import { patchDocument } from './commands.ts'
import { loadOutputFacts } from './views.ts'

/** Binds the endpoints that read accounting documents and change their custom fields. */
export function servePublishedDocuments(server: Server): void {
  const { ctx } = server
  const patch = (call: Changing, kind: DocumentKind) => {
    const { caller, requestId, params, body } = call
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId), kind, invoiceId: params.id }
    return patchDocument(ctx, command, body.custom_fields)
  }
  serve(server, contract.getSalesInvoice, async (call) => salesInvoiceOutput(await readOne(call, 'SALES_INVOICE')))
  serve(server, contract.patchSalesInvoice, async (call) => salesInvoiceOutput(await patch(call, 'SALES_INVOICE')))
  serve(server, contract.listSalesInvoiceDocuments, (call) => listFiles(call, 'SALES_INVOICE'))

  const credit = 'SALES_CREDIT_NOTE'
  serve(server, contract.getSalesCreditNote, async (call) => salesCreditNoteOutput(await readOne(call, credit)))
  serve(server, contract.patchSalesCreditNote, async (call) => salesCreditNoteOutput(await patch(call, credit)))
  serve(server, contract.listSalesCreditNoteDocuments, (call) => listFiles(call, credit))

  const purchase = 'PURCHASE_INVOICE'
  serve(server, contract.getPurchaseInvoice, async (call) => purchaseInvoiceOutput(await readOne(call, purchase)))
  serve(server, contract.patchPurchaseInvoice, async (call) => purchaseInvoiceOutput(await patch(call, purchase)))
  serve(server, contract.listPurchaseInvoiceDocuments, (call) => listFiles(call, purchase))

  const refund = 'PURCHASE_CREDIT_NOTE'
  serve(server, contract.getPurchaseCreditNote, async (call) => purchaseCreditNoteOutput(await readOne(call, refund)))
  serve(server, contract.patchPurchaseCreditNote, async (call) => purchaseCreditNoteOutput(await patch(call, refund)))
  serve(server, contract.listPurchaseCreditNoteDocuments, (call) => listFiles(call, refund))
}

interface Reading extends Pick<Call<Endpoint>, 'inTenant'> {
  params: { id: string }
}

interface Changing extends Reading, Pick<Call<Endpoint>, 'caller' | 'requestId'> {
  body: { custom_fields?: Record<string, unknown> | undefined }
}

/** Each kind has its own path, so a document of another kind is not found. */
async function readOne({ params, inTenant }: Reading, kind: DocumentKind): Promise<OutputFacts> {
  const facts = await inTenant((tx) => loadOutputFacts(tx, params.id))
  if (facts?.invoice.kind !== kind) throw new Problem('not_found')
  return facts
}

async function listFiles({ params, inTenant }: Reading, kind: DocumentKind) {
  return await inTenant(async (tx) => {
    const facts = await loadOutputFacts(tx, params.id)
    if (facts?.invoice.kind !== kind) throw new Problem('not_found')
    return await listDocumentsOfInvoice(tx, params.id)
  })
}
