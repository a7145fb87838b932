/** What an order over the credit limit comes to. Apart from the lists of receivables, which the page of settings does not load. */
export const creditChecks = ['OFF', 'WARN', 'HOLD'] as const
export type CreditCheck = (typeof creditChecks)[number]
