import type { TaskFailureStatus } from '@cartage/contract/accounting/task'
import { BillingPreference } from '@cartage/contract/billing/app/preference'
import { dayAfter } from '../../../seeds/dice.ts'

/** Days on which the four weeks of the previous month were billed, relative to today. */
export const billingDays = [-28, -21, -14, -7] as const

const preference = (members: Partial<BillingPreference>) => BillingPreference.parse(members)

/** Billing preferences of some customers; the others get an invoice for each order. */
export const samplePreferences: Readonly<Record<string, BillingPreference>> = {
  'Brouwerij De Linde': preference({ group_by: ['WEEK'], lines: 'ORDER', surcharges: 'FOLDED' }),
  'Textiel Leiestreek': preference({ group_by: ['MONTH'], attachments: ['CMR'] }),
  'Bakkerij Terpstra': preference({ group_by: ['WEEK'], minimum_amount: '25.00' }),
  'Vergers du Midi': preference({ language: 'fr', attachments: ['PROOF_OF_DELIVERY'] }),
  'Glaswerken Kempen': preference({ cash_discount: { percentage: '2', days: 8 } }),
}

const failures: Readonly<Record<number, TaskFailureStatus>> = {
  12: { error_type: 'USER_INPUT_ERROR', error_message: 'The account of the customer is blocked in the ledger.' },
  19: { error_type: 'USER_INPUT_ERROR', error_message: 'Ledger account 700000 needs a cost centre.' },
  25: { error_type: 'INTERNAL_ERROR', error_message: 'The bookkeeping server did not answer within 30 seconds.' },
}

/**
 * Why the accounting system could not post an invoice; undefined if posted.
 * @param at index, from 0
 */
export function failureOfTask(at: number): TaskFailureStatus | undefined {
  return failures[at]
}

/** Outcome of a sent invoice. */
export type InvoiceFate = 'PAID' | 'CREDITED' | 'HALF_CREDITED' | 'OPEN'

/** @param at index among the invoices, from 0 */
export function fateOfInvoice(at: number, date: string, today: string): InvoiceFate {
  if (at === 2) return 'CREDITED'
  if (at === 5) return 'HALF_CREDITED'
  return date <= dayAfter(today, -14) && at % 3 !== 1 ? 'PAID' : 'OPEN'
}
