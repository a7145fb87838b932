import { isDeepStrictEqual } from 'node:util'
import type { CanonicalOrder } from '@cartage/contract/orders/canonical'
import { type By, bySystem } from '../../audit/rules.ts'
import { type KnownCompany, matchCompany } from '../../companies/rules.ts'
import { findReferencedCompanies, listKnownCustomers } from '../../companies/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { isNamed } from '../../deliveries/subscriptions/views.ts'
import { currentEpoch } from '../../events/views.ts'
import { findLocations } from '../../locations/store.ts'
import { noRecordIds, type RecordIds } from '../../tenants/record-ids.rules.ts'
import { loadReference, type Reference } from '../../tenants/reference.views.ts'
import { readAcceptsRecordIds } from '../../tenants/tenants.views.ts'
import type { OrderDocument } from '../content.rules.ts'
import { cancellation, change as changeOf, creation } from '../history.rules.ts'
import { noHold } from '../hold.rules.ts'
import { mayCreateCompany, type Surroundings } from '../plan.rules.ts'
import { changesOfTrips } from '../planned/rules.ts'
import { changeEvent, ignoredImportEvent, orderEvent } from '../publish.ts'
import { type StopRow, type StopToWrite, stopsOfOrders } from '../stops/store.ts'
import { findTakenOrderIds, type OrderRow, ordersForUpdate, takeOrderNumbers } from '../store.ts'
import {
  type Decided,
  isOnTrips,
  type KnownOrder,
  orderNumber,
  outcomeOf,
  ownNumber,
  removedStops,
  updatedOrder,
  withState,
} from './batch.rules.ts'
import { claimUploads, type QueueHead, type UploadRow } from './claim.store.ts'
import { endedUpload, failureEvents } from './outcomes.commands.ts'
import { decideUpload, type WaitingUpload } from './rules.ts'
import { companyCreation, noWrites, type Writes, write } from './write.commands.ts'

/**
 * Applies uploads of one tenant, at most one per upload queue, in the given transaction: loads everything in sets,
 * decides each upload separately, writes everything in sets. Either all of it takes effect or none.
 * @returns how many uploads were applied, without those that another process took
 */
export async function applyUploads(ctx: Context, tx: Tx, heads: readonly QueueHead[]): Promise<number> {
  const identifiers = heads.map((head) => head.order_identifier)
  const [rows, orders, reference, epoch, publishesChanges] = await Promise.all([
    claimUploads(tx, heads),
    ordersForUpdate(tx, identifiers),
    loadReference(tx),
    currentEpoch(tx),
    isNamed(tx, 'order.changed'),
  ])
  if (rows.length === 0) return 0
  const stops = await stopsOfOrders(
    tx,
    orders.map((order) => order.order_id),
  )
  const known = knownOrders(orders, stops)
  const uploads = rows.map(toUpload)
  const { world, firstNumber, missing } = await surroundings(ctx, tx, uploads, known, reference)
  const decided = uploads.map((upload): Decided => {
    const order = known.get(upload.order_identifier)
    return { upload, order, decision: decideUpload(upload, order, world) }
  })
  await write(
    ctx,
    tx,
    collectWrites(ctx, decided, {
      epoch,
      firstNumber,
      missing,
      publishesChanges,
      checksCredit: reference.checksCredit,
    }),
  )
  tx.afterCommit(() => {
    ctx.wake('deliveries')
    ctx.wake('seal')
    ctx.wake('jobs')
  })
  return rows.length
}

/** An upload with its parsed body. */
export function toUpload(row: UploadRow): WaitingUpload {
  const { body, ...members } = row
  return { ...members, body: JSON.parse(body) as CanonicalOrder }
}

/** Orders with their stops, by identifier. */
export function knownOrders(orders: readonly OrderRow[], stops: readonly StopRow[]): Map<string, KnownOrder> {
  const byOrder = Map.groupBy(stops, (stop) => stop.order_id)
  return new Map(
    orders.map((order) => [order.order_identifier, { ...order, stops: byOrder.get(order.order_id) ?? [] }]),
  )
}

