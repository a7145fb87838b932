import type { Locator, Page } from 'playwright-core'
import { boardWorld } from '../board-world.ts'
import { baseUrl } from '../browser.ts'
import { send } from '../calls.ts'
import type { Database } from './database.ts'
import { photo } from './photo.ts'
import { weekdayOf } from './planner-world.ts'
import { playDay } from './play.ts'

/** A carrier's trip with its costs, and the URL of its link. */
async function carriedTrip(page: Page, carrierId: string, orderId: string, name: string) {
  const override = { reason: 'Agreed' }
  const starts_at = new Date(Date.now() + 3_600_000).toISOString()
  const plan = { new_trip: { name }, order_ids: [orderId], starts_at, override }
  type Planned = { trips: { trip_id: string }[] }
  const { trips } = await send<Planned>(page, 'POST', '/app/planning/commands', { kind: 'PLAN', ...plan })
  const [{ trip_id }] = trips as [Planned['trips'][number]]
  await send(page, 'POST', '/app/planning/commands', { kind: 'ASSIGN', trip_id, subcontractor_id: carrierId, override })
  await send(page, 'POST', '/app/planning/commands', { kind: 'CONFIRM', trip_ids: [trip_id], override })
  const cost = { charge_type: 'FREIGHT', unit_price: '600', currency: 'EUR' }
  await send(page, 'POST', `/app/trips/${trip_id}/costs`, cost)
  const link = { label: 'Gent', days: 7, language: 'en', shows_price: true }
  const { path } = await send<{ path: string }>(page, 'POST', `/app/trips/${trip_id}/links`, link)
  return { tripId: trip_id, name, path }
}

/** A carrier with two trips today, each with a link. */
async function prepare(page: Page) {
  const { key, orderIds } = await boardWorld(page, { orders: 2, vehicles: 0, days: [weekdayOf(0), weekdayOf(0)] })
  const company = { name: `${key} Haulage`, is_subcontractor: true, currency: 'EUR' }
  const { id } = await send<{ id: string }>(page, 'POST', '/app/companies', company)
  const [wanted, other] = orderIds as [string, string]
  return {
    carrier: company.name,
    trip: await carriedTrip(page, id, wanted, key),
    other: await carriedTrip(page, id, other, `${key} 2`),
  }
}

