import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, chooseTheme, openPage, runAxe, settled, signIn, useVisit } from './browser.ts'

/** A trip that was planned, as the server answered. */
interface Planned {
  name: string
}

describe.skipIf(baseUrl === '')('planning board', { timeout: 180_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 409/ })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test('orders are planned by drag, by click and by keys; another browser sees each move; undo works after a reload', async () => {
    const second = await openPage(visit().context.browser()!)
    try {
      const other = second.page
      await signIn(other)
      await openBoard(other)
      await page.keyboard.press('g')
      await page.keyboard.press('p')
      await page.waitForURL(/\/planning/)
      await page.keyboard.press('3')
      await openBoard(page)

      const dragged = await planOn(page, (row) => dragTo(page, row))
      await bar(other, dragged).waitFor()
      const placed = await planOn(page, async (row) => {
        await cards(page).first().click()
        await page.getByRole('button', { name: /^Place/ }).click()
        const to = await boxOf(row)
        await page.mouse.move(to.x + 510, to.y + 20)
        await page.mouse.click(to.x + 500, to.y + 20)
      })
      await bar(other, placed).waitFor()
      const typed = await planOn(page, (row) => planByKeys(page, row))
      await bar(other, typed).waitFor()

      await page.reload()
      await openBoard(page)
      await page.keyboard.press('Control+z')
      await bar(other, typed).waitFor({ state: 'detached' })
      expect(await bar(other, placed).count()).toBe(1)

      await changeTrip(page, dragged)
    } finally {
      await second.context.close()
    }
  })

  test('a refused drop shows its reason; axe finds nothing, light and dark', async () => {
    await page.goto(`${baseUrl}/planning?zoom=week`)
    await openBoard(page)
    const taken = bar(page, await planOn(page, (row) => dragTo(page, row)))
    await taken.scrollIntoViewIfNeeded()
    // Right before the trip: what begins there is not over when the trip begins.
    const to = await boxOf(taken)
    const from = await boxOf(cards(page).first())
    await page.mouse.move(from.x + 40, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x - 3, to.y + 10, { steps: 6 })
    await page.locator('.board-ghost[data-state=HARD] .board-tip').waitFor()
    await page.mouse.up()
    const dialog = page.getByRole('dialog', { name: 'Cannot be planned' })
    await dialog.getByRole('listitem').first().waitFor()
    await page.keyboard.press('Escape')
    for (const theme of ['light', 'dark'] as const) {
      await chooseTheme(page, theme)
      await page.reload()
      await openBoard(page)
      await page.locator('.board-bar').first().click()
      await settled(page)
      expect(await runAxe(page), theme).toEqual([])
    }
    await page.getByRole('button', { name: 'List' }).click()
    await settled(page)
    expect(await runAxe(page)).toEqual([])
  })
})

/** Orders that are on hold cannot be planned. */
const cards = (page: Page) => page.locator('[data-order]:not(:has([aria-label="On hold"]))')
const bar = (page: Page, { name }: Planned) => page.getByRole('button', { name: new RegExp(`^${name},`) }).first()

async function openBoard(page: Page): Promise<void> {
  if (!page.url().includes('/planning')) await page.goto(`${baseUrl}/planning?zoom=week`)
  await page.locator('.board-bar').first().waitFor()
  await cards(page).first().waitFor()
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on the page.')
  return box
}

async function dragTo(page: Page, row: Locator): Promise<void> {
  const from = await boxOf(cards(page).first())
  const to = await boxOf(row)
  await page.mouse.move(from.x + 40, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 500, to.y + 20, { steps: 6 })
  await page.locator('.board-ghost[data-state]:not([data-state=pending])').waitFor()
  await page.mouse.up()
}

async function planByKeys(page: Page, row: Locator): Promise<void> {
  const name = (await row.getAttribute('aria-label')) ?? ''
  await cards(page).first().focus()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: /^Plan / })
  await dialog.getByRole('combobox', { name: 'Planning row' }).click()
  const option = page.getByRole('option', { name: new RegExp(`^${name}`) })
  await option.first().click()
  await dialog.getByRole('textbox', { name: 'Start' }).fill('tomorrow 6:00')
  await page.keyboard.press('Control+Enter')
}

