import type { LocationOutput } from '@cartage/contract/locations/location'
import type { ResourceMessage } from '@cartage/contract/outbound/dispatch-resource'
import type { IntermodalBookingPayload } from '@cartage/contract/outbound/intermodal-booking'
import type { LocationDispatchPayload } from '@cartage/contract/outbound/location-booking'
import type { IntermodalBooking } from '../../bookings/intermodal.store.ts'
import type { LocationBooking } from '../../bookings/location.store.ts'
import type { TripStop } from '../../trips/state.rules.ts'
import { bookedOrder, seconds, sentOrder } from './order.rules.ts'
import { type SentResource, sentAllocation, sentResource } from './resource.rules.ts'
import { planOf, type SentTrip, sentStops } from './trip.rules.ts'

/** A time slot with all data of its message. */
export interface SentSlot {
  booking: LocationBooking
  sent: SentTrip
  location: LocationOutput
  /** Stops of the slot, in the sequence of the trip. */
  stops: readonly TripStop[]
  /** Tracking page of a consignment; null if there is none. */
  trackingLink: string | null
}

/** A time slot as sent to a location (LB-1), with the orders that stop there. */
export function locationPayload({ booking, sent, location, stops, trackingLink }: SentSlot): LocationDispatchPayload {
  const { trip, orders, resources } = sent
  const plan = planOf(trip)
  const here = new Set(stops.flatMap(({ order_id }) => order_id ?? []))
  const units = resources.map(sentResource)
  const unit = (...types: string[]) => units.find(({ resource_type: type }) => types.includes(type ?? '')) ?? null
  return {
    id: trip.trip_id,
    name: trip.name,
    orders: orders.filter(({ order_id }) => here.has(order_id)).map((order) => bookedOrder(order, plan, trackingLink)),
    scenario: booking.scenario,
    booking: {
      booking_id: booking.location_booking_id,
      booking_name: booking.name,
      location,
      stops: slotStops(booking, sent, stops),
      resource_allocations: resources.map((resource) => sentAllocation(resource, null)),
      trailer: unit('TRAILER', 'FULL_TRAILER', 'CHASSIS'),
      vehicle: unit('TRACTOR', 'RIGID', 'VAN'),
    },
    trip_summary: {
      custom_fields: trip.custom_fields,
      estimated_start_timestamp: seconds(trip.stops[0]?.planned_start_at ?? null),
    },
  }
}

/** The requested slot replaces the planned times of the stops: it is what the location receives. */
function slotStops(
  { requested_start_at, requested_end_at }: LocationBooking,
  sent: SentTrip,
  stops: readonly TripStop[],
) {
  return sentStops(sent, stops).map((stop) => ({
    ...stop,
    start_timestamp: seconds(requested_start_at) ?? stop.start_timestamp ?? null,
    end_timestamp: seconds(requested_end_at) ?? stop.end_timestamp ?? null,
  }))
}

/** A main leg with all data of its message. */
export interface SentLeg {
  booking: IntermodalBooking
  sent: SentTrip
  start: LocationOutput
  end: LocationOutput
  /** Units of the booking by their id. */
  units: ReadonlyMap<string, SentResource>
}

/** A main leg as sent to a carrier. */
export function intermodalPayload({ booking, sent, start, end, units }: SentLeg): IntermodalBookingPayload {
  const { details } = booking
  const unit = (id: string | null): ResourceMessage | null => {
    const found = id === null ? undefined : units.get(id)
    return found ? sentResource(found) : null
  }
  const plan = planOf(sent.trip)
  return {
    trip_name: sent.trip.name,
    orders: sent.orders.map((order) => sentOrder(order, plan)),
    booking: {
      booking_id: booking.intermodal_booking_id,
      booking_name: booking.name,
      booking_reference: booking.booking_reference,
      shipping_company: details.shipping_company ?? {},
      shipping_route: {
        start_stop: shippingStop(start, details.start_reference_number, booking.departs_at),
        end_stop: shippingStop(end, details.end_reference_number, booking.arrives_at),
        code: details.route_code ?? null,
        modality: details.modality ?? null,
        custom_fields: details.route_custom_fields ?? {},
      },
      transport_type: details.transport_type ?? { driver_type: 'UNACCOMPANIED' },
      trailer: unit(booking.trailer_id),
      container: unit(booking.container_id),
      vehicle: unit(booking.vehicle_id),
      plugging: details.plugging ?? null,
      dimensions: details.dimensions ?? {},
      customs: details.customs ?? null,
      temperature_requirements: details.temperature_requirements ?? null,
      additional_goods_information: details.additional_goods_information ?? null,
      seal_number: details.seal_number ?? null,
      vessel_name: details.vessel_name ?? null,
      voyage_code: details.voyage_code ?? null,
      imo_number: details.imo_number ?? null,
      references: {
        arrival_reference_number: booking.arrival_reference_number,
        departure_reference_number: booking.departure_reference_number,
      },
      execution_data: {
        execution_statuses: booking.execution_statuses.map((step) => ({ ...step })),
        skip_dispatch: booking.skip_dispatch,
      },
    },
  }
}

function shippingStop(location: LocationOutput, reference: string | null | undefined, at: string | null) {
  return { location, reference_number: reference ?? null, timestamp: seconds(at) }
}