playDay('Carrier', { prepare, isOnPhone: true }, (aim) => {
  aim('Opens the link and reads what is to be driven, and for how much', { steps: 0 }, async (scene) => {
    const { page, hand, database, world } = scene
    // The sample's carrier rate card adds to the agreed costs.
    await hand.ends('The trip is rated', async () => (await costsOf(database, world.trip.tripId)).length, 2)
    await page.goto(`${baseUrl}${world.trip.path}`)
    await hand.sees('The trip', page.getByRole('heading', { name: `Trip ${world.trip.name}` }))
    await hand.sees('Where it goes', stopsOf(page).nth(1).getByText(/Gent/))
    const costs = (await costsOf(database, world.trip.tripId)).map(Number)
    const total = costs.reduce((sum, amount) => sum + amount, 0)
    await page.reload()
    await hand.sees('What it pays', page.getByText(`€${total.toFixed(2)}`))
  })

  aim('Offers another price', { steps: 5 }, async ({ page, hand, database, world }) => {
    await hand.click('Another price', page.getByRole('button', { name: 'Offer another price…' }))
    await hand.typeInto('Types the price', page.getByRole('textbox', { name: 'Your price' }), '650')
    await hand.typeInto('Types why', page.getByRole('textbox', { name: 'Remark' }), 'Ferry is dearer')
    // Enter submits the remark, as in every single-line form.
    await page.keyboard.press('Enter')
    await hand.sees('That it was sent', page.getByText('Price offered'))
    await hand.ends('It waits for the office', () => offersOf(database, world.trip.tripId), [
      { amount: '650.00', currency: 'EUR', state: 'OPEN' },
    ])
  })

  aim('The office sees the offer on Today, and takes it', { steps: 1 }, async ({ hand, office, database, world }) => {
    const planner = await office('PLANNER')
    const row = exception(planner.page, world.trip.name)
    await hand.sees('What the carrier asks, and why', row.getByText(/650\.00.*Ferry is dearer/))
    await planner.hand.click('Takes it', row.getByRole('button', { name: `Accept the price: ${world.trip.name}` }))
    await hand.ends('It is the cost of the trip', () => costsOf(database, world.trip.tripId), ['650.00'])
    await hand.ends('The carrier drives it', () => answerOf(database, world.trip.tripId), {
      ...{ answer: 'ACCEPTED', plate: null, driver_name: null },
    })
  })

  aim('Says who drives, and with which truck', { steps: 6 }, async ({ page, hand, database, world }) => {
    await page.reload()
    await hand.sees('That the price is agreed', page.getByText('€650.00').first())
    await hand.click('Changes the answer', page.getByRole('button', { name: 'Change the answer' }))
    await hand.typeInto('Types the plate', page.getByRole('textbox', { name: 'Licence plate' }), '1-ABC-234')
    await hand.typeInto('Types the driver', page.getByRole('textbox', { name: 'Driver' }), 'Bo Peeters')
    await hand.click('Accepts', page.getByRole('button', { name: 'Accept trip' }))
    await hand.ends('The office knows both', () => answerOf(database, world.trip.tripId), {
      ...{ answer: 'ACCEPTED', plate: '1-ABC-234', driver_name: 'Bo Peeters' },
    })
  })

  aim('Reports the pickup', { steps: 4 }, async ({ page, hand, database, world }) => {
    const stop = stopsOf(page).first()
    await hand.click('Is there', stop.getByRole('button', { name: 'Arrived…' }))
    await hand.click('Reports it', stop.getByRole('button', { name: 'Report arrival' }))
    await hand.click('Has left', stop.getByRole('button', { name: 'Left…' }))
    await hand.click('Reports it', stop.getByRole('button', { name: 'Report departure' }))
    await hand.ends('The stop is done', () => statesOf(database, world.trip.tripId), ['COMPLETED', 'PLANNED'])
  })

  aim('Uploads the proof of delivery', { steps: 3 }, async ({ page, hand, database, world }) => {
    const stop = stopsOf(page).nth(1)
    await hand.click('A document', stop.getByRole('button', { name: 'Upload document' }))
    const file = { name: 'pod.png', type: 'image/png', bytes: photo }
    await hand.chooseFile('Takes a photograph', stop.locator('input[type=file]'), file)
    await hand.sees('That it has arrived', stop.getByText('Proof of delivery · pod.png'))
    await hand.ends('It belongs to the trip', () => proofsOf(database, world.trip.tripId), ['pod.png'])
  })

  aim('Refuses another trip, and the office sees why on Today', { steps: 4 }, async (scene) => {
    const { page, hand, office, database, world } = scene
    // Another token in the fragment does not reload the same path.
    await page.goto('about:blank')
    await page.goto(`${baseUrl}${world.other.path}`)
    await hand.click('Does not want it', page.getByRole('button', { name: 'Refuse…' }))
    await hand.typeInto('Types why', page.getByRole('textbox', { name: 'Reason' }), 'No truck free')
    await hand.click('Refuses', page.getByRole('button', { name: 'Refuse trip' }))
    await hand.ends('It is refused', () => answerOf(database, world.other.tripId), {
      ...{ answer: 'REFUSED', plate: null, driver_name: null },
    })
    const planner = await office('PLANNER')
    await hand.sees('Why', exception(planner.page, world.other.name).getByText('No truck free'))
  })
})

function stopsOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Stops' }).locator('ol > li')
}

/** Exception about a trip on Today. */
function exception(page: Page, tripName: string): Locator {
  const list = page.getByRole('list', { name: 'Exceptions' }).getByRole('listitem')
  return list.filter({ has: page.getByRole('link', { name: tripName, exact: true }) }).first()
}

async function offersOf(database: Database, tripId: string) {
  const text = `select amount::numeric(12, 2)::text as amount, currency, state from door_request where trip_id = $1`
  return await database.rows(text, tripId)
}

/** Payable amounts of a trip. */
async function costsOf(database: Database, tripId: string): Promise<string[]> {
  const text = `select amount::numeric(12, 2)::text as amount from charge
     where trip_id = $1 and side = 'COST' and status = 'CREATED' order by 1`
  return (await database.rows<{ amount: string }>(text, tripId)).map(({ amount }) => amount)
}

async function answerOf(database: Database, tripId: string) {
  return (await database.rows('select answer, plate, driver_name from trip_answer where trip_id = $1', tripId))[0]
}

async function statesOf(database: Database, tripId: string): Promise<string[]> {
  const text = 'select status from trip_stop where trip_id = $1 order by sequence'
  return (await database.rows<{ status: string }>(text, tripId)).map(({ status }) => status)
}

/** Names of the proofs of delivery of a trip. */
async function proofsOf(database: Database, tripId: string): Promise<string[]> {
  const text = `select d.name from document d join trip_stop s on s.stop_id = d.subject_id
     where s.trip_id = $1 and d.document_type = 'PROOF_OF_DELIVERY'`
  return (await database.rows<{ name: string }>(text, tripId)).map(({ name }) => name)
}
