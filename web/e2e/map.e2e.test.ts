import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, openToday, runAxeInBothThemes, useVisit, type Visit } from './browser.ts'

describe.skipIf(baseUrl === '')('the live map', { timeout: 120_000 }, () => {
  const visit = useVisit({ isSignedIn: true, withWebGl: true })
  let now: Visit
  beforeEach(() => {
    now = visit()
  })

  test('G and M shows vehicles on a map of our own; a selected one has its card, stops and track, light and dark', async () => {
    const { page, watch } = now
    await openToday(page)
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.waitForURL(/\/map$/)
    await page.locator('[data-map=drawn]').waitFor()
    // Land, coast and towns come from one file and are drawn by one worker, both served by us.
    expect(watch.requests.filter((line) => /basemap-[\w-]+\.json$/.test(line))).toHaveLength(1)
    // Roads come from the installation's archive, in ranges from our own server.
    const parts = watch.requests.filter((line) => line.endsWith(`${baseUrl}/tiles.pmtiles`))
    expect(parts.length).toBeGreaterThan(1)
    await page.getByText('© OpenStreetMap · Natural Earth').waitFor()
    const list = page.getByRole('listbox', { name: 'Vehicles' })
    await list.getByRole('option').first().waitFor()
    await list.focus()
    await page.keyboard.press('ArrowDown')
    const card = page.getByRole('complementary').filter({ has: page.getByRole('button', { name: 'Follow' }) })
    await card.getByText(/of \d+ stops? done/).waitFor()
    expect(await runAxeInBothThemes(page)).toEqual([])
    // The URL keeps the view, so that a link opens it.
    await page.reload()
    await card.getByRole('link', { name: 'Open trip' }).click()
    await page.waitForURL(/\/trips\/[0-9a-f-]{36}$/)
    await page.getByRole('region', { name: 'Map of the stops' }).locator('[data-map=drawn]').waitFor()
  })
})
