import type { Language } from '@cartage/contract/reading/languages'
import { dayIn, numberIn, pdfLanguage } from '../../pdf/language.ts'

/** What an e-mail about a document says. */
export interface LetterFacts {
  readonly language: string
  readonly kind: 'INVOICE' | 'CREDIT_NOTE'
  readonly number: string
  readonly date: string
  readonly due_date: string | null
  readonly total: string
  readonly currency: string
  /** Who writes. */
  readonly sender: string
  readonly payment_reference: string | null
  readonly iban: string | null
}

/** An e-mail in words. */
export interface Letter {
  readonly subject: string
  readonly text: string
}

interface Words {
  readonly invoice: string
  readonly creditNote: string
  readonly subject: (what: string, number: string, sender: string) => string
  readonly greeting: string
  readonly attached: (what: string, number: string, date: string, total: string) => string
  readonly due: (day: string) => string
  /** Of a reminder: the day has passed. */
  readonly wasDue: (day: string) => string
  readonly payTo: (iban: string, reference: string | null) => string
  readonly closing: string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    invoice: 'invoice',
    creditNote: 'credit note',
    subject: (what, number, sender) => `${capital(what)} ${number} from ${sender}`,
    greeting: 'Dear customer,',
    attached: (what, number, date, total) => `Please find attached ${what} ${number} of ${date} for ${total}.`,
    due: (day) => `Please pay by ${day}.`,
    wasDue: (day) => `This invoice was due on ${day}.`,
    payTo: (iban, reference) => `Account: ${iban}${reference ? `, reference: ${reference}` : ''}`,
    closing: 'Kind regards,',
  },
  nl: {
    invoice: 'factuur',
    creditNote: 'creditnota',
    subject: (what, number, sender) => `${capital(what)} ${number} van ${sender}`,
    greeting: 'Geachte klant,',
    attached: (what, number, date, total) => `In de bijlage vindt u ${what} ${number} van ${date} voor ${total}.`,
    due: (day) => `Gelieve uiterlijk op ${day} te betalen.`,
    wasDue: (day) => `Deze factuur moest uiterlijk op ${day} betaald zijn.`,
    payTo: (iban, reference) => `Rekening: ${iban}${reference ? `, mededeling: ${reference}` : ''}`,
    closing: 'Met vriendelijke groeten,',
  },
  fr: {
    invoice: 'facture',
    creditNote: 'note de crédit',
    subject: (what, number, sender) => `${capital(what)} ${number} de ${sender}`,
    greeting: 'Madame, Monsieur,',
    attached: (what, number, date, total) =>
      `Veuillez trouver ci-joint la ${what} ${number} du ${date} d’un montant de ${total}.`,
    due: (day) => `Merci de payer au plus tard le ${day}.`,
    wasDue: (day) => `Cette facture est échue depuis le ${day}.`,
    payTo: (iban, reference) => `Compte : ${iban}${reference ? `, communication : ${reference}` : ''}`,
    closing: 'Cordialement,',
  },
  de: {
    invoice: 'Rechnung',
    creditNote: 'Rechnungskorrektur',
    subject: (what, number, sender) => `${what} ${number} von ${sender}`,
    greeting: 'Sehr geehrte Damen und Herren,',
    attached: (what, number, date, total) => `anbei erhalten Sie die ${what} ${number} vom ${date} über ${total}.`,
    due: (day) => `Bitte zahlen Sie bis zum ${day}.`,
    wasDue: (day) => `Diese Rechnung war am ${day} fällig.`,
    payTo: (iban, reference) => `Konto: ${iban}${reference ? `, Verwendungszweck: ${reference}` : ''}`,
    closing: 'Mit freundlichen Grüßen',
  },
}

/** The words of a language; English where there are none. */
function wordsIn(language: string): Words {
  return words[pdfLanguage(language)]
}

function shownDay(day: string, language: string): string {
  return dayIn(pdfLanguage(language), day)
}

function shownAmount(amount: string, currency: string, language: string): string {
  return `${currency} ${numberIn(pdfLanguage(language), amount)}`
}

/** The e-mail that a document goes with, in the language of the document. */
export function documentLetter(facts: LetterFacts): Letter {
  const { language, number, sender } = facts
  const its = wordsIn(language)
  const what = facts.kind === 'INVOICE' ? its.invoice : its.creditNote
  const body = [
    its.attached(what, number, shownDay(facts.date, language), shownAmount(facts.total, facts.currency, language)),
    ...paymentLines(facts),
  ]
  return { subject: its.subject(what, number, sender), text: framed(its, body, sender) }
}

/** How and until when to pay, or since when it is overdue (REM-3); nothing of a credit note. */
function paymentLines(facts: LetterFacts, isOverdue = false): string[] {
  const { language, kind, due_date, iban, payment_reference } = facts
  if (kind !== 'INVOICE' || due_date === null) return []
  const its = wordsIn(language)
  const day = shownDay(due_date, language)
  return [isOverdue ? its.wasDue(day) : its.due(day), ...(iban ? [its.payTo(iban, payment_reference)] : [])]
}

/** A reminder in the tenant's own words, between the greeting and the facts of the invoice. */
export function reminderLetter(
  facts: LetterFacts & { readonly open: string },
  level: { readonly subject: string; readonly text: string },
): Letter {
  const { language, number, sender } = facts
  const its = wordsIn(language)
  const invoice = `${capital(its.invoice)} ${number}: ${shownAmount(facts.open, facts.currency, language)}`
  const body = [level.text.trim(), [invoice, ...paymentLines(facts, true)].join('\n')]
  return { subject: `${level.subject}: ${its.invoice} ${number} – ${sender}`, text: framed(its, body, sender) }
}

function framed({ greeting, closing }: Words, body: readonly string[], sender: string): string {
  return [greeting, ...body, `${closing}\n${sender}`].join('\n\n')
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
