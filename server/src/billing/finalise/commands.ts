import { recordChanges } from '../../audit/store.ts'
import { findExchangeRate } from '../../books/exchange/views.ts'
import { requireOpenPeriod } from '../../books/periods/commands.ts'
import { dueDate } from '../../books/terms.rules.ts'
import { type ChargeRow, chargesForUpdate } from '../../charges/record/store.ts'
import type { Context } from '../../context.ts'
import { isUnavailable } from '../../db/failure.ts'
import type { Tx } from '../../db/tenant.ts'
import { copyDocuments, type DocumentCopy } from '../../documents/store.ts'
import { problemOfOne } from '../../http/each.ts'
import { Problem } from '../../http/problem.ts'
import { commonScope, type DocumentRange, documentRange, formatNumber } from '../../tenants/numbers/rules.ts'
import { takeCounted } from '../../tenants/numbers/store.ts'
import { documentRanges } from '../../tenants/numbers/views.ts'
import { readBookingDates, readStructuredInvoices } from '../../tenants/tenants.views.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { type DocumentContent, isCredit } from '../documents/content.rules.ts'
import { type LoadedDocument, loadDocuments } from '../documents/load.commands.ts'
import { totalsOf } from '../documents/totals.rules.ts'
import type { BillingCommand } from '../drafts/commands.ts'
import { loadEntities } from '../drafts/facts.views.ts'
import { bookingDay } from '../records/period.rules.ts'
import { publishStatus } from '../records/publish.commands.ts'
import { type Finalised, finaliseInvoices, lockInvoices } from '../records/store.ts'
import { planSendings } from '../sendings/plan.commands.ts'
import { checkStructured } from '../sendings/rules.ts'
import { batchesOf } from './batches.views.ts'
import { checkAgreed, checkComplete, checkDates, checkReceived, checkUnchanged, numberSubject } from './check.rules.ts'
import { contentOf, type FinalFacts, sumsNow } from './content.rules.ts'
import { exchangeOf } from './exchange.rules.ts'
import { queueJobs, settleCharges } from './follow.commands.ts'
import { findLastDate, isAgreedBySupplier } from './views.ts'

/** Options of finalising. */
export interface Finalising {
  /** Date for all of them; null: each keeps its own. */
  readonly date: string | null
  /** Whether a person accepted an exchange rate older than 7 days. */
  readonly accepts_old_rate: boolean
}

/** Result for one document. */
export interface FinaliseResult {
  readonly invoice_id: string
  readonly name: string | null
  /** Why it stays a draft; null if finalised. */
  readonly problem: Problem | null
}

/**
 * Finalises drafts (BILL-5): in transactions of at most 20 documents and 500 lines, all of one number range and day. A
 * document that cannot be finalised stays a draft with the reason. After a crash, documents are either drafts or
 * finished.
 */
export async function finaliseDrafts(
  ctx: Context,
  command: BillingCommand,
  ids: readonly string[],
  how: Finalising,
): Promise<FinaliseResult[]> {
  const results = new Map<string, FinaliseResult>()
  for (const batch of await batchesOf(ctx, command, ids, how.date)) {
    for (const result of await finaliseBatch(ctx, command, batch, how)) results.set(result.invoice_id, result)
  }
  return ids.map((id) => results.get(id) ?? refused(id, new Problem('not_found')))
}

function refused(invoice_id: string, problem: Problem): FinaliseResult {
  return { invoice_id, name: null, problem }
}

async function finaliseBatch(
  ctx: Context,
  command: BillingCommand,
  ids: readonly string[],
  how: Finalising,
): Promise<FinaliseResult[]> {
  try {
    const results = await ctx.db.asTenant(command.tenantId, (tx) => finaliseIn(ctx, tx, command, ids, how))
    ctx.crashPoints.reach('finalise:committed')
    return results
  } catch (error) {
    // A problem of the range applies to all its documents.
    if (error instanceof Problem && error.status < 500) return ids.map((id) => refused(id, error))
    if (isUnavailable(error)) throw error
    return await finaliseAlone(ctx, command, ids, how, error)
  }
}

/** EACH-1: after an unexpected error, gives each document its own transaction, to find out which one causes it. */
async function finaliseAlone(
  ctx: Context,
  command: BillingCommand,
  ids: readonly string[],
  how: Finalising,
  error: unknown,
): Promise<FinaliseResult[]> {
  if (ids.length > 1) {
    const results: FinaliseResult[] = []
    for (const id of ids) results.push(...(await finaliseBatch(ctx, command, [id], how)))
    return results
  }
  const faults = { log: ctx.log, requestId: command.by.requestId }
  return ids.map((id) => refused(id, problemOfOne(faults, id, error)))
}

/** A document that passed all checks. */
interface Checked {
  readonly document: LoadedDocument
  readonly final: Omit<FinalFacts, 'number'>
  readonly range: DocumentRange
}

/**
 * Finalises documents of one range and day in the caller's transaction. Locks the documents first, then their charges.
 * Numbers are taken last, because others wait for them.
 * @throws Problem date_before_last_number, number_range_unfit
 */
