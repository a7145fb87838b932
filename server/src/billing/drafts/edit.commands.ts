import type { changeDraft as changeDraftEndpoint } from '@cartage/contract/billing/app/draft'
import type { Input } from '@cartage/contract/endpoint'
import { msg, type Sentence } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { decimal, roundToCurrency } from '../../books/money.rules.ts'
import { dueDate } from '../../books/terms.rules.ts'
import { chargesForUpdate } from '../../charges/record/store.ts'
import { refreshUnbilled } from '../../charges/unbilled.store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { isCredit } from '../documents/content.rules.ts'
import { discountMark, keptDiscount } from '../documents/sums.rules.ts'
import { setCarriedOverTo } from '../records/period.store.ts'
import { publishStatus } from '../records/publish.commands.ts'
import { insertDrafts, lockInvoices, replaceParts, setDraftStatus, updateDrafts } from '../records/store.ts'
import { findLines, type InvoiceRow } from '../records/views.ts'
import { faultOfCharge } from './billable.rules.ts'
import {
  allParts,
  type BillingCommand,
  discardIn,
  draftChange,
  lineSources,
  openDraft,
  ordersOfCharges,
} from './commands.ts'
import { type ComposedDraft, composeDraft, dueOf, type KeptDraft } from './draft.rules.ts'
import { type ChargeGroup, fixedPart, groupCharges, termOf } from './group.rules.ts'
import { billableOf, loadChargeSources, orderOf } from './load.commands.ts'
import { draftsOfBase } from './store.ts'

/** Members of a draft that can be changed. */
export type DraftMembers = Input<typeof changeDraftEndpoint>['body']

/**
 * Changes members of a draft. Its lines follow from its charges.
 * @throws Problem not_found, invoice_finalised (409), validation_failed on `due_date` and `discount`
 */
export async function changeDraft(
  ctx: Context,
  { tenantId, by }: BillingCommand,
  id: string,
  members: DraftMembers,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await openDraft(tx, id)
    const { due_date: given, discount, ...others } = members
    const after = { ...before, ...definedOf(others) }
    if (discount !== undefined) {
      if (isCredit(before)) throw onlyForInvoices('discount')
      checkDiscount(before, discount)
      after.adjustments = discount === null ? [] : [discountMark(discount)]
    }
    if (given !== undefined) {
      if (given !== null && isCredit(before)) throw onlyForInvoices('due_date')
      after.is_due_date_given = given !== null
      after.due_date = given === null ? null : dueDate('CUSTOM_DUE_DATE', after.date ?? given, given)
    }
    if (!isCredit(before)) after.due_date = dueOf(after.payment_term, after)
    await updateDrafts(tx, [after])
    // A booking date chosen by a person overrides the month it was carried over to.
    if (members.booking_date !== undefined) await setCarriedOverTo(tx, id, null)
    await recordChanges(tx, by, [
      {
        entity_type: 'invoice',
        entity_id: id,
        action: 'updated',
        before: editable(before),
        after: editable(after),
      },
    ])
    const isInOther = members.language !== undefined && members.language !== before.language
    if (isInOther || discount !== undefined) await rewrite(ctx, tx, by, after)
  })
}

/** @throws Problem validation_failed if the amount exceeds the lines, or does not fit the currency */
function checkDiscount({ sum_lines, currency }: InvoiceRow, discount: DraftMembers['discount']): void {
  if (!discount?.amount) return
  const amount = decimal(discount.amount)
  const refuse = (message: Sentence) =>
    new Problem('validation_failed', { errors: [errorItem('discount.amount', message, 'invalid')] })
  if (!roundToCurrency(amount, currency).eq(amount)) throw refuse(msg`has more digits than ${currency} has`)
  if (amount.gt(decimal(sum_lines))) throw refuse(msg`is more than the lines of this draft, which are ${sum_lines}`)
}

/**
 * Rejects a member that only invoices have: credit notes have no due date, and take over the discounts of their
 * invoice.
 */
