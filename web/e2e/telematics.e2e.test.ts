import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, runAxe, settled, useVisit } from './browser.ts'
import { send } from './calls.ts'

/** Position forwarded by Traccar, from a device named after a vehicle's plate. */
function forwarded(device: string, at: Date): object {
  const fixTime = at.toISOString()
  const times = { deviceTime: fixTime, fixTime, serverTime: fixTime, valid: true }
  return {
    position: { ...{ id: 7, deviceId: 4_711, protocol: 'osmand', latitude: 51.05, longitude: 3.72 }, ...times },
    device: { id: 4_711, name: device, uniqueId: `IMEI-${device}`, status: 'online' },
  }
}

describe.skipIf(baseUrl === '')('telematics connections', { timeout: 90_000 }, () => {
  const visit = useVisit({ isSignedIn: true })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test('TELE-5: a connection is added, forwarded devices are recognised by their plate, and others are assigned a vehicle', async () => {
    type Found = { items: { name: string; license_plate: string | null; resource_type: string }[] }
    const { items } = await send<Found>(page, 'GET', '/app/resources?sort=name&offset=0&limit=200')
    const truck = items.find((one) => one.resource_type === 'TRACTOR' && one.license_plate)!
    const name = `Boxes ${Date.now()}`
    const odd = `Odd ${Date.now()}`

    await page.goto(`${baseUrl}/settings/connections`)
    await page.getByRole('button', { name: 'Add connection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Service' }).click()
    await page.getByRole('option', { name: 'Traccar' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('combobox', { name: 'Sign-in' }).click()
    await page.getByRole('option', { name: 'No sign-in' }).click()
    expect(await runAxe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const lines = (await page.locator('pre').textContent())!
    const token = /Authorization: (Bearer ctt_\S+)/.exec(lines)![1]!
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

    // Forwarded by another program, without the pages' knowledge.
    for (const device of [truck.license_plate!, odd]) {
      const answer = await fetch(`${baseUrl}/app/telematics/traccar`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify(forwarded(device, new Date())),
      })
      expect(answer.status).toBe(204)
    }
    await page.reload()
    const own = page.getByRole('article', { name })
    const row = (device: string) => own.getByRole('row').filter({ hasText: `IMEI-${device}` })
    await row(truck.license_plate!).getByText(truck.name, { exact: true }).first().waitFor()
    await row(odd).getByText('Matches no vehicle').waitFor()
    expect(await row(odd).locator('time').count()).toBe(1)
    await settled(page)
    expect(await runAxe(page)).toEqual([])

    await row(odd).getByRole('button', { name: 'This is vehicle…' }).click()
    await page.getByRole('dialog').getByRole('combobox').fill(truck.name)
    await page.getByRole('option').filter({ hasText: truck.name }).first().click()
    const choose = page.getByRole('dialog').getByRole('button', { name: 'Save' })
    if (await choose.isVisible()) await choose.click()
    await row(odd).getByText(truck.name, { exact: true }).first().waitFor()

    await own.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await own.waitFor({ state: 'detached' })
  })
})
