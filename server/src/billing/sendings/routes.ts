import * as servers from '@cartage/contract/billing/app/mail-server'
import * as contract from '@cartage/contract/billing/app/sending'
import type { Endpoint } from '@cartage/contract/endpoint'
import { byCaller } from '../../audit/rules.ts'
import type { Tx } from '../../db/tenant.ts'
import { type CsvColumns, sendCsv, walkRows } from '../../http/csv.ts'
import { itself } from '../../http/each.ts'
import { readSentence } from '../../http/kept-sentence.ts'
import type { Render } from '../../http/language.ts'
import { Problem } from '../../http/problem.ts'
import { type Call, type Server, serve } from '../../http/serve.ts'
import { findInvoice } from '../records/views.ts'
import { markSending, resend, sendAsPreferred, sendDocument } from './desk.commands.ts'
import { countAll, type ListedSending, readSendings, sendings } from './list.views.ts'
import { readMailServer, removeMailServer, setMailServer, testMailServer } from './mail-server.commands.ts'
import { sendingsOf } from './views.ts'

type RouteCall = Pick<Call<Endpoint>, 'caller' | 'requestId'>

const commandOf = ({ caller, requestId }: RouteCall) => {
  return { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
}

function spoken({ failure, ...row }: ListedSending, render: Render): contract.Sending {
  return { ...row, failure: failure === null ? null : render(readSentence(failure)) }
}

async function shown(tx: Tx, id: string, render: Render): Promise<contract.Sending> {
  const [row] = await readSendings(tx, [id])
  if (!row) throw new Problem('not_found')
  return spoken(row, render)
}

/** Binds the sendings of documents and the mail server they use. */
export function serveSendings(server: Server): void {
  const { ctx } = server
  serve(server, contract.listSendings, async ({ query, render, inTenant }) => {
    const { sort, offset, limit, ...filters } = query
    const { items, total } = await inTenant((tx) =>
      sendings.open(tx, filters, undefined).window({ sort, offset, limit }),
    )
    return { items: items.map((row) => spoken(row, render)), total }
  })
  serve(server, contract.countSendings, ({ query, inTenant }) => inTenant((tx) => countAll(tx, query)))
  serve(server, contract.exportSendings, ({ caller, query, reply }) => {
    const chunks = walkRows(ctx, caller.tenantId, sendings, { filters: query, given: undefined })
    return sendCsv(reply, 'sendings', columns, chunks)
  })
  serve(server, contract.getSending, ({ params, render, inTenant }) =>
    inTenant((tx) => shown(tx, params.sending_id, render)),
  )
  serve(server, contract.listInvoiceSendings, async ({ params, render, inTenant }) =>
    inTenant(async (tx) => {
      const invoice = await findInvoice(tx, params.invoice_id)
      if (!invoice) throw new Problem('not_found')
      const ids = await sendingsOf(tx, params.invoice_id)
      const rows = new Map((await readSendings(tx, ids)).map((row) => [row.sending_id, row]))
      return { e_invoicing: invoice.e_invoicing, items: ids.map((id) => spoken(rows.get(id)!, render)) }
    }),
  )
  serve(server, contract.sendInvoice, async (call) => {
    const id = await sendDocument(ctx, commandOf(call), call.params.invoice_id, call.body)
    return call.inTenant((tx) => shown(tx, id, call.render))
  })
  serve(server, contract.sendInvoices, async (call) => ({
    items: await call.doEach(call.body.ids, itself, (id) => sendAsPreferred(ctx, commandOf(call), id)),
  }))
  serve(server, contract.resendSendings, async (call) => ({
    items: await call.doEach(call.body.ids, itself, (id) => resend(ctx, commandOf(call), id)),
  }))
  serve(server, contract.setSendingStatus, async (call) => {
    const { sending_id } = call.params
    await markSending(ctx, commandOf(call), sending_id, call.body)
    return call.inTenant((tx) => shown(tx, sending_id, call.render))
  })
  serveMailServer(server)
}

function serveMailServer(server: Server): void {
  const { ctx } = server
  serve(server, servers.getMailServer, ({ inTenant }) => inTenant((tx) => readMailServer(ctx, tx)))
  serve(server, servers.setMailServer, (call) => setMailServer(ctx, commandOf(call), call.body))
  serve(server, servers.removeMailServer, async (call) => {
    await removeMailServer(ctx, commandOf(call))
    return undefined
  })
  serve(server, servers.testMailServer, ({ caller, body }) => testMailServer(ctx, caller.tenantId, body.address))
}

const columns: CsvColumns<ListedSending> = {
  created_at: (row) => row.created_at,
  document: (row) => row.document,
  kind: (row) => row.kind,
  company_name: (row) => row.company_name,
  channel: (row) => row.channel,
  address: (row) => row.address,
  purpose: (row) => row.purpose,
  reminder_level: (row) => row.reminder_level,
  status: (row) => row.status,
  failure: (row) => (row.failure === null ? null : String(readSentence(row.failure))),
  attempts: (row) => row.attempts,
  started_at: (row) => row.started_at,
  finished_at: (row) => row.finished_at,
  finished_by: (row) => row.finished_by,
  requested_by: (row) => row.requested_by,
  sending_id: (row) => row.sending_id,
}
