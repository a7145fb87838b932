import type { CodeLabels } from '../records/code-labels.ts'
import { companyDocumentLabels } from './company.labels.ts'
import { orderDocumentLabels } from './order.labels.ts'
import { resourceDocumentLabels } from './resource.labels.ts'

/** Labels of all document kinds. */
export const documentLabels: CodeLabels = {
  ...resourceDocumentLabels,
  ...companyDocumentLabels,
  ...orderDocumentLabels,
}
