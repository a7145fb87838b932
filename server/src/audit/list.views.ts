import type { AuditRecord, countAuditRecords } from '@cartage/contract/audit/app'
import type { Answer } from '@cartage/contract/endpoint'
import { plainText } from '@cartage/contract/reading/fold'
import { sql } from 'kysely'
import { down, is } from '../db/list/declare.ts'
import { placeFinder } from '../db/list/place-at.ts'
import { List } from '../db/list.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { actorName, shown } from './views.ts'

/** Filters for the trail; undefined members filter nothing. */
export interface ListFilter {
  /** Name of a record, or the id of a record or of a request. */
  q?: string | undefined
  entity_type?: string | undefined
  entity_id?: string | undefined
  actor_id?: string | undefined
  action?: string | undefined
  /** ISO 8601 instant: only entries from it on. */
  from?: string | undefined
  /** ISO 8601 instant: only entries before it. */
  to?: string | undefined
}

/** Number of the latest matching entries that are counted. */
const mostCounted = 10_000
/** Maximum entries found by one search. */
const mostFound = 2_000
/** Maximum persons listed separately. */
const mostActors = 100

/** Maximum records found by name, the latest first. */
const mostNamed = 100

// Looked up one by one: all ids at once would scan the trail.
const selectFound = statement(
  'audit.search',
  `(select f.sequence
      from unnest($2::text[]) as k (id)
     cross join lateral (
       select r.sequence::text as sequence from audit_record r
        where r.tenant_id = $1 and r.entity_id = k.id and r.sequence > 0 order by r.sequence desc limit ${mostFound}) f
     limit ${mostFound})
   union
   (select r.sequence::text from audit_record r
     where r.tenant_id = $1 and r.request_id = $3 and r.request_id is not null and r.sequence > 0
     order by r.sequence desc limit ${mostFound})`,
)

// By record name in the search index: the words of a title between blanks, without accents.
const selectTitled = statement(
  'audit.list_titled',
  `select e.record_id::text as id from search_entry e
    where e.tenant_id = $1 and e.title_key like all ($2::text[]) order by e.at desc nulls last limit ${mostNamed}`,
)
// Records outside the search index are few.
const selectNames = statement(
  'audit.list_names',
  `select u.user_id::text as id, concat_ws(' ', u.name, u.email) as name from app_user u where u.tenant_id = $1
   union all select c.client_id, c.name from api_client c where c.tenant_id = $1
   union all select w.client_id, w.name from webhook_credential w where w.tenant_id = $1
   union all select s.subscription_id::text, s.name from subscription s where s.tenant_id = $1`,
)

/** AUDIT-10: numbers of the entries about records with this name or id, and of the request with this id. */
async function findEntries(tx: Tx, text: string): Promise<string[]> {
  const words = plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const [titled, names] =
    words.length === 0
      ? [[], []]
      : await Promise.all([
          tx.query<{ id: string }>(
            selectTitled,
            words.map((word) => `%${word}%`),
          ),
          tx.query<{ id: string; name: string }>(selectNames),
        ])
  const named = names.filter(({ name }) => {
    const plain = plainText(name)
    return words.every((word) => plain.includes(word))
  })
  const ids = [...new Set([text, ...[...titled, ...named].map(({ id }) => id)])]
  return (await tx.query<{ sequence: string }>(selectFound, ids, text)).map(({ sequence }) => sequence)
}
const selectRows = statement('audit.list_rows', `${shown} where r.tenant_id = $1 and r.sequence = any ($2::bigint[])`)

/** First entry at or after an instant: entries get number and instant under one lock, so they grow together. */
const entryAt = placeFinder('audit.find_entry_at', {
  ends: 'select min(sequence) as low, max(sequence) as high from audit_record where tenant_id = $1',
  from: `select sequence as place, at from audit_record
          where tenant_id = $1 and sequence >= m.middle order by sequence limit 1`,
})

const newestFirst = [down('r.sequence', 'bigint')]

/** The trail of the tenant, newest first, with the actors' current names. */
export const auditRecords = new List<ListFilter, 'newest', AuditRecord>({
  from: 'audit_record as r',
  id: { column: 'r.sequence', type: 'bigint' },
  // True for every row. The indexes by person and by kind of record contain it, and only match with it (migration
  // 0043).
  always: sql<boolean>`r.sequence > 0`,
  filters: {
    q: { find: findEntries },
    actor_id: is('r.actor_id'),
    entity_type: is('r.entity_type'),
    entity_id: is('r.entity_id'),
    action: is('r.action'),
    // AUDIT-11
    from: {
      find: async (tx, at) => sql<boolean>`r.sequence >= ${(await entryAt(tx, at)) ?? '0'}::bigint`,
    },
    to: {
      find: async (tx, at) => sql<boolean>`r.sequence < ${(await entryAt(tx, at)) ?? '0'}::bigint`,
    },
  },
  sorts: { newest: newestFirst },
  walk: newestFirst,
  values: {
    action: sql.ref('r.action'),
    entity_type: sql.ref('r.entity_type'),
    actor_kind: sql.ref('r.actor_kind'),
    actor_id: sql`coalesce(r.actor_id, '')`,
  },
  counted: { most: mostCounted, keys: newestFirst },
  read: (tx, sequences) => tx.query<AuditRecord>(selectRows, sequences),
  idOf: (record) => String(record.sequence),
})

const selectActors = statement(
  'audit.list_actors',
  `select r.actor_kind as kind, r.actor_id, ${actorName} as name
     from unnest($2::text[], $3::text[]) as r (actor_kind, actor_id) where $1::uuid is not null`,
)

type Counts = Answer<typeof countAuditRecords>

/** Number of the latest entries per person, action and kind of record, each under the other filters. */
export async function countAudit(tx: Tx, filter: ListFilter): Promise<Counts> {
  const list = auditRecords.open(tx, filter, undefined)
  const [actors, by_action, by_entity_type] = await Promise.all([
    list.tally(['actor_kind', 'actor_id'], 'actor_id'),
    list.countBy('action'),
    list.with({ entity_id: undefined }).countBy('entity_type'),
  ])
  return { actors: await namedActors(tx, actors), by_action, by_entity_type }
}

/** Actors with the most entries, with their current names. */
async function namedActors(
  tx: Tx,
  tallies: readonly { actor_kind: string; actor_id: string; count: number }[],
): Promise<Counts['actors']> {
  const most = tallies
    .filter(({ actor_id }) => actor_id !== '')
    .sort((one, other) => other.count - one.count || (one.actor_id < other.actor_id ? -1 : 1))
    .slice(0, mostActors)
  const names = await tx.query<Omit<Counts['actors'][number], 'count'>>(
    selectActors,
    most.map(({ actor_kind }) => actor_kind),
    most.map(({ actor_id }) => actor_id),
  )
  const nameOf = new Map(names.map(({ kind, actor_id, name }) => [`${kind} ${actor_id}`, name]))
  return most.map(({ actor_kind: kind, actor_id, count }) => ({
    actor_id,
    kind,
    name: nameOf.get(`${kind} ${actor_id}`) ?? null,
    count,
  }))
}
