import type {
  IntermodalBookingChange,
  LocationBookingChange,
  NewIntermodalBooking,
} from '@cartage/contract/bookings/app'
import { msg } from '@cartage/contract/message'
import type { LocationScenario } from '@cartage/contract/outbound/location-booking'
import { errorItem, Problem } from '../http/problem.ts'
import type { TripState, TripStop } from '../trips/state.rules.ts'
import type { IntermodalBooking } from './intermodal.store.ts'
import type { LocationBooking } from './location.store.ts'

/** The stops of a slot, in the sequence of the trip; empty when they are not on it. */
export function stopsOfSlot(trip: TripState, slot: Pick<LocationBooking, 'stop_id' | 'stop_group_id'>): TripStop[] {
  const { stop_id: stopId, stop_group_id: groupId } = slot
  if ((stopId === null) === (groupId === null)) {
    throw new Problem('validation_failed', {
      message: 'A booking is for one stop or one stop group. Choose one of them.',
      errors: [errorItem('stop_id', 'Choose a stop or a stop group, not both.', 'one_of')],
    })
  }
  return trip.stops.filter((stop) => (stopId === null ? stop.stop_group_id === groupId : stop.stop_id === stopId))
}

/**
 * Scenario of a trip at a location (LB-1): INBOUND when it delivers something, OUTBOUND when it picks up something.
 * @param roles activity of order stops for their consignment, by stop id
 */
export function scenarioOf(stops: readonly TripStop[], roles: ReadonlyMap<string, string>): LocationScenario {
  const does = (role: string, kind: TripStop['kind']) =>
    stops.some((stop) => stop.kind === kind || (stop.kind === 'ORDER' && roles.get(stop.stop_id) === role))
  const brings = does('DELIVERY', 'TRANSFER_DROP')
  const fetches = does('PICKUP', 'TRANSFER_PICKUP')
  if (brings && fetches) return 'INBOUND_OUTBOUND'
  return fetches ? 'OUTBOUND' : 'INBOUND'
}

/** @throws Problem state_conflict for a cancelled booking, validation_failed for times that end before they begin */
export function changedSlot(before: LocationBooking, change: LocationBookingChange): LocationBooking {
  checkLive(before)
  const after = { ...before, ...sentMembers(change) }
  checkTimes(after)
  return after
}

/**
 * A new booking of a main leg, not requested yet.
 * @throws Problem validation_failed
 */
export function newLeg(input: NewIntermodalBooking & { name: string }, id: string): IntermodalBooking {
  const booking: IntermodalBooking = {
    intermodal_booking_id: id,
    trip_id: input.trip_id,
    name: input.name,
    account_code: input.account_code ?? null,
    status: 'TO_REQUEST',
    reported_at: null,
    booking_reference: null,
    departure_reference_number: null,
    arrival_reference_number: null,
    start_location_id: input.start_location_id,
    end_location_id: input.end_location_id,
    departs_at: input.departs_at ?? null,
    arrives_at: input.arrives_at ?? null,
    trailer_id: input.trailer_id ?? null,
    container_id: input.container_id ?? null,
    vehicle_id: input.vehicle_id ?? null,
    details: input.details ?? {},
    execution_statuses: [],
    skip_dispatch: false,
    failure: null,
  }
  checkOrder('arrives_at', booking.departs_at, booking.arrives_at)
  return booking
}

/** @throws Problem state_conflict for one that is cancelled or that the carrier has finalised; validation_failed */
export function changedLeg(before: IntermodalBooking, change: IntermodalBookingChange): IntermodalBooking {
  checkLive(before)
  if (before.skip_dispatch) {
    throw new Problem('state_conflict', {
      message: msg`The carrier has finalised ${before.name}. It can no longer be changed.`,
    })
  }
  const after = { ...before, ...sentMembers(change) }
  checkOrder('arrives_at', after.departs_at, after.arrives_at)
  return after
}

/** Members that were sent; null removes a value. */
function sentMembers<Members extends object>(change: Members) {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof Members]-?: Exclude<Members[Name], undefined> }
}

function checkLive({ name, status }: { name: string; status: string }): void {
  if (status !== 'CANCELLED') return
  throw new Problem('state_conflict', { message: msg`${name} is cancelled. Create a new booking instead.` })
}

interface Times {
  requested_start_at?: string | null | undefined
  requested_end_at?: string | null | undefined
  confirmed_start_at?: string | null | undefined
  confirmed_end_at?: string | null | undefined
}

/** @throws Problem validation_failed for times that end before they begin */
export function checkTimes(times: Times): void {
  checkOrder('requested_end_at', times.requested_start_at, times.requested_end_at)
  checkOrder('confirmed_end_at', times.confirmed_start_at, times.confirmed_end_at)
}

function checkOrder(member: string, start: string | null | undefined, end: string | null | undefined): void {
  if (!start || !end || Date.parse(start) <= Date.parse(end)) return
  const message = 'The end is before the start. Swap the two times.'
  throw new Problem('validation_failed', { errors: [errorItem(member, message, 'order')] })
}
