import type { InboxItem } from '@cartage/contract/messages/app/record'
import { type Names, question } from '../../db/question.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { exactInstant, instant } from '../../db/texts.ts'
import type { SearchTerms } from '../search.views.ts'
import { nameOfSender } from '../senders.views.ts'

const columns = `i.inbox_item_id as id, i.kind, i.status, i.path, i.item, i.reason,
       case when i.path = '*' then (i.item ->> 'part_count')::int else 1 end as part_count,
       ${nameOfSender('i.sent_by_kind', 'i.credential_id')} as party,
       i.message_id, i.upload_id, i.occurrences, i.attempts, i.last_failure, ${instant('i.created_at')} as created_at,
       ${instant('i.last_at')} as last_at, i.entity_type, i.entity_id, i.dismissal, ${instant('i.closed_at')} as closed_at`

/** What a statement of the list is given. */
interface Given {
  status: string
  kind: string | undefined
  at: string
  id: string
  limit: number
  words: readonly string[] | undefined
}

const itemsWith = (of: Names<Given>, more = '') =>
  `select ${columns}, ${exactInstant('i.created_at')} as exact_at
     from inbox_item i
    where i.tenant_id = $1 and i.status = ${of.status} and (${of.kind}::text is null or i.kind = ${of.kind})
      and (i.created_at, i.inbox_item_id) > (${of.at}::timestamptz, ${of.id}::uuid) ${more}
    order by i.created_at, i.inbox_item_id limit ${of.limit}`

const selectItems = question<Given, ListedItem>('messages.list_inbox_items', (of) => itemsWith(of))
// Items of messages that say the word, or touched the record.
const findItems = question<Given, ListedItem>('messages.find_inbox_items', (of) =>
  itemsWith(
    of,
    `and (i.message_id = any (array(
      select w.message_id from message_mention w where w.tenant_id = $1 and w.value = any (${of.words}::text[]) limit 10000))
      or upper(i.order_identifier) = any (${of.words}::text[]) or i.upload_id::text = any (${of.words}::text[]))`,
  ),
)
const selectItem = statement(
  'messages.show_inbox_item',
  `select ${columns} from inbox_item i where i.tenant_id = $1 and i.inbox_item_id = $2`,
)
const countItems = statement(
  'messages.count_inbox_items',
  `select i.kind, count(*)::int as items from inbox_item i
    where i.tenant_id = $1 and i.status = 'OPEN' group by i.kind order by i.kind`,
)

/** An item in a list, with the instant it is at. */
export interface ListedItem extends InboxItem {
  exact_at: string
}

const start = ['-infinity', '00000000-0000-0000-0000-000000000000'] as const

/** Which items are listed. */
export interface InboxFilter {
  status: string
  kind?: string | undefined
  /** Only items of messages that are about these. */
  wanted?: SearchTerms | undefined
  /** Instant and id of the last item of the page before. */
  after?: readonly [string, string] | undefined
  limit: number
}

/** Items of one status, oldest first, behind the given key. */
export async function listInbox(tx: Tx, filter: InboxFilter): Promise<ListedItem[]> {
  const [at, id] = filter.after ?? start
  const { status, kind, limit, wanted } = filter
  const words = wanted && [...wanted.words, ...wanted.ids]
  return await (wanted ? findItems : selectItems).ask(tx, { status, kind, at, id, limit, words })
}

/** One item; undefined when there is none with this id. */
export async function findInboxItem(tx: Tx, itemId: string): Promise<InboxItem | undefined> {
  const [row] = await tx.query<InboxItem>(selectItem, itemId)
  return row
}

/** How many items wait, by webhook. */
export async function countInbox(tx: Tx): Promise<{ open: number; by_kind: Record<string, number> }> {
  const rows = await tx.query<{ kind: string; items: number }>(countItems)
  return {
    open: rows.reduce((sum, row) => sum + row.items, 0),
    by_kind: Object.fromEntries(rows.map((row) => [row.kind, row.items])),
  }
}
