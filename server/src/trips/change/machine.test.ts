import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { OrderState } from '../../orders/changes.rules.ts'
import { stopsOfOrders } from '../../orders/stops/store.ts'
import { eventsOf, settle } from '../../testing/data/orders.ts'
import { addOrder, change, plannedStops, type TestOrder, tripTenant } from '../../testing/data/trips.ts'
import { modelSize, type Observed, stopsOf, type TripCommand, TripModel } from '../../testing/models/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { followOrders, type OrderStopNow } from '../follow.rules.ts'
import { mirrorOrders } from '../order.rules.ts'
import { requestedStops } from '../orders.views.ts'
import { reportStops } from '../report.commands.ts'
import { newTrip, type TripState, type TripStop } from '../state.rules.ts'
import { applyReport, isReached } from '../stop.rules.ts'
import { tripsByIds } from '../store.ts'
import { happeningsOf } from './happenings.rules.ts'
import { settleTrips } from './settle.rules.ts'

const server = await startTestServer()
afterAll(() => server.close())

const trip = fc.nat(modelSize.trips - 1)
const order = fc.nat(modelSize.orders - 1)
const status = fc.constantFrom('AT_STOP' as const, 'COMPLETED' as const)
const report: fc.Arbitrary<TripCommand> = fc.record({
  ...{ kind: fc.constant('report' as const), stop: fc.nat(modelSize.stops - 1), status, minute: fc.nat(30) },
})
const plan: fc.Arbitrary<TripCommand> = fc.record({ kind: fc.constant('plan' as const), order, trip })
const onTrip = fc.constantFrom('confirm' as const, 'withdraw' as const, 'dispatch' as const, 'cancel_trip' as const)
const commands: fc.Arbitrary<TripCommand[]> = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: report },
    { weight: 5, arbitrary: plan },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('confirm' as const), trip }) },
    { weight: 1, arbitrary: fc.record({ kind: onTrip, trip }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('unplan' as const), order, trip }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel_order' as const), order }) },
  ),
  { maxLength: 40 },
)

/** A driver that executes commands and exposes its state. */
interface Driver {
  do(command: TripCommand): Promise<void> | void
  observe(): Promise<Observed> | Observed
}

const instant = (minute: number) => new Date(Date.UTC(2026, 1, 2, 8, minute)).toISOString()
const minuteOf = (at: string | null) => (at === null ? null : (Date.parse(at) - Date.UTC(2026, 1, 2, 8)) / 60_000)

/** The expected trips after a command, for every driver: its direct effect only, without derived changes. */
function expectedTrips(command: TripCommand, trips: TripState[], stops: readonly TripStop[], at: number): TripState[] {
  return trips.map((state, index) => {
    if (command.kind === 'report' || command.kind === 'cancel_order' || index !== at) return state
    if (command.kind === 'plan') return { ...state, stops: [...state.stops, ...stops] }
    if (command.kind === 'dispatch') return { ...state, is_dispatched: true }
    if (command.kind === 'unplan') {
      const taken = new Set(stops.map(({ stop_id }) => stop_id))
      return { ...state, stops: state.stops.filter((stop) => isReached(stop) || !taken.has(stop.stop_id)) }
    }
    const input = { confirm: 'PLANNED', withdraw: 'CREATED', cancel_trip: 'CANCELLED' } as const
    return { ...state, status: input[command.kind] }
  })
}

/** Uses the rules alone: no database, no clock. */
class PureDriver implements Driver {
  private trips: TripState[] = Array.from({ length: modelSize.trips }, (_, at) => newTrip(`trip ${at}`, `T${at}`))
  private orders: { status: OrderState; event_sequence: number; stops: { stop_id: string; status: string }[] }[]
  private readonly planned: TripStop[]
  private readonly published: string[] = []
  private last = 0

  constructor() {
    this.orders = Array.from({ length: modelSize.orders }, (_, at) => ({
      ...{ status: 'TO_PLAN', event_sequence: 1 },
      stops: stopsOf(at).map((stop) => ({ stop_id: `stop ${stop}`, status: 'TO_PLAN' })),
    }))
    const requested = Array.from({ length: modelSize.stops }, (_, at): OrderStopNow => requestedStop(at))
    this.planned = plannedStops(requested)
  }