/**
 * Loads the records that the batch refers to. Order numbers come first, also when only a customer may be needed: their
 * lock keeps two batches of one tenant from creating the same customer.
 */
export async function surroundings(
  ctx: Context,
  tx: Tx,
  uploads: readonly WaitingUpload[],
  known: ReadonlyMap<string, KnownOrder>,
  reference: Reference,
) {
  const relevant = uploads.filter((upload) => upload.operation !== 'DELETE')
  const fresh = relevant.filter((upload) => !known.has(upload.order_identifier))
  const references = relevant.flatMap(({ body }) => (body.customer ? [body.customer] : []))
  const [firstNumber, found, places, ids] = await Promise.all([
    fresh.length === 0 && !relevant.some((upload) => mayNameNewCompany(upload, known, reference))
      ? 0
      : takeOrderNumbers(tx, fresh.filter((upload) => !ownNumber(upload)).length),
    findReferencedCompanies(tx, references),
    findLocations(
      tx,
      relevant.flatMap((upload) => locationIds(upload, known.get(upload.order_identifier))),
    ),
    recordIdsOf(tx, relevant),
  ])
  const missing = missingCompanies(ctx, relevant, found, reference)
  const companies = [...found, ...missing]
  const isUnknown = references.some((given) => !matchCompany(companies, given))
  const world: Surroundings = {
    reference,
    companies,
    customers: isUnknown ? await listKnownCustomers(tx) : [],
    places: new Map(places.map((place) => [place.location_id, place])),
    newId: ctx.newId,
    ids,
  }
  return { world, firstNumber, missing }
}

async function recordIdsOf(tx: Tx, uploads: readonly WaitingUpload[]): Promise<RecordIds> {
  const given = uploads.flatMap(({ body }) => body.id ?? [])
  if (given.length === 0) return noRecordIds
  const [isAccepted, taken] = await Promise.all([readAcceptsRecordIds(tx), findTakenOrderIds(tx, given)])
  return { isAccepted, taken }
}

/** False for an upload that keeps the customer of its order. */
function mayNameNewCompany(
  { body, order_identifier }: WaitingUpload,
  known: ReadonlyMap<string, KnownOrder>,
  reference: Reference,
): boolean {
  if (!body.customer || !mayCreateCompany(body, reference)) return false
  return !isDeepStrictEqual(body.customer, known.get(order_identifier)?.document.customer)
}

/** Location ids of an upload: only stops have a location with an id. */
function locationIds(upload: WaitingUpload, order: KnownOrder | undefined): string[] {
  const ids: string[] = []
  const { consignments, setup_stops, teardown_stops, container_load_unload_stop: yard } = upload.body
  const before = order?.document
  const inOrder = [...(consignments ?? []), ...(before?.consignments ?? [])]
  const lists = [
    setup_stops,
    teardown_stops,
    before?.setup_stops,
    before?.teardown_stops,
    yard && [yard],
    ...inOrder.map(({ pickup_stop, delivery_stop }) => [pickup_stop, delivery_stop]),
    ...inOrder.map(({ standalone_stops }) => standalone_stops),
  ]
  for (const list of lists) {
    for (const { location } of list ?? []) if (location.id) ids.push(location.id)
  }
  return ids
}

/** Unknown customers that may be created (ORD-11), each once. */
function missingCompanies(
  ctx: Context,
  uploads: readonly WaitingUpload[],
  found: readonly KnownCompany[],
  reference: Reference,
): KnownCompany[] {
  const missing: KnownCompany[] = []
  for (const { body } of uploads) {
    const { customer } = body
    if (!customer || !mayCreateCompany(body, reference)) continue
    if (matchCompany(found, customer) || matchCompany(missing, customer)) continue
    missing.push({
      company_id: ctx.newId(),
      name: customer.name || customer.code!,
      code: customer.code || null,
      accounting_code: customer.code || null,
      status: 'APPROVED',
      is_customer: true,
    })
  }
  return missing
}

