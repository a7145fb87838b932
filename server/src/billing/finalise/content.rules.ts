import type { Language } from '@cartage/contract/reading/languages'
import { attachmentsOf } from '../attachments/rules.ts'
import { type ContentFacts, composeContent, type DocumentNumber } from '../documents/compose.rules.ts'
import { type DocumentContent, type Exchange, isCredit, isPurchase } from '../documents/content.rules.ts'
import type { LoadedDocument } from '../documents/load.commands.ts'
import { buyerOf, sellerOf } from '../documents/parties.rules.ts'
import { keptDiscount, type Sums, sumsOfInvoice, vatRowsOf } from '../documents/sums.rules.ts'
import { totalsOf } from '../documents/totals.rules.ts'

/** What finalising adds to a draft. */
export interface FinalFacts {
  readonly number: DocumentNumber
  readonly date: string
  readonly booking_date: string
  readonly due_date: string | null
  readonly exchange: Exchange | null
}

/** The sums of a draft of an invoice as they are computed from its lines now; null for a credit note. */
export function sumsNow({ invoice, lines, entity, billed }: LoadedDocument): Sums | null {
  // What a supplier sent has the sums that he says.
  if (isCredit(invoice) || invoice.origin === 'INTAKE') return null
  return sumsOfInvoice({
    currency: invoice.currency,
    language: invoice.language as Language,
    lines,
    country: entity.country,
    // What a program created has no discount: it said what the document says.
    cash_discount: invoice.origin === 'API' || isPurchase(invoice) ? null : billed.preference.cash_discount,
    discount: keptDiscount(invoice.adjustments),
  })
}

/** What a document says, from what it is now (BILL-9). */
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
    // PAPER-17: what we print at the foot of our invoices is not of the supplier.
    footer: isPurchase(invoice) ? null : entity.footer?.[language] || null,
    letterhead: letterheadOf(document),
  }
  return composeContent(facts)
}

/** What the document is drawn with (PAPER-17): a document in the name of a supplier has nothing of ours. */
function letterheadOf({ invoice, entity }: LoadedDocument): ContentFacts['letterhead'] {
  const { logo_id, colour } = entity
  if (isPurchase(invoice) || (logo_id === null && colour === null)) return null
  return { logo_id, colour }
}

/** What the company wants with its invoices, of the orders of this one (BILL-21). */
function attached({ invoice, lines, orders, files, billed }: LoadedDocument): DocumentContent['attachments'] {
  if (invoice.kind !== 'SALES_INVOICE') return []
  const own = new Set(lines.map(({ order_id: id }) => id))
  return attachmentsOf(
    files.filter(({ order_id }) => own.has(order_id)),
    billed.preference.attachments,
    { language: invoice.language as Language, orderName: (id) => orders.get(id)?.order_name },
  )
}

/** Who supplies and who buys: of a purchase the company supplies, and we are the buyer. */
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
