import type { InvoicePosting, InvoiceStatus } from '@cartage/contract/billing/app/document'
import { msg, type Sentence } from '@cartage/contract/message'

const documents: Readonly<Record<InvoiceStatus, Sentence>> = {
  DRAFT: msg`a draft`,
  PRE_INVOICED: msg`a draft`,
  INVOICED: msg`final`,
  INVOICE_POSTED: msg`posted`,
  REJECTED: msg`rejected`,
}

const postings: Readonly<Record<InvoicePosting | 'COMPLETED', Sentence>> = {
  NONE: msg`not requested`,
  WAITING: msg`waiting`,
  TODO: msg`to be done`,
  FAILED: msg`failed`,
  POSTED: msg`done`,
  COMPLETED: msg`completed`,
}

const wordOf = (words: Readonly<Record<string, Sentence>>, code: string) =>
  Object.hasOwn(words, code) ? words[code]! : code

/** FIT-9: status of a document, for use within a sentence. */
export function documentLabel(status: string): Sentence {
  return wordOf(documents, status)
}

/** FIT-9: posting state of a document or task, for use within a sentence. */
export function postingLabel(state: string): Sentence {
  return wordOf(postings, state)
}