export interface Numbers {
  epoch: number
  firstNumber: number
  missing: readonly KnownCompany[]
  /** Whether a webhook endpoint requested `order.changed`. */
  publishesChanges: boolean
  /** Whether new orders are checked against a credit limit (CREDIT-1). */
  checksCredit: boolean
}

function collectWrites(ctx: Context, decided: readonly Decided[], numbers: Numbers): Writes {
  const writes = noWrites()
  for (const item of decided) {
    const orderId = collectOne(ctx, item, numbers, writes)
    writes.ended.push(endedUpload(item.upload, outcomeOf(item), orderId))
  }
  writes.events.push(...failureEvents(ctx, writes.ended, numbers.epoch))
  return writes
}

/** Adds what one upload writes and publishes; returns the id of its order. */
function collectOne(ctx: Context, item: Decided, numbers: Numbers, writes: Writes): string | null {
  const { order, decision } = item
  if (decision.kind === 'create') return collectCreation(ctx, item, decision.plan, numbers, writes)
  if (!order) return null
  if (decision.kind === 'update') {
    collectChange(ctx, order, decision.plan, originOf(item.upload), numbers, writes)
  }
  if (decision.kind === 'cancel') collectCancellation(ctx, order, originOf(item.upload), numbers, writes)
  if (decision.kind === 'skip') writes.events.push(ignoredImportEvent(ctx, item.upload, numbers.epoch))
  return order.order_id
}

/** Origin of a change of an order. */
export interface Origin {
  by: By
  /** Body hash of the upload; null for other changes. */
  hash: Buffer | null
}

/** Uploads from before senders were stored have no sender. */
function originOf({ sent_by_kind, sent_by, request_id: requestId, body_hash: hash }: WaitingUpload): Origin {
  const actor = sent_by_kind === null ? bySystem.actor : { kind: sent_by_kind, id: sent_by }
  return { by: { actor, requestId }, hash }
}

/** Adds the writes of a change of an order. */
export function collectChange(
  ctx: Context,
  order: KnownOrder,
  plan: Plan,
  { by, hash }: Origin,
  numbers: Numbers,
  writes: Writes,
): void {
  const change = changeOf(order, plan)
  const changed = updatedOrder(order, plan, hash)
  writes.history.push({ by, changes: [change] })
  if (numbers.publishesChanges) {
    changed.event_sequence += 1
    const { document, customer, status } = plan
    const stops = plannedStops(plan, order.stops)
    const { epoch } = numbers
    const sequence = changed.event_sequence
    writes.events.push(changeEvent(ctx, { order, status, document, customer, stops, change, epoch, sequence }))
  }
  writes.changed.push(changed)
  const isAccepted = plan.status !== 'QUOTE' && (order.status === 'QUOTE' || changed.company_id !== order.company_id)
  if (numbers.checksCredit && isAccepted) writes.credit.push(changed)
  writes.removed.push(...removedStops(order, plan))
  collectStops(ctx, order.order_id, plan, { by, numbers }, writes, writes.changedStops)
  if (isOnTrips(order)) writes.followed.push(order.order_id)
  collectPlanChanges(ctx, order, plan.document, by, writes)
}

/** Adds the changes that planners of the order's trips have to review (ORD-21). */
function collectPlanChanges(
  ctx: Context,
  order: KnownOrder,
  after: OrderDocument | undefined,
  { actor }: By,
  writes: Writes,
): void {
  for (const found of changesOfTrips(order.document, after, order.stops)) {
    writes.planChanges.push({ ...found, change_id: ctx.newId(), order_id: order.order_id, by: actor })
  }
}

type Plan = Extract<Decided['decision'], { kind: 'create' }>['plan']