/** Looks where an order could be inserted, gives the trip another trailer and splits it; warnings are overridden. */
async function changeTrip(page: Page, trip: Planned): Promise<void> {
  await page
    .getByRole('button', { name: 'Clear' })
    .click({ timeout: 1_000 })
    .catch(() => {})
  await cards(page).first().click()
  await page.getByRole('button', { name: 'Insert into a trip…' }).click()
  const insert = page.getByRole('dialog', { name: /into a trip$/ })
  await insert
    .getByRole('button', { name: /^Insert into/ })
    .or(insert.getByText(/^No trip around/))
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await insert.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Clear' }).click()

  await bar(page, trip).scrollIntoViewIfNeeded()
  await bar(page, trip).click({ modifiers: ['Shift'] })
  await untilTaken(async (at) => {
    await page.getByRole('button', { name: /^Driver and trailer…/ }).click()
    const swap = page.getByRole('dialog', { name: `Driver and trailer of ${trip.name}` })
    await swap.getByRole('combobox', { name: 'Trailer' }).click()
    await page.getByRole('option').nth(at).click()
    await done(page, 'place', () => swap.getByRole('button', { name: /^Save/ }).click())
  })
  await untilTaken(async (at) => {
    await page.getByRole('button', { name: 'Split…' }).click()
    const split = page.getByRole('dialog', { name: `Split ${trip.name}` })
    await split.getByRole('combobox', { name: 'Transfer point' }).click()
    await page.getByRole('option').nth(at).click()
    await done(page, 'split', () => split.getByRole('button', { name: /^Split order/ }).click())
  })
}

/** Tries one choice after another until the plan takes one. */
async function untilTaken(choose: (at: number) => Promise<void>): Promise<void> {
  const refusals: string[] = []
  for (let at = 0; at < 6; at += 1) {
    try {
      await choose(at)
      return
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusals.push(error.message)
    }
  }
  throw new Error(`No choice is taken: ${refusals.join('; ')}`)
}

/** Waits for what a command answers, and overrides warnings with a reason. */
async function done(page: Page, path: string, act: () => Promise<void>): Promise<{ trips: Planned[] }> {
  const answer = page.waitForResponse(
    (response) =>
      response.url().endsWith(`/app/planning/${path}`) &&
      response.ok() &&
      !response.request().postData()?.includes('"dry_run":true'),
    { timeout: 30_000 },
  )
  answer.catch(() => {})
  await act()
  const doubtful = page.getByRole('dialog', { name: 'Plan with warnings?' })
  const hard = page.getByRole('dialog', { name: 'Cannot be planned' })
  await Promise.race([doubtful.or(hard).first().waitFor(), answer])
  if (await hard.isVisible()) {
    const refusal = (await hard.innerText()).replaceAll('\n', ' ')
    await page.keyboard.press('Escape')
    await hard.waitFor({ state: 'hidden' })
    throw new Refused(refusal)
  }
  if (await doubtful.isVisible()) {
    await doubtful.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the customer')
    await page.keyboard.press('Control+Enter')
  }
  return (await (await answer).json()) as { trips: Planned[] }
}

/** What was requested cannot be. */
class Refused extends Error {}

/** Tries rows until one takes the order. */
async function planOn(page: Page, plan: (row: Locator) => Promise<void>): Promise<Planned> {
  const rows = page.getByRole('region', { name: 'Planning board' }).locator('[role=group]')
  const refusals: string[] = []
  for (let at = 0; at < 8; at += 1) {
    try {
      const { trips } = await done(page, 'plan', () => plan(rows.nth(at + 1)))
      return trips[0]!
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusals.push(error.message)
    }
  }
  throw new Error(`No row takes the order: ${refusals.join('; ')}`)
}