export async function finaliseIn(
  ctx: Context,
  tx: Tx,
  { by }: Pick<BillingCommand, 'by'>,
  ids: readonly string[],
  how: Finalising,
): Promise<FinaliseResult[]> {
  await lockInvoices(tx, ids)
  const loaded = await loadDocuments(tx, ids)
  const charges = await chargesOf(tx, loaded)
  ctx.crashPoints.reach('finalise:locked')
  const [today, takesBookingDates, countries] = await Promise.all([
    todayOf(ctx, tx),
    readBookingDates(tx),
    readStructuredInvoices(tx),
  ])
  const results = new Map<string, FinaliseResult>()
  const checked: Checked[] = []
  const ranges = await rangesOf(tx)
  const requireOpen = openPeriods(tx)
  for (const id of ids) {
    const document = loaded.find(({ invoice }) => invoice.invoice_id === id)
    const outcome = document
      ? await check(tx, document, { charges, how, today, ranges, takesBookingDates, countries, requireOpen })
      : new Problem('not_found')
    if (outcome instanceof Problem) results.set(id, refused(id, outcome))
    else checked.push(outcome)
  }
  ctx.crashPoints.reach('finalise:checked')
  const series = ({ range, final, document: { invoice } }: Checked) =>
    `${range.code} ${final.date} ${scopeOf(invoice)} ${invoice.origin === 'INTAKE'}`
  for (const group of Map.groupBy(checked, series).values()) {
    for (const done of await writeGroup(ctx, tx, group, by.actor.id)) results.set(done.invoice_id, done)
  }
  const done = checked.map(({ document }) => document)
  await settleCharges(ctx, tx, done, charges)
  ctx.crashPoints.reach('finalise:charged')
  await publishStatus(
    ctx,
    tx,
    done.map(({ invoice }) => {
      return { ...invoice, status: 'INVOICED' as const, event_sequence: invoice.event_sequence + 1 }
    }),
  )
  await planSendings(ctx, tx, done)
  ctx.crashPoints.reach('finalise:planned')
  await queueJobs(ctx, tx, done)
  ctx.crashPoints.reach('finalise:published')
  await recordChanges(
    tx,
    by,
    done.map(({ invoice }) => ({
      entity_type: 'invoice',
      entity_id: invoice.invoice_id,
      action: 'updated' as const,
      before: { status: invoice.status, name: null },
      after: { status: 'INVOICED', name: results.get(invoice.invoice_id)?.name ?? null },
    })),
  )
  return ids.map((id) => results.get(id)!)
}

/** Checks once per month whether it is open: it cannot be closed until the transaction ends. */
function openPeriods(tx: Tx): Checking['requireOpen'] {
  const months = new Map<string, Promise<void>>()
  return (entityId, day) => {
    const key = `${entityId} ${day.slice(0, 7)}`
    const found = months.get(key) ?? requireOpenPeriod(tx, entityId, day)
    months.set(key, found)
    return found
  }
}

async function chargesOf(tx: Tx, documents: readonly LoadedDocument[]): Promise<Map<string, ChargeRow>> {
  const ids = documents.flatMap(({ lines }) => lines.flatMap((line) => line.charges.map(({ charge_id }) => charge_id)))
  const charges = await chargesForUpdate(tx, [...new Set(ids)].sort())
  return new Map(charges.map((charge) => [charge.charge_id, charge]))
}

interface Ranges {
  readonly all: readonly DocumentRange[]
  readonly entities: number
}

async function rangesOf(tx: Tx): Promise<Ranges> {
  const all = await documentRanges(tx, ['INVOICE', 'CREDIT_NOTE', 'SELF_BILLING_INVOICE', 'PURCHASE'])
  return { all, entities: (await loadEntities(tx)).length }
}

interface Checking {
  readonly charges: ReadonlyMap<string, ChargeRow>
  readonly how: Finalising
  readonly today: string
  readonly ranges: Ranges
  readonly takesBookingDates: boolean
  /** Countries whose businesses accept only structured invoices. */
  readonly countries: readonly string[]
  /** @throws Problem period_closed */
  readonly requireOpen: (entityId: string, day: string) => Promise<void>
}

/** All checks that can keep a document a draft, in the order that people fix them. */
async function check(tx: Tx, document: LoadedDocument, checking: Checking): Promise<Checked | Problem> {
  try {
    return await checkOrThrow(tx, document, checking)
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return error
    throw error
  }
}