function onlyForInvoices(member: string): Problem {
  return new Problem('validation_failed', { errors: [errorItem(member, 'is not for credit notes', member)] })
}

function definedOf<Members extends object>(members: Members): Partial<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Members>
}

function editable(draft: InvoiceRow) {
  const { date, booking_date, due_date, language, customer_reference_numbers, note } = draft
  const discount = keptDiscount(draft.adjustments)
  return { date, booking_date, due_date, language, customer_reference_numbers, note, discount }
}

/**
 * Rewrites a draft from the current state of its charges (BILL-7), or discards it if none can be billed any more.
 * @throws Problem not_found, invoice_finalised (409)
 */
export async function refreshDraft(ctx: Context, { tenantId, by }: BillingCommand, id: string): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const draft = await openDraft(tx, id)
    if (!isCredit(draft)) await rewrite(ctx, tx, by, draft)
  })
}

/** Rewrites a locked draft. Charges that now belong on another document are freed. */
async function rewrite(ctx: Context, tx: Tx, by: By, draft: InvoiceRow): Promise<void> {
  const lines = await findLines(tx, [draft.invoice_id])
  const chargeIds = lines.flatMap(({ charges }) => charges.map(({ charge_id }) => charge_id))
  const group = await groupOf(tx, draft, chargeIds)
  if (!group) return await discardIn(tx, by, [draft])
  const composed = inLanguage(composeDraft(group, draft, await sourcesOf(ctx, tx, group)), draft)
  await updateDrafts(tx, [composed.row])
  await replaceParts(tx, [draft.invoice_id], composed.parts)
  await recordChanges(tx, by, [draftChange(composed.row, draft)])
  await refreshUnbilled(tx, await ordersOfCharges(tx, chargeIds))
}

/** Keeps the references that a person entered when a draft is rewritten. */
function inLanguage(composed: ComposedDraft, draft: InvoiceRow): ComposedDraft {
  const references = new Set([...composed.row.customer_reference_numbers, ...draft.customer_reference_numbers])
  return { ...composed, row: { ...composed.row, customer_reference_numbers: [...references].sort().slice(0, 200) } }
}

/** Charges of a draft that can still be billed on it, as a group under its key; undefined if none can. */
async function groupOf(tx: Tx, draft: InvoiceRow, chargeIds: readonly string[]): Promise<ChargeGroup | undefined> {
  const charges = await chargesForUpdate(tx, [...new Set(chargeIds)].sort())
  const sources = await loadChargeSources(tx, charges)
  const billable = charges.flatMap((charge) => {
    return (!faultOfCharge(charge, orderOf(charge, sources)) && billableOf(charge, sources)) || []
  })
  const groups = groupCharges(billable).filter(({ key }) => isSameGroup(key, draft.group_key))
  const [first] = groups
  if (!first) return undefined
  return { ...first, key: draft.group_key ?? first.key, charges: groups.flatMap((group) => group.charges) }
}

/** Lines may have been moved manually between groups of one kind, so only the fixed part of the key is compared. */
function isSameGroup(key: string, kept: string | null): boolean {
  return kept === null || fixedPart(key) === fixedPart(kept)
}

async function sourcesOf(ctx: Context, tx: Tx, group: ChargeGroup) {
  const { types } = await loadChargeSources(
    tx,
    group.charges.map(({ charge }) => charge),
  )
  return lineSources(ctx, { types })
}

/**
 * Moves lines of a draft to another, or to a new one (BILL-4). A draft without lines is discarded, so moving all of
 * them merges two drafts.
 * @returns the id of the target draft
 * @throws Problem not_found, invoice_finalised (409), lines_unlike (409)
 */
