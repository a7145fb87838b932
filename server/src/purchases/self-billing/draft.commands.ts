import type { TaxRateType } from '@cartage/contract/books/tax-rate'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { buyerOf } from '../../billing/documents/parties.rules.ts'
import { sumsOfInvoice, taxRows } from '../../billing/documents/sums.rules.ts'
import { draftChange } from '../../billing/drafts/commands.ts'
import { dueOf, sumMembers } from '../../billing/drafts/draft.rules.ts'
import { type BilledCompany, type EntityFacts, languageOfDocuments } from '../../billing/drafts/facts.rules.ts'
import { loadEntities } from '../../billing/drafts/facts.views.ts'
import { loadBilled } from '../../billing/drafts/load.commands.ts'
import { publishStatus } from '../../billing/records/publish.commands.ts'
import { type DraftRow, insertDrafts, replaceParts, setDraftStatus } from '../../billing/records/store.ts'
import { decimal } from '../../books/money.rules.ts'
import { paymentTermOf } from '../../books/terms.rules.ts'
import { loadTaxRates } from '../../books/views.ts'
import type { Context } from '../../context.ts'
import { isUnavailable } from '../../db/failure.ts'
import type { Tx } from '../../db/tenant.ts'
import { problemOfOne, untried } from '../../http/each.ts'
import type { Problem } from '../../http/problem.ts'
import { enqueue } from '../../jobs/queue.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { saveMatch } from '../store.ts'
import { costsToSelfBill, type DraftPeriod, suppliersToSelfBill } from './charges.views.ts'
import {
  type CostFault,
  groupCosts,
  lineOfCost,
  type SelfBilledCost,
  type TaxedCost,
  type TaxParties,
  taxCost,
} from './draft.rules.ts'
import { proposeSelfBilled } from './store.ts'

/** Suppliers and period of the costs, and the date of the documents. */
export interface SelfBilling extends DraftPeriod {
  readonly company_id?: string | undefined
  readonly date?: string | undefined
}

/** A cost that was not drafted, and why; without a charge: all costs of the supplier. */
export interface RejectedCost extends CostFault {
  readonly charge_id: string | null
  readonly trip_id: string | null
  readonly trip_name: string
  readonly company_id: string
}

/** Documents written, and rejected costs. */
export interface SelfBilled {
  readonly invoice_ids: string[]
  readonly rejected: RejectedCost[]
}

/**
 * Writes documents in the name of suppliers for the costs of their completed trips (PURCH-14), one transaction per
 * supplier: an error of one is reported as a rejection, and the others continue (EACH-1). Documents are PRE_INVOICED
 * until the supplier agrees or the objection period is over (PURCH-16).
 */
export async function draftSelfBilled(
  ctx: Context,
  { tenantId, by }: { tenantId: string; by: By },
  given: SelfBilling,
): Promise<SelfBilled> {
  const companies = await ctx.db.asTenant(tenantId, (tx) => suppliersToSelfBill(tx, given, given.company_id))
  const all: SelfBilled = { invoice_ids: [], rejected: [] }
  const leave = (company_id: string, { code, sentence }: Problem) =>
    all.rejected.push({ charge_id: null, trip_id: null, trip_name: '', company_id, code, message: sentence })
  for (const [at, company_id] of companies.entries()) {
    try {
      const one = await ctx.db.asTenant(tenantId, (tx) => draftSupplier(ctx, tx, by, { ...given, company_id }))
      all.invoice_ids.push(...one.invoice_ids)
      all.rejected.push(...one.rejected)
    } catch (error) {
      const isAway = isUnavailable(error)
      if (isAway && at === 0) throw error
      leave(company_id, problemOfOne({ log: ctx.log, requestId: by.requestId }, company_id, error))
      if (!isAway) continue
      // EACH-2
      for (const left of companies.slice(at + 1)) leave(left, untried())
      break
    }
  }
  return all
}

async function draftSupplier(
  ctx: Context,
  tx: Tx,
  by: By,
  given: SelfBilling & { company_id: string },
): Promise<SelfBilled> {
  const { company_id } = given
  const costs = await costsToSelfBill(tx, company_id, given)
  if (costs.length === 0) return { invoice_ids: [], rejected: [] }
  const [entities, date] = await Promise.all([loadEntities(tx), given.date ?? todayOf(ctx, tx)])
  const billedBy = await loadBilled(tx, [company_id], entities, { isDecided: true })
  const rejected: RejectedCost[] = []
  const reject = ({ charge_id, trip_id, trip_name }: SelfBilledCost, fault: CostFault) =>
    rejected.push({ charge_id, trip_id, trip_name, company_id, ...fault })
  const taxed: TaxedCost[] = []
  for (const group of Map.groupBy(costs, ({ agreement }) => agreement.billing_entity_id).values()) {
    const parties = await partiesOf(tx, group[0]!, { company_id, entities, billedBy })
    for (const cost of group) {
      const outcome = 'code' in parties ? parties : taxCost(cost, parties)
      if ('code' in outcome) reject(cost, outcome)
      else taxed.push(outcome)
    }
  }
  const invoice_ids: string[] = []
  for (const group of groupCosts(taxed)) {
    const entity = entityOf(entities, group[0]!.cost)!
    const billed = billedBy(company_id, entity.billing_entity_id)!
    if (group.reduce((sum, { cost }) => sum.plus(decimal(cost.amount)), decimal('0')).lt(0)) {
      for (const { cost } of group) reject(cost, negativeTotal)
    } else invoice_ids.push(await write(ctx, tx, by, { group, entity, billed, date }))
  }
  return { invoice_ids, rejected }
}

