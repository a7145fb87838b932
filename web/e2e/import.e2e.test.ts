import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, useVisit } from './browser.ts'

describe.skipIf(baseUrl === '')('an interrupted import', { timeout: 120_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /ERR_FAILED|Failed to load resource/ })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test('stops after five attempts with an option to continue, imports nothing twice, and reports this after a reload', async () => {
    const sheet = sheetOf(60)
    await choose(page, sheet)
    let tries = 0
    await page.route('**/app/orders/import', async (route) => {
      tries += 1
      // The first part succeeds; then the connection is cut.
      if (tries === 1) await route.continue()
      else await route.abort()
    })
    await page.locator('button.btn-brand').click()
    const next = page.getByRole('button', { name: 'Continue' })
    await next.waitFor({ timeout: 60_000 })
    expect(tries).toBe(6)
    await page.unroute('**/app/orders/import')
    await next.click()
    await ended(page)
    expect([await numberIn(page, 'done'), await page.locator('[data-count=repeats]').count()]).toEqual([60, 0])

    await page.reload()
    await choose(page, sheet)
    await page.locator('button.btn-brand').click()
    await ended(page)
    expect([await numberIn(page, 'done'), await numberIn(page, 'repeats')]).toEqual([60, 60])
    await page.getByRole('button', { name: 'Import again as new orders' }).waitFor()
  })

  test('lists unknown customers before anything is imported, with similar names', async () => {
    const titles = 'Klant;Laadplaats;Laaddatum;Losplaats;Losdatum'
    await choose(page, [titles, 'Demo custommer;Gent;24/11;Luik;25/11', 'Demo customer;Gent;24/11;Luik;25/11'])
    await page.getByRole('button', { name: 'It is Demo customer' }).waitFor()
    expect(visit().watch.requests.filter((line) => line.endsWith('/app/orders/import'))).toEqual([])
  })

  test('continues while the user is on other pages, and can be found again', async () => {
    await choose(page, sheetOf(120))
    await page.locator('button.btn-brand').click()
    await page.getByRole('link', { name: /^Trips/ }).click()
    await page.getByRole('heading', { name: 'Trips' }).waitFor()
    await page.goBack()
    await ended(page)
    expect(await numberIn(page, 'done')).toBe(120)
  })

  test('asks about an ambiguous town, and imports without the answer', async () => {
    const titles = 'Klant;Laadnaam;Laadplaats;Laadland;Laaddatum;Losplaats;Losland;Losdatum'
    const line = (from: string) => `Demo customer;Works;${from};DE;24/11;Luik;BE;25/11`
    await choose(page, [titles, line('Halle'), line('Hamburg'), line('Halle')])
    const asked = page.locator('[data-count=unclear-places]')
    await asked.waitFor()
    expect(await numberIn(page, 'unclear-places')).toBe(1)
    await asked.getByText('Rows 2, 4').waitFor()
    expect(await page.locator('button.btn-brand').isEnabled()).toBe(true)
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT })
    await asked.getByRole('button', { name: /Bielefeld/ }).click()
    await asked.waitFor({ state: 'detached' })
  })

  test('a sheet with an ambiguous number is asked about once, and a delivery before its pickup is a warning', async () => {
    const line = (delivery: string) => `Demo customer;Gent;24/11;8-12;Luik;${delivery};"4.500"`
    await choose(page, ['Klant;Laadplaats;Laaddatum;Laadtijd;Losplaats;Losdatum;Gewicht', line('25/11'), line('23/11')])
    await page.locator('[data-count=asked]').waitFor()
    expect(await numberIn(page, 'asked')).toBe(2)
    await page.locator('[data-question=decimal]').getByRole('button', { name: '4500', exact: true }).click()
    await page.locator('[data-count=asked]').waitFor({ state: 'detached' })
    expect([await numberIn(page, 'good'), await numberIn(page, 'warned')]).toEqual([2, 1])
  })
})

/** A sheet with unique content. */
function sheetOf(lines: number): string[] {
  const key = Date.now()
  const rows = Array.from(
    { length: lines },
    (_, at) => `Demo customer;I-${key}-${at};Rotterdam;25-11-2026;Duisburg;26-11-2026;Onderdelen`,
  )
  return ['Klant;Referentie;Laadplaats;Laaddatum;Losplaats;Losdatum;Goederen', ...rows]
}

async function choose(page: Page, lines: readonly string[]): Promise<void> {
  await page.goto(`${baseUrl}/orders/import`)
  const buffer = Buffer.from(lines.join('\r\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer })
  await page.locator('[data-count=good]').waitFor()
}

async function ended(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[data-count=done]') && !document.querySelector('[data-count=open]'),
    undefined,
    { timeout: 60_000 },
  )
}

async function numberIn(page: Page, count: string): Promise<number> {
  return Number(await page.locator(`[data-count=${count}]`).getAttribute('data-number'))
}
