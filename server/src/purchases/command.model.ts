import type { By } from '../audit/rules.ts'

/** A document, and on whose behalf it is decided. */
export interface PurchaseCommand {
  readonly tenantId: string
  readonly by: By
  readonly invoiceId: string
}