  do(command: TripCommand): void {
    const stops = 'order' in command ? stopsOf(command.order).map((stop) => this.planned[stop]!) : []
    if (command.kind === 'report') {
      this.report(command)
    } else if (command.kind === 'cancel_order') {
      const was = this.orders[command.order]!
      const gone = was.stops.map((stop) => (isReached(stop) ? stop : { ...stop, status: 'CANCELLED' }))
      this.orders[command.order] = { ...was, status: 'CANCELLED', stops: gone }
      const requested = stopsOf(command.order).map((stop) => ({
        ...requestedStop(stop),
        order_status: 'CANCELLED' as const,
      }))
      this.become(followOrders(this.trips, [`order ${command.order}`], requested))
    } else {
      this.become(expectedTrips(command, this.trips, stops, command.trip))
    }
  }

  private report({ stop, status: reported, minute }: TripCommand & { kind: 'report' }): void {
    const hear = (one: TripStop) =>
      one.stop_id === `stop ${stop}`
        ? applyReport(one, { status: reported, event_at: instant(minute) }, null).stop
        : one
    this.become(this.trips.map((state) => ({ ...state, stops: state.stops.map(hear) })))
  }

  private become(after: TripState[]): void {
    const newId = () => {
      this.last += 1
      return `group ${this.last}`
    }
    const settled = settleTrips(this.trips, after, newId)
    for (const happening of happeningsOf(this.trips, settled, false)) {
      this.published.push(`${happening.type} ${'stop' in happening ? happening.stop.stop_id : happening.trip.trip_id}`)
    }
    mirrorOrders(this.trips, settled, this.orders).forEach((mirrored, at) => {
      this.orders[at] = { ...mirrored.order, stops: [...mirrored.order.stops] }
      if (mirrored.isCompleted) this.published.push(`order.completed order ${at}`)
    })
    this.trips = settled
  }

  observe(): Observed {
    const served = new Map(this.trips.flatMap(({ stops }) => stops.map((stop) => [stop.stop_id, stop])))
    const states = this.orders.flatMap(({ stops }) => stops)
    return observed(
      this.trips.map((one) => ({ status: one.status, stops: one.stops.map(({ stop_id }) => stop_id) })),
      states.map(({ stop_id, status: state }) => ({ stop_id, status: state, stop: served.get(stop_id) })),
      this.orders.map((one) => one.status),
      (type, at) => this.published.filter((one) => one === `${type} ${at}`).length,
      [0, 1].map((at) => `trip ${at}`),
      [0, 1, 2].map((at) => `order ${at}`),
    )
  }
}

function requestedStop(at: number): OrderStopNow {
  const [pickup] = stopsOf(Math.floor(at / 2))
  return {
    stop_id: `stop ${at}`,
    order_id: `order ${Math.floor(at / 2)}`,
    order_status: 'TO_PLAN',
    location_id: `place ${at % 3}`,
    activity: null,
    activity_label: at === pickup ? 'Pickup' : 'Delivery',
    reference_number: null,
  }
}

function observed(
  trips: { status: string; stops: string[] }[],
  stops: { stop_id: string; status: string; stop: TripStop | undefined }[],
  orders: string[],
  count: (type: string, id: string) => number,
  tripIds: readonly string[],
  orderIds: readonly string[],
): Observed {
  const places = new Map(stops.map(({ stop_id }, at) => [stop_id, at]))
  return {
    trips: trips.map((one) => ({ status: one.status, stops: one.stops.map((id) => places.get(id)!) })),
    stops: stops.map(({ status: state, stop }) => ({
      status: state,
      arrived: minuteOf(stop?.actual_start_at ?? null),
      left: minuteOf(stop?.actual_end_at ?? null),
    })),
    orders,
    published: {
      at_stop: stops.map(({ stop_id }) => count('stop.at_stop', stop_id)),
      stop_completed: stops.map(({ stop_id }) => count('stop.completed', stop_id)),
      trip_completed: tripIds.map((id) => count('trip.completed', id)),
      order_completed: orderIds.map((id) => count('order.completed', id)),
    },
  }
}

