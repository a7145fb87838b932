import * as contract from '@cartage/contract/messages/app/record'
import { tryInboxItem } from '@cartage/contract/messages/app/suggestions'
import { byCaller } from '../audit/rules.ts'
import { Problem } from '../http/problem.ts'
import { type Call, type Server, serve } from '../http/serve.ts'
import { serveMany } from './bulk.routes.ts'
import { findMessage } from './detail.views.ts'
import * as inbox from './inbox/commands.ts'
import { retryInbox } from './inbox/retry.commands.ts'
import { countInbox, findInboxItem } from './inbox/views.ts'
import { serveMessageLists } from './list.routes.ts'
import { replayMessage, tryMessage } from './replay.commands.ts'
import type { ReplayKinds } from './replay.rules.ts'

/** Binds the endpoints of the message log and of the inbox. */
export function serveMessages(server: Server, replayKinds: ReplayKinds): void {
  serveMessageLists(server)
  serveMany(server, replayKinds)
  serveMessageLog(server, replayKinds)
  serveInbox(server, replayKinds)
}

function serveMessageLog(server: Server, replayKinds: ReplayKinds): void {
  const { ctx } = server
  serve(server, contract.getMessage, async ({ params, inTenant }) => {
    const message = await inTenant((tx) => findMessage(tx, params.message_id))
    if (!message) throw new Problem('not_found')
    return message
  })
  serve(server, contract.tryMessage, (call) => tryMessage(ctx, replayKinds, replayOf(call)))
  serve(server, contract.replayMessage, (call) => replayMessage(ctx, replayKinds, replayOf(call)))
}

function replayOf({
  caller,
  params,
  requestId,
}: Pick<Call<typeof contract.tryMessage>, 'caller' | 'params' | 'requestId'>) {
  return { tenantId: caller.tenantId, messageId: params.message_id, by: byCaller(caller, requestId) }
}

function serveInbox(server: Server, replayKinds: ReplayKinds): void {
  const { ctx } = server
  serve(server, contract.getInboxCounts, ({ inTenant }) => inTenant(countInbox))
  serve(server, contract.getInboxItem, async ({ params, inTenant }) => {
    const item = await inTenant((tx) => findInboxItem(tx, params.inbox_item_id))
    if (!item) throw new Problem('not_found')
    return item
  })
  serve(server, contract.resolveInboxItem, (call) =>
    inbox.resolveInboxItem(ctx, replayKinds, itemOf(call), {
      entity_type: call.body.entity_type,
      entity_id: call.body.entity_id,
    }),
  )
  serve(server, tryInboxItem, (call) => inbox.tryInboxItem(ctx, replayKinds, itemOf(call), call.body))
  serve(server, contract.retryInboxItem, (call) => inbox.retryInboxItem(ctx, replayKinds, itemOf(call)))
  serve(server, contract.retryInbox, ({ caller, requestId }) =>
    retryInbox(ctx, replayKinds, { tenantId: caller.tenantId, by: byCaller(caller, requestId) }),
  )
  serve(server, contract.dismissInboxItem, (call) => inbox.dismissInboxItem(ctx, itemOf(call), call.body.reason))
}

function itemOf({
  caller,
  params,
  requestId,
}: Pick<Call<typeof contract.retryInboxItem>, 'caller' | 'params' | 'requestId'>) {
  return { tenantId: caller.tenantId, itemId: params.inbox_item_id, by: byCaller(caller, requestId) }
}
