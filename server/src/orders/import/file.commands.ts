import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorItem } from '@cartage/contract/errors'
import type { CanonicalOrder } from '@cartage/contract/orders/canonical'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import type { SyncOutcome } from '@cartage/contract/sync'
import type { By } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { isUnavailable } from '../../db/failure.ts'
import type { Tx } from '../../db/tenant.ts'
import { problemOfOne } from '../../http/each.ts'
import { errorItem } from '../../http/problem.ts'
import { loadReference } from '../../tenants/reference.views.ts'
import { findTakenIdentifiers, readVersions } from '../entry/views.ts'
import { acceptUpload } from '../intake/accept.commands.ts'
import { knownOrders, surroundings } from '../intake/apply.commands.ts'
import { applyNext } from '../intake/batch.commands.ts'
import type { KnownOrder } from '../intake/batch.rules.ts'
import { type Decision, decideUpload, type WaitingUpload } from '../intake/rules.ts'
import { stopsOfOrders } from '../stops/store.ts'
import { ordersForUpdate } from '../store.ts'
import { uploadText } from '../uploads/text.rules.ts'
import { readUpload } from '../uploads/views.ts'

/** Result of one order of a file. */
export interface CarriedOrder {
  /** WAITING: stored, and applied later by any process. */
  outcome: SyncOutcome | 'WAITING'
  id: string | null
  upload_id: string | null
  errors: ErrorItem[]
}

/** Orders that share a commit and a transaction. */
const batch = 200
/** Time without progress after which the rest is left to other processes. */
const patienceMs = 30_000

/**
 * Imports orders as separate uploads and applies them. An order keeps an id of its own where the tenant accepts that
 * and no other order has it.
 * @returns one result per order, in their order
 */
export async function carryOrders(
  ctx: Context,
  tenantId: string,
  by: By,
  orders: readonly CanonicalOrder[],
): Promise<CarriedOrder[]> {
  const results: CarriedOrder[] = []
  for (const some of batchesOf(orders)) results.push(...(await carryBatch(ctx, { tenantId, by }, some)))
  return results
}

/** Batches with each identifier at most once, so that results can be assigned to orders. */
function batchesOf(orders: readonly CanonicalOrder[]): CanonicalOrder[][] {
  const batches: CanonicalOrder[][] = []
  let identifiers = new Set<string>()
  for (const order of orders) {
    if (batches.length === 0 || identifiers.size === batch || identifiers.has(order.order_identifier)) {
      batches.push([])
      identifiers = new Set()
    }
    batches.at(-1)!.push(order)
    identifiers.add(order.order_identifier)
  }
  return batches
}

/** Tenant and author of the import. */
interface Carrier {
  tenantId: string
  by: By
}

async function carryBatch(ctx: Context, carrier: Carrier, orders: readonly CanonicalOrder[]): Promise<CarriedOrder[]> {
  const { tenantId } = carrier
  const identifiers = orders.map((order) => order.order_identifier)
  const readNow = () => ctx.db.asTenant(tenantId, (tx) => readVersions(tx, identifiers))
  const [taken, before] = await Promise.all([
    ctx.db.asTenant(tenantId, (tx) => findTakenIdentifiers(tx, identifiers)),
    readNow(),
  ])
  const accepted = await Promise.all(orders.map((order) => acceptOne(ctx, carrier, order)))
  const uploads = await settle(
    ctx,
    tenantId,
    accepted.flatMap((one) => ('upload_id' in one ? one.upload_id : [])),
  )
  const after = await readNow()
  return accepted.map((one, at): CarriedOrder => {
    if (!('upload_id' in one)) return { outcome: 'REFUSED', id: null, upload_id: null, errors: one.errors }
    const { order_identifier: identifier, operation } = orders[at]!
    const applied = operation === 'DELETE' ? 'DELETED' : taken.has(identifier) ? 'UPDATED' : 'CREATED'
    const isChanged = before.get(identifier) !== after.get(identifier)
    return carried(uploads.get(one.upload_id) ?? one, isChanged ? applied : 'UNCHANGED')
  })
}

async function acceptOne(
  ctx: Context,
  { tenantId, by }: Carrier,
  upload: CanonicalOrder,
): Promise<OrderImport | { errors: ErrorItem[] }> {
  try {
    return await acceptUpload(ctx, { tenantId, upload, source: 'API', companyId: null, by })
  } catch (error) {
    if (isUnavailable(error)) throw error
    // EACH-1
    const problem = problemOfOne({ log: ctx.log, requestId: by.requestId }, upload.order_identifier, error)
    return { errors: problem.errors ?? [errorItem('', problem.sentence, problem.code)] }
  }
}

