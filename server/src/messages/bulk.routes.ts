import { msg } from '@cartage/contract/message'
import { changeInboxItems, replayMessages } from '@cartage/contract/messages/app/list'
import { byCaller } from '../audit/rules.ts'
import { itself } from '../http/each.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { dismissInboxItem, retryInboxItem } from './inbox/commands.ts'
import { replayMessage } from './replay.commands.ts'
import type { ReplayKinds } from './replay.rules.ts'

/** Bulk actions on messages and inbox items, each executed by the command for one. */
export function serveMany(server: Server, replayKinds: ReplayKinds): void {
  const { ctx } = server
  serve(server, replayMessages, async ({ caller, requestId, body, doEach }) => {
    const { tenantId } = caller
    const by = byCaller(caller, requestId)
    const items = await doEach(body.ids, itself, async (messageId) => {
      const { status } = await replayMessage(ctx, replayKinds, { tenantId, messageId, by })
      if (status >= 400) throw new Problem('state_conflict', { message: msg`Rejected again: ${status}.` })
    })
    return { items }
  })
  serve(server, changeInboxItems, async ({ caller, requestId, body, doEach }) => {
    const { action, reason, ids } = body
    if (action === 'dismiss' && reason === undefined) {
      const item = errorItem('reason', 'is required to dismiss items: enter a reason', 'missing')
      throw new Problem('validation_failed', { errors: [item] })
    }
    const { tenantId } = caller
    const by = byCaller(caller, requestId)
    const items = await doEach(ids, itself, async (itemId) => {
      if (action === 'dismiss') return dismissInboxItem(ctx, { tenantId, itemId, by }, reason!)
      const { status, upload_id, last_failure } = await retryInboxItem(ctx, replayKinds, { tenantId, itemId, by })
      // An upload is queued again, and its item is settled when it is applied.
      if (status !== 'OPEN' || upload_id !== null) return
      throw new Problem('state_conflict', { message: last_failure ?? 'Still no matching record.' })
    })
    return { items }
  })
}