function collectCreation(ctx: Context, item: Decided, plan: Plan, numbers: Numbers, writes: Writes): string {
  const { upload } = item
  const orderId = upload.body.id ?? ctx.newId()
  const number = ownNumber(upload) ?? orderNumber(numbers.firstNumber + ++writes.numbered)
  const { by } = originOf(upload)
  const created = {
    order_id: orderId,
    order_identifier: upload.order_identifier,
    order_number: number,
    status: plan.status,
    company_id: plan.customer.company_id,
    event_sequence: 1,
    create_hash: upload.operation === 'CREATE' ? upload.body_hash : null,
    last_hash: upload.body_hash,
    document: plan.document,
  }
  writes.created.push(created)
  if (numbers.checksCredit && plan.status !== 'QUOTE') writes.credit.push(created)
  writes.history.push({ by, changes: [creation(created, plan)] })
  collectStops(ctx, orderId, plan, { by, numbers }, writes, writes.newStops)
  const stops = plannedStops(plan, [])
  writes.events.push(
    orderEvent({
      event_id: ctx.newId(),
      epoch: numbers.epoch,
      sequence: 1,
      occurred_at: ctx.now(),
      type: 'order.accepted',
      status: 'ACCEPTED',
      order: { order_id: orderId, order_number: number, document: plan.document, customer: plan.customer, stops },
    }),
  )
  return orderId
}

/** The stops of a plan with their current state; a new one is unplanned. */
function plannedStops(plan: Plan, known: KnownOrder['stops']) {
  return plan.stops.map(
    ({ stop, role, sequence }) =>
      known.find(({ stop_id }) => stop_id === stop.id) ?? { stop_id: stop.id, role, sequence, status: 'TO_PLAN' },
  )
}

function collectStops(
  ctx: Context,
  orderId: string,
  plan: Plan,
  { by, numbers }: { by: By; numbers: Numbers },
  writes: Writes,
  target: StopToWrite[],
): void {
  const missing = numbers.missing.find((company) => company.company_id === plan.customer.company_id)
  if (missing && !writes.companies.includes(missing)) {
    writes.companies.push(missing)
    writes.history.push({ by, changes: [companyCreation(missing)] })
  }
  for (const planned of plan.stops) {
    target.push({ ...planned, order_id: orderId })
    if (!planned.match_key) continue
    const key = planned.match_key.toString('base64')
    if (writes.locations.has(key)) continue
    const given = { location_id: ctx.newId(), match_key: planned.match_key, sent: planned.stop.location }
    writes.locations.set(key, given)
  }
}

/** Adds the writes and events of the cancellation of an order. */
export function collectCancellation(
  ctx: Context,
  order: KnownOrder,
  { by, hash }: Origin,
  numbers: Numbers,
  writes: Writes,
): void {
  const state = { status: 'CANCELLED' as const, ...noHold }
  const changed = withState(order, state, hash)
  writes.changed.push(changed)
  writes.history.push({ by, changes: [cancellation(order)] })
  writes.cancelled.push(order.order_id)
  if (isOnTrips(order)) writes.followed.push(order.order_id)
  collectPlanChanges(ctx, order, undefined, by, writes)
  const stops = order.stops.map((stop) => ({ ...stop, status: isReached(stop.status) ? stop.status : 'CANCELLED' }))
  writes.events.push(
    orderEvent({
      event_id: ctx.newId(),
      epoch: numbers.epoch,
      sequence: changed.event_sequence,
      occurred_at: ctx.now(),
      type: 'order.cancelled',
      status: 'CANCELLED',
      order: {
        order_id: order.order_id,
        order_number: order.order_number,
        document: order.document,
        customer: { company_id: order.company_id, name: order.company_name },
        stops,
      },
    }),
  )
}

function isReached(status: string): boolean {
  return status === 'AT_STOP' || status === 'COMPLETED'
}
