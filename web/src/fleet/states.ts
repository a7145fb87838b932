// Apart from what works them out: addresses of pages come with the frame.

export const vehicleStates = ['ON_TIME', 'DELAYED', 'AT_STOP', 'IDLE'] as const
/** What a vehicle does, as far as planners care. */
export type VehicleState = (typeof vehicleStates)[number]
