import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, runAxe, useVisit } from './browser.ts'
import { send } from './calls.ts'

interface Listed {
  items: { trip_id: string; name: string; status: string; subcontractor: { company_id: string; name: string } | null }[]
}

/** One-pixel PNG. */
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(baseUrl === '')('pages behind links', { timeout: 120_000 }, () => {
  const visit = useVisit({ isSignedIn: true })
  let page: Page
  let phone: BrowserContext | undefined
  beforeEach(() => {
    page = visit().page
  })
  afterEach(async () => {
    await phone?.close()
  })

  test('a carrier accepts a trip by link, reports a stop and uploads the proof, and the planner sees all of it', async () => {
    const [trip, other] = await tripsOfCarriers(page)
    const link = await carrierLink(page, trip.trip_id)
    phone = await page
      .context()
      .browser()!
      .newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const carrier = await phone.newPage()
    await carrier.goto(link)
    await carrier.getByRole('heading', { name: `Trip ${trip.name}` }).waitFor()
    expect(await runAxe(carrier)).toEqual([])
    await carrier.getByRole('textbox', { name: 'Licence plate' }).fill('1-ABC-234')
    await carrier.getByRole('textbox', { name: 'Driver' }).fill('Bo Peeters')
    await carrier.getByRole('button', { name: 'Accept trip' }).dblclick()
    await carrier.getByText('You accepted this trip').waitFor()

    const stop = carrier.getByRole('region', { name: 'Stops' }).locator('ol > li').first()
    await stop.getByRole('button', { name: 'Arrived…' }).click()
    await stop.getByRole('button', { name: 'Report arrival' }).click()
    await stop.getByRole('button', { name: 'Left…' }).click()
    await stop.getByRole('button', { name: 'Report departure' }).click()
    await stop.getByText(/^Arrived .* left /).waitFor()
    await stop.getByRole('button', { name: 'Upload document' }).click()
    await stop.getByRole('combobox', { name: 'Type of document' }).selectOption('PROOF_OF_DELIVERY')
    await stop.locator('input[type=file]').setInputFiles({ name: 'pod.png', mimeType: 'image/png', buffer: photo })
    await stop.getByText('Proof of delivery · pod.png').waitFor()
    expect(await runAxe(carrier)).toEqual([])

    await page.goto(`${baseUrl}/trips/${trip.trip_id}?tab=dispatch`)
    const answer = page.getByRole('region', { name: 'Answer of the carrier' })
    await answer.getByText('Accepted', { exact: true }).waitFor()
    await answer.getByText('1-ABC-234 · Bo Peeters').waitFor()
    await page.getByRole('tab', { name: 'Documents' }).click()
    await page.getByText('pod.png').first().waitFor()

    const stranger = await phone.newPage()
    await stranger.goto(await carrierLink(page, other.trip_id))
    await stranger.getByRole('heading', { name: `Trip ${other.name}` }).waitFor()
    expect(await stranger.getByText('1-ABC-234').count()).toBe(0)
    expect(await stranger.getByText('pod.png').count()).toBe(0)
  })
})

/** A planned trip of one carrier, and any trip of another. */
async function tripsOfCarriers(page: Page): Promise<[Listed['items'][number], Listed['items'][number]]> {
  const path = '/app/trips?driven_by=SUBCONTRACTOR&limit=200'
  const { items } = await send<Listed>(page, 'GET', path)
  const first = items.find(({ subcontractor, status }) => subcontractor !== null && status === 'PLANNED')
  const other = items.find(
    ({ subcontractor }) => subcontractor && subcontractor.company_id !== first?.subcontractor?.company_id,
  )
  if (!first || !other) throw new Error('the sample has no planned trips of two carriers')
  return [first, other]
}

/** Creates a link on the trip page, and copies it there. */
async function carrierLink(page: Page, tripId: string): Promise<string> {
  await page.goto(`${baseUrl}/trips/${tripId}?tab=dispatch`)
  const answer = page.getByRole('region', { name: 'Answer of the carrier' })
  await answer.getByRole('button', { name: 'Carrier link…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Carrier link' })
  await dialog.getByRole('textbox', { name: 'Office or contact' }).fill('Gent')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  return await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
}
