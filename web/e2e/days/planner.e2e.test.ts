import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { boardWorld } from '../board-world.ts'
import { baseUrl, loginOf } from '../browser.ts'
import type { Database } from './database.ts'
import { playDay } from './play.ts'

/** Ten orders of one customer and vehicles that are free, next week. */
async function prepare(page: Page) {
  return await boardWorld(page, { orders: 10, vehicles: 3, week: 1, days: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4] })
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
