import { fill } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import { encode } from 'uqr'
import { minorUnits } from '../../books/money.rules.ts'
import { dayIn, languageOrEnglish, numberIn } from '../../languages/writing.ts'
import { faint, ink, type PdfAttachment, PdfDocument } from '../../pdf/document.ts'
import { drawLogo, type Letterhead, titleColour } from '../../pdf/letterhead.ts'
import { drawTable, type PdfCell } from '../../pdf/table.ts'
import {
  type ContentLine,
  type ContentParty,
  type ContentTax,
  type DocumentContent,
  isCredit,
} from '../documents/content.rules.ts'
import type { Adjustment } from '../einvoice/terms.rules.ts'
import { type InvoiceLabels, invoiceLabels } from './labels.ts'
import { registrationText, unitSign } from './units.rules.ts'

/** Common state of a drawing: the PDF, the content, and its language. */
interface Drawing {
  pdf: PdfDocument
  content: DocumentContent
  language: Language
  labels: InvoiceLabels
}

/** Letterhead, footer and attachment around the content of a document. */
export interface InvoiceFrame {
  /** Text that the billing entity prints in the footer of each page. */
  footer: string | null
  letterhead: Letterhead
  /** Embedded file with the same content. */
  attached?: PdfAttachment
}

/**
 * Draws an invoice or credit note as PDF/A on A4, in the language of the document. The file depends on the content
 * alone, so a repeat has the same bytes.
 */
export async function drawInvoice(
  content: DocumentContent,
  { footer, letterhead, attached }: InvoiceFrame,
): Promise<Buffer> {
  const language = languageOrEnglish(content.language)
  const labels = invoiceLabels(language)
  const title = `${titleOf(content, labels)} ${content.name}`
  const footerText = footer ?? sellerLine(content.seller)
  const pdf = new PdfDocument({ title, author: content.seller.name, language, date: content.date, footer: footerText })
  const drawing = { pdf, content, language, labels }
  drawHead(drawing, title, letterhead)
  drawLines(drawing)
  drawSums(drawing)
  drawNotes(drawing)
  drawPayment(drawing)
  if (attached) pdf.attach(attached, content.date)
  return await pdf.finish((page, pages) => ({
    left: footerText,
    right: fill(labels.page, { page, pages }),
  }))
}

function titleOf(content: DocumentContent, labels: InvoiceLabels): string {
  if (content.is_self_billed) return isCredit(content) ? labels.selfBilledCreditNote : labels.selfBilledInvoice
  return isCredit(content) ? labels.creditNote : labels.invoice
}

function sellerLine({ name, vat_number: vat, registration }: ContentParty): string {
  return [name, vat, registration?.id === vat?.slice(2) ? null : registration?.id].filter(Boolean).join(' · ')
}

function addressLines({ name, address, vat_number: vat }: ContentParty, labels: InvoiceLabels): string[] {
  const { street, second_line: second, postal_code: code, city, country } = address
  const town = [country, [code, city].filter(Boolean).join(' ')].filter(Boolean).join(' – ')
  const tax = vat === null ? null : `${labels.vatNumber} ${vat}`
  return [name, street, second, town, tax].filter((text): text is string => Boolean(text))
}

/** Registration and contact data of a party. The law requires the seller's registration. */
function sellerFacts(seller: ContentParty, labels: InvoiceLabels): string[] {
  const { name, legal_form: form, registration, address, contact, vat_number: vat } = seller
  // Belgian law requires the registration number even though it equals the VAT number.
  const isPrinted = registration !== null && (address.country === 'BE' || registration.id !== vat?.slice(2))
  const register = isPrinted
    ? registrationText({ id: registration.id, country: address.country, court: seller.register_court }, labels)
    : null
  const isNamed = form !== undefined && ` ${name} `.toLowerCase().includes(` ${form} `.toLowerCase())
  const known = [isNamed ? null : form, register].filter(Boolean).join(' · ')
  const reached = [contact?.phone && `${labels.phone} ${contact.phone}`, contact?.email].filter(Boolean).join(' · ')
  return [known, reached].filter((text): text is string => Boolean(text))
}

/** Top of the address, as envelope windows require, and of the lines; lower for long names and addresses. */
const [addressTop, linesTop] = [140, 248]

