import type { Locator, Page } from 'playwright-core'
import { baseUrl } from '../browser.ts'
import { day, send } from '../calls.ts'
import type { Database } from './database.ts'
import { lateTruck } from './planner-world.ts'
import { playDay } from './play.ts'

/** A customer whose order will be late tomorrow, a person invited to the portal, and a tracking link. */
async function prepare(page: Page) {
  const { orderId, tripName: key } = await lateTruck(page)
  type Read = { order_number: string; order: { customer: { id: string } } }
  const { order_number, order } = await send<Read>(page, 'GET', `/app/orders/${orderId}`)
  const person = { person_name: 'Ann Peeters', language: 'en' }
  type Link = { path: string }
  const portal = await send<Link>(page, 'POST', `/app/companies/${order.customer.id}/links`, person)
  const tracking = await send<Link>(page, 'POST', `/app/orders/${orderId}/links`, { days: 7, language: 'en' })
  return { key, orderId, number: order_number, portal: portal.path, tracking: tracking.path }
}

playDay('Customer', { prepare, isOnPhone: true }, (aim) => {
  aim('Opens the portal and reads that an order will be late', { steps: 1 }, async ({ page, hand, world }) => {
    await page.goto(`${baseUrl}${world.portal}`)
    await hand.sees('How the office is reached', page.getByRole('link', { name: '+32 9 000 00 00' }))
    await hand.click('Opens the order', page.getByRole('link', { name: world.number }))
    await hand.sees('By how much it is late', page.getByText(/^Late by /))
    await hand.sees('What was requested', page.getByText(/Requested for .*10:00/))
  })

  aim('Orders the same again, with a mistake that is named', { steps: 8 }, async ({ page, hand, database, world }) => {
    await hand.click('The same again', page.getByRole('link', { name: 'Order again' }))
    const pickup = page.getByRole('group', { name: /^Pickup/ })
    await page.getByLabel('Day').first().focus()
    await hand.type('Types the day of the pickup', typedDay(4))
    await pickup.getByLabel('From').focus()
    await hand.type('Types from when', '1000AM')
    const until = pickup.getByLabel('Until')
    await until.focus()
    await hand.type('Types until when, and mistypes it', '0900AM')
    await page.getByLabel('Your reference').fill(`PO-49 ${world.key}`)
    await hand.click('Sends it', page.getByRole('button', { name: 'Send order' }))
    await hand.isRefused('The window is turned round', page.getByText(/latest time is before the earliest/), until)
    await until.focus()
    await hand.type('Corrects it', '1100AM')
    await page.keyboard.press('Enter')
    await hand.sees('That it was sent', page.getByText('Order sent'))
    await hand.ends('It waits for a planner', () => orderOf(database, world.key), {
      ...{ status: 'QUOTE', from: '10:00', to: '11:00' },
    })
  })

  aim('Finds it by a part of its reference, in small letters', { steps: 4 }, async ({ page, hand, world }) => {
    await hand.click('All orders', page.getByRole('link', { name: 'All orders' }))
    const search = page.getByRole('searchbox', { name: 'Search' })
    await hand.typeInto('Types what is remembered', search, `po49${world.key.toLowerCase()}`)
    await hand.click('Opens it', page.getByRole('link').filter({ hasText: `PO-49 ${world.key}` }))
    await hand.sees('Its page', page.getByText(`Your reference: PO-49 ${world.key}`))
    await hand.sees('That it is not confirmed yet', page.getByText('To be confirmed').first())
  })

  aim('Requests its cancellation, and the office does so from Today', { steps: 5 }, async (scene) => {
    const { page, hand, office, database, world } = scene
    await hand.click('Does not need it any more', page.getByRole('button', { name: 'Request cancellation…' }))
    await hand.typeInto('Says why', page.getByRole('textbox', { name: 'Reason' }), 'Sold out')
    await page.getByRole('button', { name: 'Request cancellation' }).click()
    await hand.sees('That it was asked', page.getByText('Cancellation requested'))
    const planner = await office('PLANNER')
    const row = exceptions(planner.page).filter({ hasText: 'Sold out' })
    await planner.hand.click('Wants to cancel it', row.getByRole('button', { name: /^Cancel order: / }))
    await planner.hand.click('Cancels it', row.getByRole('button', { name: 'Cancel order', exact: true }))
    await hand.ends('It is cancelled', async () => (await orderOf(database, world.key)).status, 'CANCELLED')
    await page.reload()
    await hand.sees('That it is cancelled', page.getByText('Done', { exact: true }))
  })

  aim('Requests a change of another order, and reads why it cannot be', { steps: 8 }, async (scene) => {
    const { page, hand, office, database, world } = scene
    await page.goto('about:blank')
    await page.goto(`${baseUrl}${world.portal}`)
    await hand.click('Opens the other', page.getByRole('link', { name: world.number }))
    await hand.click('Wants it otherwise', page.getByRole('button', { name: 'Request a change…' }))
    const field = page.getByRole('textbox', { name: 'What should be changed?' })
    await hand.typeInto('Says what', field, 'Two pallets more')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await hand.sees('That it was asked', page.getByText('Change requested'))
    const planner = await office('PLANNER')
    const row = exceptions(planner.page).filter({ hasText: 'Two pallets more' })
    await planner.hand.click('It is not possible', row.getByRole('button', { name: `Decline: ${world.number}` }))
    await planner.hand.type('Says why', 'The truck is full')
    await planner.hand.press('Sends it', 'Enter')
    await hand.ends('It is declined', () => requestsOf(database, world.orderId), [
      { kind: 'CHANGE', state: 'DECLINED', answer: 'The truck is full' },
    ])
    await page.reload()
    await hand.sees('Why', page.getByText(/Not possible · The truck is full/))
  })

  aim('The office adds a charge and requests approval at once', { steps: 9 }, async (scene) => {
    const { hand, office, database, world } = scene
    const { page, hand: own } = await office('ACCOUNTANT')
    await page.goto(`${baseUrl}/orders/${world.orderId}?tab=charges`)
    await page.getByRole('button', { name: 'Add charge' }).waitFor()
    await own.press('A charge', 'n')
    const dialog = page.getByRole('dialog', { name: 'Add charge' })
    await own.click('Which one', dialog.getByRole('combobox', { name: 'Charge type' }))
    await own.click('Waiting', page.getByRole('option', { name: /^Waiting/ }))
    await own.typeInto('How much', dialog.getByLabel('Unit price'), '45')
    await own.press('Adds it', 'Enter')
    await own.click('Opens it', page.getByRole('row').filter({ hasText: 'Waiting' }))
    await own.click('Asks the customer', page.getByRole('button', { name: 'Request approval' }))
    await hand.ends('The customer is asked', () => approvalsOf(database, world.orderId), ['REQUESTED'])
  })

  aim(
    'Does not reject the charge by mistake, and approves it',
    { steps: 4 },
    async ({ page, hand, database, world }) => {
      await page.goto('about:blank')
      await page.goto(`${baseUrl}${world.portal}`)
      await hand.click('Opens the order', page.getByRole('link', { name: world.number }))
      await hand.click('Touches the wrong button', page.getByRole('button', { name: 'Reject…' }))
      await hand.click('Goes back', page.getByRole('button', { name: 'Back' }))
      await hand.click('Approves', page.getByRole('button', { name: 'Approve', exact: true }))
      await hand.ends('It is approved', () => approvalsOf(database, world.orderId), ['APPROVED'])
    },
  )

  aim('The receiver reads the same behind the tracking link', { steps: 0 }, async ({ page, hand, world }) => {
    await page.goto(`${baseUrl}${world.tracking}`)
    await hand.sees('By how much it is late', page.getByText(/^Late by /))
  })
})

/** Keystrokes for a date input of the test browser: month, day, year. */
function typedDay(later: number): string {
  const [year, month, date] = day(later).split('-')
  return `${month}${date}${year}`
}

function exceptions(page: Page): Locator {
  return page.getByRole('list', { name: 'Exceptions' }).getByRole('listitem')
}

/** Order placed in the portal: its state, and its pickup window. */
async function orderOf(database: Database, key: string) {
  const [row] = await database.rows<{ status: string; from: string; to: string }>(
    `select o.status, left(s.window_start::text, 5) as from, left(s.window_end::text, 5) as to
       from transport_order o join order_stop s using (tenant_id, order_id)
      where o.customer_reference_number = $1 order by s.sequence limit 1`,
    `PO-49 ${key}`,
  )
  return row!
}

async function requestsOf(database: Database, orderId: string) {
  return await database.rows('select kind, state, answer from door_request where order_id = $1', orderId)
}

async function approvalsOf(database: Database, orderId: string): Promise<string[]> {
  const text = `select approval from charge where order_id = $1 and side = 'SALES' and approval is not null`
  return (await database.rows<{ approval: string }>(text, orderId)).map(({ approval }) => approval)
}
