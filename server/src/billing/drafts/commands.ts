import type { By, Change } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { decimal } from '../../books/money.rules.ts'
import { type ChargeRow, chargesForUpdate } from '../../charges/record/store.ts'
import { refreshUnbilled } from '../../charges/unbilled.store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { twice } from '../../db/twice.ts'
import { Problem } from '../../http/problem.ts'
import { enqueue } from '../../jobs/queue.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { publishStatus } from '../records/publish.commands.ts'
import {
  type DocumentParts,
  type DraftRow,
  deleteDrafts,
  insertDrafts,
  lockInvoices,
  replaceParts,
  updateDrafts,
} from '../records/store.ts'
import { findInvoices, findLines, type InvoiceRow } from '../records/views.ts'
import { type Fault, faultOfCharge, faultOfOrder, heldByPreference } from './billable.rules.ts'
import { type ComposedDraft, composeDraft, type KeptDraft } from './draft.rules.ts'
import type { OrderFacts } from './facts.rules.ts'
import { loadOrderFacts } from './facts.views.ts'
import { type BillableCharge, type ChargeGroup, groupCharges } from './group.rules.ts'
import { billableOf, type ChargeSources, loadChargeSources, orderOf } from './load.commands.ts'
import { draftsByKey } from './store.ts'
import { chargesOfOrders, chargesOnDocuments, type OrderCharge } from './views.ts'

/** The tenant, and the user or program that acts. */
export interface BillingCommand {
  readonly tenantId: string
  readonly by: By
}

/** Options of new drafts, written by a run, a person or a program. */
export interface DraftOrder {
  readonly origin: DraftRow['origin']
  /** Day of the documents. */
  readonly date: string
  /** The run; null if manual. A run omits what the preference of the company holds back. */
  readonly runId: string | null
}

/** An order or charge that was not drafted, and why. */
export interface RejectedWork extends Fault {
  /** Id of the order, or of the charge that cannot be billed. */
  readonly id: string
  /** Order of the charge; null if `id` is that of an order, or of a charge without one. */
  readonly order_id: string | null
}

/** Drafts written, and rejected work. */
export interface Drafted {
  readonly invoice_ids: readonly string[]
  readonly rejected: readonly RejectedWork[]
}

/**
 * Writes drafts of all billable charges of orders, or of the given charges (BILL-1 to BILL-4). What cannot be billed is
 * returned with the reason and does not stop the others.
 * @param given.order_ids all open charges of these orders; an order waits as a whole if one of its charges cannot be
 * billed
 */
export async function createDrafts(
  ctx: Context,
  { tenantId, by }: BillingCommand,
  given: {
    order_ids?: readonly string[] | undefined
    charge_ids?: readonly string[] | undefined
    date?: string | undefined
  },
): Promise<Drafted> {
  // Two concurrent callers may both create the draft of a group. On retry, the loser finds the existing one.
  return await twice(() =>
    ctx.db.asTenant(tenantId, async (tx) => {
      const order: DraftOrder = { origin: 'MANUAL', date: given.date ?? (await todayOf(ctx, tx)), runId: null }
      if (given.order_ids) return await draftOrders(ctx, tx, by, given.order_ids, order)
      return await draftCharges(ctx, tx, by, given.charge_ids ?? [], order)
    }),
  )
}

/** Drafts all open charges of orders, in the caller's transaction. */
export async function draftOrders(
  ctx: Context,
  tx: Tx,
  by: By,
  orderIds: readonly string[],
  order: DraftOrder,
): Promise<Drafted> {
  const ids = [...new Set(orderIds)]
  const [orders, charges] = await Promise.all([loadOrderFacts(tx, ids), chargesOfOrders(tx, ids)])
  const rejected: RejectedWork[] = []
  const open: string[] = []
  for (const id of ids) {
    const one = orders.get(id)
    const own = charges.get(id) ?? []
    const fault = one ? faultOfOrder({ ...one, charges: own }) : unknownOrder
    if (fault) rejected.push({ id, order_id: null, ...fault })
    else open.push(...own.flatMap((charge) => (isOpen(charge) ? charge.charge_id : [])))
  }
  const drafted = await draftCharges(ctx, tx, by, open, order, orders)
  return { invoice_ids: drafted.invoice_ids, rejected: [...rejected, ...drafted.rejected] }
}

/** Whether a charge is billable and on no document. */
function isOpen({ status, is_on_draft }: OrderCharge): boolean {
  return status === 'CREATED' && !is_on_draft
}

const unknownOrder: Fault = { code: 'unknown', message: 'There is no such order.' }
const unknownCharge: Fault = { code: 'unknown', message: 'There is no such charge.' }

/**
 * Drafts charges, in the caller's transaction.
 * @param known their orders, if the caller has loaded them all
 */
