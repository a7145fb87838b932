import { msg } from '@lingui/core/macro'
import type { CodeWords } from '../records/code-words.ts'
import { companyDocumentWords } from './company.words.ts'
import { orderDocumentWords } from './order.words.ts'
import { resourceDocumentWords } from './resource.words.ts'

/** Kinds of documents of everything, in words. */
export const documentWords: CodeWords = { ...resourceDocumentWords, ...companyDocumentWords, ...orderDocumentWords }

/** What a document belongs to, in words. */
export const subjectWords: CodeWords = {
  ORDER: msg`Order`,
  CONSIGNMENT: msg`Consignment`,
  GOOD: msg`Good`,
  HANDLING_UNIT: msg`Handling unit`,
  STOP: msg`Stop`,
  TRIP: msg`Trip`,
  RESOURCE: msg`Resource`,
  COMPANY: msg`Company`,
  INVOICE: msg`Invoice`,
  CREDIT_NOTE: msg`Credit note`,
}
