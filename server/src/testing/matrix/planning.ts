import { randomUUID } from 'node:crypto'
import { defaultPayrollSettings } from '@cartage/contract/payroll/app'
import { insertOptimisation } from '../../planning/optimise/store.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

type Body = (name: string, victim: Victim) => unknown

/** The owner's own commands only ask: their name is made up. Those of strangers are real. */
function dryRun(members: (victim: Victim) => object): Body {
  return (name, victim) => ({
    ...members(victim),
    dry_run: name !== victim.orderIdentifier,
    override: { reason: 'matrix' },
  })
}

const onTrip = (members: (victim: Victim) => object) =>
  dryRun((victim) => ({ trip_id: victim.trip.tripId, ...members(victim) }))
const onTrips = dryRun(({ trip }) => ({ trip_ids: [trip.tripId] }))
const onOrder = dryRun(({ orderId }) => ({ order_ids: [orderId] }))

const ferry = { kind: 'FERRY', minutes: 90, berth: 'NONE' }

/** Bodies of planning commands that name the victim's trips, orders, stops, places and resources. */
export const planningCases = {
  pathIds: { optimisation_id: { of: (victim: Victim) => victim.optimisationId } },
  queryIds: {
    trip_ids: { of: ({ trip }: Victim) => trip.tripId, unknown: randomUUID(), isFilter: true },
    order_ids: { of: ({ orderId }: Victim) => orderId, unknown: randomUUID(), isFilter: true },
    driver_ids: { of: ({ resources }: Victim) => resources.resourceId, unknown: randomUUID(), isFilter: true },
    instead_of: { of: ({ resources }: Victim) => resources.resourceId, unknown: randomUUID(), isFilter: true },
    with: { of: ({ resources }: Victim) => resources.resourceId, unknown: randomUUID(), isFilter: true },
    only: { of: ({ resources }: Victim) => resources.resourceId, unknown: randomUUID(), isFilter: true },
  },
  plainQuery: ['from', 'to', 'trip_id', 'resource_group_id'],
  bodies: {
    planOrders: [
      onOrder,
      dryRun(({ stopId }) => ({ stop_ids: [stopId] })),
      onTrip(({ orderId }) => ({ order_ids: [orderId] })),
    ],
    reportPlanningPresence: [() => ({ presence_id: randomUUID(), order_ids: [], trip_ids: [], is_dragging: false })],
    moveStops: [onOrder, onTrip(({ orderId }) => ({ order_ids: [orderId] }))],
    resequenceTrip: [onTrip(({ stopId }) => ({ stop_ids: [stopId] }))],
    splitOrder: [
      dryRun(({ orderId, trip, locationId }) => ({
        order_id: orderId,
        from_trip_id: trip.tripId,
        location_id: locationId,
      })),
    ],
    combineTrips: [onTrip(() => ({ trip_ids: [randomUUID()] }))],
    insertStop: [
      onTrip(({ locationId }) => ({ location_id: locationId })),
      dryRun(({ locationId }) => ({ trip_id: randomUUID(), location_id: locationId })),
    ],
    insertCrossing: [
      onTrip(({ locationId }) => ({ ...ferry, from_location_id: locationId, to_location_id: randomUUID() })),
      dryRun(({ locationId: from_location_id }) => {
        return { ...ferry, trip_id: randomUUID(), from_location_id, to_location_id: randomUUID() }
      }),
    ],
    changeCrossing: [onTrip(({ stopId }) => ({ ...ferry, stop_id: stopId }))],
    unplan: [onOrder],
    assignResources: [
      onTrip(({ resources }) => ({ resources: [{ resource_id: resources.resourceId }] })),
      dryRun(({ resources }) => ({ trip_id: randomUUID(), resources: [{ resource_id: resources.resourceId }] })),
    ],
    takeOffResources: [onTrip(({ resources }) => ({ resource_ids: [resources.resourceId] }))],
    placeTrip: [
      onTrip(() => ({ starts_at: '2026-03-02T08:00:00Z' })),
      dryRun(({ resources }) => ({ trip_id: randomUUID(), resource_ids: [resources.resourceId] })),
    ],
    setStopTimes: [onTrip(() => ({ starts_at: '2026-03-02T08:00:00Z' }))],
    confirmTrips: [onTrips],
    takeBackTrips: [onTrips],
    cancelTrips: [onTrips],
    blockOrders: [dryRun(({ orderId }) => ({ order_ids: [orderId], reason: 'matrix' }))],
    unblockOrders: [onOrder],
    dismissPlanChanges: [() => ({ change_ids: [randomUUID()] })],
    putPayrollSettings: [() => defaultPayrollSettings],
    dismissExcursions: [() => ({ until: '2026-03-02T08:00:00Z' })],
    undoCommand: [() => ({ command_id: randomUUID() })],
    redoCommand: [() => ({ command_id: randomUUID() })],
    startOptimisation: [
      (_name, { orderId, resources }) => ({
        ...{ order_ids: [orderId], combinations: [{ resource_ids: [resources.resourceId] }] },
        ...{ from_at: '2026-03-02T00:00:00Z', to_at: '2026-03-03T00:00:00Z' },
      }),
    ],
    acceptOptimisation: [() => ({ trips: [0] })],
  },
} as const satisfies {
  pathIds: Record<string, { of(victim: Victim): string }>
  queryIds: Record<string, { of(victim: Victim): string; unknown: string; isFilter: boolean }>
  plainQuery: readonly string[]
  bodies: Record<string, readonly Body[]>
}

/** A run of the victim for its order and resource; its id. */
export async function createVictimRun(tenant: TestTenant, orderId: string, resourceId: string): Promise<string> {
  const optimisation_id = randomUUID()
  const period = { from_at: '2026-03-02T00:00:00Z', to_at: '2026-03-03T00:00:00Z' }
  const request = { order_ids: [orderId], combinations: [{ resource_ids: [resourceId] }], ...period, seed: 1 }
  await tenant.asTenant((tx) => insertOptimisation(tx, { optimisation_id, request, created_by: null }))
  return optimisation_id
}
