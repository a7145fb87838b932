import { randomUUID } from 'node:crypto'
import { statement } from '../../db/statement.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** For the victim itself a nonexistent id: its own requests must not change its records. */
type Named = (victim: Victim) => string

const event_time = '2026-02-02T08:00:00Z'
const status = 'COMPLETED'

/** The victim's id for strangers, a nonexistent one for the victim. */
function body(make: (idOf: (named: Named) => string) => unknown) {
  return (identifier: string, victim: Victim) =>
    make((named) => (identifier === victim.orderIdentifier ? named(victim) : randomUUID()))
}

const any = (value: string) => ({ matches_any: [value] })
const stopId: Named = ({ trip }) => trip.tripStopId
const orderId: Named = ({ trip }) => trip.tripOrderId
const slotId: Named = ({ dispatch }) => dispatch.locationBookingId
const legId: Named = ({ dispatch }) => dispatch.intermodalBookingId

const statusUpdates = [
  body((idOf) => ({ updates: [{ stop: { id: idOf(stopId), status }, event_time }] })),
  body((idOf) => ({
    updates: [
      {
        stop: {
          match: { matches_all: [{ order: { id: any(idOf(orderId)) }, stop: { stop_type: 'PICKUP' } }] },
          status,
        },
        event_time,
      },
      { stop: { match: { matches_all: [{ trip: { name: any(idOf(secretName)) } }] }, status }, event_time },
    ],
  })),
  body((idOf) => ({ updates: [{ stop_group: { id: idOf(stopId), status }, event_time }] })),
]

function secretName({ secrets }: Victim): string {
  return secrets[0] ?? ''
}

const planned = (id: string) => ({ sequence: 0, id, start_timestamp: event_time, end_timestamp: event_time })

/** Every body refers to the victim's stops, orders, trips, resources and bookings, by id and by match. */
export const inboundStatusCases = {
  bodies: {
    updateSubcontractorStatus: statusUpdates,
    updateFleetStatus: statusUpdates,
    importTrip: [
      body((idOf) => ({ trip_identifier: `mine-${randomUUID()}`, planned_stops: [planned(idOf(stopId))] })),
      body((idOf) => ({
        trip_identifier: `mine-${randomUUID()}`,
        planned_stops: [{ ...planned(''), id: null, location: { id: idOf(({ locationId }) => locationId) } }],
        primary_resources: [{ id: idOf(({ resources }) => resources.resourceId) }],
        unassigned_stops: [{ stop_id: idOf(stopId) }],
      })),
      body((idOf) => ({ trip_identifier: idOf(secretName), status: 'CANCELLED', planned_stops: [] })),
    ],
    updateLocationBooking: [
      body((idOf) => ({ updates: [{ id: idOf(slotId), status: 'CANCELLED' }] })),
      body((idOf) => ({
        updates: [{ match: { matches_all: [{ name: any(idOf(secretName)) }] }, status: 'CANCELLED' }],
      })),
    ],
    updateIntermodalStatus: [
      body((idOf) => ({ updates: [{ id: idOf(legId), status: { booking_status: 'CANCELLED' } }] })),
      body((idOf) => ({ updates: [{ booking_id: idOf(legId), status: { booking_status: 'CANCELLED' } }] })),
    ],
  },
}

const turnOn = statement(
  'testing.open_intermodal_status',
  'update tenant_setting set intermodal_status = true where tenant_id = $1',
)

/** Enables the preview of intermodal bookings, so that only tenant isolation protects it. */
export async function openIntermodalStatus(tenant: TestTenant): Promise<void> {
  await tenant.asTenant((tx) => tx.query(turnOn))
}
