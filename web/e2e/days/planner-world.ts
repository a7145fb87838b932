import type { Browser, Page } from 'playwright-core'
import { boardWorld, changeDelivery, dayOfWeek } from '../board-world.ts'
import { baseUrl, loginOf, openPage, signIn } from '../browser.ts'
import { send } from '../calls.ts'

interface MadeTrip {
  trip_id: string
  name: string
  stops: { stop_id: string; planned_start_at: string; planned_end_at: string }[]
}

/** Day relative to today in the sample organisation's time zone, counted from this week's Monday as 0. */
export function weekdayOf(later: number): number {
  const name = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Brussels', weekday: 'short' }).format(new Date())
  return ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(name) + later
}

/** A truck due to deliver tomorrow by ten, with an ETA of eleven. */
export async function lateTruck(page: Page) {
  const day = weekdayOf(1)
  const { key, orderIds } = await boardWorld(page, { orders: 1, vehicles: 0, days: [day], until: '10:00' })
  const driver = { first_name: key, last_name: 'Laat' }
  const { id } = await send<{ id: string }>(page, 'POST', '/app/resources', { name: `${key} Laat`, driver })
  const override = { reason: 'Agreed' }
  const plan = { new_trip: { name: key, resource_ids: [id] }, order_ids: orderIds, override }
  const { trips } = await send<{ trips: MadeTrip[] }>(page, 'POST', '/app/planning/commands', { kind: 'PLAN', ...plan })
  const [{ trip_id, stops }] = trips as [MadeTrip]
  const stop = stops.at(-1)!
  const times = [{ stop_id: stop.stop_id, ...hourOf(dayOfWeek(day, 0), 11) }]
  await send(page, 'POST', '/app/planning/commands', { kind: 'SET_TIMES', trip_id, times, override })
  await send(page, 'POST', '/app/planning/commands', { kind: 'CONFIRM', trip_ids: [trip_id], override })
  return { tripName: key, stopId: stop.stop_id, orderId: orderIds[0]! }
}

/** An hour of a day, in UTC. */
const hourOf = (date: string, hour: number) => ({
  start_at: `${date}T${hour}:00:00Z`,
  end_at: `${date}T${hour}:30:00Z`,
})

/** A driver who is about to start a trip today, and calls in ill. */
export async function illDriver(page: Page) {
  const { key, orderIds } = await boardWorld(page, { orders: 1, vehicles: 0, days: [weekdayOf(0)] })
  const name = `${key} Ziek`
  const driver = { first_name: key, last_name: 'Ziek' }
  const { id } = await send<{ id: string }>(page, 'POST', '/app/resources', { name, driver })
  const starts_at = new Date(Date.now() + 120_000).toISOString()
  const override = { reason: 'Agreed' }
  const plan = { new_trip: { name: key, resource_ids: [id] }, order_ids: orderIds, starts_at, override }
  const { trips } = await send<{ trips: MadeTrip[] }>(page, 'POST', '/app/planning/commands', { kind: 'PLAN', ...plan })
  return { key, name, driverId: id, tripId: trips[0]!.trip_id, tripName: key }
}

/** Two confirmed trips of tomorrow, each with a separate carrier; the second was asked, and its answer is due now. */
export async function askedCarriers(page: Page) {
  const { key, orderIds } = await boardWorld(page, { orders: 2, vehicles: 0, days: [weekdayOf(1), weekdayOf(1)] })
  const made = async (at: number) => {
    const company = { name: `${key} Carrier ${at}`, accounting_code: `${key}C${at}`, currency: 'EUR' }
    const { id } = await send<{ id: string }>(page, 'POST', '/app/companies', { ...company, is_subcontractor: true })
    const override = { reason: 'Agreed' }
    const plan = { new_trip: { name: `${key}-${at}` }, order_ids: [orderIds[at]], override }
    const { trips } = await send<{ trips: MadeTrip[] }>(page, 'POST', '/app/planning/commands', {
      kind: 'PLAN',
      ...plan,
    })
    const tripId = trips[0]!.trip_id
    await send(page, 'POST', '/app/planning/commands', {
      kind: 'ASSIGN',
      trip_id: tripId,
      subcontractor_id: id,
      override,
    })
    await send(page, 'POST', '/app/planning/commands', { kind: 'CONFIRM', trip_ids: [tripId], override })
    return { tripId, tripName: `${key}-${at}`, carrier: company.name }
  }
  const [refuses, silent] = [await made(0), await made(1)]
  const answer_by = new Date(Date.now() + 2_000).toISOString()
  await send(page, 'POST', `/app/trips/${silent.tripId}/links`, { days: 7, answer_by })
  return { key, refuses, silent, orderId: orderIds[1]! }
}

/** Meanwhile, the order desk moves the delivery of an order on tomorrow's trip by a day. */
export async function deliverLater(browser: Browser, { key, orderId }: { key: string; orderId: string }) {
  const { context, page } = await openPage(browser)
  try {
    await signIn(page, loginOf('ORDER_ENTRY'))
    await changeDelivery(page, key, orderId, dayOfWeek(weekdayOf(2), 0))
  } finally {
    await context.close()
  }
}

/** The carrier refuses the trip through its link. */
export async function refuseByLink(browser: Browser, link: string, reason: string): Promise<void> {
  const { context, page } = await openPage(browser)
  try {
    await page.goto(link.startsWith('http') ? link : `${baseUrl}${link}`)
    await page.getByRole('button', { name: 'Refuse…' }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill(reason)
    await page.getByRole('button', { name: 'Refuse trip' }).click()
    await page.getByText('You refused this trip').waitFor()
  } finally {
    await context.close()
  }
}
