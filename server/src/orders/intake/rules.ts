import { isDeepStrictEqual } from 'node:util'
import type { ErrorItem } from '@cartage/contract/errors'
import type { CanonicalOrder } from '@cartage/contract/orders/canonical'
import type { Actor } from '../../audit/rules.ts'
import { errorItem, problems } from '../../http/problem.ts'
import { recordIdFault } from '../../tenants/record-ids.rules.ts'
import { type OrderBefore, type OrderPlan, type Planned, planOrder, type Surroundings } from '../plan.rules.ts'
import type { UploadNotes } from '../uploads/notes.rules.ts'
import type { UploadSource } from '../uploads/rules.ts'

/** An accepted upload that is not applied yet. */
export interface WaitingUpload {
  upload_id: string
  order_identifier: string
  operation: 'CREATE' | 'UPDATE' | 'DELETE'
  source: UploadSource
  body: CanonicalOrder
  body_hash: Buffer
  /** The only company a caller with the role CUSTOMER may act for. */
  company_id: string | null
  /** Position in the upload queue of its identifier. */
  lane_number: string
  /** Starts at 1 and grows each time a person runs it again. */
  run: number
  sent_by_kind: Actor['kind'] | null
  sent_by: string | null
  request_id: string | null
  /** Oddities found on receipt; usually null. */
  notes: UploadNotes | null
}

/** The current order of an upload. */
export interface CurrentOrder extends OrderBefore {
  order_id: string
  create_hash: Buffer | null
  last_hash: Buffer | null
}

/** Effect of an upload. */
export type Decision =
  | { kind: 'create'; plan: OrderPlan }
  | { kind: 'update'; plan: OrderPlan }
  | { kind: 'cancel' }
  | { kind: 'unchanged' }
  | { kind: 'skip'; warnings: ErrorItem[] }
  | { kind: 'refuse'; errors: ErrorItem[] }

/**
 * Decides what one upload does to the order of its identifier (LANE-2 to LANE-7). The database has already decided on
 * acceptance (VERDICT-1 to VERDICT-4).
 * @param order undefined when no order has the identifier
 */
export function decideUpload(upload: WaitingUpload, order: CurrentOrder | undefined, world: Surroundings): Decision {
  if (isForeign(upload, order)) return decideForeign(upload, world)
  if (upload.operation === 'DELETE') return decideCancellation(order)
  if (!order) return decideCreation(upload, world)
  // ORD-8: cancelled is final; the check on acceptance cannot see a DELETE that is still pending.
  if (order.status === 'CANCELLED') return refuse(cancelledItem(order.order_id))
  if (isRepeat(upload, order)) return { kind: 'unchanged' }
  if (order.status === 'REJECTED') return { kind: 'skip', warnings: [skippedItem()] }
  return decideChange(upload, order, world)
}

/** Whether the order of the identifier belongs to another company than the sender may act for. */
function isForeign({ company_id }: Pick<WaitingUpload, 'company_id'>, order: CurrentOrder | undefined): boolean {
  return order !== undefined && company_id !== null && order.company_id !== company_id
}

/**
 * VERDICT-4: an order of another customer does not exist for this caller. Responses are those of a free identifier,
 * except that creating an order fails: identifiers are unique in a tenant.
 */
function decideForeign(upload: WaitingUpload, world: Surroundings): Decision {
  const decision = upload.operation === 'DELETE' ? decideCancellation(undefined) : decideCreation(upload, world)
  return decision.kind === 'create' ? refuse(takenItem()) : decision
}

function decideCancellation(order: CurrentOrder | undefined): Decision {
  if (!order) return refuse(errorItem('order_identifier', problems.order_unknown.message, 'order_unknown'))
  // ORD-7: cancelling again succeeds and does nothing.
  return order.status === 'CANCELLED' ? { kind: 'unchanged' } : { kind: 'cancel' }
}

