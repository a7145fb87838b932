import type { InvoiceRun } from '@cartage/contract/billing/app/run'
import * as operations from '@cartage/contract/billing/app/run'
import type { Endpoint } from '@cartage/contract/endpoint'
import { byCaller } from '../../audit/rules.ts'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { Tx } from '../../db/tenant.ts'
import { readSentence } from '../../http/kept-sentence.ts'
import type { Render } from '../../http/language.ts'
import { Problem } from '../../http/problem.ts'
import { type Call, type Server, serve } from '../../http/serve.ts'
import { finaliseRun, resumeRun, startRun, stopRun } from './commands.ts'
import { findRun, listRuns, type ShownRun } from './views.ts'

type RouteCall = Pick<Call<Endpoint>, 'caller' | 'requestId'>

const commandOf = ({ caller, requestId }: RouteCall) => {
  return { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
}

function spoken({ rejected, sums, ...run }: ShownRun, render: Render): InvoiceRun {
  const inDigits = sums.map(({ currency, amount }) => ({ currency, amount: amountText(decimal(amount), currency) }))
  return {
    ...run,
    sums: inDigits,
    rejected: rejected.map((one) => ({ ...one, message: render(readSentence(one.message)) })),
  }
}

async function shown(tx: Tx, id: string, render: Render): Promise<InvoiceRun> {
  const run = await findRun(tx, id)
  if (!run) throw new Problem('not_found')
  return spoken(run, render)
}

/** Binds the endpoints of invoice runs. */
export function serveRuns(server: Server): void {
  const { ctx } = server
  serve(server, operations.startInvoiceRun, async (call) => {
    const id = await startRun(ctx, commandOf(call), call.body)
    return call.inTenant((tx) => shown(tx, id, call.render))
  })
  serve(server, operations.listInvoiceRuns, async ({ query, render, inTenant }) => {
    const { items, total } = await inTenant((tx) => listRuns(tx, query))
    return { items: items.map((run) => spoken(run, render)), total }
  })
  serve(server, operations.getInvoiceRun, async ({ params, render, inTenant }) =>
    inTenant((tx) => shown(tx, params.invoice_run_id, render)),
  )
  serve(server, operations.finaliseInvoiceRun, async (call) => {
    const { invoice_run_id: id } = call.params
    await finaliseRun(ctx, commandOf(call), id, call.body.only_reviewed)
    return call.inTenant((tx) => shown(tx, id, call.render))
  })
  serve(server, operations.stopInvoiceRun, async (call) => {
    await stopRun(ctx, commandOf(call), call.params.invoice_run_id)
    return call.inTenant((tx) => shown(tx, call.params.invoice_run_id, call.render))
  })
  serve(server, operations.resumeInvoiceRun, async (call) => {
    await resumeRun(ctx, commandOf(call), call.params.invoice_run_id)
    return call.inTenant((tx) => shown(tx, call.params.invoice_run_id, call.render))
  })
}
