import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Labels of the states of orders, trips and invoices. Unknown ones show themselves (COMPAT-4). */
export const stateLabels: Readonly<Record<string, MessageDescriptor>> = {
  QUOTE: msg`Quote`,
  TO_PLAN: msg`Unplanned`,
  PLANNED: msg`Planned`,
  IN_PROGRESS: msg`In progress`,
  COMPLETED: msg`Completed`,
  REJECTED: msg`Rejected`,
  BLOCKED: msg`On hold`,
  CANCELLED: msg`Cancelled`,
  CREATED: msg`Draft`,
  DRAFT: msg`Draft`,
  INVOICED: msg`Invoiced`,
  INVOICE_POSTED: msg`Posted`,
}
