import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { boardWorld, cards, dayOfWeek, done, openBoard, placeOn, rowsOf } from '../board-world.ts'
import { baseUrl, loginOf } from '../browser.ts'
import { send } from '../calls.ts'
import type { Database } from './database.ts'
import { askedCarriers, deliverLater, illDriver, lateTruck, refuseByLink } from './planner-world.ts'
import { playDay } from './play.ts'

/**
 * Ten orders of one customer, the last of which is too heavy for any vehicle, and available vehicles, next week;
 * tomorrow a truck that will be late, and trips of two carriers. Removes any mail server of earlier tests.
 */
async function prepare(page: Page) {
  await send(page, 'DELETE', '/app/mail-server')
  const late = await lateTruck(page)
  const ill = await illDriver(page)
  const asked = await askedCarriers(page)
  const days = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
  const world = await boardWorld(page, { orders: 10, vehicles: 3, week: 1, days, tooHeavy: 1 })
  return { ...world, late, ill, asked }
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
    const entered = { source: 'user', by: 'planner@browser.example', at: '13:30' }
    await hand.ends('It is the ETA, and who said so', () => etaOf(database, late.stopId), entered)
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
      const opened = async () => new URL(page.url()).pathname
      await hand.ends(`“${text}” opens its order`, opened, `/orders/${order_id}`).catch(async (error: unknown) => {
        throw new Error(`${error instanceof Error ? error.message : error} ${await foundBy(database, order_id)}`)
      })
    }
  })

  aim('Plans five orders by drag', { steps: 5 }, async ({ page, hand, database, world }) => {
    await openBoard(page, world)
    for (const day of [0, 0, 1, 1, 2]) {
      const planned = await openOrders(database, world.orderIds)
      const to = await placeOn(rowsOf(page).nth(planned % 2), day, 8)
      const ghost = page.locator('.board-ghost[data-state]:not([data-state=pending])')
      await done(page, 'PLAN', () => hand.drag('Pulls an order to a vehicle', cards(page).first(), to, ghost))
      await hand.ends('It is planned', () => openOrders(database, world.orderIds), planned - 1)
    }
  })

  aim('Plans two orders by keys alone, and undoes it', { steps: 10 }, async ({ page, hand, database, world }) => {
    await openBoard(page, world)
    const before = await openOrders(database, world.orderIds)
    await cards(page).nth(1).waitFor()
    await hand.press('Goes to the unplanned orders', 'o')
    await hand.press('Looks at the first', 'Space')
    const order = page.getByRole('complementary', { name: 'Order', exact: true })
    await hand.sees('Whose it is', order.getByText(`${world.key} Customer`))
    await hand.press('Closes it', 'Escape')
    await hand.seesNoMore('The order', order)
    await hand.press('Selects it', 'x')
    await hand.press('Goes to the next', 'ArrowDown')
    await hand.press('Selects it too', 'x')
    await hand.press('Plans both', 'm')
    await hand.type('Types the vehicle', world.vehicles[2]!)
    await done(page, 'PLAN', () => hand.press('Plans them there', 'Control+Enter'))
    await hand.ends('Both are planned', () => openOrders(database, world.orderIds), before - 2)
    await hand.press('Undoes it', 'Control+z')
    await hand.ends('Both are unplanned', () => openOrders(database, world.orderIds), before)
    await hand.ends('The pool shows what is unplanned', () => cards(page).count(), before)
  })

  aim('Accepts two suggested trips, and gives one back', { steps: 9 }, async ({ page, hand, database, world }) => {
    await page.goto(`${baseUrl}/planning?zoom=week&find=${world.key}&from=${dayOfWeek(0, world.week)}`)
    await cards(page).nth(1).waitFor()
    await hand.press('Goes to the unplanned orders', 'o')
    await hand.press('Selects all of them', 'Control+a')
    await hand.click('Asks for trips', page.getByRole('button', { name: 'Plan these' }))
    await hand.press('Starts', 'Control+Enter')
    const ghosts = page.getByRole('button', { name: /^Suggested: / })
    await hand.sees('The trips over the plan', ghosts)
    const panel = page.getByRole('complementary', { name: 'Suggested trips' })
    await hand.click('Asks why one is left out', panel.getByRole('button', { name: 'Why not this combination?' }))
    const why = page.getByRole('dialog', { name: /^Combinations for / })
    await hand.sees('What each truck has against it', why.getByText(/90/))
    await hand.press('Closes it', 'Escape')
    const accept = panel.getByRole('button', { name: /^Accept the trip of/ })
    const open: number[] = [await openOrders(database, world.orderIds)]
    for (const what of ['Accepts the first', 'Accepts the next']) {
      await hand.click(what, accept.first())
      await expect.poll(() => openOrders(database, world.orderIds)).toBeLessThan(open.at(-1)!)
      open.push(await openOrders(database, world.orderIds))
    }
    await hand.press('Gives the last one back', 'Control+z')
    await hand.ends('Its orders are unplanned', () => openOrders(database, world.orderIds), open[1])
    await hand.ends('The pool shows what is unplanned', () => cards(page).count(), open[1])
  })

  aim('Hears from a carrier that refuses, and from one that is silent', { steps: 9 }, async (scene) => {
    const { page, hand, database, world } = scene
    const { refuses, silent } = world.asked
    await hand.press('Opens the search', 'Control+k')
    await hand.type('Types the trip', refuses.tripName)
    await hand.press('Opens it', 'Enter')
    await page.waitForURL(`**/trips/${refuses.tripId}*`)
    await hand.click('Goes to its dispatch', page.getByRole('tab', { name: 'Dispatch' }))
    await hand.click('A link for the carrier', page.getByRole('button', { name: 'Carrier link…' }))
    const links = page.getByRole('dialog', { name: 'Carrier link' })
    await hand.click('Makes it', links.getByRole('button', { name: 'Create link' }))
    const link = await links.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
    await refuseByLink(scene.context.browser()!, link, 'No truck left')
    await page.goto(`${baseUrl}/`)
    const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    const refused = rowOf(refuses.tripName)
      .filter({ hasText: 'Refused by carrier' })
      .filter({ hasText: 'No truck left' })
    await hand.isRefused('The carrier', refused, refused.getByRole('link', { name: 'Dispatch…' }))
    const row = rowOf(silent.tripName).filter({ hasText: 'Carrier has not answered' })
    await hand.click(
      'The silent carrier',
      row.getByRole('button', { name: `Answer of the carrier: ${silent.tripName}` }),
    )
    const ways = page.getByRole('dialog', { name: `No answer from ${silent.carrier}` })
    await hand.click('Has called it, and enters the answer', ways.getByRole('button', { name: 'Enter answer…' }))
    await page.getByRole('dialog', { name: `Answer of ${silent.carrier}` }).waitFor()
    await hand.press('It drives', 'Control+Enter')
    await hand.ends('The answers are kept', () => answersOf(database, [refuses.tripId, silent.tripId]), [
      { answer: 'REFUSED', reason: 'No truck left' },
      { answer: 'ACCEPTED', reason: null },
    ])
    await hand.seesNoMore('The silent carrier', row)
  })

  aim(
    'Hears from the desk that a day is another one',
    { steps: 1 },
    async ({ page, context, hand, database, world }) => {
      const { asked } = world
      await deliverLater(context.browser()!, asked)
      const row = page.getByRole('listitem').filter({ hasText: asked.silent.tripName })
      const changed = row.filter({ hasText: 'Changed after planning' })
      await hand.ends('It is kept', () => seenBy(database, asked.orderId), [{ seen_by: null }])
      await hand.click('Has seen it', changed.getByRole('button', { name: /^Seen/ }))
      await hand.ends('Who has seen it', () => seenBy(database, asked.orderId), [
        { seen_by: 'planner@browser.example' },
      ])
      await hand.seesNoMore('The change', changed)
    },
  )
})

