import { msg } from '@lingui/core/macro'
import type { CodeWords } from '../records/code-words.ts'
import { companyPapers } from './company.words.ts'
import { orderPapers } from './order.words.ts'
import { resourcePapers } from './resource.words.ts'

/** Kinds of documents of everything, in words. */
export const paperWords: CodeWords = { ...resourcePapers, ...companyPapers, ...orderPapers }

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
