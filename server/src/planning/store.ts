import type { Message } from '@cartage/contract/message'
import type { PlanningKind, PlanReason } from '@cartage/contract/planning/app/commands'
import type { Actor } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { type KeptSentence, keptSentence } from '../http/kept-sentence.ts'
import { type Images, tripIdsOf } from './undo.rules.ts'

/** A command to store. */
export interface NewCommand extends Images {
  command_id: string
  kind: PlanningKind
  summary: Message
  actor: Actor
  override_reason: string | null
  overridden: readonly PlanReason[]
}

const insert = statement(
  'planning.insert_command',
  `insert into planning_command (tenant_id, command_id, kind, summary, actor_kind, actor_id, before, after,
                                 override_reason, overridden, message)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)
const insertTrips = statement(
  'planning.insert_command_trips',
  `insert into planning_command_trip (tenant_id, command_id, trip_id) select $1::uuid, $2, unnest($3::uuid[])
   returning tenant_id`,
)

/** Stores a command with the data for undo and redo. */
export async function insertCommand(tx: Tx, command: NewCommand): Promise<void> {
  const { command_id, kind, summary, actor, before, after, override_reason, overridden } = command
  const images = [JSON.stringify(before), JSON.stringify(after)]
  const values = [
    command_id,
    kind,
    String(summary),
    actor.kind,
    actor.id,
    ...images,
    override_reason,
    JSON.stringify(overridden),
    JSON.stringify(keptSentence(summary)),
  ]
  await Promise.all([tx.query(insert, ...values), tx.query(insertTrips, command_id, tripIdsOf(command))])
}

/** A stored command, as undo and redo read it. */
export interface StoredCommand extends Images {
  command_id: string
  /** Summary of its effect, in English. */
  summary: string
  message: KeptSentence | null
  is_undone: boolean
}

const columns = 'c.command_id, c.summary, c.message, c.before, c.after, c.undone_at is not null as is_undone'
const lockOne = statement(
  'planning.lock_command',
  `select ${columns} from planning_command c where c.tenant_id = $1 and c.command_id = $2 for update`,
)
const lastDone = statement(
  'planning.select_last_done',
  `select c.command_id from planning_command c
    where c.tenant_id = $1 and c.actor_kind = $2 and c.actor_id = $3 and c.undone_at is null
    order by c.done_at desc limit 1`,
)
// A new command ends the redo history, because the plan has changed since.
const lastUndone = statement(
  'planning.select_last_undone',
  `select c.command_id from planning_command c
    where c.tenant_id = $1 and c.actor_kind = $2 and c.actor_id = $3 and c.undone_at is not null
      and not exists (select from planning_command n
                       where n.tenant_id = $1 and n.actor_kind = $2 and n.actor_id = $3 and n.created_at > c.undone_at)
    order by c.undone_at desc limit 1`,
)

/** A command, locked until the transaction ends. */
export async function commandForUpdate(tx: Tx, commandId: string): Promise<StoredCommand | undefined> {
  return (await tx.query<StoredCommand>(lockOne, commandId))[0]
}

/** The next command to undo or redo for a person. */
export async function findNextCommand(tx: Tx, actor: Actor, way: 'UNDO' | 'REDO'): Promise<string | undefined> {
  const rows = await tx.query<{ command_id: string }>(way === 'UNDO' ? lastDone : lastUndone, actor.kind, actor.id)
  return rows[0]?.command_id
}

const markUndone = statement(
  'planning.update_undone',
  `update planning_command set undone_at = statement_timestamp(), undone_by_kind = $3, undone_by_id = $4
    where tenant_id = $1 and command_id = $2`,
)
const markDone = statement(
  'planning.update_done',
  `update planning_command set done_at = statement_timestamp(), undone_at = null, undone_by_kind = null, undone_by_id = null
    where tenant_id = $1 and command_id = $2`,
)

/** Marks a command as undone or redone. */
export async function markCommand(tx: Tx, commandId: string, actor: Actor, way: 'UNDO' | 'REDO'): Promise<void> {
  if (way === 'UNDO') await tx.query(markUndone, commandId, actor.kind, actor.id)
  else await tx.query(markDone, commandId)
}

const lockOfTrips = statement(
  'planning.lock_commands_of_trips',
  `select c.command_id, c.before, c.after from planning_command c
    where c.tenant_id = $1 and c.command_id in (
      select x.command_id from planning_command_trip x where x.tenant_id = $1 and x.trip_id = any ($2::uuid[]))
    order by c.command_id for update`,
)
const writeImages = statement(
  'planning.erase_names_in_commands',
  `update planning_command c set before = n.before, after = n.after
     from json_to_recordset($2::json) as n (command_id uuid, before jsonb, after jsonb)
    where c.tenant_id = $1 and c.command_id = n.command_id`,
)

interface NamedImages {
  readonly command_id: string
  readonly before: unknown
  readonly after: unknown
}

/** Erases a person's name on these trips from the data stored for undo. */
export async function eraseNamesInCommands(tx: Tx, tripIds: readonly string[], resourceId: string): Promise<void> {
  if (tripIds.length === 0) return
  const commands = await tx.query<NamedImages>(lockOfTrips, tripIds)
  const without = commands.map(({ command_id, before, after }) => ({
    command_id,
    before: unnamed(before, resourceId),
    after: unnamed(after, resourceId),
  }))
  if (without.length > 0) await tx.query(writeImages, JSON.stringify(without))
}

function unnamed(value: unknown, resourceId: string): unknown {
  if (Array.isArray(value)) return value.map((item) => unnamed(item, resourceId))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unnamed(one, resourceId)]))
  return inner.resource_id === resourceId && 'name' in inner ? { ...inner, name: null } : inner
}
