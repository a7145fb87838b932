/** Own states of an order. */
export const ownStates = ['QUOTE', 'TO_PLAN', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'REJECTED'] as const

/** Order states in responses (READ-1). A hold is stored separately and shown as BLOCKED. */
export const orderStates = [...ownStates, 'BLOCKED'] as const
