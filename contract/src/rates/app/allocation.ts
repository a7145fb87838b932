/** Methods to allocate a trip cost to its orders, in fallback order when a measure is missing. */
export const allocationMethods = ['LDM_KM', 'KG_KM', 'KM', 'LDM', 'KG', 'STOPS', 'EQUAL', 'REVENUE'] as const
export type AllocationMethod = (typeof allocationMethods)[number]
