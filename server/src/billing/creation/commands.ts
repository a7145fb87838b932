import type { SalesCreditNoteInput, SalesInvoiceInput } from '@cartage/contract/billing/document-input'
import { msg } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import { recordChanges } from '../../audit/store.ts'
import { decimal } from '../../books/money.rules.ts'
import { loadTaxRates } from '../../books/views.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { creditsSoFar } from '../credit/commands.ts'
import { type Sums, sumsOfInvoice, taxRows } from '../documents/sums.rules.ts'
import { type BillingCommand, draftChange } from '../drafts/commands.ts'
import { sumMembers } from '../drafts/draft.rules.ts'
import { type BilledCompany, type EntityFacts, languageOfDocuments } from '../drafts/facts.rules.ts'
import { loadEntities, loadTypes } from '../drafts/facts.views.ts'
import { termOf } from '../drafts/group.rules.ts'
import { loadBilled } from '../drafts/load.commands.ts'
import { finaliseIn } from '../finalise/commands.ts'
import { type DraftRow, insertDrafts, lockInvoices, replaceParts } from '../records/store.ts'
import { findInvoice } from '../records/views.ts'
import { checkCurrency, createdLines } from './rules.ts'
import { companiesByCode, invoicesByReferences } from './views.ts'

/** A document that a program creates. Only invoices have a due date. */
export type NewDocument =
  | { readonly kind: 'SALES_INVOICE'; readonly body: SalesInvoiceInput }
  | { readonly kind: 'SALES_CREDIT_NOTE'; readonly body: SalesCreditNoteInput }

/**
 * Creates and finalises a document in one transaction (BILL-13): if it cannot be finalised, nothing is written.
 * @returns its id
 * @throws Problem validation_failed on the invalid member; any problem that prevents finalising
 */
export async function createDocument(ctx: Context, command: BillingCommand, given: NewDocument): Promise<string> {
  const { body, kind } = given
  checkCurrency(body.currency)
  const invoice_id = ctx.newId()
  await ctx.db.asTenant(command.tenantId, async (tx) => {
    const entity = await entityOf(tx, body.billing_entity?.code)
    const billed = await customerOf(tx, body.customer, entity)
    const isCredit = kind === 'SALES_CREDIT_NOTE'
    const [types, rates] = await Promise.all([
      loadTypes(
        tx,
        body.charges.map(({ price_list_item }) => price_list_item.code),
      ),
      loadTaxRates(tx, entity.billing_entity_id, isCredit ? 'SALES_CREDIT_NOTE' : 'SALES'),
    ])
    const { date, currency, charges } = body
    const newId = () => ctx.newId()
    const facts = { invoice_id, date, currency, entity, billed, types, rates, isCredit, newId }
    const { lines, items } = createdLines(charges, facts)
    const language = languageOfDocuments(billed)
    const sums = sumsOfInvoice({
      currency,
      language,
      lines,
      country: entity.country,
      cash_discount: null,
      discount: null,
    })
    const credited = isCredit ? await creditedBy(tx, body, { entity, billed, sums }) : null
    const row = rowOf(given, { invoice_id, entity, billed, language, sums, credited, actor: command.by.actor.id })
    await insertDrafts(tx, [row])
    await replaceParts(tx, [invoice_id], { lines, items, charges: [], taxes: taxRows(invoice_id, sums.vat, lines) })
    await recordChanges(tx, command.by, [draftChange(row, undefined)])
    const how = { date: null, accepts_old_rate: false }
    const [result] = await finaliseIn(ctx, tx, command, [invoice_id], how)
    if (result?.problem) throw result.problem
  })
  return invoice_id
}

/** @throws Problem validation_failed on `billing_entity.code` */
async function entityOf(tx: Tx, code: string | undefined): Promise<EntityFacts> {
  const entities = await loadEntities(tx)
  const entity =
    code === undefined ? entities.find(({ is_default }) => is_default) : entities.find((one) => one.code === code)
  if (entity) return entity
  const message = code === undefined ? 'is required: there is no default' : msg`is not a billing entity in use: ${code}`
  throw new Problem('validation_failed', {
    errors: [errorItem('billing_entity.code', message, 'billing_entity_unknown')],
  })
}

