import * as operations from '@cartage/contract/billing/app/draft'
import type { Endpoint, Input } from '@cartage/contract/endpoint'
import { byCaller } from '../../audit/rules.ts'
import { itself } from '../../http/each.ts'
import { Problem, sentenceOf } from '../../http/problem.ts'
import { type Call, type Server, serve } from '../../http/serve.ts'
import { type CreditOrder, creditInvoice, previewCredit } from '../credit/commands.ts'
import type { CreditRequest } from '../documents/credit.rules.ts'
import { finaliseDrafts } from '../finalise/commands.ts'
import { findRecord } from '../records/record.views.ts'
import { createDrafts, discardDraft } from './commands.ts'
import { changeDraft, moveLines, refreshDraft, reviewDraft } from './edit.commands.ts'

type RouteCall = Pick<Call<Endpoint>, 'caller' | 'requestId' | 'inTenant' | 'render'>

const commandOf = ({ caller, requestId }: Pick<RouteCall, 'caller' | 'requestId'>) => {
  return { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
}

/** Response with the document after a command. */
async function shown({ inTenant, render }: Pick<RouteCall, 'inTenant' | 'render'>, id: string) {
  const record = await inTenant((tx) => findRecord(tx, id, render))
  if (!record) throw new Problem('not_found')
  return record
}

/** Binds the endpoints of drafts, up to finalising. */
export function serveDrafts(server: Server): void {
  serveWriting(server)
  serveDeciding(server)
}

function serveWriting(server: Server): void {
  const { ctx } = server
  serve(server, operations.createDrafts, async (call) => {
    const { invoice_ids, rejected } = await createDrafts(ctx, commandOf(call), call.body)
    const spoken = rejected.map((one) => ({ ...one, message: call.render(one.message) }))
    return { invoice_ids: [...invoice_ids], rejected: spoken }
  })
  serve(server, operations.changeDraft, async (call) => {
    await changeDraft(ctx, commandOf(call), call.params.invoice_id, call.body)
    return await shown(call, call.params.invoice_id)
  })
  serve(server, operations.moveDraftLines, async (call) => {
    return await shown(call, await moveLines(ctx, commandOf(call), call.params.invoice_id, call.body))
  })
  serve(server, operations.creditInvoice, async (call) => {
    const order = creditOrder(call.body)
    return await shown(call, await creditInvoice(ctx, commandOf(call), call.params.invoice_id, order))
  })
  serve(server, operations.previewCredit, async ({ params, body, inTenant }) =>
    inTenant((tx) => previewCredit(tx, params.invoice_id, creditOrder(body))),
  )
}

type CreditBody = Input<typeof operations.creditInvoice>['body']

function creditOrder({ release, date, note, ...what }: CreditBody): CreditOrder {
  return { request: requestOf(what), release, date, note }
}

function requestOf({ fraction, lines }: Pick<CreditBody, 'fraction' | 'lines'>): CreditRequest {
  if (fraction !== undefined) return { kind: 'FRACTION', fraction }
  if (lines === undefined) return { kind: 'REST' }
  return { kind: 'LINES', amounts: new Map(lines.map(({ invoice_line_id, amount }) => [invoice_line_id, amount])) }
}

function serveDeciding(server: Server): void {
  const { ctx } = server
  serve(server, operations.discardDrafts, async (call) => {
    const { body, doEach } = call
    return { items: await doEach(body.ids, itself, (id) => discardDraft(ctx, commandOf(call), id)) }
  })
  serve(server, operations.refreshDrafts, async (call) => {
    const { body, doEach } = call
    return { items: await doEach(body.ids, itself, (id) => refreshDraft(ctx, commandOf(call), id)) }
  })
  serve(server, operations.reviewDrafts, async (call) => {
    const { body, doEach } = call
    const review = (id: string) => reviewDraft(ctx, commandOf(call), id, body.is_reviewed)
    return { items: await doEach(body.ids, itself, review) }
  })
  serve(server, operations.finaliseDrafts, async (call) => {
    const { ids, date, accepts_old_rate } = call.body
    const results = await finaliseDrafts(ctx, commandOf(call), ids, { date: date ?? null, accepts_old_rate })
    return {
      items: results.map(({ invoice_id: id, problem }) => {
        if (problem === null) return { id, is_done: true, message: null }
        const [first] = problem.errors ?? []
        return { id, is_done: false, message: call.render(first ? sentenceOf(first) : problem.sentence) }
      }),
    }
  })
}
