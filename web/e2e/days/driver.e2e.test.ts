import type { Locator, Page } from 'playwright-core'
import { boardWorld } from '../board-world.ts'
import { baseUrl } from '../browser.ts'
import { send } from '../calls.ts'
import type { Database } from './database.ts'
import { photo } from './photo.ts'
import { weekdayOf } from './planner-world.ts'
import { playDay } from './play.ts'

const override = { reason: 'Agreed' }

interface Planned {
  trip_id: string
  stops: { planned_end_at: string | null }[]
}

/** A driver with a trip of three orders at one dock, and a second trip that the office will reassign. */
async function prepare(page: Page) {
  const today = weekdayOf(0)
  const { key, orderIds } = await boardWorld(page, { orders: 4, vehicles: 0, days: [today, today, today, today] })
  const driver = async (last_name: string) => {
    const body = { name: `${key} ${last_name}`, driver: { first_name: key, last_name } }
    return (await send<{ id: string }>(page, 'POST', '/app/resources', body)).id
  }
  const [own, other] = [await driver('Jan'), await driver('Piet')]
  const minute = 60_000
  const plan = async (name: string, order_ids: readonly string[], at: number) => {
    const starts_at = new Date(at).toISOString()
    const body = { new_trip: { name, resource_ids: [own] }, order_ids, starts_at, override }
    const { trips } = await send<{ trips: Planned[] }>(page, 'POST', '/app/planning/commands', {
      kind: 'PLAN',
      ...body,
    })
    await send(page, 'POST', '/app/planning/commands', { kind: 'CONFIRM', trip_ids: [trips[0]!.trip_id], override })
    return trips[0]!
  }
  const { trip_id: tripId, stops } = await plan(key, orderIds.slice(0, 3), Date.now() + 5 * minute)
  // At night the first trip waits for the places to open, and ends the next noon.
  const isFree = Math.max(...stops.map(({ planned_end_at }) => Date.parse(planned_end_at ?? '')))
  const second = Math.max(Date.now() + 600 * minute, isFree + 60 * minute)
  const { trip_id: takenId } = await plan(`${key} 2`, orderIds.slice(3), second)
  const { path } = await send<{ path: string }>(page, 'POST', `/app/resources/${own}/links`, { language: 'en' })
  return { key, tripId, takenId, own, other, path }
}

