import { listEvents } from '@cartage/contract/events'
import { cursorProblem, openCursor, sealCursor } from '../http/cursor.ts'
import { type Server, serve } from '../http/serve.ts'
import { findLogEnds, listLog } from './views.ts'

/** The log that clients pull. */
export function serveEvents(server: Server): void {
  const { ctx } = server
  const pageSize = ctx.config.page_size
  serve(server, listEvents, async ({ caller, query, inTenant }) => {
    const place = { vault: ctx.vault, tenantId: caller.tenantId, endpoint: listEvents.id }
    const now = ctx.now().getTime()
    const after = query.cursor === undefined ? 0 : Number(openCursor(place, query.cursor, {}, now).key[0])
    const [ends, found] = await inTenant((tx) => Promise.all([findLogEnds(tx), listLog(tx, after, pageSize + 1)]))
    // What came after the cursor is no longer kept: going on would hide the gap.
    if (query.cursor !== undefined && ends && after + 1 < ends.first) throw cursorProblem()
    const items = found.slice(0, pageSize)
    const key = [items.at(-1)?.position ?? after]
    const isMore = found.length > pageSize
    return {
      items,
      next_cursor: isMore ? sealCursor(place, { key }, { now, seconds: ctx.config.cursor_lifetime_s }) : null,
      resume_cursor: sealCursor(place, { key }, { now, seconds: null }),
    }
  })
}
