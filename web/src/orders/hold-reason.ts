import type { HoldReasonCode } from '@cartage/contract/orders/hold-reason'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLabels } from '../records/code-labels.ts'

/** Labels of the reasons for which Cartage itself puts an order on hold. */
export const holdReasonLabels: Record<HoldReasonCode, MessageDescriptor> = {
  CREDIT_LIMIT: msg`Credit limit exceeded`,
}

/** Whether an order is on hold because of its payer's credit limit. */
export function isCreditHold({ hold_reason_code }: { hold_reason_code: string | null }) {
  return hold_reason_code === 'CREDIT_LIMIT'
}

/** Text of a hold reason: verbatim if a user wrote it, translated if Cartage set it. */
export function useHoldReason(reason: string | null, code: string | null): string | null {
  const textOfCode = useLabels(holdReasonLabels)
  return code ? textOfCode(code) : reason
}
