import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, runAxe, useVisit } from './browser.ts'
import { send } from './calls.ts'

interface Listed {
  items: { trip_id: string }[]
}
interface Trip {
  trip: { name: string; stops: { stop_id: string }[] }
  resources: { resource_id: string; resource_type: string }[]
}

/** Position of the phone. */
const where = { latitude: 51.05, longitude: 3.72, accuracy: 14 }

/** One-pixel JPEG. */
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(baseUrl === '')('the driver’s page', { timeout: 120_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /ERR_INTERNET_DISCONNECTED|status of 4(04|09)/ })
  let page: Page
  let phone: BrowserContext | undefined
  beforeEach(() => {
    page = visit().page
  })
  afterEach(async () => {
    await phone?.close()
  })

  test('a trip is completed offline, with photo and signature, and reaches the planner once there is a signal', async () => {
    const { tripId, driverId, stops } = await tripWithDriver(page)
    const link = await linkFor(page, driverId)
    phone = await page
      .context()
      .browser()!
      .newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const first = await phone.newPage()
    await first.goto(link)
    await stopsOf(first, tripId).first().waitFor()
    expect(new URL(first.url()).hash).toBe('')
    expect(await runAxe(first)).toEqual([])
    await first.evaluate(() => navigator.serviceWorker.ready)
    await kept(first)

    await phone.setOffline(true)
    // Orders at one place share a row.
    const visits = await stopsOf(first, tripId).count()
    expect(visits).toBeLessThanOrEqual(stops)
    for (let at = 0; at < visits; at += 1) {
      await stopsOf(first, tripId).nth(at).click()
      await confirm(first, 'Arrived')
      if (at === visits - 1) {
        await takePhoto(first)
        await sign(first)
      }
      await confirm(first, 'Leave')
      await first.getByRole('button', { name: 'Back' }).click()
    }
    await first.getByText('No signal').waitFor()
    await first.close()

    const second = await phone.newPage()
    await second.goto(`${baseUrl}/driver`)
    const waiting = second.getByText(/^To send: \d+$/)
    await waiting.waitFor()
    const acts = Number(/\d+/.exec((await waiting.textContent()) ?? '')![0])
    expect(acts).toBeGreaterThanOrEqual(2 * stops + 2)
    await phone.setOffline(false)
    await second.getByText('Everything sent').waitFor({ timeout: 30_000 })
    expect(await waitingFiles(second)).toBe(0)

    await page.goto(`${baseUrl}/trips/${tripId}?tab=driver`)
    const reports = page.getByRole('table', { name: 'Driver reports' })
    await reports.getByText('J. Peeters').waitFor()
    expect(await reports.getByText('Accepted').count()).toBe(acts)
    expect(await reports.locator('tbody tr').first().locator('time').count()).toBe(2)
    await page.getByRole('tab', { name: 'Documents' }).click()
    await page.getByText('Signature.png').waitFor()
    await page.getByText('Damage.jpg').waitFor()
  })

  test('LINK-10: a driver shares the position of the phone during a trip, and the planner sees the start and the last time', async () => {
    await page.goto(`${baseUrl}/settings/connections`)
    const allowed = page.getByRole('checkbox', { name: /Drivers may share the position/ })
    await allowed.waitFor()
    if (!(await allowed.isChecked())) await allowed.click()
    await expect.poll(() => allowed.isChecked()).toBe(true)
    const driverId = await driverUnderWay(page)
    const link = await linkFor(page, driverId)
    phone = await page
      .context()
      .browser()!
      .newContext({
        ...{ viewport: { width: 390, height: 844 }, hasTouch: true, permissions: ['geolocation'] },
        geolocation: where,
      })
    const own = await phone.newPage()
    await own.goto(link)
    const share = own.getByRole('switch', { name: 'Share my position' })
    await share.waitFor()
    // An earlier run may have left the driver's consent, and a position at this place.
    if ((await share.getAttribute('aria-checked')) === 'true') await share.click()
    await expect.poll(() => share.getAttribute('aria-checked')).toBe('false')
    const since = new Date().toISOString()
    expect(await sentOf(page, driverId, since)).toBe(false)
    await share.click()
    await own.getByText('Your position is being sent.').waitFor()
    expect(await runAxe(own)).toEqual([])
    // The emulated position has a timestamp: positions from before the consent are not sent.
    await phone.setGeolocation(where)
    await expect.poll(() => sentOf(page, driverId, since), { timeout: 30_000 }).toBe(true)

    await page.goto(`${baseUrl}/settings/connections`)
    const drivers = page.getByRole('table', { name: 'Drivers who share their position' })
    await drivers.waitFor()
    expect(await drivers.locator('tbody tr').first().locator('time').count()).toBe(2)
    expect(await runAxe(page)).toEqual([])
    await share.click()
    await expect.poll(() => share.getAttribute('aria-checked')).toBe('false')
    await page.reload()
    await allowed.waitFor()
    await expect.poll(() => drivers.count()).toBe(0)
    await allowed.click()
    await expect.poll(() => allowed.isChecked()).toBe(false)
  })
})

