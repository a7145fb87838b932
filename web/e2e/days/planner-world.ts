import type { Page } from 'playwright-core'
import { boardWorld, dayOfWeek } from '../board-world.ts'
import { send } from '../calls.ts'

interface MadeTrip {
  trip_id: string
  name: string
  stops: { stop_id: string; planned_start_at: string; planned_end_at: string }[]
}

/** Which day of the week a day from today on is where the sample organisation is, counted from Monday, 0, of this week. */
export function weekdayOf(later: number): number {
  const name = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Brussels', weekday: 'short' }).format(new Date())
  return ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(name) + later
}

/** A truck that is to deliver tomorrow until ten, and will be there at eleven as things stand. */
export async function lateTruck(page: Page) {
  const day = weekdayOf(1)
  const { key, orderIds } = await boardWorld(page, { orders: 1, vehicles: 0, days: [day], until: '10:00' })
  const driver = { first_name: key, last_name: 'Laat' }
  const { id } = await send<{ id: string }>(page, 'POST', '/app/resources', { name: `${key} Laat`, driver })
  const override = { reason: 'Agreed' }
  const plan = { new_trip: { name: key, resource_ids: [id] }, order_ids: orderIds, override }
  const { trips } = await send<{ trips: MadeTrip[] }>(page, 'POST', '/app/planning/plan', plan)
  const [{ trip_id, stops }] = trips as [MadeTrip]
  const stop = stops.at(-1)!
  const times = [{ stop_id: stop.stop_id, ...hourOf(dayOfWeek(day, 0), 11) }]
  await send(page, 'POST', '/app/planning/set-times', { trip_id, times, override })
  await send(page, 'POST', '/app/planning/confirm', { trip_ids: [trip_id], override })
  return { tripName: key, stopId: stop.stop_id, orderId: orderIds[0]! }
}

/** An hour of a day, in UTC. */
const hourOf = (date: string, hour: number) => ({
  start_at: `${date}T${hour}:00:00Z`,
  end_at: `${date}T${hour}:30:00Z`,
})

/** A driver who is about to begin a trip of today, and calls in ill. */
export async function illDriver(page: Page) {
  const { key, orderIds } = await boardWorld(page, { orders: 1, vehicles: 0, days: [weekdayOf(0)] })
  const name = `${key} Ziek`
  const driver = { first_name: key, last_name: 'Ziek' }
  const { id } = await send<{ id: string }>(page, 'POST', '/app/resources', { name, driver })
  const starts_at = new Date(Date.now() + 120_000).toISOString()
  const override = { reason: 'Agreed' }
  const plan = { new_trip: { name: key, resource_ids: [id] }, order_ids: orderIds, starts_at, override }
  const { trips } = await send<{ trips: MadeTrip[] }>(page, 'POST', '/app/planning/plan', plan)
  return { key, name, driverId: id, tripId: trips[0]!.trip_id, tripName: key }
}
