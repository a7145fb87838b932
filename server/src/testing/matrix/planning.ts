import { randomUUID } from 'node:crypto'
import { defaultPayrollSettings } from '@cartage/contract/payroll/app'
import type { PlanningCommand } from '@cartage/contract/planning/app/commands'
import { insertOptimisation } from '../../planning/optimise/store.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

type Body = (name: string, victim: Victim) => unknown

/** Owner commands are dry runs with an invented name. Those of strangers are real. */
function dryRun(kind: PlanningCommand['kind'], members: (victim: Victim) => object): Body {
  return (name, victim) => ({
    kind,
    ...members(victim),
    dry_run: name !== victim.orderIdentifier,
    override: { reason: 'matrix' },
  })
}

const onTrip = (kind: PlanningCommand['kind'], members: (victim: Victim) => object) =>
  dryRun(kind, (victim) => ({ trip_id: victim.trip.tripId, ...members(victim) }))
const onTrips = (kind: PlanningCommand['kind']) => dryRun(kind, ({ trip }) => ({ trip_ids: [trip.tripId] }))
const onOrder = (kind: PlanningCommand['kind']) => dryRun(kind, ({ orderId }) => ({ order_ids: [orderId] }))

const ferry = { kind: 'FERRY', minutes: 90, berth: 'NONE' }

/** Bodies of planning commands that refer to the victim's trips, orders, stops, places and resources. */
const judged = (kind: string, members: (victim: Victim) => object) => (_name: string, victim: Victim) => ({
  command: { kind, ...members(victim) },
  combinations: [{ resource_ids: [victim.resources.resourceId] }],
})

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
    givePlanningCommand: [
      onOrder('PLAN'),
      dryRun('PLAN', ({ stopId }) => ({ stop_ids: [stopId] })),
      onTrip('PLAN', ({ orderId }) => ({ order_ids: [orderId] })),
      onOrder('MOVE'),
      onTrip('MOVE', ({ orderId }) => ({ order_ids: [orderId] })),
      onTrip('RESEQUENCE', ({ stopId }) => ({ stop_ids: [stopId] })),
      dryRun('SPLIT', ({ orderId, trip, locationId }) => ({
        order_id: orderId,
        from_trip_id: trip.tripId,
        location_id: locationId,
      })),
      onTrip('COMBINE', () => ({ trip_ids: [randomUUID()] })),
      onTrip('INSERT_STOP', ({ locationId }) => ({ location_id: locationId })),
      dryRun('INSERT_STOP', ({ locationId }) => ({ trip_id: randomUUID(), location_id: locationId })),
      onTrip('INSERT_CROSSING', ({ locationId }) => ({
        ...{ crossing: ferry, from_location_id: locationId, to_location_id: randomUUID() },
      })),
      dryRun('INSERT_CROSSING', ({ locationId: from_location_id }) => {
        return { crossing: ferry, trip_id: randomUUID(), from_location_id, to_location_id: randomUUID() }
      }),
      onTrip('CHANGE_CROSSING', ({ stopId }) => ({ crossing: ferry, stop_id: stopId })),
      onOrder('UNPLAN'),
      onTrip('ASSIGN', ({ resources }) => ({ resources: [{ resource_id: resources.resourceId }] })),
      dryRun('ASSIGN', ({ resources }) => ({
        ...{ trip_id: randomUUID(), resources: [{ resource_id: resources.resourceId }] },
      })),
      onTrip('TAKE_OFF', ({ resources }) => ({ resource_ids: [resources.resourceId] })),
      onTrip('PLACE', () => ({ starts_at: '2026-03-02T08:00:00Z' })),
      dryRun('PLACE', ({ resources }) => ({ trip_id: randomUUID(), resource_ids: [resources.resourceId] })),
      onTrip('SET_TIMES', () => ({ starts_at: '2026-03-02T08:00:00Z' })),
      onTrips('CONFIRM'),
      onTrips('TAKE_BACK'),
      onTrips('CANCEL'),
      dryRun('BLOCK', ({ orderId }) => ({ order_ids: [orderId], reason: 'matrix' })),
      onOrder('UNBLOCK'),
    ],
    judgeCombinations: [
      judged('PLAN', ({ orderId }) => ({ order_ids: [orderId] })),
      judged('MOVE', ({ stopId }) => ({ stop_ids: [stopId] })),
      judged('SPLIT', ({ orderId, trip, locationId }) => ({
        ...{ order_id: orderId, from_trip_id: trip.tripId, location_id: locationId },
      })),
      judged('PLACE', ({ trip }) => ({ trip_id: trip.tripId })),
    ],
    reportPlanningPresence: [() => ({ presence_id: randomUUID(), order_ids: [], trip_ids: [], is_dragging: false })],
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

/** Creates a run of the victim for its order and resource, and returns its id. */
export async function createVictimRun(tenant: TestTenant, orderId: string, resourceId: string): Promise<string> {
  const optimisation_id = randomUUID()
  const period = { from_at: '2026-03-02T00:00:00Z', to_at: '2026-03-03T00:00:00Z' }
  const request = { order_ids: [orderId], combinations: [{ resource_ids: [resourceId] }], ...period, seed: 1 }
  await tenant.asTenant((tx) => insertOptimisation(tx, { optimisation_id, request, created_by: null }))
  return optimisation_id
}
