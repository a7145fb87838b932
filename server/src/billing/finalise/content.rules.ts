import type { Language } from '@cartage/contract/reading/languages'
import { attachmentsOf } from '../attachments/rules.ts'
import { type ContentFacts, composeContent, type DocumentNumber } from '../documents/compose.rules.ts'
import { type DocumentContent, type Exchange, isCredit, isPurchase } from '../documents/content.rules.ts'
import type { LoadedDocument } from '../documents/load.commands.ts'
import { buyerOf, sellerOf } from '../documents/parties.rules.ts'
import { keptDiscount, type Sums, sumsOfInvoice, vatRowsOf } from '../documents/sums.rules.ts'
import { totalsOf } from '../documents/totals.rules.ts'

/** Values that finalising adds to a draft. */
export interface FinalFacts {
  readonly number: DocumentNumber
  readonly date: string
  readonly booking_date: string
  readonly due_date: string | null
  readonly exchange: Exchange | null
}

/** Totals of a draft invoice as computed from its current lines; null for a credit note. */
export function sumsNow({ invoice, lines, entity, billed }: LoadedDocument): Sums | null {
  // A supplier's document keeps the supplier's totals.
  if (isCredit(invoice) || invoice.origin === 'INTAKE') return null
  return sumsOfInvoice({
    currency: invoice.currency,
    language: invoice.language as Language,
    lines,
    country: entity.country,
    // A document that a program creates has no discount: its content is what the program sent.
    cash_discount: invoice.origin === 'API' || isPurchase(invoice) ? null : billed.preference.cash_discount,
    discount: keptDiscount(invoice.adjustments),
  })
}

/** Content of a document from its current state (BILL-9). */
export function contentOf(document: LoadedDocument, final: FinalFacts): DocumentContent {
  const { invoice, lines, taxes, entity, billed, credited } = document
  const language = invoice.language as Language
  const vat = vatRowsOf(taxes)
  const facts: ContentFacts = {
    kind: invoice.kind,
    is_self_billed: invoice.is_self_billed,
    ...final,
    payment_term: invoice.payment_term,
    language,
    currency: invoice.currency,
    ...partiesOf(document),
    customer_reference_numbers: invoice.customer_reference_numbers,
    cash_discount:
      isCredit(invoice) || isPurchase(invoice) || invoice.origin === 'API' ? null : billed.preference.cash_discount,
    lines,
    orders: document.orders,
    adjustments: invoice.adjustments,
    vat,
    totals: totalsOf(lines, invoice.adjustments, vat, { currency: invoice.currency, paid: null }),
    preceding: credited?.name
      ? [{ invoice_id: credited.invoice_id, name: credited.name, date: credited.date ?? final.date }]
      : [],
    note: invoice.note,
    attachments: attached(document),
    // PAPER-17: our invoice footer does not belong on a supplier's document.
    footer: isPurchase(invoice) ? null : entity.footer?.[language] || null,
    letterhead: letterheadOf(document),
  }
  return composeContent(facts)
}

/** Letterhead of the document (PAPER-17). A document in the name of a supplier does not show ours. */
function letterheadOf({ invoice, entity }: LoadedDocument): ContentFacts['letterhead'] {
  const { logo_id, colour } = entity
  if (isPurchase(invoice) || (logo_id === null && colour === null)) return null
  return { logo_id, colour }
}

/** Attachments that the company wants with its invoices, from this document's orders (BILL-21). */
function attached({ invoice, lines, orders, files, billed }: LoadedDocument): DocumentContent['attachments'] {
  if (invoice.kind !== 'SALES_INVOICE') return []
  const own = new Set(lines.map(({ order_id: id }) => id))
  return attachmentsOf(
    files.filter(({ order_id }) => own.has(order_id)),
    billed.preference.attachments,
    { language: invoice.language as Language, orderName: (id) => orders.get(id)?.order_name },
  )
}

/** Seller and buyer: for a purchase, the company is the seller and we are the buyer. */
function partiesOf({
  invoice,
  entity,
  billed,
  billing_code,
}: LoadedDocument): Pick<ContentFacts, 'seller' | 'buyer' | 'buyer_reference' | 'bank'> {
  const [own, other] = [sellerOf(entity), buyerOf(billed, billing_code)]
  if (!isPurchase(invoice)) {
    const bank = { iban: entity.iban, bic: entity.bic }
    return { seller: own, buyer: other, buyer_reference: billed.preference.buyer_reference, bank }
  }
  const account = billed.company.bank_accounts?.find(({ iban_code }) => iban_code)
  const bank = { iban: account?.iban_code ?? null, bic: account?.bic_code ?? null }
  return { seller: other, buyer: own, buyer_reference: null, bank }
}
