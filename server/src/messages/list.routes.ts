import { countInboxItems, countMessages, exportInbox, exportMessageList } from '@cartage/contract/messages/app/list'
import {
  type InboxItem,
  listInboxItems,
  listMessages,
  type MessageSummary,
} from '@cartage/contract/messages/app/record'
import type { Tx } from '../db/tenant.ts'
import { type CsvColumns, type InstantKey, instantKeyOf, sendCsv, walkInstants } from '../http/csv.ts'
import { walkList } from '../http/page.ts'
import { type Server, serve } from '../http/serve.ts'
import { listInbox } from './inbox/views.ts'
import { listMessageRows } from './list.views.ts'
import { findSearchTerms, type SearchTerms } from './search.views.ts'
import { tallyMembers } from './tallies.rules.ts'
import { tallyInbox, tallyMessages } from './tallies.views.ts'

/** The lists of messages and of the inbox: their pages, counts and files. */
export function serveMessageLists(server: Server): void {
  serveMessageList(server)
  serveInboxList(server)
}

async function searchedBy(tx: Tx, search: string | undefined): Promise<SearchTerms | undefined> {
  return search === undefined ? undefined : await findSearchTerms(tx, search)
}

function serveMessageList(server: Server): void {
  const { ctx } = server
  serve(server, listMessages, async ({ caller, query, inTenant }) => {
    const walked = walkList(ctx, caller, listMessages.id, query)
    const { search, ...filters } = walked.filters
    const after = walked.after as InstantKey | undefined
    const rows = await inTenant(async (tx) =>
      listMessageRows(tx, { ...filters, wanted: await searchedBy(tx, search), after, limit: walked.limit }),
    )
    return walked.page(rows, instantKeyOf)
  })
  serve(server, countMessages, async ({ query, inTenant }) =>
    inTenant(async (tx) => {
      const { search, from, to, ...chosen } = query
      const rows = await tallyMessages(tx, { from, to, wanted: await searchedBy(tx, search) })
      const { direction, result, kind } = tallyMembers(['direction', 'result', 'kind'], rows, chosen)
      return { by_direction: direction, by_result: result, by_kind: kind }
    }),
  )
  serve(server, exportMessageList, ({ caller, query, reply }) => {
    const { search, ...filters } = query
    const chunks = walkInstants(ctx, caller.tenantId, async (tx, page) =>
      listMessageRows(tx, { ...filters, wanted: await searchedBy(tx, search), ...page }),
    )
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
    const walked = walkList(ctx, caller, listInboxItems.id, query)
    const { status = 'OPEN', kind, search } = walked.filters
    const after = walked.after as InstantKey | undefined
    const rows = await inTenant(async (tx) =>
      listInbox(tx, { status, kind, wanted: await searchedBy(tx, search), after, limit: walked.limit }),
    )
    return walked.page(rows, instantKeyOf)
  })
  serve(server, countInboxItems, async ({ query, inTenant }) =>
    inTenant(async (tx) => {
      const rows = await tallyInbox(tx, await searchedBy(tx, query.search))
      const tallies = tallyMembers(['status', 'kind'], rows, { status: query.status ?? 'OPEN', kind: query.kind })
      return { by_status: tallies.status, by_kind: tallies.kind }
    }),
  )
  serve(server, exportInbox, ({ caller, query, reply }) => {
    const { status = 'OPEN', kind, search } = query
    const chunks = walkInstants(ctx, caller.tenantId, async (tx, page) =>
      listInbox(tx, { status, kind, wanted: await searchedBy(tx, search), ...page }),
    )
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
