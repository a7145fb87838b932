import { isDeepStrictEqual } from 'node:util'
import type { OrderUpdate } from '@cartage/contract/inbound/partial-order-update'
import type { By } from '../../audit/rules.ts'
import { type CompanyReference, matchCompany } from '../../companies/rules.ts'
import { findReferencedCompanies, listKnownCustomers } from '../../companies/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { isNamed } from '../../deliveries/subscriptions/views.ts'
import { currentEpoch } from '../../events/views.ts'
import { findLocations } from '../../locations/store.ts'
import { noRecordIds } from '../../tenants/record-ids.rules.ts'
import { loadReference } from '../../tenants/reference.views.ts'
import type { OrderDocument } from '../content.rules.ts'
import { collectCancellation, collectChange, knownOrders } from '../intake/apply.commands.ts'
import type { KnownOrder } from '../intake/batch.rules.ts'
import { contentWarnings } from '../intake/content-warnings.rules.ts'
import { noWrites, write } from '../intake/write.commands.ts'
import { type OrderPlan, planDocument, type Surroundings } from '../plan.rules.ts'
import { stopsOfOrders } from '../stops/store.ts'
import { ordersByIdForUpdate } from '../store.ts'
import { type AmendFault, type Answered, amendDocument } from './rules.ts'

/** A partial update with the id of its order. */
export interface Amendment {
  order_id: string
  update: OrderUpdate
  /** Path of the update in the body, for example `updates.0`. */
  path: string
}

/** Result of one update. */
export interface AmendOutcome {
  /** Errors of the parts that were left out; all parts when `isApplied` is false. */
  faults: AmendFault[]
  /** Warnings that the update introduces: those the order did not have before (SENSE-1). */
  warnings: string[]
  isApplied: boolean
  /** Answers to questions, each with its subject. */
  answered: Answered[]
}

/** Working state of an order while the updates of one message are applied. */
interface Progress {
  before: KnownOrder
  /** State after the previous updates, decided but not written. */
  now: KnownOrder
  plan?: OrderPlan
  isCancelled?: boolean
}

/**
 * Applies partial updates to orders in the given transaction (PU-1, PU-2): orders are locked as for uploads, each
 * update is decided separately and applied as a whole or not at all, and each order is written once. Updates pass the
 * same checks as uploads; DELETE cancels like an upload.
 */
export async function amendOrders(
  ctx: Context,
  tx: Tx,
  by: By,
  amendments: readonly Amendment[],
): Promise<AmendOutcome[]> {
  const orderIds = [...new Set(amendments.map(({ order_id }) => order_id))]
  const [orders, stops, reference, epoch, publishesChanges] = await Promise.all([
    ordersByIdForUpdate(tx, orderIds),
    stopsOfOrders(tx, orderIds),
    loadReference(tx),
    currentEpoch(tx),
    isNamed(tx, 'order.changed'),
  ])
  const known = [...knownOrders(orders, stops).values()]
  const progress = new Map(known.map((order): [string, Progress] => [order.order_id, { before: order, now: order }]))
  const world = await surroundings(ctx, tx, known, amendments, reference)
  const outcomes = amendments.map((amendment) => amendOne(progress.get(amendment.order_id), amendment, world))
  const writes = noWrites()
  const { checksCredit } = reference
  const numbers = { epoch, firstNumber: 0, missing: [], publishesChanges, checksCredit }
  const origin = { by, hash: null }
  for (const { before, plan, isCancelled } of progress.values()) {
    if (isCancelled) collectCancellation(ctx, before, origin, numbers, writes)
    else if (plan) collectChange(ctx, before, plan, origin, numbers, writes)
  }
  await write(ctx, tx, writes)
  if (writes.events.length > 0) {
    tx.afterCommit(() => {
      ctx.wake('deliveries')
      ctx.wake('seal')
    })
  }
  return outcomes
}

