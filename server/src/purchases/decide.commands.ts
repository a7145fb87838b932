import { msg } from '@cartage/contract/message'
import { recordStated } from '../accounting/payments/commands.ts'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import { loadEntities } from '../billing/drafts/facts.views.ts'
import { finaliseIn } from '../billing/finalise/commands.ts'
import { rejectPurchase as rejectRow, reopenPurchase as reopenRow } from '../billing/records/received.store.ts'
import { lockInvoices, replaceParts, setDraftStatus } from '../billing/records/store.ts'
import { findInvoice, type InvoiceRow } from '../billing/records/views.ts'
import { requestCredit } from '../billing/sendings/credit-request.commands.ts'
import { decimal } from '../books/money.rules.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { renderIn } from '../http/language.ts'
import { Problem } from '../http/problem.ts'
import type { PurchaseCommand } from './command.model.ts'
import { linesAsExecuted, linesAsInvoiced } from './draft.rules.ts'
import { partsOf } from './intake/commands.ts'
import { statedPayment } from './intake/document.rules.ts'
import { findByExternalName, lockExternalName } from './intake/views.ts'
import { type Compared, compareDocument } from './match/commands.ts'
import type { MatchResult } from './match/compare.rules.ts'
import { expectedCredit, supplierMessage } from './message.rules.ts'
import {
  findMatch,
  findReceipt,
  type MatchDecision,
  type MatchRow,
  saveMatch,
  setDecision,
  setPlacements,
} from './store.ts'

/** Options of accepting a document. */
export interface Accepting {
  readonly amount: 'INVOICED' | 'EXECUTED'
  readonly comment: string
  readonly requests_credit: boolean
  readonly accepts_old_rate: boolean
}

/**
 * Accepts a supplier's document, finalises it and settles its costs, in one transaction (PURCH-8, PURCH-9).
 * @throws Problem not_found, invoice_finalised, draft_stale (409) if its costs changed since it was matched, any
 * problem that prevents finalising; recipient_missing, recipient_unknown if no credit note can be requested from the supplier
 */
export async function acceptPurchase(ctx: Context, command: PurchaseCommand, how: Accepting): Promise<void> {
  const { tenantId, by, invoiceId } = command
  await ctx.db.asTenant(tenantId, async (tx) => {
    const { invoice, match } = await openPurchase(tx, invoiceId)
    const compared = await compareAgain(ctx, tx, invoice)
    if (!isSameMatch(match, compared.match)) throw new Problem('draft_stale', { message: changed })
    const isExecuted = how.amount === 'EXECUTED'
    await replaceParts(tx, [invoiceId], partsAccepted(compared, isExecuted))
    await setDecision(tx, invoiceId, 'ACCEPTED', {
      action: isExecuted ? 'ACCEPT_EXECUTED' : 'ACCEPT',
      comment: how.comment,
      expected_credit: isExecuted ? expectedCredit(compared.match, invoice.currency) : null,
      by: by.actor.id,
      at: ctx.now().toISOString(),
    })
    await setDraftStatus(tx, [invoiceId], 'PRE_INVOICED')
    const accepts_old_rate = how.accepts_old_rate
    const [done] = await finaliseIn(ctx, tx, { by }, [invoiceId], { date: null, accepts_old_rate })
    if (done?.problem) throw done.problem
    const paid_on = invoice.date ?? compared.document.date
    await recordStated(ctx, tx, { by, invoiceId, paid_on }, statedPayment(compared.document))
    if (isExecuted && how.requests_credit) await requestFrom(ctx, tx, by, invoice)
  })
}

/** PURCH-33: the supplier gets the text that the page shows, in its language; nothing where no credit note is expected. */
async function requestFrom(ctx: Context, tx: Tx, by: By, invoice: InvoiceRow): Promise<void> {
  const match = (await findMatch(tx, invoice.invoice_id))!
  if (match.decision?.expected_credit == null) return
  await requestCredit(
    ctx,
    tx,
    by,
    invoice.invoice_id,
    (language) => supplierMessage(match, invoice, renderIn(language))!,
  )
}

const changed = msg`The costs or settings changed since this document was matched. Match it again, then accept it.`

/** Lines of an accepted document. Within the tolerance they are the executed costs plus a difference. */
function partsAccepted(compared: Compared, isExecuted: boolean) {
  const { document, match } = compared
  if (document.kind === 'PURCHASE_CREDIT_NOTE') return partsOf(compared)
  return isExecuted || match.result === 'MATCHED' ? linesAsExecuted(compared) : linesAsInvoiced(compared)
}

function isSameMatch(kept: MatchRow, now: MatchResult): boolean {
  const figures = ({ executed, lines }: Pick<MatchResult, 'executed' | 'lines'>) => [
    decimal(executed ?? '0').toFixed(),
    lines.map(({ position, trip_id, executed: amount, charges }) => {
      return [position, trip_id, decimal(amount ?? '0').toFixed(), charges.map(({ charge_id }) => charge_id)]
    }),
  ]
  return JSON.stringify(figures(kept)) === JSON.stringify(figures(now))
}

