import type { AuditRecord, countAuditRecords } from '@cartage/contract/audit/app'
import type { Answer } from '@cartage/contract/endpoint'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { actorName, afterAll, shown } from './views.ts'

/** Which part of the trail is listed; undefined members filter nothing. */
export interface ListFilter {
  /** Id of a record or of a request. */
  q?: string | undefined
  entity_type?: string | undefined
  entity_id?: string | undefined
  actor_id?: string | undefined
  action?: string | undefined
}

/** Of the latest entries that fit so many are counted. */
const mostCounted = 10_000
/** Entries that one id may find. */
const mostFound = 2_000
/** Persons that are distinguished. */
const mostActors = 100

const filters = `($3::text is null or r.actor_id = $3) and ($4::text is null or r.entity_type = $4)
      and ($5::text is null or r.entity_id = $5) and ($6::text is null or r.action = $6)
      and ($7::bigint[] is null or r.sequence = any ($7))`

// Each way into the trail is a statement of its own that walks one index; `sequence > 0` is true of every row and names
// the indexes of migration 0043.
const paths = {
  plain: 'true',
  actor: 'r.actor_id = $3 and r.actor_id is not null and r.sequence > 0',
  type: 'r.entity_type = $4 and r.sequence > 0',
  entity: 'r.entity_type = $4 and r.entity_id = $5',
  found: 'r.sequence = any ($7::bigint[])',
} as const
type Path = keyof typeof paths

const part = (way: Path) => `r.tenant_id = $1 and r.sequence < $2::bigint and ${paths[way]} and ${filters}`

function reading(way: Path) {
  const latest = (columns: string) =>
    `(select ${columns} from audit_record r where ${part(way)} order by r.sequence desc limit ${mostCounted}) r`
  const tally = (member: string) =>
    `select r.${member} as value, count(*)::integer as count from ${latest(`r.${member}`)} group by r.${member}`
  return {
    rows: statement(`audit.list_${way}`, `${shown} where ${part(way)} order by r.sequence desc limit $8`),
    actions: statement(`audit.count_actions_${way}`, tally('action')),
    types: statement(`audit.count_types_${way}`, tally('entity_type')),
    actors: statement(
      `audit.count_actors_${way}`,
      `select r.actor_id, r.actor_kind as kind, ${actorName} as name, r.count from (
         select r.actor_kind, r.actor_id, count(*)::integer as count from ${latest('r.actor_kind, r.actor_id')}
          where r.actor_id is not null group by r.actor_kind, r.actor_id
          order by count desc, r.actor_id limit ${mostActors}) r
        order by r.count desc, r.actor_id`,
    ),
  }
}

const readings = {
  plain: reading('plain'),
  actor: reading('actor'),
  type: reading('type'),
  entity: reading('entity'),
  found: reading('found'),
} as const

const selectFound = statement(
  'audit.search',
  `(select r.sequence::text as sequence from audit_record r
     where r.tenant_id = $1 and r.entity_id = $2 and r.sequence > 0 order by r.sequence desc limit ${mostFound})
   union
   (select r.sequence::text from audit_record r
     where r.tenant_id = $1 and r.request_id = $2 and r.request_id is not null and r.sequence > 0
     order by r.sequence desc limit ${mostFound})`,
)

async function findSequences(tx: Tx, text: string | undefined): Promise<string[] | null> {
  if (text === undefined || text === '') return null
  return (await tx.query<{ sequence: string }>(selectFound, text)).map((row) => row.sequence)
}

function pathOf({ actor_id, entity_type, entity_id }: ListFilter, found: readonly string[] | null): Path {
  if (found !== null) return 'found'
  if (entity_type !== undefined && entity_id !== undefined) return 'entity'
  if (actor_id !== undefined) return 'actor'
  return entity_type === undefined ? 'plain' : 'type'
}

function valuesOf(filter: ListFilter, found: readonly string[] | null) {
  const { actor_id = null, entity_type = null, entity_id = null, action = null } = filter
  return [actor_id, entity_type, entity_id, action, found]
}

/**
 * Entries that fit before a number, newest first, with the names the actors have now.
 * @param page.before undefined for the newest
 */
export async function listPart(
  tx: Tx,
  filter: ListFilter,
  page: { before: number | undefined; limit: number },
): Promise<AuditRecord[]> {
  const found = await findSequences(tx, filter.q)
  const { rows } = readings[pathOf(filter, found)]
  return tx.query<AuditRecord>(rows, page.before ?? afterAll, ...valuesOf(filter, found), page.limit)
}

type Counts = Answer<typeof countAuditRecords>

/** How many of the latest entries each person, action and kind of record has, each under the other filters. */
export async function countPart(tx: Tx, filter: ListFilter): Promise<Counts> {
  const found = await findSequences(tx, filter.q)
  const ask = <Row>(what: 'actions' | 'types' | 'actors', others: ListFilter) =>
    tx.query<Row>(readings[pathOf(others, found)][what], afterAll, ...valuesOf(others, found))
  const [actors, actions, types] = await Promise.all([
    ask<Counts['actors'][number]>('actors', { ...filter, actor_id: undefined }),
    ask<{ value: string; count: number }>('actions', { ...filter, action: undefined }),
    ask<{ value: string; count: number }>('types', { ...filter, entity_type: undefined, entity_id: undefined }),
  ])
  const tally = (rows: readonly { value: string; count: number }[]) =>
    Object.fromEntries(rows.map((row) => [row.value, row.count]))
  return { actors, by_action: tally(actions), by_entity_type: tally(types) }
}
