import {
  changeIntermodalBooking,
  changeLocationBooking,
  createIntermodalBooking,
  createLocationBooking,
  listTripBookings,
} from '@cartage/contract/bookings/app'
import { byCaller } from '../audit/rules.ts'
import { type Server, serve } from '../http/serve.ts'
import { checkTripExists } from '../trips/record/views.ts'
import * as bookings from './change.commands.ts'
import { intermodalBookingOutput, locationBookingOutput } from './output.rules.ts'
import { intermodalBookingsOfTrip, locationBookingsOfTrip, placesOfBookings } from './views.ts'

/** Binds bookings on screens; requesting and cancelling them is bound with dispatch. */
export function serveBookings(server: Server): void {
  const { ctx } = server
  serve(server, listTripBookings, async ({ params, inTenant }) =>
    inTenant(async (tx) => {
      await checkTripExists(tx, params.trip_id)
      const [slots, legs] = await Promise.all([
        locationBookingsOfTrip(tx, params.trip_id),
        intermodalBookingsOfTrip(tx, params.trip_id),
      ])
      return {
        location_bookings: slots.map(locationBookingOutput),
        intermodal_bookings: legs.map(intermodalBookingOutput),
        places: await placesOfBookings(tx, slots, legs),
      }
    }),
  )
  serve(server, createLocationBooking, async ({ caller, requestId, body }) => {
    const by = byCaller(caller, requestId)
    return locationBookingOutput(await bookings.createLocationBooking(ctx, caller.tenantId, by, body))
  })
  serve(server, changeLocationBooking, async ({ caller, requestId, params, body }) => {
    const by = byCaller(caller, requestId)
    const { location_booking_id: id } = params
    return locationBookingOutput(await bookings.changeLocationBooking(ctx, caller.tenantId, by, id, body))
  })
  serve(server, createIntermodalBooking, async ({ caller, requestId, body }) => {
    const by = byCaller(caller, requestId)
    return intermodalBookingOutput(await bookings.createIntermodalBooking(ctx, caller.tenantId, by, body))
  })
  serve(server, changeIntermodalBooking, async ({ caller, requestId, params, body }) => {
    const by = byCaller(caller, requestId)
    const { intermodal_booking_id: id } = params
    return intermodalBookingOutput(await bookings.changeIntermodalBooking(ctx, caller.tenantId, by, id, body))
  })
}
