/** Actions of planners, drivers and customers in the model of trips. Trips, orders and stops are numbers. */
export type TripCommand =
  | { kind: 'plan'; order: number; trip: number }
  | { kind: 'unplan'; order: number; trip: number }
  | { kind: 'confirm' | 'withdraw' | 'dispatch' | 'cancel_trip'; trip: number }
  | { kind: 'report'; stop: number; status: 'AT_STOP' | 'COMPLETED'; minute: number }
  | { kind: 'cancel_order'; order: number }

/** Number of each. Stops 2n and 2n+1 are pickup and delivery of order n. */
export const modelSize = { trips: 2, orders: 3, stops: 6 } as const

/** State visible from outside. */
export interface Observed {
  trips: { status: string; stops: number[] }[]
  stops: { status: string; arrived: number | null; left: number | null }[]
  orders: string[]
  /** How often each was published. */
  published: { at_stop: number[]; stop_completed: number[]; trip_completed: number[]; order_completed: number[] }
}

interface Fact {
  trip: number | null
  arrived: number | null
  left: number | null
}

/**
 * Trips as a few facts: where each stop is, when it was reached and left, which trips are confirmed, dispatched or
 * cancelled. Every state is derived from them from scratch, independent of the tested rules.
 */
export class TripModel {
  private readonly facts: Fact[] = Array.from({ length: modelSize.stops }, () => ({
    trip: null,
    arrived: null,
    left: null,
  }))
  private readonly lists: number[][] = Array.from({ length: modelSize.trips }, () => [])
  private readonly confirmed = new Set<number>()
  private readonly dispatched = new Set<number>()
  private readonly cancelledTrips = new Set<number>()
  private readonly cancelledOrders = new Set<number>()
  private readonly published: Observed['published'] = {
    at_stop: Array(modelSize.stops).fill(0),
    stop_completed: Array(modelSize.stops).fill(0),
    trip_completed: Array(modelSize.trips).fill(0),
    order_completed: Array(modelSize.orders).fill(0),
  }

  /** Whether a caller may do it; a refused command changes nothing. */
  allows(command: TripCommand): boolean {
    if (command.kind === 'report') return true
    if (command.kind === 'cancel_order') return !this.cancelledOrders.has(command.order)
    if (this.cancelledTrips.has(command.trip)) return false
    if (command.kind === 'plan') {
      const stops = stopsOf(command.order).map((stop) => this.facts[stop]!)
      return !this.cancelledOrders.has(command.order) && stops.every(({ trip, left }) => trip === null && left === null)
    }
    if (command.kind === 'dispatch') return ['PLANNED', 'IN_PROGRESS'].includes(this.tripStatus(command.trip))
    return true
  }

  do(command: TripCommand): void {
    const done = this.completed()
    this.take(command)
    const now = this.completed()
    for (const kind of ['trips', 'orders'] as const) {
      const reported = kind === 'trips' ? this.published.trip_completed : this.published.order_completed
      now[kind].forEach((isDone, at) => {
        if (isDone && !done[kind][at]) reported[at]! += 1
      })
    }
  }

  private take(command: TripCommand): void {
    if (command.kind === 'report') {
      this.report(command.stop, command.status, command.minute)
    } else if (command.kind === 'plan') {
      for (const stop of stopsOf(command.order)) this.put(stop, command.trip)
    } else if (command.kind === 'unplan') {
      for (const stop of stopsOf(command.order)) if (this.facts[stop]!.trip === command.trip) this.takeOff(stop)
    } else if (command.kind === 'cancel_order') {
      this.cancelledOrders.add(command.order)
      for (const stop of stopsOf(command.order)) this.takeOff(stop)
    } else if (command.kind === 'cancel_trip') {
      this.cancelledTrips.add(command.trip)
      for (const stop of [...this.lists[command.trip]!]) this.takeOff(stop)
    } else if (command.kind === 'dispatch') this.dispatched.add(command.trip)
    else if (command.kind === 'confirm') this.confirmed.add(command.trip)
    else this.confirmed.delete(command.trip)
  }

  private report(stop: number, status: 'AT_STOP' | 'COMPLETED', minute: number): void {
    const fact = this.facts[stop]!
    if (fact.trip === null) return
    if (fact.left !== null) {
      // A departure implies an arrival: an arrival reported later fills the gap once, and publishes nothing.
      if (status === 'AT_STOP' && fact.arrived === null && minute <= fact.left) fact.arrived = minute
      return
    }
    if (status === 'AT_STOP' && fact.arrived === null) {
      fact.arrived = minute
      this.published.at_stop[stop]! += 1
    }
    if (status === 'COMPLETED' && (fact.arrived === null || fact.arrived <= minute)) {
      fact.left = minute
      this.published.stop_completed[stop]! += 1
    }
  }

  private put(stop: number, trip: number): void {
    this.facts[stop]!.trip = trip
    this.lists[trip]!.push(stop)
  }

  private takeOff(stop: number): void {
    const fact = this.facts[stop]!
    if (fact.trip === null || fact.arrived !== null || fact.left !== null) return
    this.lists[fact.trip] = this.lists[fact.trip]!.filter((one) => one !== stop)
    fact.trip = null
  }

  private completed() {
    return {
      trips: this.lists.map((_, trip) => this.tripStatus(trip) === 'COMPLETED'),
      orders: Array.from({ length: modelSize.orders }, (_, order) => this.orderStatus(order) === 'COMPLETED'),
    }
  }

  private tripStatus(trip: number): string {
    if (this.cancelledTrips.has(trip)) return 'CANCELLED'
    const stops = this.lists[trip]!.map((stop) => this.facts[stop]!)
    const isUnderWay = stops.some(({ arrived, left }) => arrived !== null || left !== null)
    if (!isUnderWay) return this.confirmed.has(trip) ? 'PLANNED' : 'CREATED'
    return stops.every(({ left }) => left !== null) ? 'COMPLETED' : 'IN_PROGRESS'
  }

  private stopStatus(stop: number): string {
    const { trip, arrived, left } = this.facts[stop]!
    if (left !== null) return 'COMPLETED'
    if (arrived !== null) return 'AT_STOP'
    if (trip === null) return this.cancelledOrders.has(Math.floor(stop / 2)) ? 'CANCELLED' : 'TO_PLAN'
    if (this.tripStatus(trip) === 'CREATED') return 'TO_PLAN'
    return this.dispatched.has(trip) ? 'DISPATCHED' : 'PLANNED'
  }

  private orderStatus(order: number): string {
    if (this.cancelledOrders.has(order)) return 'CANCELLED'
    const states = stopsOf(order).map((stop) => this.stopStatus(stop))
    if (states.every((state) => state === 'COMPLETED')) return 'COMPLETED'
    if (states.some((state) => state === 'COMPLETED' || state === 'AT_STOP')) return 'IN_PROGRESS'
    return states.includes('TO_PLAN') ? 'TO_PLAN' : 'PLANNED'
  }

  observe(): Observed {
    return {
      trips: this.lists.map((stops, trip) => ({ status: this.tripStatus(trip), stops })),
      stops: this.facts.map(({ arrived, left }, stop) => ({ status: this.stopStatus(stop), arrived, left })),
      orders: Array.from({ length: modelSize.orders }, (_, order) => this.orderStatus(order)),
      published: this.published,
    }
  }
}

/** The stops of an order. */
export function stopsOf(order: number): [number, number] {
  return [2 * order, 2 * order + 1]
}
