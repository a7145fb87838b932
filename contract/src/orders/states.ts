/** States of an order of its own. */
export const ownStates = ['QUOTE', 'TO_PLAN', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'REJECTED'] as const

/** States of an order as it is read (READ-1). A hold is next to the state and is read as BLOCKED. */
export const orderStates = [...ownStates, 'BLOCKED'] as const
