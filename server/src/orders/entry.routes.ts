import * as contract from '@cartage/contract/app/order-entry'
import { findImportCustomers, importOrders } from '@cartage/contract/app/order-import'
import { languageOf } from '../http/language.ts'
import { type Server, serve } from '../http/serve.ts'
import { changeEntry, enterOrder } from './entry.jobs.ts'
import { findSimilar, listUploads, readReference } from './entry.views.ts'
import { findUnknownCustomers, importLines } from './import.jobs.ts'
import type { RowFault } from './import.rules.ts'

/** Entering, changing and importing orders on screens. */
export function serveOrderEntry(server: Server): void {
  const { ctx } = server
  serve(server, contract.createOrder, ({ caller, body }) =>
    enterOrder(ctx, { tenantId: caller.tenantId, order: body.order, key: keyOf(body.entry_key) }),
  )
  serve(server, contract.changeOrder, ({ caller, params, body }) =>
    changeEntry(ctx, { tenantId: caller.tenantId, orderId: params.order_id, ...body }),
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
  serve(server, importOrders, async ({ caller, body, request, say }) => {
    const results = await importLines(ctx, { tenantId: caller.tenantId, language: languageOf(request), ...body })
    const told = (faults: readonly RowFault[]) => faults.map((one) => ({ ...one, message: say(one.message) }))
    return { items: results.map((result) => ({ ...result, errors: told(result.errors) })) }
  })
}

function keyOf(key: string | null | undefined): string | undefined {
  return key ? `entry ${key}` : undefined
}
