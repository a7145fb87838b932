import * as operations from '@cartage/contract/purchases/app'
import { updateBillingDocuments } from '@cartage/contract/purchases/billing-document-update'
import { receiveEInvoice as receiveEndpoint } from '@cartage/contract/purchases/e-invoicing'
import { keepMessageBody } from '../documents/message-body.commands.ts'
import { type CsvColumns, sendCsv, walkRows } from '../http/csv.ts'
import { plainRequest } from '../http/plain-request.ts'
import { type Server, serve } from '../http/serve.ts'
import { messageOf, receive } from '../messages/receive.commands.ts'
import type { ReplayKinds } from '../messages/replay.rules.ts'
import { serveCustomerDocuments } from './customers/routes.ts'
import { acceptPurchase, matchPurchase, rejectPurchase, reopenPurchase } from './decide.commands.ts'
import { serveReceivedFiles } from './files/routes.ts'
import { receiveEInvoice } from './intake/commands.ts'
import { serveUpload } from './intake/upload.routes.ts'
import { countAll, purchases } from './list.views.ts'
import { confirmAccount } from './payment/commands.ts'
import { commandOf, shown } from './record.routes.ts'
import { serveSelfBilling } from './self-billing/routes.ts'
import { serveTransfers } from './transfers/routes.ts'
import { serveUnplaced } from './unplaced/routes.ts'
import { receiveDocumentUpdates } from './updates.commands.ts'

const columns: CsvColumns<operations.ListedPurchase> = {
  number: ({ external_name }) => external_name,
  own_number: ({ name }) => name,
  kind: ({ kind }) => kind,
  company_name: ({ company_name }) => company_name,
  status: ({ status }) => status,
  result: ({ result }) => result,
  date: ({ date }) => date,
  due_date: ({ due_date }) => due_date,
  currency: ({ currency }) => currency,
  executed: ({ executed }) => executed,
  total_excl_tax: ({ total_excl_tax }) => total_excl_tax,
  total_incl_tax: ({ total_incl_tax }) => total_incl_tax,
  amount_due: ({ amount_due }) => amount_due,
  account: ({ account }) => account,
  payment_reference: ({ payment_reference }) => payment_reference,
  payment_hold: ({ payment_hold }) => payment_hold,
  invoice_id: ({ invoice_id }) => invoice_id,
}

/** Binds purchase documents: the webhooks that receive them, and the actions of people. */
export function servePurchases(server: Server, replayKinds: ReplayKinds): void {
  serveWebhooks(server)
  serveUpload(server)
  serveReading(server)
  serveReceivedFiles(server)
  serveUnplaced(server, replayKinds)
  serveCustomerDocuments(server)
  serveDeciding(server)
  serveSelfBilling(server)
  serveTransfers(server)
}

function serveWebhooks(server: Server): void {
  serve(server, receiveEndpoint, (call) =>
    receive(server.ctx, messageOf(plainRequest(call), 'e-invoicing', keepMessageBody), receiveEInvoice),
  )
  serve(server, updateBillingDocuments, (call) =>
    receive(
      server.ctx,
      messageOf(plainRequest(call), 'billing-document-update', keepMessageBody),
      receiveDocumentUpdates,
    ),
  )
}

function serveReading(server: Server): void {
  serve(server, operations.listPurchases, async ({ query, inTenant }) => {
    const { sort, offset, limit, ...filters } = query
    return inTenant((tx) => purchases.open(tx, filters, undefined).window({ sort, offset, limit }))
  })
  serve(server, operations.countPurchases, async ({ query, inTenant }) => inTenant((tx) => countAll(tx, query)))
  serve(server, operations.exportPurchases, ({ caller, query, reply }) => {
    const chunks = walkRows(server.ctx, caller.tenantId, purchases, { filters: query, given: undefined })
    return sendCsv(reply, 'purchases', columns, chunks)
  })
  serve(server, operations.getPurchase, (call) => shown(call, call.params.invoice_id))
}

function serveDeciding(server: Server): void {
  const { ctx } = server
  serve(server, operations.acceptPurchase, async (call) => {
    await acceptPurchase(ctx, commandOf(call), call.body)
    return await shown(call, call.params.invoice_id)
  })
  serve(server, operations.rejectPurchase, async (call) => {
    await rejectPurchase(ctx, commandOf(call), call.body.reason)
    return await shown(call, call.params.invoice_id)
  })
  serve(server, operations.reopenPurchase, async (call) => {
    await reopenPurchase(ctx, commandOf(call))
    return await shown(call, call.params.invoice_id)
  })
  serve(server, operations.confirmPurchaseAccount, async (call) => {
    await confirmAccount(ctx, commandOf(call), call.body.account)
    return await shown(call, call.params.invoice_id)
  })
  serve(server, operations.matchPurchase, async (call) => {
    await matchPurchase(ctx, commandOf(call), call.body.lines)
    return await shown(call, call.params.invoice_id)
  })
}
