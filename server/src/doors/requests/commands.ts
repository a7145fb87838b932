import type { DoorDecision } from '@cartage/contract/doors/app/requests'
import { msg } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { DeskCall } from '../../charges/desk/add.commands.ts'
import { agreePrice } from '../../charges/desk/agree.commands.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { answerTrip } from '../../dispatch/answers/commands.ts'
import { readStanding } from '../../dispatch/answers/views.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { cancelOrder } from '../../orders/bulk.commands.ts'
import { getOrderRow } from '../../orders/record/row.views.ts'
import { tripsForUpdate } from '../../trips/store.ts'
import { checkFault } from '../carrier/rules.ts'
import { type CarrierSubject, openCarrierTrip } from '../carrier/views.ts'
import { type DoorRequestState, isUndecided, offerFault, requestableOf } from './rules.ts'
import {
  type DoorRequestRow,
  insertRequest,
  type NewDoorRequest,
  openRequestsForUpdate,
  type RequestSubject,
  requestForUpdate,
  settleRequests,
} from './store.ts'
import { offerCurrency } from './views.ts'

/** The link that sends a request, with its name in the audit trail. */
export interface Sender {
  by: By
  linkId: string
}

/**
 * Stores a carrier's price offer for its trip (DOOR-14). It replaces an earlier one; the same again changes nothing.
 * @throws Problem state_conflict when the trip is accepted, or has started; validation_failed for fractions of a cent
 */
export async function offerPrice(
  ctx: Context,
  tx: Tx,
  asking: Sender,
  subject: CarrierSubject,
  { amount, text }: { amount: string; text?: string | null | undefined },
): Promise<void> {
  // Locked first: a concurrent answer is either visible here, or comes after the offer.
  await tripsForUpdate(tx, [subject.trip_id])
  const { access } = await openCarrierTrip(tx, subject, ctx.now())
  checkFault(offerFault(access))
  const currency = await offerCurrency(tx, subject.trip_id)
  const rounded = amountText(decimal(amount), currency)
  if (!decimal(rounded).eq(decimal(amount))) {
    const item = errorItem('amount', msg`has more decimals than ${currency} allows`, 'invalid')
    throw new Problem('validation_failed', { errors: [item] })
  }
  const { trip_id, company_id } = subject
  const about = { kind: 'OFFER' as const, trip_id, order_id: null, company_id }
  await ask(ctx, tx, asking, { ...about, amount: rounded, currency, text: text || null })
}

/**
 * Stores a customer's request about one of its orders (DOOR-15). It replaces an earlier one of its kind; the same again
 * changes nothing.
 * @throws Problem not_found; state_conflict when the order is too far; validation_failed for a change without a text
 */
export async function requestOfOrder(
  ctx: Context,
  tx: Tx,
  asking: Sender,
  { orderId, companyId }: { orderId: string; companyId: string },
  { kind, text }: { kind: 'CHANGE' | 'CANCEL'; text?: string | null | undefined },
): Promise<void> {
  const { status } = await getOrderRow(tx, orderId, companyId)
  if (!requestableOf(status).includes(kind)) {
    throw new Problem('state_conflict', { message: 'The order is too far for this. Call the office.' })
  }
  if (kind === 'CHANGE' && !text) {
    throw new Problem('validation_failed', {
      errors: [errorItem('text', 'is required: say what should be changed', 'missing')],
    })
  }
  const about = { kind, order_id: orderId, trip_id: null, company_id: companyId }
  await ask(ctx, tx, asking, { ...about, amount: null, currency: null, text: text || null })
}

type RequestDraft = Omit<NewDoorRequest, 'door_request_id' | 'door_link_id' | 'requested_at'>

async function ask(ctx: Context, tx: Tx, { by, linkId }: Sender, draft: RequestDraft): Promise<void> {
  const open = await openRequestsForUpdate(tx, draft)
  const isSame = (one: DoorRequestRow) =>
    one.text === draft.text && (draft.amount === null || decimal(one.amount ?? '0').eq(decimal(draft.amount)))
  if (open.some(isSame)) return
  const at = ctx.now()
  const replaced = open.map(({ door_request_id }) => door_request_id)
  await settleRequests(tx, replaced, { state: 'REPLACED', at, by: null, answer: null })
  await insertRequest(tx, { ...draft, door_request_id: ctx.newId(), door_link_id: linkId, requested_at: at })
  const before = { request: null, amount: null, text: null }
  const after = { request: draft.kind, amount: priceOf(draft), text: draft.text }
  await recordChanges(tx, by, [{ ...entityOf(draft), action: 'updated', before, after }])
}

