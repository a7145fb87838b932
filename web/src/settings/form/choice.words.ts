import { msg } from '@lingui/core/macro'
import { orderDocumentWords } from '../../documents/order.words.ts'
import { subjectWords } from '../../documents/words.ts'
import type { CodeWords } from '../../records/code-words.ts'
import { recordWords } from '../../records/record.words.ts'

/** Choices of settings in words. Signs and names of programs are the same in every language. */
export const choiceWords: CodeWords = {
  ...orderDocumentWords,
  ...subjectWords,
  SELF_BILLING_INVOICE: msg`Self-billing invoice`,
  DOCUMENT: recordWords.document,
  FIELD: msg`Record field`,
  ASSIGN_RESOURCE: msg`Driver or vehicle`,
  SCAN_BARCODE: msg`Barcode scan`,
  NONE: msg`None`,
  SHORT: msg`Short: 26`,
  FULL: msg`Full: 2026`,
  OFF: msg({ message: 'Off', context: 'setting' }),
  PROPOSE: msg`Suggest to planner`,
  APPLY: msg`Apply automatically`,
  OSRM: msg`OSRM`,
  VALHALLA: msg`Valhalla`,
}
