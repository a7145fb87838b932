/** Reasons for which Cartage itself puts an order on hold. Reasons written by a user have no code. */
export const holdReasonCodes = ['CREDIT_LIMIT'] as const
export type HoldReasonCode = (typeof holdReasonCodes)[number]

/**
 * Stored reason, also sent to other systems, in English. CREDIT_LIMIT: the order takes its payer over the credit limit
 * (CREDIT-1).
 */
export const holdReasons: Readonly<Record<HoldReasonCode, string>> = { CREDIT_LIMIT: 'Credit limit exceeded' }

/**
 * Code of a reason, null for one written by a user. Only code that stores a hold calls this; all else compares codes.
 * The database trigger `order_hold_reason_code` does the same for processes of an older version, which write no code.
 */
export function holdReasonCode(reason: string | null): HoldReasonCode | null {
  return holdReasonCodes.find((code) => holdReasons[code] === reason) ?? null
}
