import * as agreements from '@cartage/contract/purchases/app/agreement'
import * as operations from '@cartage/contract/purchases/app/self-billing'
import { byCaller } from '../../audit/rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { commandOf, shown } from '../record.routes.ts'
import { changeAgreement, createAgreement } from './agreements.commands.ts'
import { listAgreements } from './agreements.views.ts'
import { finaliseSelfBilled, recordConsent, withdrawSelfBilled } from './decide.commands.ts'
import { draftSelfBilled } from './draft.commands.ts'

/** Binds self-billing: agreements, drafts, and suppliers' answers. */
export function serveSelfBilling(server: Server): void {
  serveAgreements(server)
  serveDocuments(server)
}

function serveAgreements(server: Server): void {
  const { ctx } = server
  serve(server, agreements.listSelfBillingAgreements, async ({ query, inTenant }) =>
    inTenant((tx) => listAgreements(tx, query)),
  )
  serve(server, agreements.createSelfBillingAgreement, async ({ caller, requestId, body }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    return await createAgreement(ctx, command, body)
  })
  serve(server, agreements.changeSelfBillingAgreement, async ({ caller, requestId, params, body }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    return await changeAgreement(ctx, command, params.self_billing_agreement_id, body)
  })
}

function serveDocuments(server: Server): void {
  const { ctx } = server
  serve(server, operations.createSelfBilledDrafts, async ({ caller, requestId, body, render }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    const { invoice_ids, rejected } = await draftSelfBilled(ctx, command, body)
    return { invoice_ids, rejected: rejected.map((one) => ({ ...one, message: render(one.message) })) }
  })
  serve(server, operations.agreeSelfBilled, async (call) => {
    await recordConsent(ctx, commandOf(call), 'AGREE', call.body.comment)
    return await shown(call, call.params.invoice_id)
  })
  serve(server, operations.objectSelfBilled, async (call) => {
    await recordConsent(ctx, commandOf(call), 'OBJECT', call.body.reason)
    return await shown(call, call.params.invoice_id)
  })
  serve(server, operations.withdrawSelfBilled, async (call) => {
    await withdrawSelfBilled(ctx, commandOf(call), call.body.reason)
    return await shown(call, call.params.invoice_id)
  })
  serve(server, operations.finaliseSelfBilled, async (call) => {
    await finaliseSelfBilled(ctx, commandOf(call), call.body.accepts_old_rate)
    return await shown(call, call.params.invoice_id)
  })
}
