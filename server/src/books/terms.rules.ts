import { msg, type Sentence } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import { utcDay } from '@cartage/contract/reading/calendar'
import { errorItem, Problem } from '../http/problem.ts'

const days = (count: number, date: string): string => {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + count)
  return utcDay(day)
}

/** Last day of the month a number of months after the date's month. */
const endOfMonth = (months: number, date: string): string => {
  const [year, month] = date.split('-').map(Number)
  return utcDay(Date.UTC(year!, month! + months, 0))
}

/**
 * Due date of an invoice (TERM-1) in calendar days: weekends have no effect. A given day overrides the term, and is
 * required for CUSTOM_DUE_DATE (TERM-2).
 * @param code code of a payment term
 * @param date day of the invoice
 * @throws Problem validation_failed on `due_date` if the day is missing, or before the invoice
 */
export function dueDate(code: string, date: string, given?: string | null): string {
  if (given) return checkedDay(given, date)
  const [, net] = /^NET_(\d{1,3})$/.exec(code) ?? []
  if (net !== undefined) return days(Number(net), date)
  const [, months, then] = /^END_OF_MONTH_(\d)(?:_NET_(\d{1,2}))?$/.exec(code) ?? []
  if (months !== undefined) return days(Number(then ?? 0), endOfMonth(Number(months), date))
  if (code === 'UPON_RECEIPT' || code === 'PREPAID') return date
  throw dueDateProblem('is required: the payment term has none of its own')
}

function checkedDay(given: string, date: string): string {
  if (given < date) throw dueDateProblem(msg`is before the date of the invoice, ${spokenDate(date)}`)
  return given
}

function dueDateProblem(message: Sentence): Problem {
  return new Problem('validation_failed', { errors: [errorItem('due_date', message, 'due_date')] })
}

interface TermLimit {
  readonly country: string
  readonly from: string
  /** Maximum days from the invoice to the due date. */
  readonly days: number
  readonly code: string
  readonly message: Sentence
}

/** National limits on payment terms, by the debtor's country (TERM-4). */
const termLimits: readonly TermLimit[] = [
  {
    country: 'BE',
    from: '2022-02-01',
    days: 60,
    code: 'term_void',
    message: 'Belgium: a term over 60 days is void, and 30 days count instead (law of 2 August 2002).',
  },
  {
    country: 'FR',
    from: '2006-01-06',
    days: 30,
    code: 'term_forbidden',
    message: 'France: a term over 30 days from the invoice is forbidden for road transport (Code de commerce).',
  },
]

/** Violations of the law of the debtor's country by a due date. */
export function termWarnings(country: string, date: string, due: string): { code: string; message: Sentence }[] {
  return termLimits
    .filter((limit) => limit.country === country && limit.from <= date && days(limit.days, date) < due)
    .map(({ code, message }) => ({ code, message }))
}

/** First set payment term (TERM-3): of the side, of the company, of the billing entity, else 30 days. */
export function paymentTermOf(...codes: readonly (string | null | undefined)[]): string {
  return codes.find((code) => code) ?? 'NET_30'
}