/** A late repeat of the CREATE, or a repeat of the last applied upload, changes nothing (ORD-4). */
function isRepeat(upload: WaitingUpload, order: CurrentOrder): boolean {
  return [order.create_hash, order.last_hash].some((hash) => hash !== null && upload.body_hash.equals(hash))
}

/** An UPDATE of an unknown identifier creates the order as well (ORD-18, CLIENT-24). */
function decideCreation(upload: WaitingUpload, world: Surroundings): Decision {
  const idFault = recordIdFault(upload.body.id, undefined, world.ids)
  if (idFault) return refuse(idFault)
  const { plan, faults } = planUpload(upload, undefined, world)
  return plan ? { kind: 'create', plan } : refuse(...faults)
}

function decideChange(upload: WaitingUpload, order: CurrentOrder, world: Surroundings): Decision {
  const idFault = recordIdFault(upload.body.id, order.order_id, world.ids)
  if (idFault) return refuse(idFault)
  const { plan, faults } = planUpload(upload, order, world)
  if (!plan) return refuse(...faults)
  const validated = validationFault(upload, order, plan)
  if (validated) return refuse(validated)
  const isSame = plan.status === order.status && isDeepStrictEqual(plan.document, order.document)
  return isSame ? { kind: 'unchanged' } : { kind: 'update', plan }
}

/**
 * A caller with the role CUSTOMER orders for its own company only. The error for any other company is the same, whether
 * it is unknown, blocked, or similar to a known name.
 */
function planUpload(upload: WaitingUpload, order: CurrentOrder | undefined, world: Surroundings): Planned {
  const { company_id } = upload
  if (!company_id) return planOrder(upload.body, order, world)
  const companies = world.companies.filter((company) => company.company_id === company_id)
  const planned = planOrder(upload.body, order, { ...world, companies, customers: [] })
  if (planned.plan) return planned
  return { faults: planned.faults.map((fault) => (fault.detail === 'unknown_customer' ? foreignItem() : fault)) }
}

function foreignItem(): ErrorItem {
  return errorItem('customer', 'These credentials can only order for their own company. Send that company.', 'role')
}

/** ORD-16: a customer may mark consignments as validated, but not undo that. */
function validationFault(upload: WaitingUpload, order: CurrentOrder, plan: OrderPlan): ErrorItem | undefined {
  if (!upload.company_id || !order.document.is_consignment_info_validated) return undefined
  if (plan.document.is_consignment_info_validated !== false) return undefined
  const message = 'can only be turned on by a customer. Ask a planner to turn it off.'
  return errorItem('is_consignment_info_validated', message, 'role')
}

/** The error for an upload whose order is cancelled. `detail` contains the order id. */
export function cancelledItem(orderId: string): ErrorItem {
  return errorItem('order_identifier', problems.order_cancelled.message, { code: 'order_cancelled', order_id: orderId })
}

/** The error for an identifier of an order that the caller may not see; it must not reveal the order. */
function takenItem(): ErrorItem {
  const message = 'This order_identifier cannot be used. Upload the order with another order_identifier.'
  return errorItem('order_identifier', message, 'order_identifier_taken')
}

function skippedItem(): ErrorItem {
  const message = 'A planner rejected this order, so uploads no longer change it. Use another order_identifier.'
  return errorItem('order_identifier', message, 'order_skipped')
}

/** The error of an upload after an internal failure. */
export function internalErrorItem(): ErrorItem {
  const message = 'Something went wrong on our side and the upload failed. Quote the upload_id when you ask for help.'
  return errorItem('', message, 'internal_error')
}

function refuse(...errors: ErrorItem[]): Decision {
  return { kind: 'refuse', errors }
}

/** Seconds of delay after the n-th failed attempt: 1, 2, 4, 8, then 15, so that five attempts fit in a minute. */
export function restAfter(attempts: number): number {
  return Math.min(15, 2 ** Math.max(0, attempts - 1))
}
