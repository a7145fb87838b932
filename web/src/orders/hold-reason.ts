import { useLingui } from '@lingui/react/macro'

/** CREDIT-2: the reason that Cartage itself gives, as it is kept. */
const creditLimit = 'Credit limit exceeded'

/** Whether an order is on hold for the credit limit of who pays it. */
export function isCreditHold({ is_blocked, block_reason }: { is_blocked: boolean; block_reason: string | null }) {
  return is_blocked && block_reason === creditLimit
}

/** Words of why an order is on hold: what a person wrote as it is, what Cartage wrote in the language of the reader. */
export function useHoldReason(reason: string | null): string | null {
  const { t } = useLingui()
  return reason === creditLimit ? t`Credit limit exceeded` : reason
}
