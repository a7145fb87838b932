import type { Page, Response } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type BoardWorld,
  bar,
  boardWorld,
  cards,
  done,
  dragTo,
  lastDay,
  openBoard,
  type Planned,
  placeOn,
  planByDrag,
  rowsOf,
} from './board-world.ts'
import { baseUrl, loginOf, openPage, runAxe, runAxeInBothThemes, settled, signIn, useVisit } from './browser.ts'
import { send } from './calls.ts'

describe.skipIf(baseUrl === '')('planning board', { timeout: 180_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 409/ })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test('orders are planned by drag, by click and by keys; another browser sees each move; undo works after a reload', async () => {
    const world = await boardWorld(page, { orders: 3, vehicles: 3 })
    const second = await openPage(visit().context.browser()!)
    try {
      const other = second.page
      await signIn(other)
      await openBoard(other, world)
      await openBoard(page, world)

      const dragged = await planByDrag(page, rowsOf(page).nth(0))
      await bar(other, dragged).waitFor()
      const [placed] = await done(page, 'PLAN', () => placeByClick(page))
      await bar(other, placed!).waitFor()
      const [typed] = await done(page, 'PLAN', () => planByKeys(page, world.vehicles[2]!))
      await bar(other, typed!).waitFor()

      await page.reload()
      await bar(page, typed!).waitFor()
      await page.keyboard.press('Control+z')
      await bar(other, typed!).waitFor({ state: 'detached' })
      await cards(other).first().waitFor()
      expect(await bar(other, placed!).count()).toBe(1)
    } finally {
      await second.context.close()
    }
  })

  test('ten drags to suitable places create ten plans, and none needs a reason', async () => {
    const days = Array.from({ length: 10 }, (_, at) => Math.floor(at / 5))
    const world = await boardWorld(page, { orders: 10, vehicles: 5, week: 1, days })
    await openBoard(page, world)
    for (const [at, day] of days.entries()) {
      const to = await placeOn(rowsOf(page).nth(at % 5), day, 8)
      const answer = page.waitForResponse(isPlanned)
      await dragTo(page, cards(page).first(), to, '[data-state=OK]')
      expect((await answer).request().postDataJSON()).not.toHaveProperty('override')
      await expect.poll(() => cards(page).count()).toBe(9 - at)
    }
  })

  test('compact rows: 28 of them fit, and a drop joins the trip under the pointer', async () => {
    await page.evaluate(() => window.localStorage.setItem('cartage.density', 'compact'))
    await page.goto(`${baseUrl}/planning`)
    await rowsOf(page).nth(27).waitFor()
    // Other tests have groups, and trips at the same time, which make a row taller: the row of one line is measured.
    const screen = (await page.getByRole('region', { name: 'Planning board' }).boundingBox())!
    const top = (await rowsOf(page).first().boundingBox())!.y
    const heights = await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(Math.floor((screen.y + screen.height - top) / Math.min(...heights))).toBeGreaterThanOrEqual(28)
    const world = await boardWorld(page, { orders: 2 })
    await openBoard(page, world)
    const trip = await planByDrag(page, rowsOf(page).first())
    const box = (await bar(page, trip).boundingBox())!
    const [joined] = await done(page, 'PLAN', () =>
      dragTo(page, cards(page).first(), { x: box.x + box.width / 2, y: box.y + box.height / 2 }),
    )
    expect(joined!.trip_id).toBe(trip.trip_id)
  })

  test('a refused drop shows its reason and the earliest start that fits', async () => {
    const world = await boardWorld(page, { orders: 2 })
    await openBoard(page, world)
    const taken = bar(page, await planByDrag(page, rowsOf(page).first()))
    await taken.waitFor()
    const box = (await taken.boundingBox())!
    // Right before the trip, so that the new one overlaps it. Dropped on its bar, the order would join it.
    await dragTo(page, cards(page).first(), { x: box.x - 3, y: box.y + 10 })
    const dialog = page.getByRole('dialog', { name: 'Cannot be planned' })
    await dialog.getByRole('listitem').first().waitFor()
    const [instead] = await done(page, 'PLAN', async () => {
      await dialog.getByRole('button', { name: /^Start at .* instead$/ }).click()
      await dialog.waitFor({ state: 'hidden' })
    })
    await bar(page, instead!).waitFor()
  })

  test('a dragged order colours the rows it fits and those it does not; dropped where it fits, it begins then', async () => {
    const world = await boardWorld(page, { orders: 1, vehicles: 2, away: 1 })
    await openBoard(page, world)
    const judged = page.waitForResponse((one) => one.url().endsWith('/app/planning/combinations/judge') && one.ok())
    const card = (await cards(page).first().boundingBox())!
    await page.mouse.move(card.x + 40, card.y + 20)
    await page.mouse.down()
    const over = await placeOn(rowsOf(page).nth(1), lastDay, 8)
    await page.mouse.move(over.x, over.y, { steps: 4 })
    await expect.poll(() => page.locator('.board-fit').evaluateAll(coloursOf)).toEqual(['OK', 'HARD'])
    await page.locator('.board-ghost[data-state=HARD]').waitFor()
    const slot = (await page.locator('.board-slot').boundingBox())!
    const { items } = (await (await judged).json()) as { items: { starts_at: string }[] }
    const [trip] = await done(page, 'PLAN', async () => {
      await page.mouse.move(slot.x + slot.width - 4, slot.y + slot.height / 2, { steps: 4 })
      await page.locator('.board-ghost[data-state=OK]').waitFor()
      await page.mouse.up()
    })
    expect(trip).toMatchObject({ starts_at: items[0]!.starts_at })
    expect(await page.locator('.board-fit').count()).toBe(0)
    // Its panel takes room of the board, where the bar stays in sight and as wide as it was.
    const { width } = (await bar(page, trip!).boundingBox())!
    await bar(page, trip!).click()
    await page.getByRole('button', { name: /^Insert stop/ }).waitFor()
    const isInSight = async () => {
      const board = (await page.getByRole('region', { name: 'Planning board' }).boundingBox())!
      const box = (await bar(page, trip!).boundingBox())!
      return box.x + width < board.x + board.width && box.width === width
    }
    await expect.poll(isInSight).toBe(true)
  })

  test('a drop before now needs a reason, and a start from now on is offered that needs none', async () => {
    const world = await boardWorld(page, { orders: 1, week: 1 })
    await openBoard(page, { ...world, week: -1 })
    await dragTo(page, cards(page).first(), await placeOn(rowsOf(page).first(), lastDay, 8), '[data-state=SOFT]')
    const dialog = page.getByRole('dialog', { name: 'Plan with warnings?' })
    await dialog.getByText(/would have begun at .* 08:00, which has passed: choose a later start/).waitFor()
    const answer = page.waitForResponse(isPlanned)
    await dialog.getByRole('button', { name: /^Start at .* instead$/ }).click()
    await dialog.waitFor({ state: 'hidden' })
    const planned = await answer
    expect(planned.request().postDataJSON()).not.toHaveProperty('override')
    const { trips } = (await planned.json()) as { trips: { starts_at: string }[] }
    expect(Date.parse(trips[0]!.starts_at)).toBeGreaterThan(Date.now() - 60_000)
  })

  test('a drop with warnings is planned with a reason, which the history shows', async () => {
    const world = await boardWorld(page, { orders: 1 })
    await openBoard(page, world)
    // On the day before the requested one.
    await dragTo(page, cards(page).first(), await placeOn(rowsOf(page).first(), lastDay - 1, 8))
    const dialog = page.getByRole('dialog', { name: 'Plan with warnings?' })
    await dialog.getByRole('listitem').first().waitFor()
    const reason = `The customer agreed, ${world.key}`
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
    // A double-click plans only once.
    await dialog.getByRole('button', { name: 'Plan anyway' }).dblclick()
    await page.locator('.board-bar').waitFor()
    await page.getByRole('button', { name: 'Planning history' }).click()
    const history = page.getByRole('complementary', { name: 'Planning history' })
    await history.getByText(reason).first().waitFor()
    expect(await history.getByText(reason).count()).toBe(1)
  })

  test('a trip gets another trailer, gets another order, and is split', async () => {
    const world = await boardWorld(page, { orders: 2, vehicles: 2, trailers: 1, from: 'Oostende', week: 1 })
    await openBoard(page, world)
    const trip = await planByDrag(page, rowsOf(page).first())
    await insertOrder(page, trip)
    await bar(page, trip).click({ modifiers: ['Shift'] })
    await swapTrailer(page, trip, world.trailers[0]!)
    const trips = await split(page, trip, world)
    for (const one of trips) await bar(page, one).waitFor()
    expect(trips.length).toBe(2)
  })

  test('two boards in one browser show different saved views, both live, and other planners see each selection', async () => {
    const world = await boardWorld(page, { orders: 2 })
    await openBoard(page, world)
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(world.key)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).dblclick()
    await page.getByText(`View “${world.key}” saved`).waitFor()

    const window = await visit().context.newPage()
    await window.goto(`${baseUrl}/planning?by=driver`)
    await window.getByRole('button', { name: 'Saved views' }).click()
    await window.getByRole('menuitem', { name: world.key }).click()
    await rowsOf(window).first().waitFor()
    expect(await rowsOf(window).count()).toBe(1)
    const trip = await planByDrag(page, rowsOf(page).first())
    await bar(window, trip).waitFor()
    await done(window, 'CANCEL', async () => {
      await bar(window, trip).focus()
      await window.keyboard.press('u')
    })
    await bar(page, trip).waitFor({ state: 'detached' })

    const second = await openPage(visit().context.browser()!)
    try {
      await signIn(second.page, loginOf('PLANNER'))
      await openBoard(second.page, world)
      await page.getByRole('list', { name: 'Also on the board' }).waitFor()
      await cards(second.page).first().click()
      await page.getByText(/has this selected/).waitFor()
    } finally {
      await second.context.close()
    }
  })

  test('keys pressed before the page is ready are executed; axe finds nothing, light and dark, and neither in the list', async () => {
    const world = await boardWorld(page, { orders: 2 })
    await page.goto(baseUrl)
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    await page.keyboard.type('gp3')
    await page.waitForURL(/\/planning\?.*zoom=week/)
    await openBoard(page, world)
    await bar(page, await planByDrag(page, rowsOf(page).first())).waitFor()
    await page.locator('.board-bar').first().click()
    await settled(page)
    expect(await runAxeInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'List' }).click()
    await page.getByRole('table').first().waitFor()
    await settled(page)
    expect(await runAxe(page)).toEqual([])
  })
})

