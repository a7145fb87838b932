import { type Statement, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { inResult, outResult } from './list.views.ts'
import type { SearchTerms } from './search.views.ts'
import type { Combination } from './tallies.rules.ts'

/** Of each direction, and of each state of the inbox, so many of the latest are counted. */
const mostCounted = 10_000

/** Messages between two instants, and about these. */
export interface TallyFilter {
  from?: string | undefined
  to?: string | undefined
  wanted: SearchTerms | undefined
}

const between = (at: string) => `${at} >= $2::timestamptz and ${at} < $3::timestamptz`
const mentioned = (id: string, values: string) => `and ${id} = any (array(
       select w.message_id from message_mention w where w.tenant_id = $1 and w.value = any (${values}::text[]) limit 10000))`

const received = (more: string) => `select 'IN' as direction, x.result, x.kind, count(*)::integer as count from (
     select ${inResult} as result, m.kind from message m where m.tenant_id = $1 and ${between('m.received_at')} ${more}
      order by m.received_at desc, m.message_id desc limit ${mostCounted}) x group by x.result, x.kind`
const tallyIn = statement('messages.tally_in', received(''))
const tallyInFound = statement('messages.tally_in_found', received(mentioned('m.message_id', '$4')))

const wentOut = (more: string) => `select 'OUT' as direction, x.result, x.kind, count(*)::integer as count from (
     select ${outResult} as result, e.type as kind from delivery_attempt a
      cross join lateral (select type from event where tenant_id = $1 and event_id = a.event_id limit 1) e
      where a.tenant_id = $1 and ${between('a.attempted_at')} ${more}
      order by a.attempted_at desc, a.event_id desc limit ${mostCounted}) x group by x.result, x.kind`
const tallyOut = statement('messages.tally_out', wentOut(''))
const tallyOutFound = statement(
  'messages.tally_out_found',
  wentOut(`and a.event_id = any (array(
      select v.event_id from event v
       where v.tenant_id = $1 and v.entity_type = any ('{order,stop,trip,resource,document,upload,booking}')
         and v.entity_id = any ($4::uuid[]) limit 10000))`),
)

type Message = Combination<'direction' | 'result' | 'kind'>

/** How the latest messages of both directions divide over results and kinds. */
export async function tallyMessages(tx: Tx, { from, to, wanted }: TallyFilter): Promise<Message[]> {
  const range = [from ?? '-infinity', to ?? 'infinity'] as const
  const [came, went] = await Promise.all([
    wanted
      ? tx.query<Message>(tallyInFound, ...range, [...wanted.words, ...wanted.ids])
      : tx.query<Message>(tallyIn, ...range),
    wanted ? tx.query<Message>(tallyOutFound, ...range, wanted.ids) : tx.query<Message>(tallyOut, ...range),
  ])
  return [...came, ...went]
}

const waiting = (more: string): string => `select s.status, x.kind, count(*)::integer as count
     from unnest('{OPEN,RESOLVED,DISMISSED}'::text[]) as s (status)
    cross join lateral (
      select i.kind from inbox_item i where i.tenant_id = $1 and i.status = s.status ${more} limit ${mostCounted}) x
    group by s.status, x.kind`
const tallyItems: Statement = statement('messages.tally_inbox', waiting(''))
const tallyItemsFound: Statement = statement(
  'messages.tally_inbox_found',
  waiting(`and (i.message_id = any (array(
       select w.message_id from message_mention w where w.tenant_id = $1 and w.value = any ($2::text[]) limit 10000))
       or upper(i.order_identifier) = any ($2::text[]) or i.upload_id::text = any ($2::text[]))`),
)

type Item = Combination<'status' | 'kind'>

/** How the items of the inbox divide over states and webhooks. */
export async function tallyInbox(tx: Tx, wanted: SearchTerms | undefined): Promise<Item[]> {
  return wanted ? tx.query<Item>(tallyItemsFound, [...wanted.words, ...wanted.ids]) : tx.query<Item>(tallyItems)
}