const negativeTotal: CostFault = {
  code: 'negative_total',
  message: 'The deductions are more than the costs. Draft a longer period.',
}

function entityOf(entities: readonly EntityFacts[], { agreement }: SelfBilledCost): EntityFacts | undefined {
  return entities.find(({ billing_entity_id }) => billing_entity_id === agreement.billing_entity_id)
}

interface Known {
  readonly company_id: string
  readonly entities: readonly EntityFacts[]
  readonly billedBy: Awaited<ReturnType<typeof loadBilled>>
}

/** The supplier as seller and us as buyer, or the missing data. */
async function partiesOf(
  tx: Tx,
  cost: SelfBilledCost,
  { company_id, entities, billedBy }: Known,
): Promise<TaxParties | CostFault> {
  const entity = entityOf(entities, cost)
  const billed = entity && billedBy(company_id, entity.billing_entity_id)
  if (!entity?.country || !billed) {
    return { code: 'billing_entity_missing', message: 'The billing entity is archived or has no country.' }
  }
  const seller = buyerOf(billed, null)
  // The VAT number determines where a business is established, wherever it is billed.
  const country = /^[A-Z]{2}/.exec(seller.vat_number ?? '')?.[0] ?? seller.address.country
  if (country === '') {
    const message = 'The supplier has no VAT number and no billing location. Enter one of them.'
    return { code: 'supplier_country_missing', message }
  }
  const tax_type: TaxRateType = billed.company.tax_type ?? 'VAT'
  return {
    supplier: { country, tax_type },
    buyer: { country: entity.country, vat_number: entity.vat_number },
    rates: await loadTaxRates(tx, entity.billing_entity_id, 'PURCHASE'),
  }
}

interface Writing {
  readonly group: readonly TaxedCost[]
  readonly entity: EntityFacts
  readonly billed: BilledCompany
  readonly date: string
}

async function write(ctx: Context, tx: Tx, by: By, { group, entity, billed, date }: Writing): Promise<string> {
  const invoice_id = ctx.newId()
  const language = languageOfDocuments(billed)
  const { currency, agreement } = group[0]!.cost
  const parts = group.map((one, at) =>
    lineOfCost(one, { invoice_id, position: at + 1, language, newId: () => ctx.newId() }),
  )
  const lines = parts.map(({ line }) => line)
  const { country } = entity
  const sums = sumsOfInvoice({ currency, language, lines, country, cash_discount: null, discount: null })
  const { company } = billed
  const payment_term = paymentTermOf(company.purchase?.payment_term?.code, company.payment_term?.code)
  const dates = { date, due_date: null, is_due_date_given: false }
  const row: DraftRow = {
    ...{ invoice_id, kind: 'PURCHASE_INVOICE', is_self_billed: true, origin: 'MANUAL', payment: 'UNPAID' },
    ...{ billing_entity_id: entity.billing_entity_id, company_id: company.id, external_name: null },
    ...dates,
    ...{ booking_date: null, due_date: dueOf(payment_term, dates), payment_term, language, currency },
    ...{ customer_reference_numbers: [], custom_fields: {}, note: '', group_key: null, is_stale: false, warnings: [] },
    ...sumMembers(sums),
    accounting_currency: entity.accounting_currency,
    ...{ invoice_run_id: null, credited_invoice_id: null, releases_charges: false, created_by: by.actor.id },
  }
  await insertDrafts(tx, [row])
  const [items, charges] = [parts.map(({ item }) => item), parts.map(({ charge }) => charge)]
  await replaceParts(tx, [invoice_id], { lines, items, charges, taxes: taxRows(invoice_id, sums.vat, lines) })
  await setDraftStatus(tx, [invoice_id], 'PRE_INVOICED')
  await propose(ctx, tx, row, agreement.days_to_object)
  await recordChanges(tx, by, [draftChange(row, undefined)])
  await publishStatus(ctx, tx, [{ invoice_id, kind: row.kind, status: 'PRE_INVOICED', event_sequence: 2 }])
  return invoice_id
}

const daySeconds = 86_400

/** Starts the supplier's objection period of the agreement (PURCH-16). */
async function propose(ctx: Context, tx: Tx, row: DraftRow, days: number): Promise<void> {
  const { invoice_id, total_excl_tax: total } = row
  const none = { agreed: null, tolerance: '0', lines: [] }
  await saveMatch(tx, invoice_id, { result: 'MATCHED', executed: total, invoiced: total, ...none })
  const objections_until = await todayOf(ctx, tx, days)
  await proposeSelfBilled(tx, invoice_id, { objections_until, days })
  await enqueue(tx, 'purchases.agree_by_time', { invoice_id }, { inSeconds: days * daySeconds })
  tx.afterCommit(() => ctx.wake('jobs'))
}
