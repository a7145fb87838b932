import { type EventPage, listEvents } from '@cartage/contract/events/endpoints'
import { cursorProblem, openCursor, sealCursor } from '../http/cursor.ts'
import { type Server, serve } from '../http/serve.ts'
import { WrittenJson } from '../http/written.ts'
import { findLogEnds, type LogRow, listLog } from './views.ts'

/** The log that clients pull. */
export function serveEvents(server: Server): void {
  const { ctx } = server
  const pageSize = ctx.config.page_size
  serve(server, listEvents, async ({ caller, query, inTenant }) => {
    const place = { vault: ctx.vault, tenantId: caller.tenantId, endpoint: listEvents.id }
    const now = ctx.now().getTime()
    const after = query.cursor === undefined ? 0 : Number(openCursor(place, query.cursor, {}, now).key[0])
    const [ends, found] = await inTenant((tx) => Promise.all([findLogEnds(tx), listLog(tx, after, pageSize + 1)]))
    // Entries after the cursor are no longer stored: continuing would hide the gap.
    if (query.cursor !== undefined && ends && after + 1 < ends.first) throw cursorProblem()
    const items = found.slice(0, pageSize)
    const key = [items.at(-1)?.position ?? after]
    const isMore = found.length > pageSize
    return writtenPage(items, {
      next_cursor: isMore ? sealCursor(place, { key }, { now, seconds: ctx.config.cursor_lifetime_s }) : null,
      resume_cursor: sealCursor(place, { key }, { now, seconds: null }),
    })
  })
}

/** Sends the stored payload unchanged: it is the text that endpoints get and that their signature covers. */
function writtenPage(items: readonly LogRow[], cursors: Pick<EventPage, 'next_cursor' | 'resume_cursor'>): WrittenJson {
  const entries = items.map(({ payload, ...facts }) => `${JSON.stringify(facts).slice(0, -1)},"payload":${payload}}`)
  return new WrittenJson(`{"items":[${entries.join(',')}],${JSON.stringify(cursors).slice(1)}`)
}