/** Runs commands on driver and model and compares them after each. */
async function compare(driver: Driver, sequence: readonly TripCommand[]): Promise<void> {
  const model = new TripModel()
  for (const command of sequence) {
    if (!model.allows(command)) continue
    model.do(command)
    await driver.do(command)
    expect(await driver.observe()).toEqual(model.observe())
  }
}

test('ST-3 to ST-7: 3,000 sequences of planning, driving, late reports and cancelling end in the state of the model', async () => {
  await fc.assert(
    fc.asyncProperty(commands, (sequence) => compare(new PureDriver(), sequence)),
    { numRuns: 3_000 },
  )
})

/** Uses the real system: uploads, the database, the queue. */
class DatabaseDriver implements Driver {
  private readonly tenant: TestTenant
  private readonly orders: readonly TestOrder[]
  private readonly tripIds: readonly string[]
  private readonly planned: readonly TripStop[]

  constructor(tenant: TestTenant, orders: readonly TestOrder[], tripIds: readonly string[]) {
    this.tenant = tenant
    this.orders = orders
    this.tripIds = tripIds
    this.planned = plannedStops(orders.flatMap(({ stops }) => stops))
  }

  async do(command: TripCommand): Promise<void> {
    if (command.kind === 'report') {
      const { stop_id } = this.planned[command.stop]!
      const reported = { stop_id, status: command.status, event_at: instant(command.minute) }
      await this.tenant.asTenant((tx) => reportStops(server.ctx, tx, [reported], 'test'))
    } else if (command.kind === 'cancel_order') {
      const { orderIdentifier } = this.orders[command.order]!
      await settle(server, this.tenant, { operation: 'DELETE', order_identifier: orderIdentifier })
    } else {
      const stops = 'order' in command ? stopsOf(command.order).map((stop) => this.planned[stop]!) : []
      const tripId = this.tripIds[command.trip]!
      await change(server, this.tenant, [tripId], (trips) => expectedTrips(command, trips, stops, 0))
    }
  }

  async observe(): Promise<Observed> {
    const [trips, rows, states] = await this.tenant.asTenant(async (tx) => {
      const orderIds = this.orders.map(({ orderId }) => orderId)
      return [await tripsByIds(tx, this.tripIds), await stopsOfOrders(tx, orderIds), await requestedStops(tx, orderIds)]
    })
    const reported = await eventsOf(this.tenant)
    const inOrder = this.tripIds.map((id) => trips.find(({ trip_id }) => trip_id === id)!)
    const served = new Map(trips.flatMap(({ stops }) => stops.map((stop) => [stop.stop_id, stop])))
    return observed(
      inOrder.map((one) => ({ status: one.status, stops: one.stops.map(({ stop_id }) => stop_id) })),
      this.planned.map(({ stop_id }) => ({
        stop_id,
        status: rows.find((row) => row.stop_id === stop_id)!.status,
        stop: served.get(stop_id),
      })),
      this.orders.map(({ orderId }) => states.find(({ order_id }) => order_id === orderId)!.order_status),
      (type, id) => reported.filter((event) => event.type === type && event.entity_id === id).length,
      this.tripIds,
      this.orders.map(({ orderId }) => orderId),
    )
  }
}

async function databaseDriver(tenant: TestTenant): Promise<DatabaseDriver> {
  const orders: TestOrder[] = []
  for (let at = 0; at < modelSize.orders; at += 1) orders.push(await addOrder(server, tenant))
  const tripIds = Array.from({ length: modelSize.trips }, () => randomUUID())
  await change(server, tenant, [], () => tripIds.map((id, at) => newTrip(id, `T${at}`)))
  return new DatabaseDriver(tenant, orders, tripIds)
}

test('ST-3 to ST-7: 100 such sequences through uploads, reports and the database end in the state of the model', async () => {
  await fc.assert(
    // One tenant per run, because all events of the tenant are read after every command.
    fc.asyncProperty(commands, async (sequence) => compare(await databaseDriver(await tripTenant(server)), sequence)),
    { numRuns: 100 },
  )
}, 240_000)
