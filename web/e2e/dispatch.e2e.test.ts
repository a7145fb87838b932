import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, runAxeInBothThemes, settled, useVisit } from './browser.ts'
import { reportTypedTrip } from './typed-trip.ts'

describe.skipIf(baseUrl === '')('dispatch and the inbox', { timeout: 90_000 }, () => {
  const visit = useVisit({ isSignedIn: true })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test('INB-4, INB-5: an unmatched update is applied to the suggested stop, and the item shows who did it', async () => {
    await reportTypedTrip(page)
    await page.goto(`${baseUrl}/messages?tab=inbox`)
    await page.locator('[role=row][data-key]').first().waitFor()
    await page.locator('[role=row][data-key]').last().click()
    const item = page.getByRole('complementary', { name: 'Inbox item' })
    await item.getByRole('button', { name: 'Match…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio').first().check()
    await dialog.getByText(/^It fits/).waitFor()
    await settled(page)
    expect(await runAxeInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Match', exact: true }).click()
    await page.getByText('Item resolved').first().waitFor()
    await page.goto(`${baseUrl}/messages?tab=inbox&status=RESOLVED`)
    await page.locator('[role=row][data-key]').last().click()
    await item.getByText('Closed').waitFor()
    expect(await runAxeInBothThemes(page)).toEqual([])
  })

  test('DISP-6: the rows of trips show their standing at the carriers', async () => {
    await page.goto(`${baseUrl}/trips?driven_by=SUBCONTRACTOR`)
    const grid = page.getByRole('grid', { name: 'Trips' })
    await grid
      .getByText(/^(Not sent|No answer yet|Answer overdue|Accepted|Refused|Carrier has an older version)$/)
      .first()
      .waitFor()
    await settled(page)
    expect(await runAxeInBothThemes(page)).toEqual([])
  })

  test('PAPER-16: the day lists of all drivers open as one PDF from the dispatch board', async () => {
    await page.goto(`${baseUrl}/dispatch`)
    await page.getByRole('button', { name: 'Day lists…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('list', { name: 'Drivers' }).waitFor()
    await settled(page)
    expect(await runAxeInBothThemes(page)).toEqual([])
    const [pdf] = await Promise.all([
      page.context().waitForEvent('response', (answer) => answer.url().includes('/app/trips/day-lists.pdf')),
      dialog.getByRole('button', { name: 'Open all as one PDF' }).click(),
    ])
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  })

  test('the guide to dispatch is available in the help', async () => {
    await page.goto(`${baseUrl}/help?guide=dispatch`)
    await page.getByRole('heading', { name: 'What each state means' }).waitFor()
    expect(await runAxeInBothThemes(page)).toEqual([])
  })
})
