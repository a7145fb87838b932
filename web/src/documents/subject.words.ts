import type { CodeWords } from '../records/code-words.ts'
import { recordWords } from '../records/record.words.ts'

/** What a document belongs to, in words. */
export const subjectWords: CodeWords = {
  ORDER: recordWords.order,
  CONSIGNMENT: recordWords.consignment,
  GOOD: recordWords.good,
  HANDLING_UNIT: recordWords.handling_unit,
  STOP: recordWords.stop,
  TRIP: recordWords.trip,
  RESOURCE: recordWords.resource,
  COMPANY: recordWords.company,
  INVOICE: recordWords.invoice,
  CREDIT_NOTE: recordWords.credit_note,
}