export async function draftCharges(
  ctx: Context,
  tx: Tx,
  by: By,
  chargeIds: readonly string[],
  order: DraftOrder,
  known?: ReadonlyMap<string, OrderFacts>,
): Promise<Drafted> {
  const ids = [...new Set(chargeIds)].sort()
  const charges = await chargesForUpdate(tx, ids)
  const [sources, taken] = await Promise.all([loadChargeSources(tx, charges, known), chargesOnDocuments(tx, ids)])
  const found = new Set(charges.map(({ charge_id }) => charge_id))
  const rejected: RejectedWork[] = ids
    .filter((id) => !found.has(id))
    .map((id) => ({
      ...{ id, order_id: null },
      ...unknownCharge,
    }))
  const billable: BillableCharge[] = []
  for (const charge of charges) {
    const decided = decide(charge, sources, taken, order.runId === null ? null : order.date)
    if ('code' in decided) rejected.push({ id: charge.charge_id, order_id: charge.order_id, ...decided })
    else billable.push(decided)
  }
  const written = await writeGroups(ctx, tx, { by, order, sources }, groupCharges(billable))
  return { invoice_ids: written.invoice_ids, rejected: [...rejected, ...written.rejected] }
}

function decide(
  charge: ChargeRow,
  sources: ChargeSources,
  taken: ReadonlySet<string>,
  runDate: string | null,
): BillableCharge | Fault {
  const order = orderOf(charge, sources)
  if (taken.has(charge.charge_id)) return { code: 'on_document', message: 'The charge is on another document.' }
  const fault = faultOfCharge(charge, order)
  if (fault) return fault
  const billable = billableOf(charge, sources)
  if (!billable) return { code: 'company_missing', message: 'The charge has no company or billing entity to bill.' }
  return heldByPreference(charge, order, billable.billed.preference, runDate) ?? billable
}

interface Writing {
  readonly by: By
  readonly order: DraftOrder
  readonly sources: ChargeSources
}

/** Writes one draft per group: adds to the existing draft, or creates one. */
async function writeGroups(ctx: Context, tx: Tx, writing: Writing, groups: readonly ChargeGroup[]): Promise<Drafted> {
  const { by, order, sources } = writing
  if (groups.length === 0) return { invoice_ids: [], rejected: [] }
  const existing = await draftsByKey(
    tx,
    groups.map(({ key }) => key),
  )
  const grown = await withOwnCharges(tx, groups, existing)
  const rejected: RejectedWork[] = []
  const composed: { draft: ComposedDraft; before: InvoiceRow | undefined; group: ChargeGroup }[] = []
  for (const group of grown) {
    const before = existing.find(({ group_key }) => group_key === group.key)
    const draft = composeDraft(group, before ?? newDraft(ctx, by, order), lineSources(ctx, sources))
    const minimum = group.billed.preference.minimum_amount
    if (order.runId !== null && !before && minimum && decimal(draft.row.total_excl_tax).lt(decimal(minimum))) {
      rejected.push(
        ...group.charges.map(({ charge: { charge_id, order_id } }) => ({ id: charge_id, order_id, ...belowMinimum })),
      )
      continue
    }
    const row = order.runId === null ? draft.row : { ...draft.row, invoice_run_id: order.runId }
    composed.push({ draft: { ...draft, row }, before, group })
  }
  await insertDrafts(
    tx,
    composed.filter(({ before }) => !before).map(({ draft }) => draft.row),
  )
  await updateDrafts(
    tx,
    composed.filter(({ before }) => before).map(({ draft }) => draft.row),
  )
  await replaceParts(
    tx,
    composed.map(({ draft }) => draft.row.invoice_id),
    allParts(composed.map(({ draft }) => draft)),
  )
  await recordChanges(
    tx,
    by,
    composed.map(({ draft, before }) => draftChange(draft.row, before)),
  )
  await settleDrafts(ctx, tx, composed)
  return { invoice_ids: composed.map(({ draft }) => draft.row.invoice_id), rejected }
}

const belowMinimum: Fault = { code: 'below_minimum', message: 'The amount is below the minimum of the company.' }

/** Marks orders as drafted, and publishes what changed (BILL-17). */
async function settleDrafts(
  ctx: Context,
  tx: Tx,
  written: readonly { draft: ComposedDraft; before: InvoiceRow | undefined; group: ChargeGroup }[],
): Promise<void> {
  const ordersOf = (groups: readonly ChargeGroup[]) => [
    ...new Set(groups.flatMap(({ charges }) => charges.flatMap(({ charge }) => charge.order_id ?? []))),
  ]
  await refreshUnbilled(tx, ordersOf(written.map(({ group }) => group)).sort())
  const created = written.filter(({ before }) => !before)
  await publishStatus(
    ctx,
    tx,
    created.map(({ draft }) => ({ ...draft.row, status: 'DRAFT' as const, event_sequence: 1 })),
  )
  await notifyOrders(ctx, tx, ordersOf(created.map(({ group }) => group)), 'order.invoice_created')
}

/** Queues the events of orders on documents. Jobs, so that orders are not locked together with the documents. */
export async function notifyOrders(
  ctx: Context,
  tx: Tx,
  orderIds: readonly string[],
  type: 'order.invoice_created' | 'order.invoiced' | 'order.invoice_posted',
): Promise<void> {
  for (let at = 0; at < orderIds.length; at += 100) {
    await enqueue(
      tx,
      'billing.notify_orders',
      { order_ids: orderIds.slice(at, at + 100), type },
      { serialKey: 'billing.orders' },
    )
  }
  tx.afterCommit(() => ctx.wake('jobs'))
}

