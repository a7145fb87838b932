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
  REVENUE: msg`Revenue`,
  COST: msg`Cost`,
  RECEIVABLE: msg`Receivables`,
  PAYABLE: msg`Payables`,
  VAT: msg`VAT`,
  DIFFERENCE: msg`Rounding and exchange differences`,
  SALES: msg`Sales invoice`,
  SALES_CREDIT_NOTE: msg`Sales credit note`,
  PURCHASE: msg`Purchase invoice`,
  PURCHASE_CREDIT_NOTE: msg`Purchase credit note`,
  STANDARD: msg`Standard rate`,
  ZERO_RATED: msg`Zero rate`,
  REVERSE_CHARGE: msg`Reverse charge`,
  EXPORT: msg`Export`,
  IMPORT: msg`Import`,
  DISBURSEMENT: msg`Paid in the name of the customer`,
  OUTSIDE_SCOPE: msg`Outside the scope of VAT`,
  NO_VAT: msg`No VAT`,
  TRANSIT: msg`Transit`,
  CO_CONTRACTING: msg`Co-contracting`,
  S: msg`S · Standard rate`,
  Z: msg`Z · Zero rate`,
  E: msg`E · Exempt`,
  AE: msg`AE · Reverse charge`,
  O: msg`O · Outside the scope`,
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
