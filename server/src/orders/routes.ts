import { listRecentUploads } from '@cartage/contract/app/start'
import { blockOrder, skipOrder, unblockOrder } from '@cartage/contract/orders/app/commands'
import { canonicalOrder } from '@cartage/contract/orders/canonical'
import {
  exportOrder,
  getOrder,
  getOrderStatus,
  getOrderUpload,
  importOrder,
  listOrderDocuments,
  uploadOrder,
} from '@cartage/contract/orders/endpoints'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import type { FastifyRequest } from 'fastify'
import { byCaller } from '../audit/rules.ts'
import type { Tx } from '../db/tenant.ts'
import { keepMessageBody } from '../documents/message-body.commands.ts'
import { listDocumentsOfOrder } from '../documents/views.ts'
import { sentBody } from '../http/body/sent.ts'
import { keepAnswers } from '../http/kept-answers.ts'
import { plainRequest } from '../http/plain-request.ts'
import { type Call, type Server, serve } from '../http/serve.ts'
import { messageOf, record, recordFailure } from '../messages/receive.commands.ts'
import { serveOrderFiles } from './documents/routes.ts'
import { serveOrderEntry } from './entry/routes.ts'
import * as commands from './hold.commands.ts'
import { acceptUpload } from './intake/accept.commands.ts'
import { applyOrderImport } from './intake/webhook.commands.ts'
import { serveOrderList } from './list/routes.ts'
import { readOrderExport } from './record/export.views.ts'
import { namesFor } from './record/names.views.ts'
import { serveOrderRecord } from './record/routes.ts'
import { completeOrder, getOrderRow, loadOrderParts, wholeAlready } from './record/row.views.ts'
import { isMarked, orderOutput, readOrderStatus } from './record/views.ts'
import { notesOf } from './uploads/notes.rules.ts'
import { serveUploads } from './uploads/routes.ts'
import { listRecentUploadRows, readUpload } from './uploads/views.ts'

/** Binds the endpoints of orders. */
export function serveOrders(server: Server): void {
  serveIntake(server)
  serveReads(server)
  serveScreens(server)
  serveOrderList(server)
  serveOrderRecord(server)
  serveOrderFiles(server)
  serveOrderEntry(server)
  serveUploads(server)
}

function serveIntake(server: Server): void {
  const { ctx } = server
  serve(server, uploadOrder, async ({ caller, requestId, body, request }) => {
    return await acceptUpload(ctx, {
      tenantId: caller.tenantId,
      upload: canonicalOrder(body),
      source: 'API',
      by: byCaller(caller, requestId),
      notes: notesOf(body, sentBody(body)),
      companyId: caller.companyId,
      idempotencyKey: headerOf(request, 'idempotency-key'),
    })
  })
  // ORD-17: the response has no upload id; a rejection is a response with errors, not an HTTP error.
  serve(server, importOrder, async (call) => {
    const began = performance.now()
    const message = messageOf(plainRequest(call), 'order-import', keepMessageBody)
    const taken = await applyOrderImport(ctx, message, call.caller.companyId).catch(async (error) => {
      await recordFailure(ctx, message, error, began)
      throw error
    })
    await record(ctx, message, { status: 200, began, ...taken })
    return taken.answer
  })
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

function serveReads(server: Server): void {
  const keptUpload = keepAnswers(server, getOrderUpload, 'UPLOAD')
  serve(server, getOrderUpload, (call) =>
    keptUpload(call, call.params.upload_id, async () => ({
      result: await call.inOneTrip((tx) => readUpload(tx, call.params.upload_id, call.caller.companyId)),
      isMarked: true,
    })),
  )
  const keptOrder = keepAnswers(server, getOrder, 'ORDER')
  serve(server, getOrder, (call) =>
    keptOrder(call, call.params.order_id, async () => {
      const result = await readOrder(call)
      return { result, isMarked: isMarked(result) }
    }),
  )
  const keptStatus = keepAnswers(server, getOrderStatus, 'ORDER_STATUS')
  serve(server, getOrderStatus, (call) =>
    keptStatus(call, call.params.order_id, async () => {
      const result = await call.inTenant((tx) => readOrderStatus(tx, call.params.order_id, call.caller.companyId))
      return { result, isMarked: isMarked(result) }
    }),
  )
  serve(server, exportOrder, async ({ caller, params, inOneTrip }) =>
    inOneTrip((tx) => readOrderExport(tx, params.order_id, caller.companyId)),
  )
  serve(server, listOrderDocuments, async ({ caller, params, inTenant }) => {
    return await inTenant(async (tx) => {
      await getOrderRow(tx, params.order_id, caller.companyId)
      return listDocumentsOfOrder(tx, params.order_id, caller.companyId)
    })
  })
}

async function readOrder({ caller, params, inOneTrip, inTenant }: Call<typeof getOrder>): Promise<OrderOutput> {
  const naming = (tx: Tx) => namesFor(tx, caller)
  const parts = await inOneTrip((tx) => loadOrderParts(tx, params.order_id, caller.companyId, naming))
  const whole =
    wholeAlready(parts, caller.companyId) ?? (await inTenant((tx) => completeOrder(tx, parts, caller.companyId)))
  return orderOutput(whole)
}

function serveScreens(server: Server): void {
  const { ctx } = server
  serve(server, listRecentUploads, async ({ caller, query, inTenant }) => ({
    items: await inTenant((tx) => listRecentUploadRows(tx, query.limit, caller.companyId)),
  }))
  serve(server, skipOrder, async (call) => commands.skipOrder(ctx, commandOf(call)))
  serve(server, blockOrder, async (call) => commands.blockOrder(ctx, commandOf(call), call.body.reason))
  serve(server, unblockOrder, async (call) => commands.unblockOrder(ctx, commandOf(call)))
}

type SkipCall = Pick<Call<typeof skipOrder>, 'caller' | 'params' | 'requestId'>

function commandOf({ caller, params, requestId }: SkipCall): commands.OrderCommand {
  return { tenantId: caller.tenantId, orderId: params.order_id, by: byCaller(caller, requestId) }
}
