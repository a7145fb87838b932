import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { boardWorld, cards, done, openBoard, placeOn, rowsOf } from '../board-world.ts'
import { baseUrl, loginOf } from '../browser.ts'
import { send } from '../calls.ts'
import type { Database } from './database.ts'
import { illDriver, lateTruck } from './planner-world.ts'
import { playDay } from './play.ts'

/**
 * Ten orders of one customer and vehicles that are free, next week; and tomorrow a truck that will be late. There is no mail
 * server, whatever ran before.
 */
async function prepare(page: Page) {
  await send(page, 'DELETE', '/app/mail-server')
  const late = await lateTruck(page)
  const ill = await illDriver(page)
  const world = await boardWorld(page, { orders: 10, vehicles: 3, week: 1, days: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4] })
  return { ...world, late, ill }
}

playDay('Planner', { prepare }, (aim) => {
  aim('Logs in and sees what goes wrong today', { steps: 5 }, async ({ page, hand }) => {
    const { email, password } = loginOf('PLANNER')
    await page.goto(`${baseUrl}/`)
    await hand.typeInto('Types the e-mail address', page.getByLabel('E-mail'), email)
    await hand.typeInto('Types the password', page.getByLabel('Password', { exact: true }), password)
    await hand.press('Signs in', 'Enter')
    await hand.sees('Exceptions of the day', page.getByRole('list', { name: 'Exceptions' }).getByRole('listitem'))
  })

  aim('Handles a late truck from Today', { steps: 5 }, async ({ page, hand, database, world }) => {
    const { late } = world
    const row = page.getByRole('listitem').filter({ hasText: late.tripName })
    await hand.click('A new ETA of the late truck', row.getByRole('button', { name: `New ETA: ${late.tripName}` }))
    const dialog = page.getByRole('dialog', { name: /^ETA in / })
    const letter = dialog.getByRole('region', { name: 'Notify the customer' })
    await hand.sees('What the customer is to be told', letter.getByRole('textbox', { name: 'Text' }))
    await hand.type('Types what the driver said', 'tomorrow 13:30')
    await hand.press('Saves it', 'Enter')
    const said = { source: 'user', by: 'planner@browser.example', at: '13:30' }
    await hand.ends('It is the ETA, and who said so', () => etaOf(database, late.stopId), said)
    await hand.sees(
      'The text has it',
      dialog.getByRole('textbox', { name: 'Subject' }).and(page.locator('[value*="13:30"]')),
    )
    await hand.click('A link to follow the order', letter.getByRole('button', { name: 'Add tracking link' }))
    const own = letter.getByRole('link', { name: 'Open in my mail program' }).and(page.locator('[href*="%23"]'))
    await hand.click('Opens the text in the own mail program, as no mail server is set up', own)
    await hand.ends('The customer can follow the order', () => trackingLinks(database, late.orderId), 1)
    await page.keyboard.press('Escape')
  })

  aim('Replaces a driver who calls in ill', { steps: 9 }, async ({ page, hand, database, world }) => {
    const { ill } = world
    await hand.press('Opens the search', 'Control+k')
    await hand.type('Types the name of the driver', ill.name)
    await hand.press('Opens the first hit', 'Enter')
    await page.waitForURL(`**/resources/${ill.driverId}*`)
    await hand.click('He is away today', page.getByRole('button', { name: 'Away today…' }))
    await hand.sees('Why, since when and until when', page.getByRole('dialog', { name: new RegExp(ill.name) }))
    await hand.press('Keeps it', 'Control+Enter')
    const found = page.getByRole('button', { name: `Replace: ${ill.tripName}` })
    await hand.click('A replacement for his trip', found)
    const dialog = page.getByRole('dialog', { name: `Replacement for ${ill.name}` })
    await hand.click('Drivers, those who fit first', dialog.getByRole('combobox', { name: 'Driver' }))
    await hand.sees('Who fits', page.getByRole('option').first())
    await hand.click('Takes the first', page.getByRole('option').first())
    await hand.press('Assigns him', 'Control+Enter')
    await hand.ends('Another one drives it', () => driversOf(database, ill.tripId, ill.driverId), {
      drivers: 1,
      is_ill: false,
    })
  })

  aim('Finds five orders that are half remembered', { steps: 15 }, async ({ page, hand, database }) => {
    const remembered = await halfRemembered(database)
    expect(remembered.length).toBe(5)
    for (const { text, order_id } of remembered) {
      await hand.press('Opens the search', 'Control+k')
      await hand.type(`Types ${text}`, text)
      await hand.press('Opens the first hit', 'Enter')
      await hand.ends(`“${text}” opens its order`, async () => new URL(page.url()).pathname, `/orders/${order_id}`)
    }
  })

  aim('Plans five orders by drag', { steps: 5 }, async ({ page, hand, database, world }) => {
    await openBoard(page, world)
    for (const day of [0, 0, 1, 1, 2]) {
      const planned = await openOrders(database, world.orderIds)
      const to = await placeOn(rowsOf(page).nth(planned % 2), day, 8)
      const ghost = page.locator('.board-ghost[data-state]:not([data-state=pending])')
      await done(page, 'plan', () => hand.drag('Pulls an order to a vehicle', cards(page).first(), to, ghost))
      await hand.ends('It is planned', () => openOrders(database, world.orderIds), planned - 1)
    }
  })
})

