import { createIntermodalBooking, createLocationBooking } from '@cartage/contract/bookings/app'
import { addDispatchDestination, dispatchTrip } from '@cartage/contract/dispatch/app'
import { tripOf } from '../data/trips.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** The victim's partners, messages and bookings. */
export interface VictimDispatch {
  destinationId: string
  dispatchId: string
  locationBookingId: string
  intermodalBookingId: string
}

const channel = { url: 'https://partner.example/matrix' }
const slotOf = ({ trip }: Victim) => ({ trip_id: trip.tripId, stop_id: trip.tripStopId })

/** Requests for the victim's partners, messages and bookings. */
export const dispatchCases = {
  pathIds: {
    dispatch_destination_id: { of: (victim: Victim) => victim.dispatch.destinationId },
    dispatch_id: { of: (victim: Victim) => victim.dispatch.dispatchId },
    location_booking_id: { of: (victim: Victim) => victim.dispatch.locationBookingId },
    intermodal_booking_id: { of: (victim: Victim) => victim.dispatch.intermodalBookingId },
  },
  bodies: {
    addDispatchDestination: [
      () => ({ kind: 'FLEET', name: 'mine', channel }),
      // Another tenant's company and place by id.
      (_: string, { company }: Victim) => ({
        kind: 'SUBCO',
        name: 'mine',
        subcontractor_id: company.companyId,
        channel,
      }),
      (_: string, { locationId: location_id }: Victim) => ({
        ...{ kind: 'LOCATION_BOOKING', name: 'mine', channel },
        location_id,
      }),
    ],
    changeDispatchDestination: [() => ({ is_automatic: true })],
    dispatchTrip: [
      () => ({}),
      (_: string, { dispatch }: Victim) => ({ dispatch_destination_id: dispatch.destinationId }),
    ],
    dispatchTrips: [(_: string, { trip }: Victim) => ({ trip_ids: [trip.tripId] })],
    answerTrip: [
      () => ({ answer: 'ACCEPTED', plate: '1-ABC-234' }),
      () => ({ answer: 'REFUSED', reason: 'No truck.' }),
    ],
    createLocationBooking: [(_: string, victim: Victim) => slotOf(victim)],
    changeLocationBooking: [() => ({ note: 'matrix' })],
    createIntermodalBooking: [
      (_: string, { trip, locationId }: Victim) => ({
        ...{ trip_id: trip.tripId, start_location_id: locationId, end_location_id: locationId },
      }),
    ],
    changeIntermodalBooking: [
      () => ({ arrives_at: null }),
      (_: string, { resources }: Victim) => ({ trailer_id: resources.resourceId }),
    ],
  },
}

/** A partner with a dispatched trip, and a booking of each type for it. */
export async function createVictimDispatch(tenant: TestTenant, trip_id: string, word: string): Promise<VictimDispatch> {
  const planner = await tenant.user('PLANNER')
  const { stops } = (await tripOf(tenant, trip_id))!
  const { destination } = await planner(addDispatchDestination, { body: { kind: 'FLEET', name: word, channel } })
  const { dispatch_id } = await planner(dispatchTrip, { params: { trip_id }, body: {} })
  const [first, last] = [stops[0]!, stops.at(-1)!]
  const slot = await planner(createLocationBooking, { body: { trip_id, stop_id: first.stop_id, note: word } })
  const ends = { start_location_id: first.location_id, end_location_id: last.location_id }
  const leg = await planner(createIntermodalBooking, { body: { trip_id, ...ends, account_code: word } })
  return {
    destinationId: destination.dispatch_destination_id,
    dispatchId: dispatch_id,
    locationBookingId: slot.location_booking_id,
    intermodalBookingId: leg.intermodal_booking_id,
  }
}