/** User who has seen the changes of a planned order; null if no one has. */
async function seenBy(database: Database, orderId: string) {
  return await database.rows(
    `select u.email as seen_by from order_plan_change c left join app_user u on u.user_id::text = c.seen_by
      where c.order_id = $1`,
    orderId,
  )
}

/** Fragments that callers remember, each matching exactly one order. */
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
    group by what, text having count(distinct order_id) = 1 order by what, random()`)
}

/** Search keys of an order, for failure messages. */
async function foundBy(database: Database, orderId: string): Promise<string> {
  const rows = await database.rows(
    `select o.status, o.created_at, o.updated_at, e.title_key, e.key, p.trail, p.filling, h.sequence
       from transport_order o
       left join search_entry e on e.tenant_id = o.tenant_id and e.record_id = o.order_id
       left join search_progress p on p.tenant_id = o.tenant_id
       left join audit_head h on h.tenant_id = o.tenant_id
      where o.order_id = $1`,
    orderId,
  )
  return `The search has: ${JSON.stringify(rows)}`
}

/** Number of these orders that are on no trip. */
async function openOrders(database: Database, orderIds: readonly string[]): Promise<number> {
  const rows = await database.rows(
    `select 1 from unnest($1::uuid[]) as wanted (order_id) where not exists (
       select from trip_stop s join trip t using (tenant_id, trip_id)
       where s.order_id = wanted.order_id and t.status <> 'CANCELLED')`,
    orderIds,
  )
  return rows.length
}

/** Carrier answers for these trips, in order. */
async function answersOf(database: Database, tripIds: readonly string[]) {
  return await database.rows(
    `select a.answer, a.reason from unnest($1::uuid[]) with ordinality as wanted (trip_id, at)
       join trip_answer a using (trip_id) order by wanted.at`,
    tripIds,
  )
}

/** ETA of a stop in Brussels time, and its source. */
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

/** Number of tracking links of an order. */
async function trackingLinks(database: Database, orderId: string): Promise<number> {
  return (await database.rows("select 1 from door_link where order_id = $1 and door = 'TRACKING'", orderId)).length
}

/** Number of drivers of a trip, and whether a given driver is among them. */
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
