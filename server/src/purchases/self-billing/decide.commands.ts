import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { finaliseIn } from '../../billing/finalise/commands.ts'
import { rejectPurchase as rejectRow } from '../../billing/records/received.store.ts'
import { lockInvoices, releaseLines } from '../../billing/records/store.ts'
import { findInvoice, findLines } from '../../billing/records/views.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { todayOf } from '../../tenants/today.views.ts'
import type { PurchaseCommand } from '../command.model.ts'
import { type Consent, findConsent, setConsent } from './store.ts'

/**
 * Records that the supplier agrees, or objects with a reason (PURCH-16).
 * @throws Problem not_found, invoice_finalised
 */
export async function recordConsent(
  ctx: Context,
  { tenantId, by, invoiceId }: PurchaseCommand,
  action: 'AGREE' | 'OBJECT',
  comment: string,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const consent = await openSelfBilled(tx, invoiceId)
    await keepConsent(tx, by, invoiceId, consent, decided(ctx, by, consent, action, comment))
  })
}

/**
 * Marks a document as agreed once the objection period is over. No effect if it is decided (PURCH-16).
 * @returns whether the job is done; false: the period is not over yet
 */
export async function agreeByTime(ctx: Context, tx: Tx, by: By, invoiceId: string): Promise<boolean> {
  await lockInvoices(tx, [invoiceId])
  const [invoice, consent] = await Promise.all([findInvoice(tx, invoiceId), findConsent(tx, invoiceId)])
  if (invoice?.status !== 'PRE_INVOICED' || consent?.action !== 'PROPOSE') return true
  const isOver = consent.days === 0 || (await todayOf(ctx, tx)) > consent.objections_until
  if (!isOver) return false
  const at = ctx.now().toISOString()
  await keepConsent(tx, by, invoiceId, consent, { ...consent, action: 'AGREE', comment: '', by: null, at })
  return true
}

/**
 * Withdraws a document (PURCH-17): it stays as rejected, and its costs can be drafted again.
 * @throws Problem not_found, invoice_finalised
 */
export async function withdrawSelfBilled(
  ctx: Context,
  { tenantId, by, invoiceId }: PurchaseCommand,
  reason: string,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const consent = await openSelfBilled(tx, invoiceId)
    const lines = await findLines(tx, [invoiceId])
    await releaseLines(
      tx,
      lines.map(({ invoice_line_id: id }) => id),
    )
    await rejectRow(tx, invoiceId)
    await keepConsent(tx, by, invoiceId, consent, decided(ctx, by, consent, 'WITHDRAW', reason))
  })
}

/**
 * Finalises a document with the supplier's agreement and the next number of its series (PURCH-17).
 * @throws Problem not_found, invoice_finalised, state_conflict (409) before the supplier agrees, any problem that
 * prevents finalising
 */
export async function finaliseSelfBilled(
  ctx: Context,
  { tenantId, by, invoiceId }: PurchaseCommand,
  accepts_old_rate: boolean,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    await openSelfBilled(tx, invoiceId)
    const [done] = await finaliseIn(ctx, tx, { by }, [invoiceId], { date: null, accepts_old_rate })
    if (done?.problem) throw done.problem
  })
}

function decided(ctx: Context, by: By, before: Consent, action: Consent['action'], comment: string): Consent {
  return { ...before, action, comment, by: by.actor.id, at: ctx.now().toISOString() }
}

async function keepConsent(tx: Tx, by: By, entity_id: string, before: Consent, after: Consent): Promise<void> {
  await setConsent(tx, entity_id, after)
  const shown = ({ action, comment }: Consent) => ({ supplier: action, comment })
  await recordChanges(tx, by, [
    { entity_type: 'invoice', entity_id, action: 'updated', before: shown(before), after: shown(after) },
  ])
}

/** An unfinalised document written in the name of a supplier, locked. */
async function openSelfBilled(tx: Tx, id: string): Promise<Consent> {
  await lockInvoices(tx, [id])
  const [invoice, consent] = await Promise.all([findInvoice(tx, id), findConsent(tx, id)])
  if (!invoice || !consent) throw new Problem('not_found')
  if (invoice.status === 'REJECTED') throw new Problem('state_conflict', { message: 'This document is withdrawn.' })
  if (invoice.status !== 'DRAFT' && invoice.status !== 'PRE_INVOICED') throw new Problem('invoice_finalised')
  return consent
}