/**
 * Accepts or declines a carrier's price. An accepted price becomes the trip's cost and accepts the trip (DOOR-14).
 * @throws Problem not_found; state_conflict when it was decided or replaced, or the trip is accepted, has started or
 * has another carrier
 */
export async function decideOffer(
  ctx: Context,
  call: DeskCall,
  { tripId, requestId }: { tripId: string; requestId: string },
  decision: DoorDecision,
): Promise<void> {
  await ctx.db.asTenant(call.caller.tenantId, async (tx) => {
    const [trip] = await tripsForUpdate(tx, [tripId])
    const request = await openOne(tx, requestId, { trip_id: tripId })
    if (!isUndecided(request, decision.decision)) return
    if (decision.decision === 'ACCEPTED') {
      const standing = await readStanding(tx, tripId, ctx.now())
      checkFault(offerFault({ ...trip!, answer: standing?.answer ?? null }))
      const { company_id: companyId, amount, currency } = request
      await answerTrip(ctx, tx, call.by, { tripId, companyId }, { answer: 'ACCEPTED' })
      const price = { tripId, companyId, amount: amountText(decimal(amount!), currency!), currency: currency! }
      await agreePrice(ctx, tx, call, { ...price, reason: 'Price agreed with the carrier' })
    }
    await settle(ctx, tx, call.by, request, decision)
  })
}

/**
 * Accepts or declines a customer's request about an order; accepting a cancellation cancels the order (DOOR-15).
 * @throws Problem not_found; state_conflict when it was decided or replaced
 */
export async function decideOrder(
  ctx: Context,
  { caller, by }: DeskCall,
  { orderId, requestId }: { orderId: string; requestId: string },
  decision: DoorDecision,
): Promise<void> {
  const { tenantId } = caller
  const open = (tx: Tx) => openOne(tx, requestId, { order_id: orderId })
  const request = await ctx.db.asTenant(tenantId, open)
  if (!isUndecided(request, decision.decision)) return
  // Cancelled first: a crash in between must not leave an accepted request without its cancellation.
  if (request.kind === 'CANCEL' && decision.decision === 'ACCEPTED') {
    await cancelOrder(ctx, { tenantId, by }, orderId)
  }
  await ctx.db.asTenant(tenantId, async (tx) => {
    const locked = await open(tx)
    if (isUndecided(locked, decision.decision)) await settle(ctx, tx, by, locked, decision)
  })
}

async function openOne(tx: Tx, requestId: string, subject: RequestSubject): Promise<DoorRequestRow> {
  const request = await requestForUpdate(tx, requestId, subject)
  if (!request) throw new Problem('not_found')
  return request
}

async function settle(
  ctx: Context,
  tx: Tx,
  by: By,
  request: DoorRequestRow,
  { decision: state, answer }: DoorDecision,
): Promise<void> {
  const ended = { state, at: ctx.now(), by: by.actor.id ?? null, answer: answer || null }
  await settleRequests(tx, [request.door_request_id], ended)
  const written = (now: DoorRequestState, text: string | null) => {
    return { request: request.kind, request_state: now, answer: text }
  }
  const change = { before: written('OPEN', null), after: written(state, ended.answer) }
  await recordChanges(tx, by, [{ ...entityOf(request), action: 'updated', ...change }])
}

function priceOf({ amount, currency }: Pick<NewDoorRequest, 'amount' | 'currency'>): string | null {
  return amount === null ? null : `${amount} ${currency}`
}

function entityOf({ trip_id, order_id }: Pick<NewDoorRequest, 'trip_id' | 'order_id'>) {
  return trip_id === null
    ? { entity_type: 'order' as const, entity_id: order_id! }
    : { entity_type: 'trip' as const, entity_id: trip_id }
}