/** Draws logo, seller and title, then the address in the position of envelope windows, then facts. */
function drawHead(drawing: Drawing, title: string, letterhead: Letterhead): void {
  const { pdf, content, labels } = drawing
  const half = pdf.width / 2
  const [name, ...address] = [...addressLines(content.seller, labels), ...sellerFacts(content.seller, labels)]
  const above = drawLogo(pdf, letterhead, { x: pdf.left, y: pdf.y, width: half, height: 30 })
  const left = { x: pdf.left, y: above === 0 ? pdf.y : pdf.y + above + 5, width: half }
  const tall = pdf.writeAt(name!, left, { size: 14, isBold: true })
  const below = { ...left, y: left.y + tall + 2 }
  const sellerEnd = below.y + pdf.writeAt(address.join('\n'), below, { colour: faint, size: 8 })
  const right = { x: pdf.left + half, y: pdf.y, width: half }
  pdf.writeAt(title, right, { size: 14, isBold: true, align: 'right', colour: titleColour(letterhead) })
  const [buyer, ...lines] = addressLines(content.buyer, labels)
  const top = Math.max(addressTop, sellerEnd + 10)
  const box = { x: pdf.left + half + 30, y: top, width: half - 30 }
  const rest = { ...box, y: top + pdf.writeAt(buyer!, box, { size: 10, isBold: true }) + 1 }
  const buyerEnd = rest.y + pdf.writeAt(lines.join('\n'), rest, { size: 10 })
  const facts = drawFacts(drawing, top)
  pdf.y = Math.max(linesTop, buyerEnd + 12, facts.end + 12)
  for (const [label, value] of facts.long) {
    pdf.write(label, { colour: faint })
    pdf.write(value)
    pdf.y += 10
  }
}

/** Facts taller than this, such as many references, use the full width below the address (BILL-42). */
const tallestFact = 60

/** @returns their bottom edge, and those too long to stand next to the address (BILL-42) */
function drawFacts(
  { pdf, content, language, labels }: Drawing,
  top: number,
): { end: number; long: [string, string][] } {
  const day = (text: string | null) => text && dayIn(language, text)
  const period = content.period && [content.period.from, content.period.to].map(day).filter(Boolean).join(' – ')
  const facts: [string, string | null][] = [
    [labels.date, day(content.date)],
    [labels.dueDate, day(content.due_date)],
    [labels.period, period],
    // BILL-43
    [labels.suppliedOn, period ? null : day(content.delivery?.delivered_on ?? null)],
    // The customer number is ours, and means nothing to the supplier.
    [labels.customerNumber, content.is_self_billed ? null : content.buyer.code],
    [labels.yourReference, content.buyer_reference ?? (content.customer_reference_numbers.join(', ') || null)],
    [labels.credits, content.preceding.map(({ name }) => name).join(', ') || null],
  ]
  let y = top
  const long: [string, string][] = []
  for (const [label, value] of facts) {
    if (!value) continue
    if (pdf.heightOf(value, 150) > tallestFact) {
      long.push([label, value])
      continue
    }
    pdf.writeAt(label, { x: pdf.left, y, width: 96 }, { colour: faint })
    y += pdf.writeAt(value, { x: pdf.left + 100, y, width: 150 }, {}) + 2
  }
  return { end: y, long }
}

function drawLines({ pdf, content, language, labels }: Drawing): void {
  const number = (text: string) => numberIn(language, text)
  drawTable(pdf, {
    columns: [
      { title: labels.description, share: 48 },
      { title: labels.quantity, share: 14, align: 'right' },
      { title: labels.price, share: 14, align: 'right' },
      { title: labels.vat, share: 9, align: 'right' },
      { title: `${labels.amount} ${content.currency}`, share: 15, align: 'right' },
    ],
    rows: content.lines.map((line): PdfCell[] => [
      { text: line.name, below: detailOf(line, language) },
      `${number(line.quantity)} ${unitSign(line.unit)}`.trim(),
      number(withPlaces(line.unit_price, minorUnits(content.currency))),
      rateText(line.tax, number),
      number(line.amount),
    ]),
  })
  pdf.y += 8
}

/** Pads a price to the decimal places of its currency: 12.50 in euros, 9876 in yen. */
function withPlaces(text: string, least: number): string {
  const [whole, places = ''] = text.split('.')
  return [whole, places.padEnd(least, '0')].filter((part) => part !== '').join('.')
}

/** VAT rate of a line; – if it has none, as outside the scope of VAT. */
function rateText({ category, rate }: ContentTax, number: (text: string) => string): string {
  if (rate === null) return '–'
  return category === 'S' ? `${number(rate)} %` : '0 %'
}

/** BILL-44: order number, reference, days and route of a line. */
function detailOf({ name, description, order, route, period }: ContentLine, language: Language): string | null {
  const days = order && period ? [...new Set([period.from, period.to])].map((day) => day && dayIn(language, day)) : []
  const parts = [order?.name, order?.reference, days.filter(Boolean).join(' – '), route]
  return [...parts, description === name ? '' : description].filter(Boolean).join(' · ') || null
}