/** What people on the telephone say, and the only order that it can be. */
async function halfRemembered(database: Database): Promise<{ text: string; order_id: string }[]> {
  return await database.rows(`
    with known as (
      select 'digits of its number' as what, ltrim(regexp_replace(order_number, '\\D', '', 'g'), '0') as text, order_id
      from transport_order where order_number ~ '^O-0000[2-9][0-9]$'
      union all
      select 'inside of a reference', substr(customer_reference_number, 5), order_id
      from transport_order where customer_reference_number ~ '^4500[0-9]{6}$'
      union all
      select 'reference in small letters', lower(replace(customer_reference_number, '-', ' ')), order_id
      from transport_order where customer_reference_number ~ '^BST-[0-9]{5}$'
      union all
      select 'container with blanks', lower(substr(container_number, 1, 4)) || ' ' || substr(container_number, 5, 4), order_id
      from transport_order where container_number ~ '^[A-Z]{4}[0-9]{7}$'
      union all
      select 'reference for the gate', replace(reference_number, 'LOAD-', 'load '), order_id
      from order_stop where reference_number ~ '^LOAD-[0-9]{4}$'
    )
    select distinct on (what) text, min(order_id::text) as order_id from known
    group by what, text having count(distinct order_id) = 1 order by what, min(order_id::text)`)
}

/** How many of some orders are on no trip. */
async function openOrders(database: Database, orderIds: readonly string[]): Promise<number> {
  const rows = await database.rows(
    `select 1 from unnest($1::uuid[]) as wanted (order_id) where not exists (
       select from trip_stop s join trip t using (tenant_id, trip_id)
       where s.order_id = wanted.order_id and t.status <> 'CANCELLED')`,
    orderIds,
  )
  return rows.length
}

/** The ETA of a stop on the clocks of Brussels, and who said it. */
async function etaOf(database: Database, stopId: string) {
  const [row] = await database.rows(
    `select r.source, u.email as by, to_char(s.eta_start_at at time zone 'Europe/Brussels', 'HH24:MI') as at
     from trip_stop s
     join stop_report r on r.stop_id = s.stop_id and r.eta_start_at = s.eta_start_at
     left join app_user u on u.user_id::text = r.reported_by
     where s.stop_id = $1`,
    stopId,
  )
  return row
}

/** How many links follow an order. */
async function trackingLinks(database: Database, orderId: string): Promise<number> {
  return (await database.rows("select 1 from door_link where order_id = $1 and door = 'TRACKING'", orderId)).length
}

/** How many drivers a trip has, and whether one of them is this one. */
async function driversOf(database: Database, tripId: string, driverId: string) {
  const [row] = await database.rows(
    `select count(*)::integer as drivers, bool_or(r.resource_id = $2::uuid) as is_ill
     from trip_resource x join resource r using (tenant_id, resource_id)
     where x.trip_id = $1 and r.resource_type = 'DRIVER'`,
    tripId,
    driverId,
  )
  return row
}
