import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getSession } from '../../contract/src/auth/app/session.ts'
import { type Call, client } from '../../contract/src/client.ts'
import { givePlanningCommand } from '../../contract/src/planning/app/commands.ts'
import { openSession } from '../scratch.ts'
import type { Plan } from './measures.ts'
import type { World } from './world.ts'

/** Duration of the verdict for a drop on a full board, over HTTP. */
export interface Verdicts {
  vehicles: number
  days: number
  trips: number
  asked: number
  p50_ms: number
  p99_ms: number
  /** The same for a request that only reads the session, made after each verdict: the noise of the machine. */
  nothing_p50_ms: number
  nothing_p99_ms: number
  /** Verdicts with findings; without any, the measurement would prove little. */
  spoken: number
}

/** Server with a tenant that has a filled board. */
export type Desk = Pick<World, 'url' | 'tokens' | 'tenants' | 'client'>

/** Size of a board. */
export interface BoardSize {
  vehicles: number
  days: number
  ordersPerTrip: number
  /** Fewer than one per vehicle and day leaves orders unplanned. */
  trips: number
}
const upload = JSON.parse(readFileSync(fileURLToPath(new URL('order.json', import.meta.url)), 'utf8')) as {
  consignments: { pickup_stop: object; delivery_stop: object }[]
}

/**
 * Fills a board with trips of vehicles and drivers, then requests verdicts for drops of unplanned orders onto trips,
 * one after the other.
 * @throws if a request is refused
 */
export async function verdicts(world: World, plan: Pick<Plan, 'seconds'>, size: { vehicles: number; days: number }) {
  const call = await adminOf(world, 0)
  const { trips, spare } = await fillBoard(world, call, {
    ...size,
    ordersPerTrip: 3,
    trips: size.vehicles * size.days,
  })
  const drop = (turn: number) => ({
    dry_run: true,
    trip_id: trips[(turn * 37) % trips.length]!,
    order_ids: [spare[turn % spare.length]!],
  })
  // The first requests compile the server's code and are not counted.
  for (let turn = 0; turn < 300; turn += 1) await call(givePlanningCommand, { body: { kind: 'PLAN', ...drop(turn) } })
  return await measured(call, drop, plan.seconds, { ...size, trips: trips.length })
}

let boards = 0

/** Fills a board, and returns its trips and one unplanned order per vehicle. A second board follows the first one. */
export async function fillBoard(desk: Desk, call: Call, size: BoardSize) {
  boards += 1
  const ids = await createOrders(desk, size, `verdict-${boards}-`)
  const crews = await createFleet(desk, desk.tenants[0]!.tenant.id, size.vehicles)
  const trips: string[] = []
  const [each, rest] = [Math.floor(size.trips / size.vehicles), size.trips % size.vehicles]
  await inParallel(4, crews, async (crew, vehicle) => {
    for (let day = 0; day < size.days; day += 1) {
      const isFilled = (vehicle + day) % size.days < each + (vehicle < rest ? 1 : 0)
      if (isFilled) trips.push(await fillTrip(call, ids, crew, vehicle, day, size))
    }
  })
  await desk.client.query('vacuum analyze')
  return { trips, spare: ids.slice(-size.vehicles) }
}

async function measured(
  call: Call,
  drop: (turn: number) => { dry_run: boolean; trip_id: string; order_ids: string[] },
  seconds: number,
  size: Pick<Verdicts, 'vehicles' | 'days' | 'trips'>,
): Promise<Verdicts> {
  const times: number[] = []
  const idle: number[] = []
  let spoken = 0
  const until = performance.now() + seconds * 1_000
  for (let turn = 0; performance.now() < until || turn < 500; turn += 1) {
    const began = performance.now()
    const { reasons } = await call(givePlanningCommand, { body: { kind: 'PLAN', ...drop(turn) } })
    times.push(performance.now() - began)
    if (reasons.length > 0) spoken += 1
    const requested = performance.now()
    await call(getSession, {})
    idle.push(performance.now() - requested)
  }
  const at = (list: number[], share: number) =>
    list.toSorted((one, other) => one - other)[Math.floor(list.length * share)]!
  return {
    ...size,
    asked: times.length,
    p50_ms: at(times, 0.5),
    p99_ms: at(times, 0.99),
    nothing_p50_ms: at(idle, 0.5),
    nothing_p99_ms: at(idle, 0.99),
    spoken,
  }
}

