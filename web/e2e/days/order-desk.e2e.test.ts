import type { Page } from 'playwright-core'
import { boardWorld } from '../board-world.ts'
import { baseUrl, loginOf } from '../browser.ts'
import { day, send } from '../calls.ts'
import type { Database } from './database.ts'
import { playDay } from './play.ts'

/** A separate customer with an order on a driver's trip. */
async function prepare(page: Page) {
  const { key, orderIds } = await boardWorld(page, { orders: 1, vehicles: 0, week: 1 })
  const driver = { first_name: key, last_name: 'Piet' }
  const { id } = await send<{ id: string }>(page, 'POST', '/app/resources', { name: `${key} Piet`, driver })
  const trip = { new_trip: { name: key, resource_ids: [id] }, order_ids: orderIds, override: { reason: 'Agreed' } }
  await send(page, 'POST', '/app/planning/commands', { kind: 'PLAN', ...trip })
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

  aim('Pastes two orders that a customer sent as a table', { steps: 4 }, async ({ page, hand, database, world }) => {
    const titles = ['Klant', 'Referentie', 'Laadplaats', 'Laaddatum', 'Losplaats', 'Losdatum', 'Goederen', 'Gewicht']
    const row = (at: number) => [
      world.customer,
      `${world.key}-T${at}`,
      'Tilburg',
      day(3),
      'Gent',
      day(4),
      'Meel',
      '1200',
    ]
    const table = [titles, row(1), row(2)].map((cells) => cells.join('\t')).join('\n')
    await page.goto(`${baseUrl}/orders`)
    await hand.click('Imports', page.getByRole('button', { name: 'Import orders' }))
    await hand.click('Goes to where cells are pasted', page.getByLabel(/^Or paste/))
    await hand.paste('Pastes them', table)
    await hand.sees('That both can be read', page.locator('[data-count=good][data-number="2"]'))
    await hand.click('Imports them', page.getByRole('button', { name: /^Import 2/ }))
    await hand.ends('Both are orders', () => imported(database, `${world.key}-T`), [
      { weight: 1200, packaging: null },
      { weight: 1200, packaging: null },
    ])
  })

  aim('Imports a messy sheet with its questions', { steps: 7 }, async ({ page, hand, database, world }) => {
    const titles = 'Klant;Referentie;Laadplaats;Laaddatum;Losplaats;Losdatum;Goederen;Aantal;Verpakking;Gewicht'
    const row = (at: number, weight: string) =>
      `${world.customer};${world.key}-M${at};Tilburg;${day(3)};Gent;${day(4)};Meel;4;blikje spul;"${weight}"`
    const lines = ['Transportopdrachten van deze week;;;', ';;;', titles, row(1, '4.500'), row(2, '3.250')]
    await page.goto(`${baseUrl}/orders`)
    await hand.click('Imports', page.getByRole('button', { name: 'Import orders' }))
    const file = { name: 'week.csv', text: lines.join('\r\n') }
    await hand.chooseFile('Chooses the file', page.locator('input[type=file]'), file)
    await hand.click(
      'Says what 4.500 is',
      page.locator('[data-question=decimal]').getByRole('button', { name: '4500', exact: true }),
    )
    await hand.click('Looks what “blikje spul” may be', page.getByRole('combobox', { name: 'What “blikje spul” is' }))
    await hand.click('Says it is the first', page.getByRole('option').first())
    await hand.sees('That both can be read', page.locator('[data-count=good][data-number="2"]'))
    await hand.click('Imports them', page.getByRole('button', { name: /^Import 2/ }))
    const read = async () =>
      (await imported(database, `${world.key}-M`)).map(({ weight, packaging }) => [weight, packaging !== null])
    await hand.ends('Both are orders, with what was answered', read, [
      [4500, true],
      [3250, true],
    ])
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

/** Requested windows of an order's stops, in local time, by the customer's reference. */
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

/** Weights and packaging of orders with a reference prefix, in reference order. */
async function imported(database: Database, reference: string) {
  return await database.rows<{ weight: number; packaging: string | null }>(
    `select (g->>'total_weight_kg')::float8 as weight, g->'packaging_type'->>'code' as packaging
       from transport_order o cross join lateral json_array_elements(o.doc->'consignments') c
            cross join lateral json_array_elements(c->'goods') g
      where o.customer_reference_number like $1 order by o.customer_reference_number`,
    `${reference}%`,
  )
}