function amendOne(progress: Progress | undefined, amendment: Amendment, world: Surroundings): AmendOutcome {
  const { update, path } = amendment
  const refused = (...reasons: string[]): AmendOutcome => ({
    faults: reasons.map((reason) => ({ path, item: update, reason })),
    warnings: [],
    isApplied: false,
    answered: [],
  })
  if (!progress) return refused('There is no such order.')
  const { now } = progress
  const amended = amendDocument(now.document, update, path, world.newId)
  if (progress.isCancelled || now.status === 'CANCELLED') {
    // ORD-7: cancelling again succeeds and does nothing.
    if (amended.isCancelled) return { faults: amended.faults, warnings: [], isApplied: true, answered: [] }
    return refused('The order is cancelled and a cancelled order cannot be changed.')
  }
  if (now.status === 'REJECTED' && !amended.isCancelled) {
    return refused('A planner skipped this order, so updates no longer change it.')
  }
  const { faults, answered } = amended
  if (amended.isCancelled) {
    progress.isCancelled = true
    return { faults, warnings: [], isApplied: true, answered: [] }
  }
  if (isDeepStrictEqual(amended.document, now.document)) return { faults, warnings: [], isApplied: true, answered }
  const { plan, faults: refusals } = planDocument(amended.document, now, world)
  if (!plan) return refused(...refusals.map((one) => (one.path ? `${one.path}: ${one.message}` : one.message)))
  progress.plan = plan
  progress.now = planned(now, plan)
  return { faults, warnings: newWarnings(now.document, plan.document), isApplied: true, answered }
}

/** Warnings of an upload of the whole order that it would not have had before the update. */
function newWarnings(before: OrderDocument, after: OrderDocument): string[] {
  const texts = (document: OrderDocument) => contentWarnings(document).map(({ path, message }) => `${path}: ${message}`)
  const old = new Set(texts(before))
  return texts(after).filter((text) => !old.has(text))
}

/** The order after the plan, as input of the next update in the same message. */
function planned(order: KnownOrder, plan: OrderPlan): KnownOrder {
  const { customer, document, status } = plan
  return {
    ...order,
    document,
    status,
    company_id: customer.company_id,
    company_name: customer.name,
    company_status: customer.status,
  }
}

/**
 * Loads the records that the updates refer to. Unknown customers are not created: only uploads of whole orders do so.
 */
async function surroundings(
  ctx: Context,
  tx: Tx,
  orders: readonly KnownOrder[],
  amendments: readonly Amendment[],
  reference: Surroundings['reference'],
): Promise<Surroundings> {
  const customers = amendments.flatMap(({ update }) => customerOf(update))
  const ids = [...orders.map(({ document }) => document), ...amendments.map(({ update }) => update)].flatMap(placeIds)
  const [companies, places] = await Promise.all([
    findReferencedCompanies(tx, customers),
    findLocations(tx, [...new Set(ids)]),
  ])
  const isUnknown = customers.some((given) => !matchCompany(companies, given))
  return {
    reference,
    companies,
    customers: isUnknown ? await listKnownCustomers(tx) : [],
    places: new Map(places.map((place) => [place.location_id, place])),
    newId: ctx.newId,
    ids: noRecordIds,
  }
}

function customerOf({ update }: OrderUpdate): CompanyReference[] {
  const customer = update?.operation === 'UPDATE' ? update.data?.customer : undefined
  const { code, name } = customer ?? {}
  return code || name ? [{ code: code ?? undefined, name: name ?? undefined }] : []
}

/** Location ids anywhere in a document or an update: only members named `location` have one. */
function placeIds(value: OrderDocument | OrderUpdate | unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(placeIds)
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'custom_fields' || name === 'question_answers') return []
    const id = name === 'location' ? (member as { id?: unknown } | null)?.id : undefined
    return typeof id === 'string' && id !== '' ? [id] : placeIds(member)
  })
}
