import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, openToday, runAxeInBothThemes, settled, useVisit } from './browser.ts'

describe.skipIf(baseUrl === '')('trips', { timeout: 60_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 4(04|09|22)/ })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test('G and T opens the list; a row opens the trip with its stops and its orders', async () => {
    await openToday(page)
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.waitForURL(/\/trips\?when=today$/)
    // Within the list: the start page, shown until the list loads, also names trips.
    await page
      .getByRole('grid', { name: 'Trips' })
      .getByText(/^T-\d+$/)
      .first()
      .waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/trips\/[0-9a-f-]{36}$/)
    await page.getByRole('table', { name: 'Stops' }).waitFor()
    await page
      .getByRole('link', { name: /^O-\d+$/ })
      .first()
      .click()
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}$/)
    await page.getByRole('table', { name: 'Stops' }).waitFor()
    await page
      .getByRole('link', { name: /^T-\d+$/ })
      .first()
      .waitFor()
  })

  test('a draft is confirmed, and undone', async () => {
    // Objections to a draft depend on the day, and on some days the sample has no drafts. Planned trips reverted to
    // drafts come first, because they have no hard objections.
    const planned = await tripsIn(page, 'PLANNED')
    const before = await tripsIn(page, 'CREATED')
    for (const { trip_id } of planned.slice(0, 4)) await takeBack(page, trip_id)
    const after = await tripsIn(page, 'CREATED')
    const isOld = (trip: { trip_id: string }) => before.some(({ trip_id }) => trip_id === trip.trip_id)
    const drafts = [...after.filter((trip) => !isOld(trip)), ...after.filter(isOld)]
    const dialog = page.getByRole('dialog', { name: /^Trip \S+$/ })
    const undo = page.getByRole('button', { name: 'Undo' })
    const refusals: string[] = []
    let confirmed = 0
    for (const { trip_id } of drafts) {
      await page.goto(`${baseUrl}/trips/${trip_id}`)
      await page.getByRole('button', { name: 'Confirm plan' }).click()
      await dialog.or(undo).first().waitFor()
      if (await dialog.isVisible()) {
        const reason = dialog.getByRole('textbox')
        if ((await reason.count()) === 0) {
          refusals.push((await dialog.innerText()).replaceAll('\n', ' '))
          continue
        }
        await reason.fill('Agreed with the customer')
        await page.keyboard.press('Control+Enter')
      }
      await undo.click()
      await page.getByRole('button', { name: 'Confirm plan' }).waitFor()
      confirmed += 1
      if (confirmed === 2) break
    }
    expect(confirmed, `of ${drafts.length} drafts, refused: ${refusals.join('; ')}`).toBeGreaterThan(0)
  })

  test('a trip declined by its carrier shows this in its header and its facts, and no stop is dispatched', async () => {
    const reason = 'refused: no driver free'
    const dispatch = { destination_name: 'Hauler', state: 'DECLINED', reason, differs_since: '2026-02-02T08:00:00Z' }
    await page.route(/\/app\/trips\/[0-9a-f-]{36}$/, async (route) => {
      const response = await route.fetch()
      const record = (await response.json()) as { trip: { stops: { status: string }[]; is_dispatched: boolean } }
      const stops = record.trip.stops.map((stop) => ({ ...stop, status: 'DISPATCHED' }))
      await route.fulfill({
        response,
        json: { ...record, dispatch, trip: { ...record.trip, stops, is_dispatched: true } },
      })
    })
    const unanswered = /\/app\/dispatch\/trips\/[0-9a-f-]{36}\/answer$/
    await page.route(unanswered, (route) => route.fulfill({ json: { standing: null } }))
    const answer = await page.request.get(`${baseUrl}/app/trips?status=PLANNED&limit=1`)
    const [trip] = ((await answer.json()) as { items: { trip_id: string }[] }).items
    await page.goto(`${baseUrl}/trips/${trip!.trip_id}`)
    await page.getByText('Dispatch failed').first().waitFor()
    await page.getByText('Older version').waitFor()
    const stops = page.getByRole('table', { name: 'Stops' })
    await stops.getByText('Planned', { exact: true }).nth(1).waitFor()
    expect(await stops.getByText('Dispatched').count()).toBe(0)
    expect(await page.getByText('Dispatch failed').count()).toBe(2)
    expect(await page.getByText('Has it').count()).toBe(0)
    await page.unroute(unanswered)
    await page.unroute(/\/app\/trips\/[0-9a-f-]{36}$/)
  })

  test('FIT-8: a suitable driver is found with the keyboard; an unsuitable one has a reason and cannot be chosen', async () => {
    for (const { trip_id } of await tripsIn(page, 'PLANNED')) {
      await page.goto(`${baseUrl}/trips/${trip_id}`)
      const field = page.getByRole('combobox', { name: 'Driver' })
      await page.getByRole('table', { name: 'Stops' }).waitFor()
      if ((await field.count()) === 0) continue
      await field.focus()
      await page.keyboard.press('ArrowDown')
      const options = page.getByRole('option')
      await options.first().waitFor()
      const barred = page.locator('[role=option][aria-disabled=true]')
      if ((await barred.count()) === 0) continue
      const states = await options.evaluateAll((all) => all.map((one) => one.getAttribute('aria-disabled') === 'true'))
      expect(states).toEqual(states.toSorted((one, other) => Number(one) - Number(other)))
      expect(await barred.first().innerText()).toMatch(/\n.+\./)
      const [name] = (await barred.first().innerText()).split('\n')
      const before = await field.inputValue()
      await page.keyboard.type(name!)
      await page.locator('[role=option]', { hasText: name! }).first().waitFor()
      if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT })
      await page.keyboard.press('Enter')
      expect(await field.inputValue()).toBe(name)
      await page.keyboard.press('Escape')
      await expect.poll(() => field.inputValue()).toBe(before)
      return
    }
    throw new Error('no driver of the sample is refused for any planned trip')
  })

  // The list and its panel are covered with all other screens.
  test('axe finds nothing on the trip, light and dark', async () => {
    await page.goto(`${baseUrl}/trips`)
    await page
      .getByText(/^T-\d+$/)
      .first()
      .click()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/trips\/[0-9a-f-]{36}$/)
    for (const tab of ['Overview', 'Dispatch', 'Documents', 'Money', 'Activity', 'Developer']) {
      await page.getByRole('tab', { name: tab }).click()
      await settled(page)
      expect(await runAxeInBothThemes(page), tab).toEqual([])
    }
  })
})

/** Trips with a status, from the application's list. */
async function tripsIn(page: Page, status: string): Promise<{ trip_id: string }[]> {
  const answer = await page.request.get(`${baseUrl}/app/trips?status=${status}&limit=50`)
  return ((await answer.json()) as { items: { trip_id: string }[] }).items
}

/** Reverts a planned trip to a draft, as on its page; a trip that cannot be reverted stays planned. */
async function takeBack(page: Page, tripId: string): Promise<void> {
  await page.evaluate(async (id) => {
    const session = await (await fetch('/app/session')).json()
    await fetch('/app/planning/commands', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': session.csrf_token },
      body: JSON.stringify({ kind: 'TAKE_BACK', trip_ids: [id], override: { reason: 'Browser test' } }),
    })
  }, tripId)
}
