import { msg, type Sentence } from '@cartage/contract/message'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { readSentence } from '../http/kept-sentence.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { setHold } from '../orders/hold.commands.ts'
import { ordersByIdForUpdate } from '../orders/store.ts'
import { changeTrips } from '../trips/change/commands.ts'
import { tripsForUpdate, tripsOfStops } from '../trips/store.ts'
import { answerOf, measuredPlan, type PlanningOutcome } from './commands.ts'
import { loadFacts, loadWorld } from './facts/views.ts'
import { lastChanges } from './history.views.ts'
import { spokenTime } from './instants.rules.ts'
import type { Hold } from './rules.ts'
import { commandForUpdate, findNextCommand, markCommand, type StoredCommand } from './store.ts'
import { conflictsOf, imagesOf, type Now, restored, tripIdsOf } from './undo.rules.ts'
import { judged, verdictOf } from './verdict/rules.ts'

/** The command to undo or redo. */
export interface UndoCall {
  tenantId: string
  by: By
  dry_run: boolean
  /** Undefined: the caller's next one. */
  command_id: string | undefined
}

type Direction = 'UNDO' | 'REDO'

/**
 * Restores the state before a command or, for a redo, the state after it.
 * @throws Problem not_found, state_conflict when there is nothing to undo or redo, undo_conflict (409) with what
 * changed
 */
export async function undoOrRedo(ctx: Context, requested: UndoCall, way: Direction): Promise<PlanningOutcome> {
  return await ctx.db.asTenant(requested.tenantId, async (tx) => {
    const command = await commandFor(tx, requested, way)
    const [from, to] = way === 'UNDO' ? [command.after, command.before] : [command.before, command.after]
    const now = await loadNow(ctx, tx, command)
    const conflicts = conflictsOf(from, to, now)
    if (conflicts.length > 0) throw await conflict(tx, command, conflicts, now.world.time_zone)
    const { trips } = measuredPlan(now, { trips: restored(from, to, now.trips), holds: [] }, now.world)
    const images = imagesOf(now, { trips, holds: to.holds.filter((hold) => isOwn(hold, from.holds)) })
    if (requested.dry_run) return answerOf(null, images, [], now.world)
    for (const hold of to.holds.filter((one) => isOwn(one, from.holds))) {
      await setHold(ctx, tx, requested.by, hold.order_id, hold.is_blocked ? hold.block_reason : null)
    }
    const why = { by: requested.by, at: ctx.now().toISOString(), isRestored: true }
    const saved = now.trips.length + trips.length > 0 ? await changeTrips(ctx, tx, now.trips, trips, why) : []
    await markCommand(tx, command.command_id, requested.by.actor, way)
    const about = { entity_type: 'planning_command', entity_id: command.command_id }
    const [before, after] = way === 'UNDO' ? ['DONE', 'UNDONE'] : ['UNDONE', 'DONE']
    await recordChanges(tx, requested.by, [
      { ...about, action: 'updated', before: { status: before }, after: { status: after } },
    ])
    const facts = await loadFacts(tx, now.world, saved)
    const reasons = verdictOf({ trips: saved, facts })
    return answerOf(
      command.command_id,
      imagesOf({ ...now, holds: [] }, { trips: saved, holds: [] }),
      judged(reasons, reasons),
      now.world,
    )
  })
}

/** Whether the command itself changed this hold; the other entries only record how orders were held at the time. */
function isOwn(hold: Hold, others: readonly Hold[]): boolean {
  const other = others.find(({ order_id }) => order_id === hold.order_id)
  return other !== undefined && (other.is_blocked !== hold.is_blocked || other.block_reason !== hold.block_reason)
}

async function commandFor(tx: Tx, { by, command_id }: UndoCall, way: Direction): Promise<StoredCommand> {
  const id = command_id ?? (await findNextCommand(tx, by.actor, way))
  if (id === undefined) {
    const message = way === 'UNDO' ? 'There is nothing to undo.' : 'There is nothing to redo.'
    throw new Problem('state_conflict', { message })
  }
  const command = await commandForUpdate(tx, id)
  if (!command) throw new Problem('not_found')
  if (command.is_undone === (way === 'REDO')) return command
  const state = command.is_undone ? msg`is already undone` : msg`is in effect`
  const summary = command.message === null ? command.summary : readSentence(command.message)
  throw new Problem('state_conflict', { message: msg`"${summary}" ${state}. Reload the commands.` })
}

/** The current state: the trips of the command, locked, its orders, and the current trips of stops to restore. */
async function loadNow(ctx: Context, tx: Tx, command: StoredCommand) {
  const trip_ids = tripIdsOf(command)
  const trips = await tripsForUpdate(tx, trip_ids)
  const own = [...command.before.trips, ...command.after.trips].flatMap(({ stops }) => stops)
  const order_ids = [
    ...new Set([
      ...own.flatMap(({ order_id }) => order_id ?? []),
      ...command.before.holds.map(({ order_id }) => order_id),
    ]),
  ]
  await ordersByIdForUpdate(tx, order_ids)
  const stop_ids = [...new Set(own.map(({ stop_id }) => stop_id))]
  const location_ids = [...new Set(own.map(({ location_id }) => location_id))]
  const [world, places] = await Promise.all([
    loadWorld(ctx, tx, { order_ids, stop_ids: [], trip_ids, location_ids }),
    tripsOfStops(tx, stop_ids),
  ])
  const holds = command.before.holds.flatMap(({ order_id }): Hold[] => {
    const order = world.orders.get(order_id)
    return order ? [{ order_id, is_blocked: order.is_blocked, block_reason: order.block_reason }] : []
  })
  const elsewhere = new Map([...places].filter(([, trip]) => !trip_ids.includes(trip)))
  const now: Now = { trips, holds, orders: world.orders, elsewhere }
  return { ...now, world }
}

/** The error that lists what changed, and who changed it last. */
async function conflict(
  tx: Tx,
  command: StoredCommand,
  conflicts: readonly Sentence[],
  zone: string,
): Promise<Problem> {
  const changes = await lastChanges(tx, tripIdsOf(command))
  const last = changes.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0]
  const who = last ? msg` Last changed by ${last.by ?? msg`another user`} at ${spokenTime(last.at, zone)}.` : ''
  const errors = conflicts.map((message) => errorItem('command_id', message, 'undo_conflict'))
  const summary = command.message === null ? command.summary : readSentence(command.message)
  return new Problem('undo_conflict', { message: msg`"${summary}": ${conflicts[0]}${who}`, errors })
}
