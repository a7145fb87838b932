import { countInboxItems, countMessages, exportInbox, exportMessageList } from '@cartage/contract/messages/app/list'
import {
  type InboxItem,
  listInboxItems,
  listMessages,
  type MessageSummary,
} from '@cartage/contract/messages/app/record'
import { type CsvColumns, sendCsv, walkRows } from '../http/csv.ts'
import { walkList } from '../http/page.ts'
import { type Server, serve } from '../http/serve.ts'
import { inbox } from './inbox/views.ts'
import { messages } from './list.views.ts'
import { tallyMembers } from './tallies.rules.ts'

/** Serves the lists of messages and of the inbox: their pages, counts and files. */
export function serveMessageLists(server: Server): void {
  serveMessageList(server)
  serveInboxList(server)
}

function serveMessageList(server: Server): void {
  const { ctx } = server
  serve(server, listMessages, async ({ caller, query, inTenant }) => {
    const walk = walkList(ctx, caller, listMessages.id, query)
    return await inTenant((tx) => walk.read(messages.open(tx, walk.filters, undefined)))
  })
  serve(server, countMessages, async ({ query, inTenant }) =>
    inTenant(async (tx) => {
      const { search, from, to, ...chosen } = query
      const rows = await messages.open(tx, { search, from, to }, undefined).tally(['direction', 'result', 'kind'])
      const { direction, result, kind } = tallyMembers(['direction', 'result', 'kind'], rows, chosen)
      return { by_direction: direction, by_result: result, by_kind: kind }
    }),
  )
  serve(server, exportMessageList, ({ caller, query, reply }) => {
    const chunks = walkRows(ctx, caller.tenantId, messages, { filters: query, given: undefined })
    return sendCsv(reply, 'messages', messageColumns, chunks)
  })
}

const messageColumns: CsvColumns<MessageSummary> = {
  at: (row) => row.at,
  direction: (row) => row.direction,
  kind: (row) => row.kind,
  result: (row) => row.result,
  status: (row) => row.status,
  party: (row) => row.party,
  duration_ms: (row) => row.duration_ms,
  repeats: (row) => row.repeats,
  replay_of: (row) => row.replay_of,
  message_id: (row) => row.id,
}

function serveInboxList(server: Server): void {
  const { ctx } = server
  serve(server, listInboxItems, async ({ caller, query, inTenant }) => {
    const walk = walkList(ctx, caller, listInboxItems.id, query)
    return await inTenant((tx) => walk.read(inbox.open(tx, { status: 'OPEN', ...walk.filters }, undefined)))
  })
  serve(server, countInboxItems, async ({ query, inTenant }) =>
    inTenant(async (tx) => {
      const rows = await inbox.open(tx, { search: query.search }, undefined).tally(['status', 'kind'])
      const tallies = tallyMembers(['status', 'kind'], rows, { status: query.status ?? 'OPEN', kind: query.kind })
      return { by_status: tallies.status, by_kind: tallies.kind }
    }),
  )
  serve(server, exportInbox, ({ caller, query, reply }) => {
    const filters = { ...query, status: query.status ?? 'OPEN' }
    const chunks = walkRows(ctx, caller.tenantId, inbox, { filters, given: undefined })
    return sendCsv(reply, 'inbox', itemColumns, chunks)
  })
}

const itemColumns: CsvColumns<InboxItem> = {
  created_at: (row) => row.created_at,
  status: (row) => row.status,
  kind: (row) => row.kind,
  path: (row) => row.path,
  reason: (row) => row.reason,
  last_failure: (row) => row.last_failure,
  party: (row) => row.party,
  occurrences: (row) => row.occurrences,
  attempts: (row) => row.attempts,
  last_at: (row) => row.last_at,
  item: (row) => JSON.stringify(row.item),
  dismissal: (row) => row.dismissal,
  closed_at: (row) => row.closed_at,
  inbox_item_id: (row) => row.id,
  message_id: (row) => row.message_id,
}
