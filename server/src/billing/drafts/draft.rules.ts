import { msg } from '@cartage/contract/message'
import { decimal } from '../../books/money.rules.ts'
import { dueDate, termWarnings } from '../../books/terms.rules.ts'
import { keptSentence } from '../../http/kept-sentence.ts'
import { undrawnLetters } from '../documents/letters.rules.ts'
import { buyerOf } from '../documents/parties.rules.ts'
import { keptDiscount, type Sums, sumsOfInvoice, taxRows } from '../documents/sums.rules.ts'
import type { DocumentParts, DraftRow, DraftWarning } from '../records/store.ts'
import { languageOfDocuments } from './facts.rules.ts'
import type { ChargeGroup } from './group.rules.ts'
import { type LineSources, linesOfGroup } from './lines.rules.ts'

/** Members of an existing draft that survive a rewrite. */
export type KeptDraft = Pick<
  DraftRow,
  | 'invoice_id'
  | 'origin'
  | 'date'
  | 'booking_date'
  | 'due_date'
  | 'is_due_date_given'
  | 'note'
  | 'adjustments'
  | 'custom_fields'
  | 'invoice_run_id'
  | 'created_by'
>

/** A draft of an invoice with all its parts. */
export interface ComposedDraft {
  readonly row: DraftRow
  readonly parts: DocumentParts
}

/** Composes the draft of a group of charges, new or as a rewrite. */
export function composeDraft(group: ChargeGroup, kept: KeptDraft, sources: LineSources): ComposedDraft {
  const { entity, billed, currency, payment_term } = group
  const parts = linesOfGroup(group, kept.invoice_id, sources)
  const language = languageOfDocuments(billed)
  const sums = sumsOfInvoice({
    ...{ currency, language, lines: parts.lines },
    ...{ country: entity.country, cash_discount: billed.preference.cash_discount },
    discount: keptDiscount(kept.adjustments),
  })
  const due = dueOf(payment_term, kept)
  const row: DraftRow = {
    ...kept,
    kind: 'SALES_INVOICE',
    is_self_billed: false,
    payment: 'UNPAID',
    billing_entity_id: entity.billing_entity_id,
    company_id: billed.company.id,
    external_name: null,
    due_date: due,
    payment_term,
    language,
    currency,
    customer_reference_numbers: referencesOf(group),
    group_key: group.key,
    is_stale: false,
    warnings: warningsOf(group, kept, due, sums, parts),
    ...sumMembers(sums),
    accounting_currency: entity.accounting_currency,
    credited_invoice_id: null,
    releases_charges: false,
  }
  return { row, parts: { ...parts, taxes: taxRows(kept.invoice_id, sums.vat, parts.lines) } }
}

/** Totals of a document as columns of its row. */
export function sumMembers({ adjustments, totals }: Sums) {
  return {
    adjustments,
    sum_lines: totals.lines,
    total_excl_tax: totals.without_vat,
    total_tax: totals.vat,
    total_incl_tax: totals.with_vat,
  }
}

/** Due date of a draft. A payment term without a date has none until it is entered (TERM-2). */
export function dueOf(
  term: string | null,
  { date, due_date, is_due_date_given }: Pick<DraftRow, 'date' | 'due_date' | 'is_due_date_given'>,
): string | null {
  if (is_due_date_given && due_date !== null) return due_date
  if (date === null || term === null || term === 'CUSTOM_DUE_DATE') return null
  return dueDate(term, date)
}

function referencesOf({ charges }: ChargeGroup): string[] {
  return [...new Set(charges.flatMap(({ order }) => order?.reference?.trim() || []))].sort().slice(0, 200)
}

function warningsOf(
  group: ChargeGroup,
  kept: KeptDraft,
  due: string | null,
  { totals }: Sums,
  { lines }: Pick<DocumentParts, 'lines'>,
): DraftWarning[] {
  const { billed, entity, currency } = group
  const warnings: DraftWarning[] = []
  const country = buyerOf(billed, null).address.country
  if (due === null) {
    warnings.push({ code: 'due_date_missing', message: 'The payment term has no day of its own. Enter the due date.' })
  } else if (kept.date !== null)
    warnings.push(
      ...termWarnings(country, kept.date, due).map(({ code, message }) => ({ code, message: keptSentence(message) })),
    )
  if (country === '') {
    warnings.push({ code: 'country_missing', message: 'The company has no country. Enter its billing location.' })
  }
  const minimum = billed.preference.minimum_amount
  if (minimum !== null && decimal(totals.without_vat).lt(decimal(minimum))) {
    warnings.push({ code: 'below_minimum', message: 'The amount is below the minimum of the company.' })
  }
  if (decimal(totals.with_vat).lt(0)) {
    warnings.push({ code: 'negative_total', message: 'The total is negative: a credit note is needed instead.' })
  }
  if (currency !== entity.accounting_currency) {
    warnings.push({ code: 'foreign_currency', message: 'The exchange rate is chosen when it is finalised.' })
  }
  const { name, address } = buyerOf(billed, null)
  const letters = undrawnLetters([
    name,
    ...Object.values(address),
    kept.note,
    ...lines.flatMap(({ name: title, description }) => [title, description]),
  ])
  if (letters !== '') {
    const message = keptSentence(
      msg`The PDF cannot show these letters: ${letters}. Enter the text in other letters as well.`,
    )
    warnings.push({ code: 'letters_missing', message })
  }
  return warnings
}
