import { randomUUID } from 'node:crypto'
import { getOrder } from '@cartage/contract/orders/endpoints'
import { byOperator } from '../../audit/rules.ts'
import { changeTrips } from '../../trips/change/commands.ts'
import type { OrderStopNow } from '../../trips/follow.rules.ts'
import { newTripName } from '../../trips/names.commands.ts'
import { requestedStops } from '../../trips/orders.views.ts'
import { newStop, newTrip, type TripState, type TripStop } from '../../trips/state.rules.ts'
import { tripsByIds, tripsForUpdate } from '../../trips/store.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TenantOptions, TestTenant } from '../test-tenant.ts'
import { resourceOf } from './fleet.ts'
import { orderTenant, settle, simpleOrder, type Upload } from './orders.ts'

/** A tenant with the customer of `simpleOrder`; orders, resources and trips are created by the functions below. */
export async function tripTenant(server: TestServer, options?: TenantOptions): Promise<TestTenant> {
  return await orderTenant(server, options)
}

/** A test order with its stops in sequence. */
export interface TestOrder {
  orderId: string
  orderIdentifier: string
  stops: OrderStopNow[]
}

/** Uploads and applies an order, by default with one pickup and one delivery. */
export async function addOrder(
  server: TestServer,
  tenant: TestTenant,
  members: Partial<Upload> = {},
): Promise<TestOrder> {
  const upload = simpleOrder(members)
  const record = await settle(server, tenant, upload)
  const orderId = record.order_id
  if (!orderId) throw new Error(`the order was refused: ${JSON.stringify(record)}`)
  const stops = await tenant.asTenant((tx) => requestedStops(tx, [orderId]))
  return { orderId, orderIdentifier: upload.order_identifier, stops }
}

/** The status of an order from the API. */
export async function orderStatusOf(tenant: TestTenant, orderId: string): Promise<string | null | undefined> {
  return (await tenant.call(getOrder, { params: { order_id: orderId } })).status
}

/** First planned start of test trips; each stop takes half an hour and the next begins an hour after it began. */
export const firstStart = Date.UTC(2026, 1, 2, 8)

/** A clock that stands on the day before, so that test trips are planned in time (TIME-10). */
export const dayBefore = { now: () => new Date(firstStart - 86_400_000) }

/** Planned stops of orders, in the given order, an hour apart. */
export function plannedStops(stops: readonly OrderStopNow[], from: number = firstStart): TripStop[] {
  return stops.map(({ stop_id, order_id, location_id, activity, activity_label, reference_number }, at) => {
    const start = from + at * 3_600_000
    return newStop({
      ...{ stop_id, order_id, location_id, activity, activity_label, reference_number },
      kind: 'ORDER',
      stop_group_id: randomUUID(),
      planned_start_at: new Date(start).toISOString(),
      planned_end_at: new Date(start + 1_800_000).toISOString(),
    })
  })
}

/** Writes trips like every feature: loads and locks them, changes them, and runs the follow-up work. */
export async function change(
  server: TestServer,
  tenant: TestTenant,
  tripIds: readonly string[],
  edit: (trips: TripState[]) => TripState[],
): Promise<TripState[]> {
  return await tenant.asTenant(async (tx) => {
    const before = await tripsForUpdate(tx, tripIds)
    const why = { by: byOperator, at: server.ctx.now().toISOString() }
    return await changeTrips(server.ctx, tx, before, edit(structuredClone(before)), why)
  })
}

/** Options of a test trip; all have defaults. */
export interface TestTripInput {
  /** Orders to plan, all pickups first; one new order by default. */
  orders?: readonly TestOrder[]
  /** Members of resources to create and assign; a tractor, a trailer and a driver by default. */
  resources?: readonly object[]
  /** PLANNED by default. */
  status?: 'CREATED' | 'PLANNED'
  members?: Partial<TripState>
}

/** A test trip with its contents. */
export interface TestTrip {
  tripId: string
  trip: TripState
  orders: TestOrder[]
  resourceIds: string[]
}

const usualResources = [
  { name: 'Tractor 1', code: 'T1', tractor: { license_plate: '1-AAA-111' } },
  { name: 'Trailer 1', code: 'L1', trailer: { license_plate: '1-QQQ-111' } },
  { name: 'Ann Driver', code: 'D1', driver: { first_name: 'Ann', last_name: 'Driver' } },
]

/** Creates a trip with orders, resources and a plan, by default confirmed. */
export async function plannedTrip(
  server: TestServer,
  tenant: TestTenant,
  input: TestTripInput = {},
): Promise<TestTrip> {
  const orders = [...(input.orders ?? [await addOrder(server, tenant)])]
  const resourceIds: string[] = []
  for (const members of input.resources ?? usualResources) resourceIds.push((await resourceOf(tenant, members)).id)
  const isPickup = ({ activity_label }: OrderStopNow) => /pick.?up/i.test(activity_label)
  const all = orders.flatMap(({ stops }) => stops)
  const stops = plannedStops([...all.filter(isPickup), ...all.filter((stop) => !isPickup(stop))])
  const resources = resourceIds.map((resource_id) => ({
    ...{ resource_id, name: null, license_plate: null, container_number: null },
  }))
  const name = await newTripName(server.ctx, tenant.tenantId)
  const status = input.status ?? 'PLANNED'
  const given = newTrip(randomUUID(), name, { status, stops, resources, ...input.members })
  const [trip] = await change(server, tenant, [], () => [given])
  return { tripId: given.trip_id, trip: trip!, orders, resourceIds }
}

/** A trip as stored; undefined when there is none. */
export async function tripOf(tenant: TestTenant, tripId: string): Promise<TripState | undefined> {
  return await tenant.asTenant(async (tx) => (await tripsByIds(tx, [tripId]))[0])
}
