import type { PlanningCommand } from '@cartage/contract/planning/app/commands'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { baseUrl } from './browser.ts'
import { send } from './calls.ts'

/** A planned trip, as returned by the server. */
export interface Planned {
  trip_id: string
  name: string
}

/** Orders and vehicles of one test: the board is filtered by their key, to exclude other tests. */
export interface BoardWorld {
  key: string
  orderIds: string[]
  vehicles: string[]
  trailers: string[]
  /** Offset in weeks from the current week. */
  week: number
}

/** Last day of the shown week, for which all orders are requested: it is never over. */
export const lastDay = 6

/** Creates orders of one customer, and available vehicles and trailers. */
export async function boardWorld(
  page: Page,
  {
    orders,
    vehicles = 1,
    trailers = 0,
    from = 'Tilburg',
    week = 0,
    days = [],
    dangerous = 0,
    tooHeavy = 0,
    away = 0,
    until,
  }: {
    orders: number
    vehicles?: number
    trailers?: number
    /** Town of the pickups: insertion offers depend on trips passing near it. */
    from?: Town
    /** Offset in weeks: on a Sunday, offers for today would begin in the past and are not made. */
    week?: number
    /** Requested weekday of each order; the last day by default. */
    days?: readonly number[]
    /** Number of orders at the end that carry dangerous goods. */
    dangerous?: number
    /** Number of orders at the end that are too heavy for any vehicle. */
    tooHeavy?: number
    /** Number of vehicles at the end that are away in the week. */
    away?: number
    /** Latest delivery time as HH:MM; any time of the day when absent. */
    until?: string
  },
): Promise<BoardWorld> {
  const key = `B${Date.now().toString(36)}`
  const company = { name: `${key} Customer`, accounting_code: key, currency: 'EUR', is_customer: true }
  await send(page, 'POST', '/app/companies', company)
  const named = async (kind: string, at: number) => {
    const name = `${key} ${kind} ${at + 1}`
    const made = await send<{ id: string }>(page, 'POST', '/app/resources', { name, [kind]: {} })
    if (kind === 'tractor' && at >= vehicles - away) await takeAway(page, made.id, week)
    return name
  }
  const several = <One>(count: number, of: (at: number) => Promise<One>) =>
    Promise.all(Array.from({ length: count }, (_, at) => of(at)))
  return {
    key,
    week,
    orderIds: await several(orders, (at) =>
      enterOrder(page, key, {
        from,
        date: dayOfWeek(days[at] ?? lastDay, week),
        isDangerous: at >= orders - dangerous,
        weight: at >= orders - tooHeavy ? 90_000 : 3_200,
        until,
      }),
    ),
    vehicles: await several(vehicles, (at) => named('tractor', at)),
    trailers: await several(trailers, (at) => named('trailer', at)),
  }
}

/** A vehicle is in the workshop from the week before to the week after. */
async function takeAway(page: Page, resourceId: string, week: number): Promise<void> {
  const at = (one: number) => `${dayOfWeek(0, week + one)}T00:00:00Z`
  const away = { start_time: at(-1), end_time: at(2), reason: 'VEHICLE_REPAIR' }
  await send(page, 'POST', `/app/resources/${resourceId}/unavailabilities`, away)
}

const towns = {
  Tilburg: { postal_code: '5015', country: 'NL' },
  Oostende: { postal_code: '8400', country: 'BE' },
} as const
type Town = keyof typeof towns

interface Entered {
  from: Town
  date: string
  isDangerous: boolean
  weight: number
  until: string | undefined
}

/** Changes the delivery date of an order, as the order desk does on its page. */
export async function changeDelivery(page: Page, key: string, orderId: string, date: string): Promise<void> {
  const { version, order } = await send<Recorded>(page, 'GET', `/app/orders/${orderId}`)
  const entered = { from: 'Tilburg', isDangerous: false, weight: 3_200, until: undefined } as const
  const pickedUp = order.consignments[0]!.pickup_stop.date
  const { consignments } = orderOf(key, { ...entered, date: pickedUp }, date)
  await send(page, 'PUT', `/app/orders/${orderId}`, { version, order: { consignments } })
}

interface Recorded {
  version: number
  order: { consignments: { pickup_stop: { date: string } }[] }
}

