/** Why Cartage itself puts an order on hold. A reason that a person wrote has no code. */
export const holdReasonCodes = ['CREDIT_LIMIT'] as const
export type HoldReasonCode = (typeof holdReasonCodes)[number]

/**
 * The reason as it is kept and sent to other systems, in English. CREDIT_LIMIT: the order takes who pays it over the credit limit
 * (CREDIT-1).
 */
export const holdReasons: Readonly<Record<HoldReasonCode, string>> = { CREDIT_LIMIT: 'Credit limit exceeded' }

/**
 * The code of a reason, null for what a person wrote. Only what writes a hold asks here; everything else compares codes. The trigger
 * `order_hold_reason_code` of the database answers the same for processes of an older version, which write no code.
 */
export function holdReasonCode(reason: string | null): HoldReasonCode | null {
  return holdReasonCodes.find((code) => holdReasons[code] === reason) ?? null
}
