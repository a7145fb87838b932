import { statement } from '../../db/statement.ts'
import type { TestServer } from '../start-test-server.ts'
import { simpleOrder } from './orders.ts'
import { addOrder, plannedTrip, tripTenant } from './trips.ts'

const minute = 60_000
/** Start of the trip six hours ago, in milliseconds. */
export const began = Math.floor(Date.now() / minute) * minute - 360 * minute
/** The instant a number of minutes after the start. */
export const at = (minutes: number) => new Date(began + minutes * minute).toISOString()

/** Inserts measurements of a vehicle. */
export const measure = statement(
  'test.temperatures_measure',
  `insert into telemetry_sample (tenant_id, resource_id, kind, recorded_at, doc)
   select $1, $2, 'TEMPERATURE', n.at, jsonb_build_object('temperatures', json_build_array(json_build_object('sensor', 'air', 'temperature', n.degrees)))
     from unnest($3::timestamptz[], $4::float8[]) as n (at, degrees) returning tenant_id`,
)
const state = statement(
  'test.temperatures_state',
  `insert into resource_state (tenant_id, resource_id, kind, recorded_at, doc) values ($1, $2, 'TEMPERATURE', $3, '{}')
   on conflict (tenant_id, resource_id, kind) do nothing`,
)
const leave = statement(
  'test.temperatures_leave',
  `update trip_stop set status = 'COMPLETED', actual_start_at = $3, actual_end_at = $4 where tenant_id = $1 and stop_id = $2`,
)
const drive = statement(
  'test.temperatures_drive',
  `update trip set status = 'IN_PROGRESS', starts_at = $3, ends_at = $4 where tenant_id = $1 and trip_id = $2`,
)

/**
 * A trip that left its pickup at minute 30 with goods between 2 and 7 °C, and the measurements of its trailer every 10
 * minutes from then on.
 */
export async function onTheWay(server: TestServer, degrees: readonly number[]) {
  const tenant = await tripTenant(server)
  const [plain] = simpleOrder().consignments!
  const goods = [
    { description: 'Milk', quantity: 4, absolute_min_temperature_degrees: 2, absolute_max_temperature_degrees: 7 },
  ]
  const order = await addOrder(server, tenant, { consignments: [{ ...plain!, goods }] })
  const trip = await plannedTrip(server, tenant, { orders: [order] })
  const trailer = trip.resourceIds[1]!
  const pickup = trip.trip.stops[0]!.stop_id
  await tenant.asTenant(async (tx) => {
    await tx.query(leave, pickup, at(0), at(30))
    await tx.query(drive, trip.tripId, at(0), at(600))
    await tx.query(state, trailer, at(60))
    const times = degrees.map((_, place) => at(60 + 10 * place))
    await tx.query(measure, trailer, times, degrees)
  })
  const now = began + (60 + 10 * degrees.length) * minute
  return { tenant, orderId: order.orderId, tripId: trip.tripId, trailer, planner: await tenant.user('PLANNER'), now }
}
