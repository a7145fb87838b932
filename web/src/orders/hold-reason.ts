import { creditHold } from '@cartage/contract/orders/credit-hold'
import { useLingui } from '@lingui/react/macro'

/** Whether an order is on hold for the credit limit of who pays it. */
export function isCreditHold({ is_blocked, block_reason }: { is_blocked: boolean; block_reason: string | null }) {
  return is_blocked && block_reason === creditHold
}

/** Words of why an order is on hold: what a person wrote as it is, what Cartage wrote in the language of the reader. */
export function useHoldReason(reason: string | null): string | null {
  const { t } = useLingui()
  return reason === creditHold ? t`Credit limit exceeded` : reason
}
