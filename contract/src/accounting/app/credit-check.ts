/**
 * Consequence of exceeding the credit limit. In its own file, so that the settings page does not load the receivables
 * schemas.
 */
export const creditChecks = ['OFF', 'WARN', 'HOLD'] as const
export type CreditCheck = (typeof creditChecks)[number]