playDay('Driver', { prepare, isOnPhone: true, expected: /ERR_INTERNET_DISCONNECTED/ }, (aim) => {
  aim('Opens the link and sees what is to be loaded', { steps: 1 }, async ({ page, hand, world }) => {
    await page.goto(`${baseUrl}${world.path}`)
    await hand.click('Opens the first stop', stopsOf(page, world.tripId).first())
    await hand.sees('Each of three orders', page.locator('[data-order]').nth(2))
    await page.evaluate(() => navigator.serviceWorker.ready)
  })

  aim('Loads three orders at one dock without signal, by a wrong clock', { steps: 6 }, async (scene) => {
    const { page, context, hand } = scene
    await context.setOffline(true)
    // The phone's clock jumps by forty minutes while offline.
    await page.clock.setSystemTime(Date.now() + 40 * 60_000)
    for (const act of ['Arrived', 'Loading done', 'Leave']) {
      await hand.click(act, page.getByRole('main').getByRole('button', { name: act, exact: true }))
      await hand.click('Confirms it', page.getByRole('dialog').getByRole('button', { name: 'Confirm' }))
      await hand.seesNoMore('The question', page.getByRole('dialog'))
    }
    await hand.sees('That it waits for signal', page.getByText('Waiting for signal').first())
  })

  aim('Reports that two pieces of one order are missing', { steps: 5 }, async ({ page, hand }) => {
    await hand.click('Something differs', page.getByRole('button', { name: 'Deviation' }))
    const sheet = page.getByRole('dialog')
    await hand.click('Pieces are missing', sheet.getByRole('radio', { name: 'Missing' }))
    await hand.typeInto('How many', sheet.getByRole('textbox', { name: 'How many pieces?' }), '2')
    await hand.click('Keeps it', sheet.getByRole('button', { name: 'Save' }))
    await hand.seesNoMore('The sheet', sheet)
  })

  aim('Reports damage with a photograph at the delivery', { steps: 8 }, async ({ page, hand }) => {
    await hand.click('Goes on to the delivery', page.getByRole('button', { name: /^Next: / }))
    await hand.click('Is there', page.getByRole('main').getByRole('button', { name: 'Arrived', exact: true }))
    await hand.click('Confirms it', page.getByRole('dialog').getByRole('button', { name: 'Confirm' }))
    await hand.click('Something differs', page.getByRole('button', { name: 'Deviation' }))
    const sheet = page.getByRole('dialog')
    await hand.click(
      'It is damaged',
      sheet.getByRole('radio', { name: 'Damaged' }).or(sheet.getByRole('radio', { name: 'Damage' })),
    )
    const file = { name: 'damage.png', type: 'image/png', bytes: photo }
    await hand.chooseFile('Takes a photograph', sheet.locator('input[type=file]'), file)
    await hand.click('Keeps it', sheet.getByRole('button', { name: 'Save' }))
    await hand.seesNoMore('The sheet', sheet)
  })

  aim('Has signal again, and the office has all of it in order and at the right time', { steps: 0 }, async (scene) => {
    const { page, context, hand, database, world } = scene
    await context.setOffline(false)
    await hand.sees('That all was sent', page.getByText('Everything sent'))
    await hand.ends('Who loads is done, and who unloads is there', () => statesOf(database, world.tripId), [
      ...Array(3).fill('COMPLETED'),
      ...Array(3).fill('AT_STOP'),
    ])
    await hand.ends('No time is forty minutes off', () => timesAhead(database, world.tripId), 0)
    await hand.ends('Two pieces are missing, and goods are damaged', () => deviationsOf(database, world.tripId), [
      { reason: 'DAMAGED', quantity: null },
      { reason: 'MISSING', quantity: 2 },
    ])
  })

  aim('Arrives at a trip that was given to someone else, and the office accepts it', { steps: 5 }, async (scene) => {
    const { page, context, hand, office, database, world } = scene
    await page.getByRole('button', { name: 'Back' }).click()
    await context.setOffline(true)
    await hand.click('Opens its stop', stopsOf(page, world.takenId).first())
    await hand.click('Is there', page.getByRole('main').getByRole('button', { name: 'Arrived', exact: true }))
    await hand.click('Confirms it', page.getByRole('dialog').getByRole('button', { name: 'Confirm' }))
    const planner = await office('PLANNER')
    const taken = { trip_id: world.takenId, override }
    await send(planner.page, 'POST', '/app/planning/commands', {
      kind: 'TAKE_OFF',
      ...taken,
      resource_ids: [world.own],
    })
    const to = { ...taken, resources: [{ resource_id: world.other }] }
    await send(planner.page, 'POST', '/app/planning/commands', { kind: 'ASSIGN', ...to })
    await context.setOffline(false)
    const row = planner.page.getByRole('listitem').filter({ hasText: `${world.key} 2` })
    const accept = row.getByRole('button', { name: /^Accept at this stop/ })
    await hand.isRefused('What the driver reported was not accepted', row.getByText(/trip of another driver/), accept)
    await planner.hand.click('It happened there all the same', accept)
    await hand.ends('The arrival counts', async () => (await statesOf(database, world.takenId))[0], 'AT_STOP')
  })
})

/** The visits of a trip on the phone. */
function stopsOf(page: Page, tripId: string): Locator {
  return page.locator(`[data-trip="${tripId}"]`).getByRole('listitem').getByRole('button')
}

async function statesOf(database: Database, tripId: string): Promise<string[]> {
  const text = 'select status from trip_stop where trip_id = $1 order by sequence'
  return (await database.rows<{ status: string }>(text, tripId)).map(({ status }) => status)
}

/** Number of stops reached in the future, or too long ago. */
async function timesAhead(database: Database, tripId: string): Promise<number> {
  const text = `select 1 from trip_stop where trip_id = $1 and actual_start_at is not null
     and actual_start_at not between now() - interval '5 minutes' and now() + interval '1 minute'`
  return (await database.rows(text, tripId)).length
}

/** Goods deviations of a trip, as reported by its driver. */
async function deviationsOf(database: Database, tripId: string) {
  return await database.rows(
    `select a.detail #>> '{deviation,reason}' as reason, (a.detail #>> '{deviation,quantity}')::float8 as quantity
       from driver_act a join trip_stop s on s.stop_id = a.stop_id
      where s.trip_id = $1 and a.kind = 'DEVIATION' order by 1`,
    tripId,
  )
}
