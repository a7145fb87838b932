import { utcDay } from '@cartage/contract/reading/calendar'
import { dayAfter } from '../../../seeds/dice.ts'
import type { WorldOrder } from '../../../seeds/world.ts'
import { setPaymentStatus } from '../accounting/payments/commands.ts'
import { reportTask } from '../accounting/tasks/report.commands.ts'
import { byOperator } from '../audit/rules.ts'
import { permissionsOf } from '../auth/permissions.rules.ts'
import { creditInvoice } from '../billing/credit/commands.ts'
import { createDrafts } from '../billing/drafts/commands.ts'
import { reviewDraft } from '../billing/drafts/edit.commands.ts'
import { finaliseDrafts } from '../billing/finalise/commands.ts'
import { setPreference } from '../billing/preferences/commands.ts'
import { actOnCharge } from '../charges/desk/act.commands.ts'
import { rateWaiting } from '../charges/rating/jobs.ts'
import type { Context } from '../context.ts'
import { anonymous, type Caller } from '../http/caller.ts'
import { Problem } from '../http/problem.ts'
import { billingDays, failureOfTask, fateOfInvoice, samplePreferences } from './money.rules.ts'
import { companiesByName, documentsOf, draftsOn, ordersByIdentifier, waitingCharges } from './views.ts'

/** Number of billed weeks. */
export const weeks = billingDays.length

/** Caller that decides on charges and costs: those rules require the permissions of an accountant. */
export function accountant(tenantId: string): Caller {
  const roles = ['ACCOUNTANT'] as const
  return { ...anonymous, kind: 'user', tenantId, roles, permissions: permissionsOf('ACCOUNTANT') }
}

/**
 * Rates due orders, sets billing preferences, and decides on waiting time of the previous month: most is approved, one
 * charge has its approval requested and some wait for the haulier.
 * @returns whether more has to be rated
 */
export async function decideCharges(ctx: Context, tenantId: string, orders: readonly WorldOrder[]): Promise<boolean> {
  if (await rateWaiting(ctx, tenantId)) return true
  await choosePreferences(ctx, tenantId)
  const identifiers = orders.map(({ upload }) => upload.order_identifier)
  const charges = await ctx.db.asTenant(tenantId, (tx) => waitingCharges(tx, identifiers))
  const call = { caller: accountant(tenantId), by: byOperator }
  for (const { charge_id, version, place } of charges) {
    // Position among all charges, decided or not, so that an interrupted run decides the same.
    const action = place % 5 === 3 ? 'request_approval' : place % 5 === 4 ? undefined : 'approve'
    if (action) await unlessDecided(() => actOnCharge(ctx, call, { charge_id, version }, { action }))
  }
  return false
}

async function choosePreferences(ctx: Context, tenantId: string): Promise<void> {
  const names = Object.keys(samplePreferences)
  const known = await ctx.db.asTenant(tenantId, (tx) => companiesByName(tx, names))
  for (const [name, preference] of Object.entries(samplePreferences)) {
    const id = known.get(name)?.company_id
    if (id) await setPreference(ctx, { tenantId, by: byOperator }, { of: 'COMPANY', id }, preference)
  }
}

/** Does nothing if an interrupted run has already decided. */
async function unlessDecided(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error
  }
}

/** Index of the week, and the moment around which the world is made. */
interface Week {
  now: Date
  week: number
}

/** Bills the orders of a week of the previous month, on the day after it ends. */
export async function invoiceWeek(
  ctx: Context,
  tenantId: string,
  orders: readonly WorldOrder[],
  { now, week }: Week,
): Promise<void> {
  const command = { tenantId, by: byOperator }
  const today = utcDay(now)
  const [first, date] = [dayAfter(today, billingDays[week]! - 7), dayAfter(today, billingDays[week]!)]
  const names = orders.filter(({ day }) => day >= first && day < date).map(({ upload }) => upload.order_identifier)
  const known = await ctx.db.asTenant(tenantId, (tx) => ordersByIdentifier(tx, names))
  const order_ids = names.flatMap((name) => known.get(name)?.order_id ?? [])
  await createDrafts(ctx, command, { order_ids, date })
  const drafts = await ctx.db.asTenant(tenantId, (tx) => draftsOn(tx, date))
  await finaliseDrafts(ctx, command, drafts, { date, accepts_old_rate: false })
}

