import * as bookings from '@cartage/contract/bookings/app'
import * as dispatch from '@cartage/contract/dispatch/app'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'

/** Time slots and main legs of a trip, including cancelled ones. */
export const tripBookingsQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['trips', 'bookings', tripId],
    queryFn: () => call(bookings.listTripBookings, { params: { trip_id: tripId } }),
  })

/** A booking of either type. */
export type Booked =
  | { type: 'LOCATION'; booking: bookings.AppLocationBooking }
  | { type: 'INTERMODAL'; booking: bookings.AppIntermodalBooking }

/** The id of a booking of either type. */
export function idOf(booked: Booked): string {
  return booked.type === 'LOCATION' ? booked.booking.location_booking_id : booked.booking.intermodal_booking_id
}

/** Runs a command on a booking, then reloads all shown data of its trip. */
export function useBookingChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => refresh(queryClient, 'booking'),
  })
}

/** Creates or changes a time slot. */
export function saveSlot(
  slot: bookings.AppLocationBooking | undefined,
  created: bookings.NewLocationBooking,
  changed: bookings.LocationBookingChange,
) {
  if (slot === undefined) return call(bookings.createLocationBooking, { body: created })
  const params = { location_booking_id: slot.location_booking_id }
  return call(bookings.changeLocationBooking, { params, body: changed })
}

/** Creates or changes a main leg. */
export function saveLeg(
  leg: bookings.AppIntermodalBooking | undefined,
  tripId: string,
  body: Omit<bookings.NewIntermodalBooking, 'trip_id'>,
) {
  if (leg === undefined) return call(bookings.createIntermodalBooking, { body: { ...body, trip_id: tripId } })
  const params = { intermodal_booking_id: leg.intermodal_booking_id }
  return call(bookings.changeIntermodalBooking, { params, body })
}

/** Requests a booking from the location or carrier, or sends its changes. */
export function requestBooking(booked: Booked) {
  return booked.type === 'LOCATION'
    ? call(dispatch.requestLocationBooking, { params: { location_booking_id: idOf(booked) } })
    : call(dispatch.requestIntermodalBooking, { params: { intermodal_booking_id: idOf(booked) } })
}

/** Cancels a booking; a notified location or carrier is informed. */
export function cancelBooking(booked: Booked) {
  return booked.type === 'LOCATION'
    ? call(dispatch.cancelLocationBooking, { params: { location_booking_id: idOf(booked) } })
    : call(dispatch.cancelIntermodalBooking, { params: { intermodal_booking_id: idOf(booked) } })
}
