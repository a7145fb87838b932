import * as contract from '@cartage/contract/orders/app/entry'
import {
  findImportCustomers,
  findImportPlaces,
  findImportSimilar,
  importOrders,
} from '@cartage/contract/orders/app/import'
import { byCaller } from '../../audit/rules.ts'
import type { Caller } from '../../http/caller.ts'
import { languageOf } from '../../http/language.ts'
import { type Server, serve } from '../../http/serve.ts'
import { findSimilarLines, findUnclearPlaces, findUnknownCustomers, importLines } from '../import/sheet.commands.ts'
import type { RowFault } from '../import/sheet.rules.ts'
import { changeEntry, enterOrder } from './commands.ts'
import { findSimilar, listUploads, readReference } from './views.ts'

/** Serves entry, changes and imports of orders on screens. */
export function serveOrderEntry(server: Server): void {
  const { ctx } = server
  serve(server, contract.createOrder, ({ caller, requestId, body }) =>
    enterOrder(ctx, {
      ...whoOf(caller, requestId),
      order: body.order,
      key: keyOf(body.entry_key),
      corrects: body.corrects ?? undefined,
    }),
  )
  serve(server, contract.changeOrder, ({ caller, requestId, params, body }) =>
    changeEntry(ctx, { ...whoOf(caller, requestId), orderId: params.order_id, ...body }),
  )
  serve(server, contract.readUploads, async ({ body, inTenant }) => ({
    items: await inTenant((tx) => listUploads(tx, body.upload_ids)),
  }))
  serve(server, contract.findSimilarOrders, async ({ body, inTenant }) => ({
    items: await inTenant((tx) => findSimilar(tx, body)),
  }))
  serve(server, contract.readOrderReference, ({ inTenant }) => inTenant(readReference))
  serve(server, findImportCustomers, async ({ caller, body }) =>
    findUnknownCustomers(ctx, caller.tenantId, body.customers),
  )
  serve(server, findImportSimilar, async ({ caller, body }) => ({
    items: await findSimilarLines(ctx, caller.tenantId, body),
  }))
  serve(server, findImportPlaces, async ({ caller, body }) => ({
    questions: await findUnclearPlaces(ctx, caller.tenantId, body),
  }))
  serve(server, importOrders, async ({ caller, requestId, body, request, render }) => {
    const results = await importLines(ctx, { ...whoOf(caller, requestId), language: languageOf(request), ...body })
    const reported = (faults: readonly RowFault[]) => faults.map((one) => ({ ...one, message: render(one.message) }))
    return { items: results.map((result) => ({ ...result, errors: reported(result.errors) })) }
  })
}

function whoOf(caller: Caller, requestId: string) {
  return { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
}

function keyOf(key: string | null | undefined): string | undefined {
  return key ? `entry ${key}` : undefined
}