function orderOf(key: string, entered: Entered, delivery = entered.date) {
  const { from, date, isDangerous, weight, until } = entered
  const stop = (city: string, place: { postal_code: string; country: string }) => ({
    location: { name: `${key} ${city}`, address: 'Kade 1', city, ...place },
    date,
  })
  return {
    customer: { code: key },
    transport_service: { name: 'General' },
    consignments: [
      {
        pickup_stop: { ...stop(from, towns[from]), activity: 'PICKUP' },
        delivery_stop: {
          ...stop('Gent', { postal_code: '9000', country: 'BE' }),
          date: delivery,
          activity: 'DELIVERY',
          ...(until !== undefined && { time_window: { start_time: '06:00', end_time: until } }),
        },
        goods: [
          { description: 'Flour', quantity: 4, total_weight_kg: weight, ...(isDangerous && { adr_type: 'ADR' }) },
        ],
      },
    ],
  }
}

async function enterOrder(page: Page, key: string, entered: Entered): Promise<string> {
  const order = orderOf(key, entered)
  const { upload_id } = await send<{ upload_id: string }>(page, 'POST', '/app/orders', { order })
  let orderId: string | null = null
  const read = async () => {
    type Uploads = { items: { order_id: string | null; upload_status: string }[] }
    const { items } = await send<Uploads>(page, 'POST', '/app/orders/uploads', { upload_ids: [upload_id] })
    orderId = items[0]?.order_id ?? null
    return items[0]?.upload_status
  }
  await expect.poll(read, { timeout: 30_000 }).toBe('COMPLETED')
  return orderId!
}

/** Day of the current week or a later one in the sample organisation's time zone, 0 for Monday, as YYYY-MM-DD. */
export function dayOfWeek(at: number, week: number): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' }).format(new Date())
  const noon = new Date(`${today}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() - ((noon.getUTCDay() + 6) % 7) + 7 * week + at)
  return noon.toISOString().slice(0, 10)
}

/** Opens the board of the week with a test's orders and vehicles. */
export async function openBoard(page: Page, { key, week }: BoardWorld, more = ''): Promise<void> {
  const from = week === 0 ? '' : `&from=${dayOfWeek(0, week)}`
  await page.goto(`${baseUrl}/planning?zoom=week&q=${key}&find=${key}${from}${more}`)
  await rowsOf(page).first().waitFor()
}

/** Cards of unplanned orders. */
export function cards(page: Page): Locator {
  return page.locator('[data-order]')
}

/** Rows of the board. */
export function rowsOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Planning board' }).locator('[role=group]')
}

/** The bar of a trip. */
export function bar(page: Page, { name }: Planned): Locator {
  return page.getByRole('button', { name: new RegExp(`^${name},`) }).first()
}

/** Position of an hour of a weekday on a row. */
export async function placeOn(row: Locator, day: number, hour: number): Promise<{ x: number; y: number }> {
  const box = (await row.boundingBox())!
  const side = 204
  return { x: box.x + side + ((box.width - side) / 7) * (day + hour / 24), y: box.y + Math.min(20, box.height / 2) }
}

/** Drags something to a position, and waits for a verdict there, such as `[data-state=OK]`, before dropping. */
export async function dragTo(
  page: Page,
  what: Locator,
  to: { x: number; y: number },
  verdict = '[data-state]:not([data-state=pending])',
): Promise<void> {
  const from = (await what.boundingBox())!
  await page.mouse.move(from.x + Math.min(40, from.width / 2), from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.locator(`.board-ghost${verdict}`).waitFor()
  await page.mouse.up()
}

function isGiven(kind: string, sent: string | null): boolean {
  const body = sent === null ? undefined : (JSON.parse(sent) as { kind: string; dry_run?: boolean })
  return body?.kind === kind && !body.dry_run
}

/**
 * Waits for the result of a command; warnings are overridden with a reason.
 * @throws with the reasons of a refusal
 */
export async function done(page: Page, kind: PlanningCommand['kind'], act: () => Promise<void>): Promise<Planned[]> {
  const answer = page.waitForResponse(
    (response) =>
      response.url().endsWith('/app/planning/commands') &&
      response.ok() &&
      isGiven(kind, response.request().postData()),
    { timeout: 30_000 },
  )
  answer.catch(() => {})
  await act()
  const doubtful = page.getByRole('dialog', { name: 'Plan with warnings?' })
  const refused = page.getByRole('dialog', { name: 'Cannot be planned' })
  await Promise.race([doubtful.or(refused).first().waitFor(), answer])
  if (await refused.isVisible()) throw new Error((await refused.innerText()).replaceAll('\n', ' '))
  if (await doubtful.isVisible()) {
    await doubtful.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the customer')
    await page.keyboard.press('Control+Enter')
  }
  return ((await (await answer).json()) as { trips: Planned[] }).trips
}

/** Plans the first unplanned order on a row, in the morning of its requested day. */
export async function planByDrag(page: Page, row: Locator): Promise<Planned> {
  const to = await placeOn(row, lastDay, 8)
  const [trip] = await done(page, 'PLAN', () => dragTo(page, cards(page).first(), to))
  return trip!
}
