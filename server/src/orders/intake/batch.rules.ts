import type { ErrorItem } from '@cartage/contract/errors'
import type { HoldReasonCode } from '@cartage/contract/orders/hold-reason'
import type { OrderDocument } from '../content.rules.ts'
import type { HeldState } from '../hold.rules.ts'
import type { OrderPlan, PlannedStop } from '../plan.rules.ts'
import type { Visit } from '../stops/times.rules.ts'
import { inSentWords } from '../uploads/notes.rules.ts'
import type { CurrentOrder, Decision, WaitingUpload } from './rules.ts'

/** An order with the data that writing and publishing need in addition to deciding. */
export interface KnownOrder extends CurrentOrder {
  order_number: string
  is_blocked: boolean
  block_reason: string | null
  hold_reason_code: HoldReasonCode | null
  version: number
  event_sequence: number
  stops: readonly KnownStop[]
}

/** Current state of a stop; `trip_id` is null while it is on no trip. */
export interface KnownStop extends Partial<Visit> {
  stop_id: string
  role: PlannedStop['role']
  status: string
  sequence: number
  trip_id: string | null
}

/** Whether trips carry the order, so that they must follow its changes. */
export function isOnTrips({ stops }: Pick<KnownOrder, 'stops'>): boolean {
  return stops.some(({ trip_id }) => trip_id !== null)
}

/** An upload with its decision. */
export interface Decided {
  upload: WaitingUpload
  order: KnownOrder | undefined
  decision: Decision
}

/** Final result of an upload. */
export interface Outcome {
  status: 'COMPLETED' | 'ERROR' | 'SKIPPED'
  /** Whether the caller may see the id of the order. */
  showsOrder: boolean
  errors: ErrorItem[]
  warnings: ErrorItem[]
}

/**
 * The result of an upload from its decision, in the wording of the upload. A rejected upload does not reveal an order
 * of another company.
 */
export function outcomeOf({ upload, order, decision }: Decided): Outcome {
  const isOwn = !upload.company_id || !order || order.company_id === upload.company_id
  const end = (status: Outcome['status'], errors: ErrorItem[], warnings: ErrorItem[]): Outcome => ({
    status,
    showsOrder: isOwn,
    ...inSentWords(upload.notes, errors, warnings),
  })
  if (decision.kind === 'refuse') return end('ERROR', decision.errors, [])
  if (decision.kind === 'skip') return end('SKIPPED', [], decision.warnings)
  if (decision.kind === 'create' || decision.kind === 'update') return end('COMPLETED', [], decision.plan.warnings)
  return end('COMPLETED', [], [])
}

/** Ids of stops that an update removes. */
export function removedStops(order: KnownOrder, plan: OrderPlan): string[] {
  const kept = new Set(plan.stops.map(({ stop }) => stop.id))
  return order.stops.map(({ stop_id }) => stop_id).filter((id) => !kept.has(id))
}

/** The order number for a count. */
export function orderNumber(count: number): string {
  return `O-${String(count).padStart(6, '0')}`
}

/** Whether a text could be an order number. */
export function isOrderNumber(text: string): boolean {
  return /^O-\d{6,}$/.test(text)
}

/** The number reserved for an order before its upload: a screen used it as the identifier. */
export function ownNumber({ source, operation, order_identifier }: NumberedUpload): string | undefined {
  const isOwn =
    (source === 'SCREEN' || source === 'IMPORT') && operation === 'CREATE' && isOrderNumber(order_identifier)
  return isOwn ? order_identifier : undefined
}

type NumberedUpload = Pick<WaitingUpload, 'source' | 'operation' | 'order_identifier'>

/** The order after an update. */
export function updatedOrder(order: KnownOrder, plan: OrderPlan, hash: Buffer | null) {
  return {
    order_id: order.order_id,
    version: order.version,
    status: plan.status,
    is_blocked: order.is_blocked,
    block_reason: order.block_reason,
    hold_reason_code: order.hold_reason_code,
    company_id: plan.customer.company_id,
    event_sequence: order.event_sequence,
    last_hash: hash,
    document: plan.document as OrderDocument | undefined,
  }
}

/** The order after a change of only its status. Its next event takes the number after `event_sequence`. */
export function withState(order: KnownOrder, state: HeldState, hash: Buffer | null = order.last_hash) {
  return {
    order_id: order.order_id,
    version: order.version,
    ...state,
    company_id: order.company_id,
    event_sequence: order.event_sequence + 1,
    last_hash: hash,
    document: undefined,
  }
}
