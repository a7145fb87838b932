import type { PurchaseReason } from '@cartage/contract/purchases/app'
import { msg } from '@lingui/core/macro'
import { type CodeBadge, codeBadge } from '../records/code-badge.ts'
import type { CodeLabels } from '../records/code-labels.ts'
import { CircleAlert, CircleCheck, CircleX, FileCheck } from '../ui/icons.tsx'

/** Results of matching a document, and decisions on it. */
export const resultBadges: Readonly<Record<string, CodeBadge>> = {
  MATCHED: codeBadge(msg`Matched`, 'green', CircleCheck),
  DISPUTED: codeBadge(msg`Disputed`, 'amber', CircleAlert),
  ACCEPTED: codeBadge(msg`Accepted`, 'green', FileCheck),
  REJECTED: codeBadge(msg`Rejected`, 'red', CircleX),
}

/** Reasons for disputing a line. */
export const purchaseReasonLabels: CodeLabels = {
  PRICE: msg`Price differs`,
  QUANTITY: msg`Quantity differs`,
  FUEL_RATE: msg`Fuel rate differs`,
  WAITING_NOT_APPROVED: msg`Waiting time not approved`,
  NOT_EXECUTED: msg`Not executed`,
  UNKNOWN_TRIP: msg`Unknown trip`,
  ALREADY_INVOICED: msg`Already invoiced`,
  TAX: msg`Tax differs`,
  CURRENCY: msg`Currency differs`,
  NO_LINES: msg`Sums only, no lines`,
} satisfies Record<PurchaseReason, unknown>
