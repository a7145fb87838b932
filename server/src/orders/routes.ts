import { blockOrder, skipOrder, unblockOrder } from '@cartage/contract/app/orders'
import { listRecentUploads } from '@cartage/contract/app/start'
import type { Response } from '@cartage/contract/endpoint'
import { canonicalOrder } from '@cartage/contract/orders/canonical'
import {
  exportOrder,
  getOrder,
  getOrderStatus,
  getOrderUpload,
  importOrder,
  listOrderCharges,
  listOrderDocuments,
  uploadOrder,
} from '@cartage/contract/orders/endpoints'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import type { FastifyRequest } from 'fastify'
import { byCaller } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import { listDocumentsOfOrder } from '../documents/views.ts'
import { parseJson } from '../http/json.ts'
import { Problem } from '../http/problem.ts'
import { spokenIssues, validationProblem } from '../http/render-problem.ts'
import { bodyText, type Call, type Server, serve } from '../http/serve.ts'
import { messageOf, record } from '../messages/receive.jobs.ts'
import { acceptUpload } from './accept.jobs.ts'
import { serveOrderEntry } from './entry.routes.ts'
import { readOrderExport } from './export.views.ts'
import * as commands from './hold.jobs.ts'
import { serveOrderList } from './list.routes.ts'
import { serveOrderPapers } from './papers.routes.ts'
import { completeOrder, getOrderRow, loadOrderParts, wholeAlready } from './reads.views.ts'
import { serveOrderRecord } from './record.routes.ts'
import { messageKey } from './uploads.rules.ts'
import { listRecentUploadRows, readUpload } from './uploads.views.ts'
import { orderOutput, readOrderStatus } from './views.ts'

/** Binds the endpoints of orders. */
export function serveOrders(server: Server): void {
  serveIntake(server)
  serveReads(server)
  serveScreens(server)
  serveOrderList(server)
  serveOrderRecord(server)
  serveOrderPapers(server)
  serveOrderEntry(server)
}

function serveIntake(server: Server): void {
  const { ctx } = server
  serve(server, uploadOrder, async ({ caller, body, request }) => {
    return await acceptUpload(ctx, {
      tenantId: caller.tenantId,
      upload: canonicalOrder(body),
      source: 'API',
      companyId: caller.companyId,
      idempotencyKey: headerOf(request, 'idempotency-key'),
    })
  })
  // ORD-17: no upload id in the answer; a refusal is an answer with errors, not an HTTP error.
  serve(server, importOrder, async (call) => {
    const began = performance.now()
    const message = messageOf(call, 'order-import')
    const identifiers: string[] = []
    const answer = await importAnswer(ctx, call, message.messageKey, (identifier) => identifiers.push(identifier))
    const touched = identifiers.map((one) => ['order_identifier', one] as [string, string])
    await record(ctx, message, { status: 200, answer, began, touched })
    return answer
  })
}

async function importAnswer(
  ctx: Context,
  { caller, body }: Pick<Call<typeof importOrder>, 'caller' | 'body'>,
  messageId: string | undefined,
  named: (identifier: string) => void,
): Promise<Response<typeof importOrder>> {
  try {
    const upload = canonicalOrder(readUploadBody(body))
    named(upload.order_identifier)
    await acceptUpload(ctx, {
      tenantId: caller.tenantId,
      upload,
      source: 'WEBHOOK',
      companyId: caller.companyId,
      idempotencyKey: messageId ? messageKey(caller.id, messageId) : undefined,
    })
    return null
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return {
      errors: wordsOf(error).map((words) => ({ error_type: 'USER_INPUT_ERROR' as const, error_message: words })),
    }
  }
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Everything that is wrong, a sentence each. */
function wordsOf({ message, errors = [] }: Problem): string[] {
  if (errors.length < 2) return [message]
  return errors.map((item) => (item.path ? `${item.path}: ${item.message}` : item.message))
}

/** @throws Problem body_not_json, validation_failed */
function readUploadBody(body: unknown): OrderUpload {
  const result = OrderUpload.safeParse(parseJson(bodyText(body)), { error: spokenIssues })
  if (!result.success) throw validationProblem(result.error.issues)
  return result.data
}

function serveReads(server: Server): void {
  serve(server, getOrderUpload, async ({ caller, params, inOneTrip }) =>
    inOneTrip((tx) => readUpload(tx, params.upload_id, caller.companyId)),
  )
  serve(server, getOrder, async ({ caller, params, inOneTrip, inTenant }) => {
    const parts = await inOneTrip((tx) => loadOrderParts(tx, params.order_id, caller.companyId))
    return orderOutput(wholeAlready(parts) ?? (await inTenant((tx) => completeOrder(tx, parts))))
  })
  serve(server, getOrderStatus, async ({ caller, params, inTenant }) =>
    inTenant((tx) => readOrderStatus(tx, params.order_id, caller.companyId)),
  )
  serve(server, exportOrder, async ({ caller, params, inOneTrip }) =>
    inOneTrip((tx) => readOrderExport(tx, params.order_id, caller.companyId)),
  )
  // No feature makes charges yet: the list is empty, for orders the caller may see.
  serve(server, listOrderCharges, async ({ caller, params, inOneTrip }) => {
    await inOneTrip((tx) => getOrderRow(tx, params.order_id, caller.companyId))
    return { charges: [] }
  })
  serve(server, listOrderDocuments, async ({ caller, params, inTenant }) => {
    return await inTenant(async (tx) => {
      await getOrderRow(tx, params.order_id, caller.companyId)
      return listDocumentsOfOrder(tx, params.order_id)
    })
  })
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

type Asked = Pick<Call<typeof skipOrder>, 'caller' | 'params' | 'requestId'>

function commandOf({ caller, params, requestId }: Asked): commands.OrderCommand {
  return { tenantId: caller.tenantId, orderId: params.order_id, by: byCaller(caller, requestId) }
}
