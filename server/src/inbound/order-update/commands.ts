import { OrderUpdateBody } from '@cartage/contract/inbound/partial-order-update'
import type { Tx } from '../../db/tenant.ts'
import { updateParts } from '../../messages/parts.rules.ts'
import { readMessage } from '../../messages/receive.commands.ts'
import type { InboundMessage, Note, Receiver } from '../../messages/rules.ts'
import { type Amendment, type AmendOutcome, amendOrders } from '../../orders/amend/commands.ts'
import { tripsOfOrdersForUpdate } from '../../trips/store.ts'
import { applyAnswers, type PreparedAnswers, prepareAnswers } from '../answers/commands.ts'
import { matchOrders } from '../matching.views.ts'
import { ownOrders } from '../partner.commands.ts'
import { bySender } from '../sender.rules.ts'
import { type Misses, openMisses } from '../unmatched.rules.ts'
import { answersIn, creationKey, orderTarget, type PlacedUpdate, subjectOf, updatesIn } from './rules.ts'

/** A parsed message, with the stored files of its answers. */
interface Prepared {
  updates: PlacedUpdate[]
  answers: PreparedAnswers
}

/** Longest list of a body: updates of 2,000 orders and their nested lists. */
const longestList = 4_000

type Answer = { errors: { error_type: 'USER_INPUT_ERROR'; error_message: string }[] } | null

/**
 * Receives targeted changes of orders (PU-1 to PU-6). Each entry takes effect as a whole or not at all, independently
 * of the others. Unmatched entries are reported in the response and stored in the inbox.
 */
export const receiveOrderUpdate: Receiver<Prepared, Answer> = {
  async prepare(ctx, message) {
    const updates = updatesIn(readMessage(OrderUpdateBody, message, longestList))
    return { updates, answers: await prepareAnswers(ctx, message, answersIn(updates)) }
  },
  parts: updateParts(),
  async apply(ctx, tx, note, message, { updates, answers }) {
    const misses = openMisses(note)
    const fresh = await firstSent(note, message, updates)
    const amendments = await findOrders(tx, message, fresh, misses)
    await lockTrips(tx, amendments, answers)
    const outcomes = await amendOrders(ctx, tx, bySender(message), amendments)
    for (const [at, amendment] of amendments.entries()) {
      noteOutcome(note, misses, amendment, outcomes[at]!)
      for (const answered of outcomes[at]!.answered) {
        const subject = subjectOf(amendment.order_id, answered)
        await applyAnswers(ctx, tx, { note, misses }, subject, answered, answers)
      }
    }
    return misses.errors.length > 0 ? { errors: [...misses.errors] as NonNullable<Answer>['errors'] } : null
  },
}

/**
 * Without a key, an entry that creates something does so once, however often it arrives; with a key, the key decides.
 */
async function firstSent(
  note: Note,
  message: InboundMessage,
  updates: readonly PlacedUpdate[],
): Promise<PlacedUpdate[]> {
  if (message.messageKey !== undefined) return [...updates]
  const fresh: PlacedUpdate[] = []
  for (const update of updates) {
    const key = creationKey(update)
    if (key === undefined || (await note.isFirst(key))) fresh.push(update)
  }
  return fresh
}

async function findOrders(
  tx: Tx,
  message: InboundMessage,
  updates: readonly PlacedUpdate[],
  misses: Misses,
): Promise<Amendment[]> {
  const targets = updates.map(({ update }) => orderTarget(update))
  const matches = await matchOrders(tx, targets, ownOrders(tx, message))
  return updates.flatMap(({ path, update }, at) => {
    const { found, refusal } = matches[at]!
    if (found !== undefined) return [{ order_id: found, update, path }]
    misses.add(path, update, refusal)
    return []
  })
}

/** Trips must be locked before orders; only answers about resources and stops need them. */
async function lockTrips(tx: Tx, amendments: readonly Amendment[], { items }: PreparedAnswers): Promise<void> {
  const needsTrips = [...items.values()].some(({ resources, facts }) => resources.length > 0 || facts.length > 0)
  if (!needsTrips) return
  await tripsOfOrdersForUpdate(
    tx,
    amendments.map(({ order_id }) => order_id),
  )
}

function noteOutcome(note: Note, misses: Misses, { order_id, path: entry }: Amendment, outcome: AmendOutcome): void {
  const { faults, warnings, isApplied } = outcome
  if (isApplied) note.touched('order', order_id)
  for (const { path, item, reason } of faults) misses.add(path, item, reason)
  for (const reason of warnings) misses.warn(entry, reason)
}