/** Applies until none of the uploads is pending, in parallel with other processes. */
async function settle(ctx: Context, tenantId: string, ids: readonly string[]): Promise<Map<string, OrderImport>> {
  const settled = new Map<string, OrderImport>()
  let quietSince = performance.now()
  while (settled.size < ids.length && performance.now() - quietSince < patienceMs) {
    const isBusy = await applyNext(ctx, tenantId)
    const waiting = ids.filter((id) => !settled.has(id))
    const records = await ctx.db.asTenant(tenantId, (tx) => Promise.all(waiting.map((id) => readUpload(tx, id, null))))
    const done = records.filter((record) => record.upload_status !== 'IN_PROGRESS')
    for (const record of done) settled.set(record.upload_id, record)
    if (isBusy || done.length > 0) quietSince = performance.now()
    // Another process has it, or it is delayed after a failure.
    else await sleep(200)
  }
  return settled
}

function carried(upload: OrderImport, applied: SyncOutcome): CarriedOrder {
  const { upload_id, upload_status: status, order_id: id = null, errors = [] } = upload
  if (status === 'COMPLETED') return { outcome: applied, id, upload_id, errors }
  if (status === 'ERROR') return { outcome: 'REFUSED', id, upload_id, errors }
  return { outcome: status === 'SKIPPED' ? 'UNCHANGED' : 'WAITING', id, upload_id, errors }
}

/**
 * Dry run of `carryOrders` that writes nothing. An order sees earlier ones with the same identifier.
 * @returns the expected result of each, in their order; new ids only where the orders have them
 */
export async function tryOrders(
  ctx: Context,
  tenantId: string,
  orders: readonly CanonicalOrder[],
): Promise<CarriedOrder[]> {
  const results: CarriedOrder[] = []
  const tried = new Map<string, KnownOrder>()
  for (let from = 0; from < orders.length; from += batch) {
    const some = orders.slice(from, from + batch)
    await ctx.db
      .asTenant(tenantId, async (tx) => {
        results.push(...(await decide(ctx, tx, some, tried)))
        throw new DryRunRollback('a dry run is taken back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof DryRunRollback)) throw error
      })
  }
  return results
}

/** Ends the transaction of a dry run without a commit. */
class DryRunRollback extends Error {
  override name = 'DryRunRollback'
}

/** @param tried orders as earlier ones would leave them; results of these orders are added */
async function decide(
  ctx: Context,
  tx: Tx,
  orders: readonly CanonicalOrder[],
  tried: Map<string, KnownOrder>,
): Promise<CarriedOrder[]> {
  const identifiers = [...new Set(orders.map((order) => order.order_identifier))]
  const [rows, reference] = await Promise.all([ordersForUpdate(tx, identifiers), loadReference(tx)])
  const stops = await stopsOfOrders(
    tx,
    rows.map((row) => row.order_id),
  )
  const known = new Map([...knownOrders(rows, stops), ...tried])
  const uploads = orders.map(
    (body): WaitingUpload => ({
      upload_id: '',
      order_identifier: body.order_identifier,
      operation: body.operation,
      source: 'API',
      body,
      body_hash: uploadText(body).body_hash,
      company_id: null,
      lane_number: '0',
      run: 1,
      sent_by_kind: null,
      sent_by: null,
      request_id: null,
      notes: null,
    }),
  )
  const { world } = await surroundings(ctx, tx, uploads, known, reference)
  return uploads.map((upload) => {
    const order = known.get(upload.order_identifier)
    const decision = decideUpload(upload, order, world)
    const after = afterTrial(upload, order, decision)
    if (after) tried.set(upload.order_identifier, after)
    if (after) known.set(upload.order_identifier, after)
    const errors = decision.kind === 'refuse' ? decision.errors : []
    const id = order?.order_id || (errors.length === 0 ? upload.body.id : undefined) || null
    return { outcome: outcomes[decision.kind], id, upload_id: null, errors }
  })
}

/** The order after a decision of the dry run; undefined when it would not change. */
function afterTrial(upload: WaitingUpload, order: KnownOrder | undefined, decision: Decision): KnownOrder | undefined {
  if (decision.kind === 'cancel') return order && { ...order, status: 'CANCELLED' }
  if (decision.kind !== 'create' && decision.kind !== 'update') return undefined
  const { customer, document, status } = decision.plan
  const isCreate = upload.operation === 'CREATE' && order === undefined
  return {
    order_id: upload.body.id ?? '',
    order_number: '',
    is_blocked: false,
    block_reason: null,
    hold_reason_code: null,
    version: 0,
    event_sequence: 0,
    create_hash: isCreate ? upload.body_hash : null,
    stops: [],
    ...order,
    status,
    document,
    company_id: customer.company_id,
    company_name: customer.name,
    company_status: customer.status,
    last_hash: upload.body_hash,
  }
}

const outcomes: Readonly<Record<Decision['kind'], SyncOutcome>> = {
  create: 'CREATED',
  update: 'UPDATED',
  cancel: 'DELETED',
  unchanged: 'UNCHANGED',
  skip: 'UNCHANGED',
  refuse: 'REFUSED',
}