function newDraft(ctx: Context, by: By, { origin, date, runId }: DraftOrder): KeptDraft {
  return {
    invoice_id: ctx.newId(),
    ...{ origin, date, booking_date: null, due_date: null, is_due_date_given: false },
    ...{ note: '', adjustments: [], custom_fields: {}, invoice_run_id: runId },
    created_by: by.actor.id,
  }
}

/** Sources needed to write lines. */
export function lineSources(ctx: Pick<Context, 'newId'>, { types }: Pick<ChargeSources, 'types'>) {
  return { types, newId: () => ctx.newId() }
}

/** Merges the parts of several drafts. */
export function allParts(drafts: readonly ComposedDraft[]): DocumentParts {
  return {
    lines: drafts.flatMap(({ parts }) => parts.lines),
    items: drafts.flatMap(({ parts }) => parts.items),
    charges: drafts.flatMap(({ parts }) => parts.charges),
    taxes: drafts.flatMap(({ parts }) => parts.taxes),
  }
}

/** Groups merged with the charges already on their drafts. */
async function withOwnCharges(
  tx: Tx,
  groups: readonly ChargeGroup[],
  existing: readonly InvoiceRow[],
): Promise<ChargeGroup[]> {
  const lines = await findLines(
    tx,
    existing.map(({ invoice_id }) => invoice_id),
  )
  const own = new Map(lines.flatMap((line) => line.charges.map(({ charge_id }) => [charge_id, line.invoice_id])))
  const charges = await chargesForUpdate(tx, [...own.keys()].sort())
  if (charges.length === 0) return [...groups]
  const sources = await loadChargeSources(tx, charges)
  return groups.map((group) => {
    const draft = existing.find(({ group_key }) => group_key === group.key)
    const more = charges.flatMap((charge) => {
      if (own.get(charge.charge_id) !== draft?.invoice_id) return []
      return (!faultOfCharge(charge, orderOf(charge, sources)) && billableOf(charge, sources)) || []
    })
    return { ...group, charges: [...more, ...group.charges] }
  })
}

/** Audit entry of a draft: its head, not every line. */
export function draftChange(row: DraftRow, before: InvoiceRow | undefined): Change {
  const shown = ({ kind, company_id, currency, date, total_excl_tax, total_incl_tax }: DraftRow) => {
    const amount = (text: string) => decimal(text).toFixed()
    return {
      kind,
      company_id,
      currency,
      date,
      total_excl_tax: amount(total_excl_tax),
      total_incl_tax: amount(total_incl_tax),
    }
  }
  return {
    entity_type: 'invoice',
    entity_id: row.invoice_id,
    action: before ? 'updated' : 'created',
    before: before ? shown(before) : null,
    after: shown(row),
  }
}

/**
 * Discards drafts and frees their charges (BILL-4).
 * @throws Problem not_found, invoice_finalised (409)
 */
export async function discardDraft(ctx: Context, { tenantId, by }: BillingCommand, id: string): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const draft = await openDraft(tx, id)
    await discardIn(tx, by, [draft])
  })
}

/** Discards locked drafts, in the caller's transaction. */
export async function discardIn(tx: Tx, by: By, drafts: readonly InvoiceRow[]): Promise<void> {
  const ids = drafts.map(({ invoice_id }) => invoice_id)
  const lines = await findLines(tx, ids)
  await deleteDrafts(tx, ids)
  await recordChanges(
    tx,
    by,
    drafts.map((draft) => ({ ...draftChange(draft, draft), action: 'deleted' as const, after: null })),
  )
  await refreshUnbilled(
    tx,
    await ordersOfCharges(
      tx,
      lines.flatMap(({ charges }) => charges.map((one) => one.charge_id)),
    ),
  )
}

/** Order ids of charges, sorted. */
export async function ordersOfCharges(tx: Tx, chargeIds: readonly string[]): Promise<string[]> {
  const charges = await chargesForUpdate(tx, [...new Set(chargeIds)].sort())
  return [...new Set(charges.flatMap(({ order_id: id, side }) => (side === 'SALES' && id) || []))].sort()
}

/**
 * A draft, locked.
 * @throws Problem not_found, invoice_finalised (409), state_conflict (409) for self-billed documents
 */
export async function openDraft(tx: Tx, id: string): Promise<InvoiceRow> {
  await lockInvoices(tx, [id])
  const [row] = await findInvoices(tx, [id])
  if (!row) throw new Problem('not_found')
  if (row.is_self_billed) {
    throw new Problem('state_conflict', {
      message: 'Self-billed documents are changed under Purchases: withdraw it and draft it again.',
    })
  }
  if (row.status === 'DRAFT' || row.status === 'PRE_INVOICED') return row
  throw new Problem('invoice_finalised')
}
