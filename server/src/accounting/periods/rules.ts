import { msg } from '@cartage/contract/message'
import type { InvoicePosting, InvoiceStatus } from '../../billing/records/store.ts'
import { monthOf } from '../../books/periods/rules.ts'
import { Problem } from '../../http/problem.ts'

/** Document data that decide whether it can be carried over. */
export interface CarriedDocument {
  status: InvoiceStatus
  posting: InvoicePosting
  /** Its booking date, or its own date; null for a draft without one. */
  day: string | null
  /** Whether an accounting system is posting it. */
  is_leased: boolean
}

/**
 * LEDGER-7: an unposted document can be carried over once its month is over.
 * @param today the current day
 * @returns its current booking month
 * @throws Problem state_conflict, task_leased (409)
 */
export function decideCarryOver({ status, posting, day, is_leased }: CarriedDocument, today: string): string {
  if (status === 'INVOICE_POSTED' || posting === 'POSTED') throw conflict('This document is posted in its month.')
  if (status === 'REJECTED') throw conflict('This document was rejected and is not booked.')
  if (day === null) throw conflict('This draft has no date yet. It gets one when it is finalised.')
  const month = monthOf(day)
  if (month >= monthOf(today)) {
    throw new Problem('state_conflict', { message: msg`${month} is not over yet: this document can be booked in it.` })
  }
  if (is_leased) throw new Problem('task_leased')
  return month
}

function conflict(message: string): Problem {
  return new Problem('state_conflict', { message })
}
