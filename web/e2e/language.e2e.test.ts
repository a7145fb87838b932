import { describe, expect, test } from 'vitest'
import { baseUrl, useVisit } from './browser.ts'

/* Texts load in parts: those of the shell first, those of a page with the page. */
describe.skipIf(baseUrl === '')('languages in a browser', { timeout: 60_000 }, () => {
  const visit = useVisit({ isSignedIn: true })

  test('another language appears at once on the open page, and on every page opened later', async () => {
    const { page } = visit()
    await page.goto(`${baseUrl}/companies`)
    await page.getByRole('heading', { name: 'Customers and carriers', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Account of' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Nederlands' }).click()
    await page.getByRole('heading', { name: 'Klanten en vervoerders', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('nav a', { hasText: 'Locaties' }).click()
    await page.getByRole('heading', { name: 'Locaties', exact: true }).waitFor()
    await page.goto(`${baseUrl}/orders?q=nothing-is-called-this`)
    await page.getByText('Geen resultaten').waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('nl')
  })

  test('text typed right after the keys of the palette is not lost', async () => {
    const { page } = visit()
    await page.goto(`${baseUrl}/orders`)
    await page.locator('[role="grid"] [role="row"][id="row-0"]').waitFor()
    // It loads right after the page, and stays hidden.
    await page.getByRole('dialog', { name: 'Search or jump to', includeHidden: true }).waitFor({ state: 'attached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('keyboard')
    const field = page.getByRole('combobox', { name: 'Search or jump to' })
    expect(await field.inputValue()).toBe('keyboard')
  })
})
