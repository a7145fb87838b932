// Separate from the state logic: route URLs are part of the initial bundle.

export const vehicleStates = ['ON_TIME', 'DELAYED', 'AT_STOP', 'IDLE'] as const
/** State of a vehicle from a planner's view. */
export type VehicleState = (typeof vehicleStates)[number]