/**
 * The company to bill: the named one, or its substitute payer.
 * @throws Problem validation_failed
 */
async function customerOf(
  tx: Tx,
  { id, accounting_code: code }: SalesInvoiceInput['customer'],
  entity: EntityFacts,
): Promise<BilledCompany> {
  const reject = (path: string, message: Parameters<typeof errorItem>[1], detail: string) =>
    new Problem('validation_failed', { errors: [errorItem(path, message, detail)] })
  const ids = id ? [id] : code ? await companiesByCode(tx, code, entity.billing_entity_id) : []
  if (!id && !code) throw reject('customer', 'is required: name it by id or accounting_code', 'customer_missing')
  if (ids.length > 1) {
    throw reject(
      'customer.accounting_code',
      msg`is the code of several companies: ${code}. Send the id`,
      'customer_ambiguous',
    )
  }
  const billedBy = await loadBilled(tx, ids, [entity])
  const billed = ids[0] ? billedBy(ids[0], entity.billing_entity_id) : undefined
  if (billed) return billed
  if (id) throw reject('customer.id', msg`is not a company: ${id}`, 'customer_unknown')
  throw reject('customer.accounting_code', msg`is not the code of a company: ${code}`, 'customer_unknown')
}

interface Creation {
  readonly invoice_id: string
  readonly entity: EntityFacts
  readonly billed: BilledCompany
  readonly language: Language
  readonly sums: Sums
  readonly credited: string | null
  readonly actor: string | null
}

function rowOf({ kind, body }: NewDocument, creation: Creation): DraftRow {
  const { entity, billed, credited } = creation
  const due = kind === 'SALES_INVOICE' ? (body.due_date ?? null) : null
  return {
    invoice_id: creation.invoice_id,
    kind,
    ...{ is_self_billed: false, origin: 'API', payment: kind === 'SALES_INVOICE' ? 'UNPAID' : 'OPEN' },
    billing_entity_id: entity.billing_entity_id,
    company_id: billed.company.id,
    external_name: null,
    date: body.date,
    booking_date: body.booking_date ?? null,
    due_date: due,
    is_due_date_given: due !== null,
    payment_term: kind === 'SALES_INVOICE' ? termOf(billed, entity) : null,
    language: creation.language,
    currency: body.currency,
    customer_reference_numbers: [...(body.customer_reference_numbers ?? [])],
    custom_fields: body.custom_fields ?? {},
    ...{ note: '', group_key: null, is_stale: false, warnings: [] },
    ...sumMembers(creation.sums),
    accounting_currency: entity.accounting_currency,
    ...{ invoice_run_id: null, credited_invoice_id: credited, releases_charges: false },
    created_by: creation.actor,
  }
}

/**
 * The invoice that a credit note belongs to: the company's only one with the same references and enough left of each
 * VAT category (BILL-13). The interface does not name it.
 */
async function creditedBy(
  tx: Tx,
  body: SalesCreditNoteInput,
  { entity, billed, sums }: { entity: EntityFacts; billed: BilledCompany; sums: Sums },
): Promise<string | null> {
  const about = { company_id: billed.company.id, billing_entity_id: entity.billing_entity_id, currency: body.currency }
  const found = await invoicesByReferences(tx, about, body.customer_reference_numbers ?? [])
  const [only] = found
  if (only === undefined || found.length > 1) return null
  await lockInvoices(tx, [only])
  const invoice = await findInvoice(tx, only)
  const before = await creditsSoFar(tx, only)
  const fits = sums.vat.every((row) => {
    const isSame = (one: typeof row) =>
      one.category === row.category && decimal(one.rate ?? '0').eq(decimal(row.rate ?? '0'))
    const whole = invoice?.content?.vat.find(isSame)
    if (!whole) return false
    const past = before.flatMap(({ vat }) => vat.filter(isSame))
    const sum = (member: 'base' | 'tax') =>
      past.reduce((total, one) => total.plus(decimal(one[member])), decimal(row[member]))
    return sum('base').lte(decimal(whole.base)) && sum('tax').lte(decimal(whole.tax))
  })
  return fits ? only : null
}