/** Client of a tenant's Super admin. */
export async function adminOf(world: Pick<Desk, 'url' | 'tenants'>, at: number): Promise<Call> {
  return client(world.url, await openSession(world.url, world.tenants[at]!))
}

/** Monday of the filled week. */
export const firstDay = Date.UTC(2026, 10, 23)
const dayOf = (day: number) => new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10)

/** One order per slot on the board, day by day, and one more per vehicle. */
async function createOrders(world: Desk, size: BoardSize, prefix: string): Promise<string[]> {
  const { vehicles, days, ordersPerTrip } = size
  const count = vehicles * days * ordersPerTrip + vehicles
  const headers = { authorization: `Bearer ${world.tokens[0]}`, 'content-type': 'application/json' }
  await inParallel(8, Array.from({ length: count }), async (_, at) => {
    const day = dayOf(Math.floor(at / ordersPerTrip / vehicles) % days)
    const consignments = upload.consignments.map((consignment) => ({
      ...consignment,
      pickup_stop: { ...consignment.pickup_stop, date: day },
      delivery_stop: { ...consignment.delivery_stop, date: day },
    }))
    const body = { ...upload, consignments, order_identifier: `${prefix}${String(at).padStart(6, '0')}` }
    const answer = await fetch(`${world.url}/v1/orders/order/upload`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`an upload was answered ${answer.status}: ${await answer.text()}`)
    await answer.body?.cancel()
  })
  for (;;) {
    const { rows } = await world.client.query<{ order_id: string }>(
      `select order_id from transport_order where tenant_id = $1 and starts_with(order_identifier, $2)
        order by order_identifier`,
      [world.tenants[0]!.tenant.id, prefix],
    )
    if (rows.length === count) return rows.map(({ order_id }) => order_id)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** A truck and driver per row of the board, with validities and a past holiday. */
async function createFleet(world: Desk, tenant: string, vehicles: number): Promise<string[][]> {
  const insert = `insert into resource (tenant_id, resource_type, name, name_key, properties)
    select $1, $2, $3 || n, lower($3) || n, $4::jsonb from generate_series(1, $5::int) n returning resource_id`
  const capacity = JSON.stringify({
    capacity_weight_kg: '90000',
    capacity_pallet_spaces: '33',
    exterior_length_m: '13.6',
  })
  const one = async (type: string, name: string, properties: string) => {
    const { rows } = await world.client.query<{ resource_id: string }>(insert, [
      tenant,
      type,
      name,
      properties,
      vehicles,
    ])
    return rows.map(({ resource_id }) => resource_id)
  }
  const [trucks, drivers] = [await one('RIGID', 'Truck ', capacity), await one('DRIVER', 'Driver ', '{}')]
  await world.client.query(
    `insert into validity (tenant_id, resource_id, validity_type, start_at, end_at, legal_end_at)
     select $1, r, t, '2020-01-01', '2027-01-01', '2027-02-01'
       from unnest($2::uuid[]) r cross join unnest(array['DRIVER_CARD', 'DRIVER_CODE_95', 'DRIVER_ADR_LICENSE']) t`,
    [tenant, drivers],
  )
  await world.client.query(
    `insert into unavailability (tenant_id, resource_id, start_at, end_at, until_at, reason)
     select $1, r, '2026-08-01', '2026-08-15', '2026-08-15', 'DRIVER_HOLIDAY' from unnest($2::uuid[]) r`,
    [tenant, drivers],
  )
  return trucks.map((truck, at) => [truck, drivers[at]!])
}

async function fillTrip(
  call: Call,
  ids: readonly string[],
  crew: readonly string[],
  vehicle: number,
  day: number,
  { vehicles, ordersPerTrip }: BoardSize,
): Promise<string> {
  const first = (day * vehicles + vehicle) * ordersPerTrip
  const override = { reason: 'bench' }
  const order_ids = ids.slice(first, first + ordersPerTrip)
  const { trips } = await call(givePlanningCommand, {
    body: { kind: 'PLAN', order_ids, starts_at: `${dayOf(day)}T06:00:00Z`, override },
  })
  const trip_id = trips[0]!.trip_id
  const resources = crew.map((resource_id) => ({ resource_id }))
  await call(givePlanningCommand, { body: { kind: 'ASSIGN', trip_id, resources, override } })
  return trip_id
}

/** Processes items concurrently, one per caller. */
export async function inParallel<Item>(
  callers: number,
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const caller = async () => {
    for (let at = next++; at < items.length; at = next++) await work(items[at]!, at)
  }
  await Promise.all(Array.from({ length: callers }, caller))
}
