import type { Page } from 'playwright-core'
import { boardWorld } from '../board-world.ts'
import { baseUrl, loginOf } from '../browser.ts'
import { send } from '../calls.ts'
import type { Database } from './database.ts'
import { playDay } from './play.ts'

/** A customer of its own with an order that a driver has on a trip. */
async function prepare(page: Page) {
  const { key, orderIds } = await boardWorld(page, { orders: 1, vehicles: 0, week: 1 })
  const driver = { first_name: key, last_name: 'Piet' }
  const { id } = await send<{ id: string }>(page, 'POST', '/app/resources', { name: `${key} Piet`, driver })
  const trip = { new_trip: { name: key, resource_ids: [id] }, order_ids: orderIds, override: { reason: 'Agreed' } }
  await send(page, 'POST', '/app/planning/plan', trip)
  const { order_number } = await send<{ order_number: string }>(page, 'GET', `/app/orders/${orderIds[0]}`)
  return { key, customer: `${key} Customer`, orderId: orderIds[0]!, orderNumber: order_number }
}

playDay('Order desk', { prepare }, (aim) => {
  aim('Types an order from the telephone', { steps: 30 }, async ({ page, hand, database, world }) => {
    const { email, password } = loginOf('ORDER_ENTRY')
    await page.goto(`${baseUrl}/`)
    await hand.typeInto('Types the e-mail address', page.getByLabel('E-mail'), email)
    await hand.typeInto('Types the password', page.getByLabel('Password', { exact: true }), password)
    await hand.press('Signs in', 'Enter')
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    await hand.press('New order', 'c')
    await page.locator('#entry-customer:focus').waitFor()
    await hand.type('Types the beginning of the customer', world.customer)
    await hand.press('Takes it', 'Tab')
    await hand.typeInto('Types the service', page.locator('#entry-service'), 'Gen')
    await hand.press('Takes it', 'Tab')
    await hand.typeInto('Types the reference', page.locator('#entry-reference'), `po ${world.key}`)
    const stops = [
      ['pickup', 'Mill', '+1', 'vanaf 13'],
      ['delivery', 'Shop', '+2', 'voor 14'],
    ] as const
    for (const [side, place, date, time] of stops) {
      const field = (name: string) => page.locator(`#entry-consignments-0-${side}-${name}`)
      await hand.typeInto(`Types where the ${side} is`, field('place'), `${world.key} ${place}`)
      await hand.press('Takes it as a new place', 'Tab')
      await hand.typeInto('Types the day', field('date'), date)
      await hand.press('Goes on', 'Tab')
      await hand.type('Types the time as it was said', time)
    }
    await hand.typeInto('Types the goods', page.locator('#entry-consignments-0-goods-0-description'), 'Meel')
    await hand.press('Saves', 'Control+Enter')
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}$/)
    await hand.ends('Its windows are those that were said', () => windowsOf(database, `po ${world.key}`), [
      { role: 'PICKUP', from: '13:00', to: null },
      { role: 'DELIVERY', from: null, to: '14:00' },
    ])
  })

  aim('Reads “from 13:00” and “until 14:00” back to the customer', { steps: 0 }, async ({ page, hand }) => {
    await hand.sees('From when the pickup is', page.getByText(/\bfrom 13:00/i))
    await hand.sees('Until when the delivery is', page.getByText(/\buntil 14:00/i))
  })

  aim('Cancels an order and hears who drives it', { steps: 6 }, async ({ page, hand, database, world }) => {
    await hand.press('Opens the search', 'Control+k')
    await hand.type('Types the number', world.orderNumber)
    await hand.press('Opens it', 'Enter')
    await page.waitForURL(`**/orders/${world.orderId}`)
    await hand.click('More that can be done', page.getByRole('button', { name: 'More', exact: true }))
    await hand.click('Cancel order', page.getByRole('menuitem', { name: /Cancel order/ }))
    const dialog = page.getByRole('dialog', { name: /^Cancel order/ })
    await hand.sees('Who drives it', dialog.getByText(new RegExp(`${world.key} Piet`)))
    await hand.click('Cancels it', dialog.getByRole('button', { name: 'Cancel order' }))
    await hand.ends('It is cancelled', () => statusOf(database, world.orderId), 'CANCELLED')
  })
})

/** From when until when the stops of an order are requested, on the clock of the place, as the customer knows the order. */
async function windowsOf(database: Database, reference: string) {
  return await database.rows(
    `select s.role, left(s.window_start::text, 5) as from,
       left(s.window_end::text, 5) as to
     from transport_order o join order_stop s using (tenant_id, order_id)
     where o.customer_reference_number = $1 order by s.sequence`,
    reference,
  )
}

async function statusOf(database: Database, orderId: string): Promise<string | undefined> {
  const [row] = await database.rows<{ status: string }>(
    'select status from transport_order where order_id = $1',
    orderId,
  )
  return row?.status
}
