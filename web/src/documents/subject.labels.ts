import type { CodeLabels } from '../records/code-labels.ts'
import { recordLabels } from '../records/record.labels.ts'

/** Labels of document subjects. */
export const subjectLabels: CodeLabels = {
  ORDER: recordLabels.order,
  CONSIGNMENT: recordLabels.consignment,
  GOOD: recordLabels.good,
  HANDLING_UNIT: recordLabels.handling_unit,
  STOP: recordLabels.stop,
  TRIP: recordLabels.trip,
  RESOURCE: recordLabels.resource,
  COMPANY: recordLabels.company,
  INVOICE: recordLabels.invoice,
  CREDIT_NOTE: recordLabels.credit_note,
}
