import { typePurchase } from '@cartage/contract/purchases/app/typed'
import * as operations from '@cartage/contract/purchases/app/unplaced'
import { byCaller } from '../../audit/rules.ts'
import { Problem } from '../../http/problem.ts'
import { type Call, type Server, serve } from '../../http/serve.ts'
import { dismissInboxItem, resolveInboxItem, retryInboxItem } from '../../messages/inbox/commands.ts'
import type { ReplayKinds } from '../../messages/replay.rules.ts'
import { placeTyped } from './typed.commands.ts'
import { findUnplacedItem, listUnplaced, unplacedOf } from './views.ts'

/** Binds unplaced documents of suppliers, the inbox of people who work with invoices (PURCH-1). */
export function serveUnplaced(server: Server, replayKinds: ReplayKinds): void {
  const { ctx } = server
  serve(server, operations.listUnplacedPurchases, async ({ query, inTenant }) =>
    inTenant((tx) => listUnplaced(tx, query)),
  )
  serve(server, operations.getUnplacedPurchase, async (call) => unplacedOf(await itemOf(call)))
  serve(server, operations.placePurchase, async (call) => {
    await itemOf(call)
    const { company_id } = call.body
    const placed =
      company_id === null
        ? await retryInboxItem(ctx, replayKinds, commandOf(call))
        : await resolveInboxItem(ctx, replayKinds, commandOf(call), { entity_type: 'company', entity_id: company_id })
    return unplacedOf(placed)
  })
  serve(server, typePurchase, async (call) => ({ invoice_id: await placeTyped(ctx, commandOf(call), call.body) }))
  serve(server, operations.dismissUnplacedPurchase, async (call) => {
    await itemOf(call)
    return unplacedOf(await dismissInboxItem(ctx, commandOf(call), call.body.reason))
  })
}

type RouteCall = Pick<Call<typeof operations.placePurchase>, 'caller' | 'params' | 'requestId' | 'inTenant'>

/** @throws Problem not_found for inbox items of other webhooks */
async function itemOf({ params, inTenant }: Pick<RouteCall, 'params' | 'inTenant'>) {
  const item = await inTenant((tx) => findUnplacedItem(tx, params.inbox_item_id))
  if (!item) throw new Problem('not_found')
  return item
}

function commandOf({ caller, params, requestId }: Pick<RouteCall, 'caller' | 'params' | 'requestId'>) {
  return { tenantId: caller.tenantId, itemId: params.inbox_item_id, by: byCaller(caller, requestId) }
}