const coloursOf = (rows: Element[]) => rows.map((row) => (row as HTMLElement).dataset.fit)

/** Whether a response belongs to an executed plan command instead of a dry run. */
function isPlanned(response: Response): boolean {
  const sent = response.request().postData() ?? ''
  const isGiven = sent.includes('"kind":"PLAN"') && !sent.includes('"dry_run":true')
  return response.url().endsWith('/app/planning/commands') && response.ok() && isGiven
}

/** Places an order by clicks on the order, on Place and on the row, without dragging. */
async function placeByClick(page: Page): Promise<void> {
  await cards(page).first().click()
  await page.getByRole('button', { name: /^Place/ }).click()
  const to = await placeOn(rowsOf(page).nth(1), lastDay, 8)
  await page.mouse.move(to.x + 10, to.y)
  await page.mouse.click(to.x, to.y)
}

async function planByKeys(page: Page, vehicle: string): Promise<void> {
  await cards(page).first().focus()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: /^Plan / })
  await dialog.getByRole('combobox', { name: 'Planning row' }).fill(vehicle)
  await page.getByRole('option', { name: vehicle }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
}

/** Accepts the first offer to insert the unplanned order into a trip: the one on the same route. */
async function insertOrder(page: Page, trip: Planned): Promise<void> {
  await bar(page, trip).waitFor()
  await cards(page).nth(1).waitFor({ state: 'detached' })
  await cards(page).first().click()
  await page.getByRole('button', { name: 'Insert into a trip…' }).click()
  const dialog = page.getByRole('dialog', { name: /into a trip$/ })
  const best = dialog.getByRole('listitem').first()
  await done(page, 'PLAN', () => best.getByRole('button', { name: `Insert into ${trip.name}` }).click())
  await cards(page).first().waitFor({ state: 'detached' })
}