/**
 * Rejects a document (PURCH-11): it is not booked, its costs stay open, and its number can be reused.
 * @throws Problem not_found, invoice_finalised
 */
export async function rejectPurchase(ctx: Context, command: PurchaseCommand, reason: string): Promise<void> {
  const { tenantId, by, invoiceId } = command
  await ctx.db.asTenant(tenantId, async (tx) => {
    const { invoice } = await openPurchase(tx, invoiceId)
    const compared = await compareAgain(ctx, tx, invoice)
    const parts = linesAsInvoiced(compared)
    await replaceParts(tx, [invoiceId], { ...parts, charges: [] })
    const at = ctx.now().toISOString()
    const decision: MatchDecision = { action: 'REJECT', comment: reason, expected_credit: null, by: by.actor.id, at }
    await setDecision(tx, invoiceId, 'REJECTED', decision)
    await rejectRow(tx, invoiceId)
    await recordChanges(tx, by, [
      {
        entity_type: 'invoice',
        entity_id: invoiceId,
        action: 'updated',
        before: { status: invoice.status },
        after: { status: 'REJECTED', reason },
      },
    ])
  })
}

/**
 * Reverts a rejection (PURCH-25): the document is compared again, as if just received.
 * @throws Problem not_found; state_conflict if it is not rejected, or another document now has its number
 */
export async function reopenPurchase(ctx: Context, { tenantId, by, invoiceId }: PurchaseCommand): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await findInvoice(tx, invoiceId)
    if (!before || !(await findReceipt(tx, invoiceId))) throw new Problem('not_found')
    const number = before.external_name ?? ''
    await lockExternalName(tx, before.company_id, number)
    await lockInvoices(tx, [invoiceId])
    if (await findByExternalName(tx, before.company_id, before.kind, number)) {
      throw new Problem('state_conflict', {
        message: msg`Another document of the supplier has the number ${number}. Reject that one first.`,
      })
    }
    if (!(await reopenRow(tx, invoiceId))) {
      throw new Problem('state_conflict', { message: 'The document is not rejected. Reload it.' })
    }
    const compared = await compareAgain(ctx, tx, before)
    await replaceParts(tx, [invoiceId], partsOf(compared))
    await saveMatch(tx, invoiceId, compared.match)
    const status = compared.match.result === 'MATCHED' ? 'PRE_INVOICED' : 'DRAFT'
    if (status === 'PRE_INVOICED') await setDraftStatus(tx, [invoiceId], status)
    await recordChanges(tx, by, [
      {
        entity_type: 'invoice',
        entity_id: invoiceId,
        action: 'updated',
        before: { status: 'REJECTED' },
        after: { status },
      },
    ])
  })
}

/**
 * Compares a document again, with trips assigned to its lines by a person (PURCH-4).
 * @throws Problem not_found, invoice_finalised
 */
export async function matchPurchase(
  ctx: Context,
  { tenantId, by, invoiceId }: PurchaseCommand,
  lines: readonly { position: number; trip_id: string }[],
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const { invoice, match } = await openPurchase(tx, invoiceId)
    const placements = Object.fromEntries(lines.map(({ position, trip_id }) => [String(position), trip_id]))
    if (lines.length > 0) await setPlacements(tx, invoiceId, placements)
    const compared = await compareAgain(ctx, tx, invoice)
    await replaceParts(tx, [invoiceId], partsOf(compared))
    await saveMatch(tx, invoiceId, compared.match)
    await setDraftStatus(tx, [invoiceId], compared.match.result === 'MATCHED' ? 'PRE_INVOICED' : 'DRAFT')
    const before = { result: match.result }
    const after = { result: compared.match.result, ...(lines.length > 0 && { placements }) }
    await recordChanges(tx, by, [{ entity_type: 'invoice', entity_id: invoiceId, action: 'updated', before, after }])
  })
}

/**
 * An undecided supplier document, locked.
 * @throws Problem not_found, invoice_finalised
 */
async function openPurchase(tx: Tx, id: string): Promise<{ invoice: InvoiceRow; match: MatchRow }> {
  await lockInvoices(tx, [id])
  const [invoice, match] = await Promise.all([findInvoice(tx, id), findMatch(tx, id)])
  if (!invoice || !match) throw new Problem('not_found')
  if (invoice.status !== 'DRAFT' && invoice.status !== 'PRE_INVOICED') throw new Problem('invoice_finalised')
  return { invoice, match }
}

async function compareAgain(ctx: Context, tx: Tx, invoice: InvoiceRow): Promise<Compared> {
  const { invoice_id, company_id, billing_entity_id } = invoice
  const [receipt, entities] = await Promise.all([findReceipt(tx, invoice_id), loadEntities(tx)])
  const entity = entities.find((one) => one.billing_entity_id === billing_entity_id)
  if (!receipt || !entity) throw new Problem('not_found')
  const { document, placements } = receipt
  return await compareDocument(ctx, tx, { invoice_id, company_id, document, placements, entity })
}
