/**
 * CREDIT-1: why Cartage puts an order on hold that takes who pays it over the credit limit. It is kept as it is, decides who may
 * release the hold (CREDIT-2), and pages word it for the reader.
 */
export const creditHold = 'Credit limit exceeded'
