import * as operations from '@cartage/contract/purchases/app/customer'
import { byCaller } from '../../audit/rules.ts'
import { Problem } from '../../http/problem.ts'
import { type Call, type Server, serve } from '../../http/serve.ts'
import { findUnplacedItem, unplacedOf } from '../unplaced/views.ts'
import { acceptCustomerDocument, disputeCustomerDocument, matchCustomerDocument } from './commands.ts'

/** Binds comparing, accepting and disputing self-billed documents of customers. */
export function serveCustomerDocuments(server: Server): void {
  const { ctx } = server
  serve(server, operations.matchCustomerDocument, async (call) => {
    const { fault, ...comparison } = await matchCustomerDocument(ctx, commandOf(call), call.body)
    return { ...comparison, fault: fault === null ? null : call.render(fault) }
  })
  serve(server, operations.acceptCustomerDocument, async (call) => {
    await acceptCustomerDocument(ctx, commandOf(call), call.body)
    return await shown(call)
  })
  serve(server, operations.disputeCustomerDocument, async (call) => {
    await disputeCustomerDocument(ctx, commandOf(call), call.body.reason)
    return await shown(call)
  })
}

type RouteCall = Pick<Call<typeof operations.disputeCustomerDocument>, 'caller' | 'params' | 'requestId' | 'inTenant'>

function commandOf({ caller, params, requestId }: Pick<RouteCall, 'caller' | 'params' | 'requestId'>) {
  return { tenantId: caller.tenantId, itemId: params.inbox_item_id, by: byCaller(caller, requestId) }
}

async function shown({ params, inTenant }: Pick<RouteCall, 'params' | 'inTenant'>) {
  const item = await inTenant((tx) => findUnplacedItem(tx, params.inbox_item_id))
  if (!item) throw new Problem('not_found')
  return unplacedOf(item)
}
