import type { ListedInvoice } from '@cartage/contract/billing/app/document'
import * as operations from '@cartage/contract/billing/app/document'
import { listTrail } from '../../audit/views.ts'
import { type CsvColumns, sendCsv, walkRows } from '../../http/csv.ts'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { readLongWindow } from '../../kept-totals.ts'
import { previewOf } from '../files/commands.ts'
import { countAll, invoices } from './list.views.ts'
import { findRecord } from './record.views.ts'
import { findInvoice } from './views.ts'

/** Maximum history entries shown. */
const mostShown = 200

/** Binds the list of invoices and credit notes, the single document, and its preview. */
export function serveInvoiceRecords(server: Server): void {
  const { ctx } = server
  serve(server, operations.listInvoices, ({ caller, query }) => {
    const { sort, offset, limit, ...filters } = query
    const page = { sort, offset, limit }
    return readLongWindow(ctx, caller.tenantId, invoices, { name: 'invoices', filters, given: undefined, page })
  })
  serve(server, operations.countInvoices, async ({ query, inTenant }) => inTenant((tx) => countAll(tx, query)))
  serve(server, operations.exportInvoiceList, ({ caller, query, reply }) => {
    const chunks = walkRows(ctx, caller.tenantId, invoices, { filters: query, given: undefined })
    return sendCsv(reply, 'invoices', columns, chunks)
  })
  serve(server, operations.getInvoiceRecord, async ({ params, render, inTenant }) =>
    inTenant(async (tx) => {
      const record = await findRecord(tx, params.invoice_id, render)
      if (!record) throw new Problem('not_found')
      return record
    }),
  )
  serve(server, operations.listInvoiceHistory, async ({ params, inTenant }) =>
    inTenant(async (tx) => {
      const invoice = await findInvoice(tx, params.invoice_id)
      if (!invoice) throw new Problem('not_found')
      const entity = { type: 'invoice', id: params.invoice_id }
      return { items: await listTrail(tx, { entity }, { before: undefined, limit: mostShown }) }
    }),
  )
  serve(server, operations.previewInvoice, async ({ caller, params, reply }) => {
    const { name, bytes } = await previewOf(ctx, caller.tenantId, params.invoice_id)
    reply.header('content-type', 'application/pdf')
    reply.header('content-disposition', `inline; filename="${name}"`)
    return reply.send(bytes)
  })
}

const columns: CsvColumns<ListedInvoice> = {
  name: (row) => row.name,
  kind: (row) => row.kind,
  status: (row) => row.status,
  posting: (row) => row.posting,
  payment: (row) => row.payment,
  dispatch: (row) => row.dispatch,
  open_amount: (row) => row.open_amount,
  company_name: (row) => row.company_name,
  billing_entity_code: (row) => row.billing_entity_code,
  date: (row) => row.date,
  due_date: (row) => row.due_date,
  currency: (row) => row.currency,
  total_excl_tax: (row) => row.total_excl_tax,
  total_tax: (row) => row.total_tax,
  total_incl_tax: (row) => row.total_incl_tax,
  external_name: (row) => row.external_name,
  is_stale: (row) => row.is_stale,
  created_at: (row) => row.created_at,
  invoice_id: (row) => row.invoice_id,
}
