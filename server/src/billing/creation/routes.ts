import { createSalesCreditNote, createSalesInvoice } from '@cartage/contract/billing/creation'
import { byCaller } from '../../audit/rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { salesCreditNoteOutput, salesInvoiceOutput } from '../records/output.rules.ts'
import { loadOutputs } from '../records/output.views.ts'
import { createDocument } from './commands.ts'

/** Binds the endpoints that create documents. */
export function serveCreations(server: Server): void {
  const { ctx } = server
  serve(server, createSalesInvoice, async ({ caller, requestId, body, inTenant }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    const id = await createDocument(ctx, command, { kind: 'SALES_INVOICE', body })
    const [facts] = await inTenant((tx) => loadOutputs(tx, [id]))
    return salesInvoiceOutput(facts!)
  })
  serve(server, createSalesCreditNote, async ({ caller, requestId, body, inTenant }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    const id = await createDocument(ctx, command, { kind: 'SALES_CREDIT_NOTE', body })
    const [facts] = await inTenant((tx) => loadOutputs(tx, [id]))
    return salesCreditNoteOutput(facts!)
  })
}