/**
 * Results from the accounting system: most invoices are posted, three failed and the newest are open.
 * @returns whether there are more; LATER when jobs have not posted all of them yet
 */
export async function reportTasks(
  ctx: Context,
  tenantId: string,
  { from, count, now }: { from: number; count: number; now: Date },
): Promise<boolean | 'LATER'> {
  const all = await ctx.db.asTenant(tenantId, documentsOf)
  if (all.some(({ is_waiting }) => is_waiting)) return 'LATER'
  const newest = dayAfter(utcDay(now), billingDays.at(-1)!)
  for (const [at, { task_id: taskId, date }] of all.entries()) {
    if (at < from || at >= from + count || taskId === null || date >= newest) continue
    const failure = failureOfTask(at)
    const report = failure ? { status: 'FAILED' as const, failure } : { status: 'COMPLETED' as const, failure: null }
    await unlessDecided(() => reportTask(ctx, { tenantId, by: byOperator, taskId }, report))
  }
  return from + count < all.length
}

/** Payments, one full and one partial credit note, and drafts of the last week that wait for review. */
export async function settleInvoices(
  ctx: Context,
  tenantId: string,
  orders: readonly WorldOrder[],
  now: Date,
): Promise<void> {
  const command = { tenantId, by: byOperator }
  const today = utcDay(now)
  const documents = await ctx.db.asTenant(tenantId, documentsOf)
  for (const [at, document] of documents.entries()) {
    const fate = fateOfInvoice(at, document.date, today)
    const invoiceId = document.invoice_id
    if (fate === 'PAID') await setPaymentStatus(ctx, { ...command, invoiceId }, 'SALES_INVOICE', 'PAID')
    if ((fate === 'CREDITED' || fate === 'HALF_CREDITED') && !document.is_credited) {
      const request = fate === 'CREDITED' ? ({ kind: 'REST' } as const) : { kind: 'FRACTION' as const, fraction: '0.5' }
      const note = fate === 'CREDITED' ? 'Billed to the wrong company' : 'Half the goods arrived damaged'
      await creditInvoice(ctx, command, invoiceId, { request, release: false, date: dayAfter(today, -5), note })
    }
  }
  const credits = await ctx.db.asTenant(tenantId, (tx) => draftsOn(tx, dayAfter(today, -5)))
  await finaliseDrafts(ctx, command, credits, { date: dayAfter(today, -5), accepts_old_rate: false })
  await draftLastWeek(ctx, tenantId, orders, today)
}

/**
 * Drafts for the work of last week; the first of several is reviewed. Its last days are not billed yet, unless too
 * little before them can be: a small world carries little on some days, and some orders have no rate.
 */
async function draftLastWeek(
  ctx: Context,
  tenantId: string,
  orders: readonly WorldOrder[],
  today: string,
): Promise<void> {
  const command = { tenantId, by: byOperator }
  for (const until of [-3, -2, -1, 0].map((days) => dayAfter(today, days))) {
    const names = orders.filter(({ day }) => day < until).map(({ upload }) => upload.order_identifier)
    const known = await ctx.db.asTenant(tenantId, (tx) => ordersByIdentifier(tx, names))
    const order_ids = names.flatMap((name) => known.get(name)?.order_id ?? [])
    await createDrafts(ctx, command, { order_ids, date: today })
    const drafts = await ctx.db.asTenant(tenantId, (tx) => draftsOn(tx, today))
    if (drafts.length > 1) return void (await reviewDraft(ctx, command, drafts[0]!, true))
  }
}
