import type { AuditRecord, countAuditRecords } from '@cartage/contract/audit/app'
import type { Answer } from '@cartage/contract/endpoint'
import { type Names, question } from '../db/question.ts'
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

/** What a statement of the list is given. */
interface Given extends Omit<ListFilter, 'q'> {
  /** Only entries before this number. */
  before: number | string
  /** Numbers of the entries that a search has found. */
  found: readonly string[] | null
  limit?: number
}
type Of = Names<Given>

const isSo = (column: string, parameter: string) => `(${parameter}::text is null or r.${column} = ${parameter})`
const filters = (of: Of) => `${isSo('actor_id', of.actor_id)} and ${isSo('entity_type', of.entity_type)}
      and ${isSo('entity_id', of.entity_id)} and ${isSo('action', of.action)}
      and (${of.found}::bigint[] is null or r.sequence = any (${of.found}))`

// Each way into the trail is a statement of its own that walks one index; `sequence > 0` is true of every row and names
// the indexes of migration 0043.
const ways = {
  plain: () => 'true',
  actor: (of: Of) => `r.actor_id = ${of.actor_id} and r.actor_id is not null and r.sequence > 0`,
  type: (of: Of) => `r.entity_type = ${of.entity_type} and r.sequence > 0`,
  entity: (of: Of) => `r.entity_type = ${of.entity_type} and r.entity_id = ${of.entity_id}`,
  found: (of: Of) => `r.sequence = any (${of.found}::bigint[])`,
} as const
type Way = keyof typeof ways

const part = (of: Of, way: Way) =>
  `r.tenant_id = $1 and r.sequence < ${of.before}::bigint and ${ways[way](of)} and ${filters(of)}`

type Counts = Answer<typeof countAuditRecords>
interface Tally {
  value: string
  count: number
}

function reading(way: Way) {
  const latest = (of: Of, columns: string) =>
    `(select ${columns} from audit_record r where ${part(of, way)} order by r.sequence desc limit ${mostCounted}) r`
  const tally = (of: Of, member: string) =>
    `select r.${member} as value, count(*)::integer as count from ${latest(of, `r.${member}`)} group by r.${member}`
  return {
    rows: question<Given, AuditRecord>(
      `audit.list_${way}`,
      (of) => `${shown} where ${part(of, way)} order by r.sequence desc limit ${of.limit}`,
    ),
    actions: question<Given, Tally>(`audit.count_actions_${way}`, (of) => tally(of, 'action')),
    types: question<Given, Tally>(`audit.count_types_${way}`, (of) => tally(of, 'entity_type')),
    actors: question<Given, Counts['actors'][number]>(
      `audit.count_actors_${way}`,
      (of) => `select r.actor_id, r.actor_kind as kind, ${actorName} as name, r.count from (
         select r.actor_kind, r.actor_id, count(*)::integer as count from ${latest(of, 'r.actor_kind, r.actor_id')}
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

function wayOf({ actor_id, entity_type, entity_id }: ListFilter, found: readonly string[] | null): Way {
  if (found !== null) return 'found'
  if (entity_type !== undefined && entity_id !== undefined) return 'entity'
  if (actor_id !== undefined) return 'actor'
  return entity_type === undefined ? 'plain' : 'type'
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
  const { rows } = readings[wayOf(filter, found)]
  return await rows.ask(tx, { ...filter, found, before: page.before ?? afterAll, limit: page.limit })
}

/** How many of the latest entries each person, action and kind of record has, each under the other filters. */
export async function countPart(tx: Tx, filter: ListFilter): Promise<Counts> {
  const found = await findSequences(tx, filter.q)
  const given = (without: ListFilter) => ({ ...filter, ...without, found, before: afterAll })
  const reading = (others: Given) => readings[wayOf(others, found)]
  const [persons, things, kinds] = [
    given({ actor_id: undefined }),
    given({ action: undefined }),
    given({ entity_type: undefined, entity_id: undefined }),
  ] as const
  const [actors, actions, types] = await Promise.all([
    reading(persons).actors.ask(tx, persons),
    reading(things).actions.ask(tx, things),
    reading(kinds).types.ask(tx, kinds),
  ])
  const tally = (rows: readonly Tally[]) => Object.fromEntries(rows.map((row) => [row.value, row.count]))
  return { actors, by_action: tally(actions), by_entity_type: tally(types) }
}