async function checkOrThrow(
  tx: Tx,
  document: LoadedDocument,
  { charges, how, today, ranges, takesBookingDates, countries, requireOpen }: Checking,
): Promise<Checked> {
  const { invoice, lines, taxes, entity } = document
  if (invoice.status !== 'DRAFT' && invoice.status !== 'PRE_INVOICED') throw new Problem('invoice_finalised')
  if (invoice.is_self_billed) checkAgreed(await isAgreedBySupplier(tx, invoice.invoice_id))
  const isReceived = invoice.origin === 'INTAKE'
  if (isReceived) checkReceived(lines, charges)
  else checkUnchanged({ invoice, lines, taxes, charges, sums: sumsNow(document) })
  const date = how.date ?? invoice.date ?? today
  // ACC-11: the document date, unless the tenant has enabled separate booking dates.
  const booking_date = bookingDay((takesBookingDates ? invoice.booking_date : null) ?? date, invoice.carried_over_to)
  // ACC-13: credit notes are not due.
  const due_date = isCredit(invoice) ? null : dueOn(document, date)
  await requireOpen(invoice.billing_entity_id, booking_date)
  const range = documentRange(ranges.all, numberSubject(invoice), entity, ranges.entities)
  const exchange = await exchangeFor(tx, document, date, how.accepts_old_rate)
  const final = { date, booking_date, due_date, exchange }
  const provisional = numberOf(range, ranges.all, date, range.first_number)
  // The supplier is responsible for the content of its document.
  if (!isReceived) {
    const content = contentOf(document, { ...final, number: provisional })
    checkStructured(content, countries)
    checkComplete(content)
  }
  return { document, final, range }
}

/** @throws Problem validation_failed on `due_date` if the term defines no date, or the date is before the document's */
function dueOn({ invoice }: LoadedDocument, date: string): string {
  const given = invoice.is_due_date_given ? invoice.due_date : null
  return dueDate(invoice.payment_term ?? 'NET_30', date, given)
}

async function exchangeFor(
  tx: Tx,
  { invoice, lines, taxes, entity }: LoadedDocument,
  date: string,
  acceptsOld: boolean,
) {
  const { currency } = invoice
  const accounting_currency = entity.accounting_currency
  const isForeign = currency !== accounting_currency
  const pair = { from_currency: currency, to_currency: accounting_currency }
  const rate = isForeign ? await findExchangeRate(tx, pair, date) : undefined
  const totals = totalsOf(lines, invoice.adjustments, vatOf(taxes), { currency, paid: null })
  return exchangeOf(totals, { currency, accounting_currency, date }, rate, acceptsOld)
}

function vatOf(taxes: LoadedDocument['taxes']) {
  return taxes.map(({ category, percentage, base, tax }) => {
    return { category, rate: percentage, base, tax, reason_code: null, reason: null }
  })
}

function numberOf(
  range: DocumentRange,
  ranges: readonly DocumentRange[],
  date: string,
  counted: number,
  name?: string,
) {
  const alike = ranges.filter(({ applies_to }) => applies_to === range.applies_to)
  return {
    name: name ?? formatNumber(range, date, counted),
    year: Number(date.slice(0, 4)),
    range: Math.max(
      0,
      alike.findIndex(({ code }) => code === range.code),
    ),
    counted,
  }
}

/** Takes the numbers and writes the final, immutable state. */
async function writeGroup(
  ctx: Context,
  tx: Tx,
  group: readonly Checked[],
  actorId: string | null,
): Promise<FinaliseResult[]> {
  const { range, final, document: first } = group[0]!
  const { all } = await rangesOf(tx)
  const scope = scopeOf(first.invoice)
  const numbers = await takeCounted(tx, range, { date: final.date, scope, count: group.length })
  // Suppliers' documents are numbered in order of acceptance, whatever their dates.
  if (first.invoice.origin !== 'INTAKE') checkDates(await findLastDate(tx, numbers[0]!), final.date)
  ctx.crashPoints.reach('finalise:numbered')
  const rows = group.map(({ document, final: facts }, at): Finalised => {
    const taken = numbers[at]!
    const number = numberOf(range, all, facts.date, taken.counted, taken.name)
    const content = contentOf(document, { ...facts, number })
    return {
      invoice_id: document.invoice.invoice_id,
      name: taken.name,
      number_range_id: taken.number_range_id,
      number_scope: taken.scope,
      number_period: taken.period,
      number_counted: taken.counted,
      date: facts.date,
      booking_date: facts.booking_date,
      due_date: facts.due_date,
      accounting_currency: document.entity.accounting_currency,
      ...inBooks(content),
      content,
      finalised_by: actorId,
    }
  })
  await finaliseInvoices(tx, rows)
  await copyDocuments(tx, rows.flatMap(copiesOf))
  ctx.crashPoints.reach('finalise:written')
  return rows.map(({ invoice_id, name }) => ({ invoice_id, name, problem: null }))
}

/** Copies of attachments belong to the document, whatever happens to the order's originals (BILL-21). */
function copiesOf({ invoice_id, content }: Finalised): DocumentCopy[] {
  return content.attachments.map(({ document_id }) => {
    return { document_id, subject_type: 'INVOICE', subject_id: invoice_id }
  })
}

/** Numbers of self-billed documents belong to the supplier's series (BILL-6). */
function scopeOf({ is_self_billed, company_id }: LoadedDocument['invoice']): string {
  return is_self_billed ? company_id : commonScope
}

function inBooks({ exchange, totals }: DocumentContent) {
  return {
    accounting_excl_tax: exchange?.without_vat ?? totals.without_vat,
    accounting_tax: exchange?.vat ?? totals.vat,
  }
}
