import type { CodeLabels } from '../records/code-labels.ts'
import { companyDocumentLabels } from './company.labels.ts'
import { orderDocumentLabels } from './order.labels.ts'
import { resourceDocumentLabels } from './resource.labels.ts'

/** Kinds of documents of everything, in words. */
export const documentLabels: CodeLabels = {
  ...resourceDocumentLabels,
  ...companyDocumentLabels,
  ...orderDocumentLabels,
}