async function swapTrailer(page: Page, trip: Planned, trailer: string): Promise<void> {
  await page.getByRole('button', { name: /^Driver and trailer…/ }).click()
  const dialog = page.getByRole('dialog', { name: `Driver and trailer of ${trip.name}` })
  await dialog.getByRole('combobox', { name: 'Trailer' }).fill(trailer)
  await page.getByRole('option', { name: trailer }).click()
  await done(page, 'PLACE', () => dialog.getByRole('button', { name: /^Save/ }).click())
  await rowsOf(page).filter({ hasText: trailer }).first().waitFor()
}

async function split(page: Page, trip: Planned, { key, vehicles }: BoardWorld): Promise<Planned[]> {
  // A new location, because those of the sample world depend on the date.
  const point = `${key} Cross-dock`
  await send(page, 'POST', '/app/locations', { name: point, city: 'Gent', country: 'BE' })
  await page.getByRole('button', { name: 'Split…' }).click()
  const dialog = page.getByRole('dialog', { name: `Split ${trip.name}` })
  await dialog.getByRole('combobox', { name: 'Transfer point' }).fill(point)
  await page.getByRole('option', { name: point }).click()
  await dialog.getByRole('combobox', { name: 'Carried on by' }).fill(vehicles[1]!)
  await page.getByRole('option', { name: vehicles[1]! }).click()
  return await done(page, 'SPLIT', () => dialog.getByRole('button', { name: /^Split order/ }).click())
}
