import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { type BoardWorld, boardWorld, cards, dayOfWeek, openBoard } from './board-world.ts'
import { baseUrl, runAxeInBothThemes, settled, useVisit } from './browser.ts'
import { send } from './calls.ts'

describe.skipIf(baseUrl === '')('suggested trips on the board', { timeout: 180_000 }, () => {
  const visit = useVisit({ isSignedIn: true })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test('suggested trips are shown over the plan, one is accepted and undone, all are accepted, and a reload shows the same', async () => {
    const world = await boardWorld(page, { orders: 3, vehicles: 0, week: 1, days: [2, 4, 4], dangerous: 1 })
    const run = await suggest(page, world)
    await openBoard(page, world, `&run=${run}`)
    const panel = page.getByRole('complementary', { name: 'Suggested trips' })
    await ghosts(page).first().waitFor({ timeout: 60_000 })
    expect(await ghosts(page).count()).toBe(2)
    // Orders that cannot be carried show the reason.
    await panel.getByText(/ADR/).first().waitFor()
    await page.reload()
    await ghosts(page).nth(1).waitFor()
    await settled(page)
    expect(await runAxeInBothThemes(page)).toEqual([])

    await panel
      .getByRole('button', { name: /^Accept the trip of/ })
      .first()
      .dblclick()
    await bars(page).first().waitFor()
    await ghosts(page).nth(1).waitFor({ state: 'detached' })
    expect(await bars(page).count()).toBe(1)
    await page.getByText('Trips accepted').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await bars(page).first().waitFor({ state: 'detached' })
    await ghosts(page).nth(1).waitFor()
    await cards(page).nth(2).waitFor()

    await panel.getByRole('button', { name: 'Accept all 2 trips' }).press('Enter')
    await bars(page).nth(1).waitFor()
    await ghosts(page).first().waitFor({ state: 'detached' })
    await cards(page).nth(1).waitFor({ state: 'detached' })
    const shown = await read(page)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.reload()
    await bars(page).nth(1).waitFor()
    // The pool loads separately from the bars.
    await cards(page).first().waitFor()
    expect(await read(page)).toEqual(shown)
  })

  test('a suggestion is dropped when its order is planned by hand meanwhile, and new suggestions are requested', async () => {
    const world = await boardWorld(page, { orders: 2, vehicles: 0, week: 1, days: [2, 4] })
    const run = await suggest(page, world)
    await openBoard(page, world, `&run=${run}`)
    await ghosts(page).nth(1).waitFor({ timeout: 60_000 })
    const body = { new_trip: { name: world.key }, order_ids: [world.orderIds[0]], override: { reason: 'By hand' } }
    await send(page, 'POST', '/app/planning/commands', { kind: 'PLAN', ...body })
    await ghosts(page).nth(1).waitFor({ state: 'detached' })
    const panel = page.getByRole('complementary', { name: 'Suggested trips' })
    await panel.getByText(`was planned on ${world.key} after the run`).waitFor()
    await panel.getByRole('button', { name: 'Suggest again' }).click()
    await panel.getByText(`was planned on ${world.key} after the run`).waitFor({ state: 'detached', timeout: 60_000 })
    await ghosts(page).first().waitFor({ timeout: 60_000 })
  })
})

const ghosts = (page: Page) => page.getByRole('button', { name: /^Suggested: / })
const bars = (page: Page) => page.locator('.board-bar')

/** Texts of the bars and pool cards. */
async function read(page: Page) {
  // Only wide bars show text, but their title is the same at any width.
  const titles = await bars(page).evaluateAll((all) => all.map((one) => one.getAttribute('title')))
  return { bars: titles, cards: await cards(page).allInnerTexts() }
}

/** Starts a run for a test's orders with a van and a separate driver. */
async function suggest(page: Page, { key, orderIds }: BoardWorld): Promise<string> {
  const made = async (name: string, part: object) => {
    const { id } = await send<{ id: string }>(page, 'POST', '/app/resources', { name, ...part })
    return id
  }
  const van = await made(`${key} Van`, { van: {} })
  const driver = await made(`${key} Driver`, { driver: { first_name: key, last_name: 'Driver' } })
  const { optimisation_id } = await send<{ optimisation_id: string }>(page, 'POST', '/app/planning/optimisations', {
    order_ids: orderIds,
    combinations: [{ resource_ids: [van, driver] }],
    ...{ from_at: `${dayOfWeek(0, 1)}T00:00:00Z`, to_at: `${dayOfWeek(6, 1)}T00:00:00Z` },
  })
  return optimisation_id
}
