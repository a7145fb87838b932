import type { DayException } from '@cartage/contract/app/day'
import type { ListedTrip } from '@cartage/contract/trips/app/list'
import type { WaitingRequest } from '../doors/requests/views.ts'
import { nothing, ofTrip, severityAt } from './day.rules.ts'

/**
 * DOOR-14, DOOR-15: the exception of a request from a carrier or a customer. Cancelling an order that is on a trip is
 * urgent, and so is any request about a trip that is about to begin.
 * @param trip for which a carrier requests another price; undefined for a request about an order
 */
export function requestException(
  { trip_id: _trip, order_id, order_number, ...request }: WaitingRequest,
  trip: ListedTrip | undefined,
  now: number,
): DayException {
  const { kind, company_name, requested_at } = request
  const isUrgent = kind === 'CANCEL' || (trip?.starts_at != null && severityAt(trip.starts_at, now) === 'SEVERE')
  return {
    ...nothing,
    from: null,
    to: null,
    ...(trip && ofTrip(trip, new Map())),
    kind: kind === 'OFFER' ? 'OFFER' : 'REQUEST',
    severity: isUrgent ? 'SEVERE' : 'SLIGHT',
    ...{ damage_at: requested_at, happened_at: requested_at },
    ...{ order_id, order_number, customer_name: kind === 'OFFER' ? null : company_name },
    carrier_name: kind === 'OFFER' ? company_name : null,
    request,
  }
}