/** A driver with a trip in progress. */
async function driverUnderWay(page: Page): Promise<string> {
  const { items } = await send<Listed>(page, 'GET', '/app/trips?status=IN_PROGRESS&sort=starts&limit=100')
  for (const { trip_id } of items) {
    const { resources } = await send<Trip>(page, 'GET', `/app/trips/${trip_id}`)
    const driver = resources.find(({ resource_type }) => resource_type === 'DRIVER')
    if (driver) return driver.resource_id
  }
  throw new Error('the sample has no trip under way with a driver')
}

/** Whether the phone's position is the driver's last known one, measured since an instant. */
async function sentOf(page: Page, driverId: string, since: string): Promise<boolean> {
  type Value = { latitude?: number; accuracy_m?: number }
  type State = { states: { kind: string; recorded_at: string; value: Value }[] }
  const { states } = await send<State>(page, 'GET', `/app/resources/${driverId}/state`)
  const last = states.find(({ kind }) => kind === 'POSITION')
  const isHere = last?.value.latitude === where.latitude && last.value.accuracy_m === where.accuracy
  // Instants have a precision of a second.
  return isHere && Date.parse(last.recorded_at) >= Math.floor(Date.parse(since) / 1_000) * 1_000
}

/** A planned trip of the next days with a separate driver. */
async function tripWithDriver(page: Page): Promise<{ tripId: string; driverId: string; stops: number }> {
  const { items } = await send<Listed>(page, 'GET', '/app/trips?status=PLANNED&sort=starts&limit=100')
  for (const { trip_id } of items) {
    const { trip, resources } = await send<Trip>(page, 'GET', `/app/trips/${trip_id}`)
    const driver = resources.find(({ resource_type }) => resource_type === 'DRIVER')
    if (driver && trip.stops.length <= 4) {
      return { tripId: trip_id, driverId: driver.resource_id, stops: trip.stops.length }
    }
  }
  throw new Error('the sample has no planned trip with a driver')
}

async function linkFor(page: Page, driverId: string): Promise<string> {
  await page.goto(`${baseUrl}/resources/${driverId}`)
  await page.getByRole('button', { name: 'Driver’s page' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor()
  return await page.getByTestId('driver-link').innerText()
}

/** The stops of a trip on the phone. */
function stopsOf(phone: Page, tripId: string): Locator {
  return phone.locator(`[data-trip="${tripId}"]`).getByRole('listitem').getByRole('button')
}

/** Waits until the service worker has cached the whole page. */
async function kept(phone: Page): Promise<void> {
  await phone.waitForFunction(async () => (await caches.match('/driver', { ignoreVary: true })) !== undefined)
}

async function confirm(phone: Page, act: string): Promise<void> {
  await phone.getByRole('main').getByRole('button', { name: act, exact: true }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await phone.getByRole('dialog').waitFor({ state: 'detached' })
}

async function takePhoto(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: 'Photo' }).click()
  const dialog = phone.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: photo })
  await dialog.getByRole('radio', { name: 'Damage' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function sign(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: 'Signature' }).click()
  const dialog = phone.getByRole('dialog')
  await dialog.getByRole('textbox').fill('J. Peeters')
  const pad = (await dialog.getByRole('img', { name: 'Sign here' }).boundingBox())!
  await phone.mouse.move(pad.x + 40, pad.y + 60)
  await phone.mouse.down()
  await phone.mouse.move(pad.x + 120, pad.y + 30, { steps: 4 })
  await phone.mouse.move(pad.x + 200, pad.y + 90, { steps: 4 })
  await phone.mouse.up()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Number of files still stored on the phone. */
async function waitingFiles(phone: Page): Promise<number> {
  return await phone.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const open = indexedDB.open('cartage-driver')
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const count = open.result.transaction('files').objectStore('files').count()
          count.onsuccess = () => resolve(count.result)
        }
      }),
  )
}