/** Draws VAT by category on the left, totals on the right. */
function drawSums(drawing: Drawing): void {
  const { pdf, content, language, labels } = drawing
  const number = (text: string) => numberIn(language, text)
  pdf.need(24 * (content.vat.length + 2))
  const top = pdf.y
  drawTable(pdf, {
    within: { x: pdf.left, width: pdf.width * 0.48 },
    columns: [
      { title: labels.vat, share: 32 },
      { title: labels.base, share: 36, align: 'right' },
      { title: `${labels.vat} ${content.currency}`, share: 32, align: 'right' },
    ],
    rows: content.vat.map(({ rate, category, base, tax }) => [
      rate === null || category !== 'S' ? untaxedText(category, labels) : `${number(rate)} %`,
      number(base),
      number(tax),
    ]),
  })
  const below = pdf.y
  pdf.y = top
  drawTotals(drawing)
  pdf.y = Math.max(below, pdf.y) + 12
}

/** A VAT category in words, since readers do not understand its code. */
function untaxedText(category: string, { untaxed }: InvoiceLabels): string {
  return Object.hasOwn(untaxed, category) ? untaxed[category as keyof typeof untaxed] : category
}

function drawTotals({ pdf, content, language, labels }: Drawing): void {
  const { totals, adjustments, exchange } = content
  const last = isCredit(content) ? labels.credited : labels.payable
  const rows: [string, string, boolean][] = [
    ...(adjustments.length === 0 ? [] : [[labels.sum, totals.lines, false] as [string, string, boolean]]),
    ...adjustments.map((one): [string, string, boolean] => [one.reason ?? '', signed(one), false]),
    [labels.without, totals.without_vat, false],
    [labels.vat, totals.vat, false],
    ...(totals.prepaid === null
      ? []
      : ([
          [labels.with, totals.with_vat, false],
          [labels.paid, `-${totals.prepaid}`, false],
        ] as [string, string, boolean][])),
    [`${last} ${content.currency}`, totals.payable, true],
  ]
  const x = pdf.left + pdf.width * 0.55
  for (const [label, amount, isBold] of rows) drawTotal(pdf, x, [label, numberIn(language, amount)], isBold)
  if (exchange) drawTotal(pdf, x, exchangeRow(exchange, language, labels), false)
}

function exchangeRow(
  exchange: NonNullable<DocumentContent['exchange']>,
  language: Language,
  labels: InvoiceLabels,
): [string, string] {
  const { accounting_currency: currency, rate_date: day, vat } = exchange
  return [
    `${labels.inCurrency} ${currency}, ${labels.rateOf} ${dayIn(language, day)}: ${labels.vat}`,
    numberIn(language, vat),
  ]
}

function signed({ kind, amount }: Adjustment): string {
  return kind === 'ALLOWANCE' ? `-${amount}` : amount
}

function drawTotal(pdf: PdfDocument, x: number, [label, amount]: [string, string], isBold: boolean): void {
  const style = { size: isBold ? 11 : 9, isBold, colour: ink }
  const width = pdf.right - x - 80
  if (isBold) {
    pdf.rule(ink, x)
    pdf.y += 4
  }
  const tall = pdf.writeAt(label, { x, y: pdf.y, width }, style)
  pdf.writeAt(amount, { x: pdf.right - 84, y: pdf.y, width: 80 }, { ...style, align: 'right' })
  pdf.y += tall + 3
}

function drawNotes({ pdf, content }: Drawing): void {
  for (const note of content.notes) {
    pdf.write(note, { size: 8 })
    pdf.y += 2
  }
  if (content.notes.length > 0) pdf.y += 8
}

const codeSide = 88

/** Draws payment terms, account, reference, and the QR code for banking apps. */
function drawPayment({ pdf, content, language, labels }: Drawing): void {
  const { payment, payment_terms: terms, due_date: due } = content
  const facts: [string, string | null][] = [
    [labels.terms, terms],
    [labels.dueDate, due && payment ? dayIn(language, due) : null],
    [labels.account, payment?.account ? spaced(payment.account) : null],
    ['BIC', payment?.bank ?? null],
    [labels.reference, payment?.reference ?? null],
  ]
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== null)
  if (known.length === 0) return
  pdf.need(payment?.qr ? codeSide + 24 : known.length * 16)
  const top = pdf.y
  if (payment?.qr) drawCode(pdf, payment.qr, labels.scan)
  const x = pdf.left + (payment?.qr ? codeSide + 20 : 0)
  let y = top + 4
  for (const [label, value] of known) {
    pdf.writeAt(label, { x, y, width: 96 }, { colour: faint })
    y += pdf.writeAt(value, { x: x + 100, y, width: pdf.right - x - 100 }, {}) + 3
  }
  pdf.y = Math.max(y, payment?.qr ? top + codeSide + 16 : y)
}

function drawCode(pdf: PdfDocument, text: string, caption: string): void {
  const { data } = encode(text, { ecc: 'M', border: 2 })
  pdf.squares(data, { x: pdf.left, y: pdf.y, width: codeSide })
  const box = { x: pdf.left, y: pdf.y + codeSide + 2, width: codeSide }
  pdf.writeAt(caption, box, { size: 7, colour: faint, align: 'center' })
}

/** Account number in groups of four. */
function spaced(account: string): string {
  return account.replace(/(.{4})(?=.)/g, '$1 ')
}
