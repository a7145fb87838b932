import { msg } from '@lingui/core/macro'
import { companyPapers } from '../records/company-papers.ts'
import { orderPapers } from '../records/order-papers.ts'
import { resourcePapers } from '../records/resource-papers.ts'
import type { CodeWords } from '../records/words.ts'

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
