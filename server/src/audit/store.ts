import { isWrittenUuid } from '@cartage/contract/uuid'
import { inTurn, ofMany, statement } from '../db/statement.ts'
import type { Tx, Unanswered } from '../db/tenant.ts'
import { byRow, byTenant, driving } from '../db/tenants/combine.ts'
import { exactInstant } from '../db/texts.ts'
import { noteChanged } from '../jobs/followers.ts'
import { enqueue } from '../jobs/queue.ts'
import { beginning, type Entry, type Head, type Link, linkEntries } from './chain.rules.ts'
import { entriesOf } from './entries.rules.ts'
import type { By, Change } from './rules.ts'

/** Records per statement. */
const batch = 2_500

/**
 * Appends changes to the tenant's audit trail, in the transaction that makes them (AUDIT-1, AUDIT-3). Changes without
 * effect are left out. Followers of the changed records are queued, because all master data changes pass through here.
 * The entries are written right before the commit, because that locks the head of the tenant's hash chain: locked
 * earlier, two commands that lock records afterwards could deadlock.
 */
export async function recordChanges(tx: Tx, by: By, changes: readonly Change[]): Promise<void> {
  await recordActs(tx, [{ by, changes }])
}

/** Changes by one actor. */
export interface Act {
  by: By
  changes: readonly Change[]
}

/** The same for changes of several actors in one transaction, such as a batch of uploads. */
export async function recordActs(tx: Tx, acts: readonly Act[]): Promise<void> {
  const entries = acts.flatMap(({ by, changes }) => entriesOf(by, changes))
  if (entries.length === 0) return
  await noteChanged(tx, followed(acts.flatMap(({ changes }) => changes)))
  const waiting = pendingOf.get(tx)
  if (waiting) {
    waiting.push(...entries)
    return
  }
  const first = [...entries]
  pendingOf.set(tx, first)
  tx.beforeCommit(() => appendEntries(tx, first))
}

/** Entries of transactions that have not committed yet. */
const pendingOf = new WeakMap<Tx, Entry[]>()

async function appendEntries(tx: Tx, entries: readonly Entry[]): Promise<Unanswered> {
  const { at, ...head } = await headForUpdate(tx)
  const links = linkEntries({ tenantId: tx.tenantId, head, at }, entries)
  const batches = Array.from({ length: Math.ceil(links.length / batch) }, (_, index) =>
    links.slice(index * batch, (index + 1) * batch),
  )
  return [...batches.map((part) => insertLinks(tx, part)), updateHead(tx, links.at(-1)!)]
}

/** Trips queue their followers themselves, and a new record has none yet. */
const unfollowed: readonly string[] = ['trip', 'planning_command']

function followed(changes: readonly Change[]): string[] {
  const known = changes.filter((one) => one.before !== null && !unfollowed.includes(one.entity_type))
  return [...new Set(known.map(({ entity_id }) => entity_id))].filter((id) => isWrittenUuid(id))
}

const lockHead = inTurn(
  statement(
    'audit.lock_head',
    `select sequence::float8 as sequence, encode(hash, 'hex') as hash,
          ${exactInstant('clock_timestamp()')} as at
     from audit_head where tenant_id = $1 for update`,
  ),
)
const startHead = statement(
  'audit.insert_head',
  `insert into audit_head (tenant_id, sequence, hash) values ($1, 0, decode($2, 'hex'))
   on conflict (tenant_id) do nothing returning sequence`,
)

/** End of the trail, locked until the transaction ends, and the database time; begins a trail if there is none. */
async function headForUpdate(tx: Tx): Promise<Head & { at: string }> {
  const [head] = await tx.query<Head & { at: string }>(lockHead)
  if (head) return head
  const [started] = await tx.query(startHead, beginning.hash)
  if (started) await enqueue(tx, 'audit.note_head', {}, { inSeconds: secondsPerDay })
  return (await tx.query<Head & { at: string }>(lockHead))[0]!
}

/** Interval for logging the end of a trail. */
export const secondsPerDay = 86_400

const linkLists =
  '$3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[]'
const linkColumns =
  'sequence, actor_kind, actor_id, request_id, action, entity_type, entity_id, changes, previous_hash, hash'
const newLinks = (
  tenant: string,
  at: string,
) => `insert into audit_record (tenant_id, sequence, at, actor_kind, actor_id, request_id,
                             action, entity_type, entity_id, changes, previous_hash, hash)
   select ${tenant}, given.sequence, ${at}, given.actor_kind, given.actor_id, given.request_id, given.action,
          given.entity_type, given.entity_id, given.changes::json, decode(given.previous_hash, 'hex'),
          decode(given.hash, 'hex')`

const addLinks = ofMany(
  statement(
    'audit.insert_records',
    `${newLinks('$1', '$2::timestamptz')} from unnest(${linkLists}) as given (${linkColumns})
   returning tenant_id`,
  ),
  `${newLinks('given.tenant_id', 'given.at')}
     from unnest($1::uuid[], $2::timestamptz[], ${linkLists}) as given (tenant_id, at, ${linkColumns})`,
  byRow(),
)

/** The list parameters of `addLinks`, in order. */
const columns = [
  ...(['sequence', 'actor_kind', 'actor_id', 'request_id', 'action', 'entity_type', 'entity_id'] as const),
  ...(['changes', 'previous_hash', 'hash'] as const),
]

/** Records of one call share the instant. */
async function insertLinks(tx: Tx, links: readonly Link[]): Promise<void> {
  const lists = columns.map((name) => links.map((link) => link[name]))
  await tx.query(addLinks, links[0]!.at, ...lists)
}

const moveHead = ofMany(
  statement('audit.update_head', `update audit_head set sequence = $2, hash = decode($3, 'hex') where tenant_id = $1`),
  `update audit_head h set sequence = given.sequence, hash = decode(given.hash, 'hex')
     from ${driving('unnest($1::uuid[], $2::bigint[], $3::text[])')} as given (tenant_id, sequence, hash) where h.tenant_id = given.tenant_id`,
  byTenant,
)

async function updateHead(tx: Tx, { sequence, hash }: Head): Promise<void> {
  await tx.query(moveHead, sequence, hash)
}
