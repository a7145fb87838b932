import type { InvoicePosting, InvoiceStatus } from '@cartage/contract/billing/app/document'
import { type Sentence, said } from '@cartage/contract/said'

const documents: Readonly<Record<InvoiceStatus, Sentence>> = {
  DRAFT: said`a draft`,
  PRE_INVOICED: said`a draft`,
  INVOICED: said`final`,
  INVOICE_POSTED: said`posted`,
  REJECTED: said`rejected`,
}

const postings: Readonly<Record<InvoicePosting | 'COMPLETED', Sentence>> = {
  NONE: said`not requested`,
  WAITING: said`waiting`,
  TODO: said`to be done`,
  FAILED: said`failed`,
  POSTED: said`done`,
  COMPLETED: said`completed`,
}

const wordOf = (words: Readonly<Record<string, Sentence>>, code: string) =>
  Object.hasOwn(words, code) ? words[code]! : code

/** FIT-9: how far a document is, within a sentence. */
export function documentWord(status: string): Sentence {
  return wordOf(documents, status)
}

/** FIT-9: how far the posting of a document, or a task of it, is, within a sentence. */
export function postingWord(state: string): Sentence {
  return wordOf(postings, state)
}
