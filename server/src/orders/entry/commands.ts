import { type CanonicalOrder, canonicalOrder } from '@cartage/contract/orders/canonical'
import type { OrderEntry } from '@cartage/contract/orders/order-input'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import type { By } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { acceptUpload } from '../intake/accept.commands.ts'
import { orderNumber } from '../intake/batch.rules.ts'
import { getOrderRow } from '../record/row.views.ts'
import { takeOrderNumbers } from '../store.ts'
import { correctedIdentifier } from './corrections.views.ts'
import { enteredIdentifier, uploadOf } from './rules.ts'
import { findTakenIdentifiers, findUploadsByKey } from './views.ts'

/** An order as a person entered it. */
export interface NewEntry {
  tenantId: string
  by: By
  order: OrderEntry
  /** Idempotency key: repeating it returns the result of the first request. */
  key?: string | undefined
  /** The failed upload that this entry corrects. */
  corrects?: string | undefined
  /** The only company that a customer may order for; absent for the haulier's own users. */
  companyId?: string | undefined
}

/**
 * Creates an order from a screen. It is an upload like any other; without an identifier, its order number becomes the
 * identifier. A correction of a failed upload always keeps the identifier of that upload.
 * @throws Problem validation_failed, order_identifier_taken; not_found and state_conflict for what cannot be corrected
 */
export async function enterOrder(
  ctx: Context,
  { tenantId, by, order, key, corrects, companyId }: NewEntry,
): Promise<OrderImport> {
  const known = key && (await ctx.db.asTenant(tenantId, (tx) => findUploadsByKey(tx, [key]))).get(key)
  if (known) return known
  // Checked before a number is taken, so that a rejected entry uses none.
  const given =
    corrects === undefined
      ? enteredIdentifier(order)
      : await ctx.db.asTenant(tenantId, (tx) => correctedIdentifier(tx, corrects, companyId ?? null))
  uploadOf(order, 'CREATE', given ?? 'checked')
  if (given !== undefined && corrects === undefined) await rejectTaken(ctx, tenantId, given)
  const [number] = given === undefined ? await reserveOrderNumbers(ctx, tenantId, 1) : []
  return await accept(
    ctx,
    { tenantId, by, source: 'SCREEN', key, companyId },
    uploadOf(order, 'CREATE', given ?? number!),
  )
}

/** Sender of the upload, and its origin: a form or a sheet. */
export interface EnteredBy {
  tenantId: string
  by: By
  source: 'SCREEN' | 'IMPORT'
  /** Idempotency key: repeating it returns the result of the first request. */
  key?: string | undefined
  /** The only company that a customer may order for. */
  companyId?: string | undefined
}

/** Accepts a checked upload from a screen. */
export async function accept(
  ctx: Context,
  { tenantId, by, source, key, companyId }: EnteredBy,
  upload: ReturnType<typeof uploadOf>,
  more: Pick<CanonicalOrder, 'drops_container'> = {},
): Promise<OrderImport> {
  const canonical = { ...canonicalOrder(upload), ...more }
  try {
    return await acceptUpload(ctx, {
      tenantId,
      by,
      source,
      upload: canonical,
      companyId: companyId ?? null,
      idempotencyKey: key,
    })
  } catch (error) {
    // Two simultaneous requests each took a number of their own: answer with the result of the first.
    if (!(error instanceof Problem) || error.code !== 'idempotency_key_reused' || key === undefined) throw error
    const first = (await ctx.db.asTenant(tenantId, (tx) => findUploadsByKey(tx, [key]))).get(key)
    if (!first) throw error
    return first
  }
}

/**
 * ORD-6 reads CREATE of a known identifier as an update. On a screen that is a mistake: the person did not see the
 * existing order.
 */
async function rejectTaken(ctx: Context, tenantId: string, identifier: string): Promise<void> {
  const taken = await ctx.db.asTenant(tenantId, (tx) => findTakenIdentifiers(tx, [identifier]))
  if (taken.has(identifier)) throw takenProblem()
}

/** The error for an identifier that another order has. */
export function takenProblem(): Problem {
  const { message } = new Problem('order_identifier_taken')
  const item = { field: 'order_identifier', path: 'order_identifier', message, detail: 'order_identifier_taken' }
  return new Problem('order_identifier_taken', { errors: [item] })
}

/**
 * Takes order numbers for upcoming orders in a transaction of its own; unused ones are lost. Skips numbers that already
 * serve as identifiers.
 */
export async function reserveOrderNumbers(ctx: Context, tenantId: string, count: number): Promise<string[]> {
  const numbers: string[] = []
  while (numbers.length < count) {
    const missing = count - numbers.length
    numbers.push(...(await ctx.db.asTenant(tenantId, (tx) => nextNumbers(tx, missing))))
  }
  return numbers
}

async function nextNumbers(tx: Parameters<typeof takeOrderNumbers>[0], count: number): Promise<string[]> {
  const before = await takeOrderNumbers(tx, count)
  const numbers = Array.from({ length: count }, (_, at) => orderNumber(before + at + 1))
  const taken = await findTakenIdentifiers(tx, numbers)
  return numbers.filter((number) => !taken.has(number))
}

/** A change that a person made to an order. */
export interface EntryChange {
  tenantId: string
  by: By
  orderId: string
  order: OrderEntry
  /** The version that the person saw. */
  version: number
  /** The order no longer has a container. */
  drops_container?: boolean | undefined
}

/**
 * Accepts a change from a screen as an upload, so that it keeps its place among those of the same order.
 * @throws Problem not_found, validation_failed, order_cancelled; state_conflict when another person changed the order
 */
export async function changeEntry(ctx: Context, change: EntryChange) {
  const { tenantId, by, orderId, order, version, drops_container } = change
  const row = await ctx.db.asTenant(tenantId, (tx) => getOrderRow(tx, orderId, null))
  if (row.version !== version) {
    const message = 'This order was changed after you opened it. Reload it and repeat your change.'
    throw new Problem('state_conflict', { message })
  }
  const more = drops_container ? { drops_container: true as const } : {}
  return await accept(ctx, { tenantId, by, source: 'SCREEN' }, uploadOf(order, 'UPDATE', row.order_identifier), more)
}
