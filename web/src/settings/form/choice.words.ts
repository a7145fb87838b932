import { msg } from '@lingui/core/macro'
import { orderDocumentWords } from '../../documents/order.words.ts'
import type { CodeWords } from '../../records/code-words.ts'

/** Choices of settings in words. Signs and names of programs are the same in every language. */
export const choiceWords: CodeWords = {
  ...orderDocumentWords,
  ORDER: msg`Order`,
  CONSIGNMENT: msg`Consignment`,
  STOP: msg`Stop`,
  TRIP: msg`Trip`,
  RESOURCE: msg`Resource`,
  COMPANY: msg`Company`,
  INVOICE: msg`Invoice`,
  CREDIT_NOTE: msg`Credit note`,
  SELF_BILLING_INVOICE: msg`Self-billing invoice`,
  OTHER: msg`Other`,
  DOCUMENT: msg`Document`,
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
