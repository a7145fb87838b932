import { msg } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import { decimal } from '../../books/money.rules.ts'
import type { ChargeRow } from '../../charges/record/store.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import type { DocumentContent, DocumentKind } from '../documents/content.rules.ts'
import { eInvoiceOf } from '../documents/einvoice.rules.ts'
import { type Sums, vatRowsOf } from '../documents/sums.rules.ts'
import { faultsOfEInvoice } from '../einvoice/verdict.rules.ts'
import type { TaxRow } from '../records/store.ts'
import type { InvoiceLine, InvoiceRow } from '../records/views.ts'

/** Subject of a document's number, in the terms of number ranges. */
export function numberSubject({ kind, is_self_billed }: Pick<InvoiceRow, 'kind' | 'is_self_billed'>): string {
  if (is_self_billed) return 'SELF_BILLING_INVOICE'
  const subjects: Record<DocumentKind, string> = {
    SALES_INVOICE: 'INVOICE',
    SALES_CREDIT_NOTE: 'CREDIT_NOTE',
    PURCHASE_INVOICE: 'PURCHASE',
    PURCHASE_CREDIT_NOTE: 'PURCHASE',
  }
  return subjects[kind]
}

/** Current state that a draft is compared with (BILL-7). */
export interface DraftState {
  readonly invoice: InvoiceRow
  readonly lines: readonly InvoiceLine[]
  readonly taxes: readonly TaxRow[]
  readonly charges: ReadonlyMap<string, ChargeRow>
  /** Totals as computed now; null for credit notes, whose totals follow from the invoice. */
  readonly sums: Sums | null
}

/**
 * Checks that a draft still matches its charges (BILL-7).
 * @throws Problem draft_stale (409)
 */
export function checkUnchanged({ invoice, lines, taxes, charges, sums }: DraftState): void {
  const isSame =
    !invoice.is_stale &&
    lines.length > 0 &&
    lines.every((line) => isLineUnchanged(line, invoice, charges)) &&
    (sums === null || areSumsUnchanged(invoice, taxes, sums))
  if (!isSame) throw new Problem('draft_stale')
}

/**
 * Checks that the supplier agrees to a document written in its name (PURCH-16).
 * @throws Problem state_conflict
 */
export function checkAgreed(isAgreed: boolean): void {
  if (isAgreed) return
  throw new Problem('state_conflict', {
    message:
      'The supplier has not agreed to this document. Record that it agrees, or wait until the days to object are over.',
  })
}

/**
 * Checks that a supplier's document can be booked: each line has its tax, and its charges are open.
 * @throws Problem document_incomplete, draft_stale (409)
 */
export function checkReceived(lines: readonly InvoiceLine[], charges: ReadonlyMap<string, ChargeRow>): void {
  const untaxed = lines.find(({ tax }) => tax === null)
  if (untaxed) {
    const message = msg`Line ${untaxed.position} has no tax rate in the books. Add the rate to the settings and match the document again.`
    throw new Problem('document_incomplete', { errors: [errorItem('document', message, 'tax_rate_missing')] })
  }
  const billed = lines.flatMap((line) => line.charges.map(({ charge_id }) => charges.get(charge_id)))
  if (!billed.every((charge) => charge !== undefined && charge.status === 'CREATED')) throw new Problem('draft_stale')
}

/** Only lines that bill charges can become stale. */
function isLineUnchanged(
  line: InvoiceLine,
  { currency, is_self_billed }: InvoiceRow,
  charges: ReadonlyMap<string, ChargeRow>,
): boolean {
  if (line.charges.length === 0) return line.tax !== null
  const billed = line.charges.flatMap(({ charge_id }) => charges.get(charge_id) ?? [])
  // Costs have no tax of their own. On self-billed documents it is decided with the document.
  const isTaxed = (charge: ChargeRow) => (is_self_billed ? line.tax !== null : isTaxedAs(charge, line))
  const sum = billed.reduce((total, { amount }) => total.plus(decimal(amount)), decimal('0'))
  return (
    billed.length === line.charges.length &&
    sum.eq(decimal(line.amount)) &&
    billed.every((charge) => charge.currency === currency && isOpen(charge) && isTaxed(charge))
  )
}

function isOpen({ status, approval }: ChargeRow): boolean {
  return status === 'CREATED' && (approval === null || approval === 'APPROVED')
}

function isTaxedAs({ tax }: ChargeRow, line: InvoiceLine): boolean {
  if (tax === null || line.tax === null || tax.category !== line.tax.category) return false
  const isPlain = tax.category === 'S' || tax.category === 'Z'
  const isSameRate = tax.category === 'O' || decimal(tax.percentage ?? '0').eq(decimal(line.tax.rate ?? '0'))
  return isSameRate && (isPlain || tax.vatex === line.tax.reason_code)
}

function areSumsUnchanged(invoice: InvoiceRow, taxes: readonly TaxRow[], { totals, vat }: Sums): boolean {
  const pairs = [
    [invoice.sum_lines, totals.lines],
    [invoice.total_excl_tax, totals.without_vat],
    [invoice.total_tax, totals.vat],
    [invoice.total_incl_tax, totals.with_vat],
  ] as const
  const kept = vatRowsOf(taxes)
  return (
    pairs.every(([one, other]) => decimal(one).eq(decimal(other))) &&
    kept.length === vat.length &&
    kept.every((row, at) => decimal(row.base).eq(decimal(vat[at]!.base)) && decimal(row.tax).eq(decimal(vat[at]!.tax)))
  )
}

/** Settings that an electronic document rule refers to. Other rules concern the document. */
const places: Readonly<Record<string, string>> = {
  'BR-06': 'billing_entity.legal_name',
  'BR-07': 'company.legal_name',
  'BR-09': 'billing_entity.country',
  'BR-11': 'company.billing_location',
  'BR-25': 'due_date',
}

/**
 * Validates a document against the electronic invoice rules before it gets a number (BILL-8), with those of Peppol if
 * both parties have an electronic address.
 * @throws Problem document_incomplete (409) that names what to fill in
 */
export function checkComplete(content: DocumentContent): void {
  const isForPeppol = content.seller.electronic_address !== null && content.buyer.electronic_address !== null
  const faults = faultsOfEInvoice(eInvoiceOf(content), { isForPeppol })
  const missing = [
    ...(content.seller.address.country === '' ? [countryMissing('billing_entity.country')] : []),
    ...(content.buyer.address.country === '' ? [countryMissing('company.billing_location')] : []),
    ...(decimal(content.totals.with_vat).lt(0) ? [negative] : []),
  ]
  const errors = [
    ...missing,
    ...faults.map(({ rule, message }) => errorItem(places[rule] ?? 'document', message, rule)),
  ]
  if (errors.length > 0) throw new Problem('document_incomplete', { errors: errors.slice(0, 50) })
}

const countryMissing = (field: string) => errorItem(field, 'has no country: enter it', 'country_missing')
const negative = errorItem('document', 'has a negative total: create a credit note instead', 'negative_total')

/** @throws Problem date_before_last_number (409) if an earlier number has a later date (BILL-6) */
export function checkDates(last: string | undefined, date: string): void {
  if (last === undefined || last <= date) return
  throw new Problem('date_before_last_number', {
    message: msg`The last document of this number range is dated ${spokenDate(last)}. Choose that day or a later one.`,
    errors: [
      errorItem('date', msg`is before ${spokenDate(last)}, the date of the last document`, 'date_before_last_number'),
    ],
  })
}