export async function moveLines(
  ctx: Context,
  { tenantId, by }: BillingCommand,
  id: string,
  { line_ids, to_invoice_id }: { line_ids: readonly string[]; to_invoice_id: string | null },
): Promise<string> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    await lockInvoices(tx, to_invoice_id ? [id, to_invoice_id] : [id])
    const from = await openDraft(tx, id)
    const to = to_invoice_id ? await openDraft(tx, to_invoice_id) : undefined
    if (isCredit(from) || (to && isCredit(to)) || to?.invoice_id === id) throw new Problem('lines_unlike')
    if (to && !(from.group_key && to.group_key && fixedPart(from.group_key) === fixedPart(to.group_key))) {
      throw new Problem('lines_unlike')
    }
    const lines = await findLines(tx, to ? [id, to.invoice_id] : [id])
    const chosen = new Set(line_ids)
    const moved = lines.filter((line) => line.invoice_id === id && chosen.has(line.invoice_line_id))
    if (moved.length < chosen.size) throw new Problem('not_found')
    const chargesOf = (some: typeof lines) => some.flatMap(({ charges }) => charges.map(({ charge_id }) => charge_id))
    const left = chargesOf(lines.filter((line) => line.invoice_id === id && !chosen.has(line.invoice_line_id)))
    const taken = [...chargesOf(lines.filter((line) => line.invoice_id === to?.invoice_id)), ...chargesOf(moved)]
    const target = to ?? (await splitOff(ctx, tx, from, by))
    // Write the source draft first: a charge is on one document at a time.
    await write(ctx, tx, by, from, left)
    await write(ctx, tx, by, target, taken)
    return target.invoice_id
  })
}

async function splitOff(ctx: Context, tx: Tx, from: InvoiceRow, by: By): Promise<InvoiceRow> {
  const base = (from.group_key ?? '').split('#')[0]!
  const others = await draftsOfBase(tx, base)
  const used = new Set(others.map(({ group_key }) => group_key))
  let place = 2
  while (used.has(`${base}#${place}`)) place += 1
  const draft: InvoiceRow = {
    ...from,
    ...{ invoice_id: ctx.newId(), group_key: `${base}#${place}`, status: 'DRAFT', event_sequence: 1, note: '' },
    created_by: by.actor.id,
  }
  await insertDrafts(tx, [draft])
  await publishStatus(ctx, tx, [{ ...draft, status: 'DRAFT' }])
  return draft
}

/** Writes a draft with exactly these charges, or discards it if there are none. */
async function write(ctx: Context, tx: Tx, by: By, draft: InvoiceRow, chargeIds: readonly string[]): Promise<void> {
  if (chargeIds.length === 0) return await discardIn(tx, by, [draft])
  const charges = await chargesForUpdate(tx, [...chargeIds].sort())
  const sources = await loadChargeSources(tx, charges)
  const billable = charges.flatMap((charge) => billableOf(charge, sources) ?? [])
  const [first] = billable
  if (!first) throw new Problem('draft_stale')
  const { entity, billed, charge } = first
  const group: ChargeGroup = {
    ...{ key: draft.group_key ?? '', entity, billed, currency: charge.currency },
    ...{ payment_term: termOf(billed, entity), charges: billable },
  }
  const kept: KeptDraft = draft
  const composed = composeDraft(group, kept, lineSources(ctx, sources))
  await updateDrafts(tx, [composed.row])
  await replaceParts(tx, [draft.invoice_id], allParts([composed]))
  await recordChanges(tx, by, [draftChange(composed.row, draft)])
}

/**
 * Marks a draft as reviewed, or undoes that.
 * @throws Problem not_found, invoice_finalised (409), draft_stale (409)
 */
export async function reviewDraft(
  ctx: Context,
  { tenantId, by }: BillingCommand,
  id: string,
  isReviewed: boolean,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const draft = await openDraft(tx, id)
    if (draft.is_stale) throw new Problem('draft_stale')
    const status = isReviewed ? 'PRE_INVOICED' : 'DRAFT'
    const changed = await setDraftStatus(tx, [id], status)
    if (changed.length === 0) return
    const [before, after] = [{ status: draft.status }, { status }]
    await recordChanges(tx, by, [{ entity_type: 'invoice', entity_id: id, action: 'updated', before, after }])
    await publishStatus(ctx, tx, [{ ...draft, status, event_sequence: draft.event_sequence + 1 }])
  })
}
