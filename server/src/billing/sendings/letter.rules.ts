import { fill } from '@cartage/contract/message'
import { labelsOf } from '../../languages/labels.ts'
import { dayIn, languageOrEnglish, numberIn } from '../../languages/writing.ts'

/** Facts for an e-mail about a document. */
export interface LetterFacts {
  readonly language: string
  readonly kind: 'INVOICE' | 'CREDIT_NOTE'
  readonly number: string
  readonly date: string
  readonly due_date: string | null
  readonly total: string
  readonly currency: string
  /** Name of the sender. */
  readonly sender: string
  readonly payment_reference: string | null
  readonly iban: string | null
}

/** Texts of an e-mail. */
export interface Letter {
  readonly subject: string
  readonly text: string
}

const labels = labelsOf('letter', {
  invoice: 'invoice',
  creditNote: 'credit note',
  subject: '{Document} {number} from {sender}',
  greeting: 'Dear customer,',
  attached: 'Please find attached {document} {number} of {date} for {total}.',
  due: 'Please pay by {day}.',
  overdue: 'This invoice was due on {day}.',
  account: 'Account: {iban}',
  accountWithReference: 'Account: {iban}, reference: {reference}',
  creditSubject: 'Credit note for your document {number}, please – {sender}',
  supplier: 'Dear supplier,',
  closing: 'Kind regards,',
})
type Labels = ReturnType<typeof labels>

/** Labels of a language, English as fallback. */
function labelsIn(language: string): Labels {
  return labels(languageOrEnglish(language))
}

function shownDay(day: string, language: string): string {
  return dayIn(languageOrEnglish(language), day)
}

function shownAmount(amount: string, currency: string, language: string): string {
  return `${currency} ${numberIn(languageOrEnglish(language), amount)}`
}

/** The e-mail for a document, in the language of the document. */
export function documentLetter(facts: LetterFacts): Letter {
  const { language, number, sender } = facts
  const its = labelsIn(language)
  const document = facts.kind === 'INVOICE' ? its.invoice : its.creditNote
  const date = shownDay(facts.date, language)
  const total = shownAmount(facts.total, facts.currency, language)
  const body = [fill(its.attached, { document, number, date, total }), ...paymentLines(facts)]
  const subject = fill(its.subject, { Document: capital(document), number, sender })
  return { subject, text: framed(its, body, sender) }
}

/** Payment instructions and due date, or how long it is overdue (REM-3). None for credit notes. */
function paymentLines(facts: LetterFacts, isOverdue = false): string[] {
  const { language, kind, due_date, iban, payment_reference } = facts
  if (kind !== 'INVOICE' || due_date === null) return []
  const its = labelsIn(language)
  const due = fill(isOverdue ? its.overdue : its.due, { day: shownDay(due_date, language) })
  if (!iban) return [due]
  const account = payment_reference ? its.accountWithReference : its.account
  return [due, fill(account, { iban, reference: payment_reference ?? '' })]
}

/** A reminder with the tenant's own text between the greeting and the facts of the invoice. */
export function reminderLetter(
  facts: LetterFacts & { readonly open: string },
  level: { readonly subject: string; readonly text: string },
): Letter {
  const { language, number, sender } = facts
  const its = labelsIn(language)
  const invoice = `${capital(its.invoice)} ${number}: ${shownAmount(facts.open, facts.currency, language)}`
  const body = [level.text.trim(), [invoice, ...paymentLines(facts, true)].join('\n')]
  return { subject: `${level.subject}: ${its.invoice} ${number} – ${sender}`, text: framed(its, body, sender) }
}

/** A request to a supplier for a credit note (PURCH-33). */
export function creditRequestLetter(facts: {
  readonly language: string
  readonly number: string
  /** Name of the sender. */
  readonly sender: string
  /** What differs, and the amount requested. */
  readonly text: string
}): Letter {
  const { language, number, sender, text } = facts
  const its = labelsIn(language)
  const subject = fill(its.creditSubject, { number, sender })
  return { subject, text: framed({ ...its, greeting: its.supplier }, [text], sender) }
}

function framed({ greeting, closing }: Labels, body: readonly string[], sender: string): string {
  return [greeting, ...body, `${closing}\n${sender}`].join('\n\n')
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
