/** How a cost of a trip is divided among its orders, in the order in which the next one is taken when a measure is missing. */
export const allocationMethods = ['LDM_KM', 'KG_KM', 'KM', 'LDM', 'KG', 'STOPS', 'EQUAL', 'REVENUE'] as const
export type AllocationMethod = (typeof allocationMethods)[number]
