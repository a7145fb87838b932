import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, loginOf, openPage, runAxe, runAxeInBothThemes, settled, signIn, useVisit } from './browser.ts'

describe.skipIf(baseUrl === '')('rates', { timeout: 90_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 4(00|03|04|09|22)/ })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  /** Creates a card with the keyboard, and opens it. */
  async function createCard(code: string): Promise<void> {
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.waitForURL(/\/money$/)
    await page.getByRole('navigation').getByRole('link', { name: 'Rates', exact: true }).click()
    await page.waitForURL(/\/rates$/)
    await page.getByRole('grid', { name: 'Rate cards' }).waitFor()
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Code').fill(code)
    await dialog.getByLabel('Name').fill(`Prices of ${code}`)
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/rates\/cards\/[0-9a-f-]{36}$/)
  }

  async function choose(field: string, option: string): Promise<void> {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  test('a rate card created and tried in the test bench, then published', async () => {
    await createCard(`E2E-${Date.now()}`)
    await page.getByText('No lines yet').waitFor()

    await page.getByRole('button', { name: 'Add line' }).click()
    await choose('Charge type', 'Freight')
    await choose('Calculation', 'Price per unit')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Measure' }).fill('pallet spaces')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Price', { exact: true }).fill('35.50')
    await page.keyboard.press('Control+Enter')
    await page.getByText('35.50 EUR × Pallet spaces').waitFor()

    const price = page.getByRole('status', { name: 'Price' })
    await price.getByText('106.50').waitFor()
    await page.getByLabel('Pallet spaces').fill('5')
    await price.getByText('177.50').waitFor()
    const tree = page.getByRole('list', { name: 'How the price comes to be' })
    await tree.getByText('Applied').first().waitFor()
    expect(await runAxeInBothThemes(page)).toEqual([])

    await page.getByRole('button', { name: 'Edit terms' }).click()
    await page.getByRole('button', { name: 'Add company or group' }).click()
    await dialog.getByRole('combobox', { name: 'Used for' }).click()
    await page.getByRole('option', { name: 'All companies' }).click()
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('definition').filter({ hasText: 'All companies' }).waitFor()

    await page.getByRole('button', { name: 'Publish…' }).click()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'New version' }).waitFor()
    await page.getByRole('tab', { name: /Versions/ }).click()
    await page.getByRole('table', { name: 'Versions' }).getByText('Published').first().waitFor()
  })

  test('what keeps a line from applying is said with the nearest change', async () => {
    await createCard(`WHY-${Date.now()}`)
    await page.getByRole('button', { name: 'Add line' }).click()
    await choose('Charge type', 'Freight')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Price', { exact: true }).fill('100')
    await dialog.getByRole('button', { name: 'Add condition' }).click()
    await dialog.getByRole('combobox', { name: 'Fact' }).fill('pickup country')
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'Value' }).fill('NL')
    await choose('Charged', 'Per consignment')
    await page.keyboard.press('Control+Enter')
    const tree = page.getByRole('list', { name: 'How the price comes to be' })
    await tree.getByText('Skipped').first().waitFor()
    await tree
      .getByText(/It would hold if pickup\.country were NL/)
      .first()
      .waitFor()
    await page.getByLabel('Pickup country').fill('NL')
    await page.getByRole('status', { name: 'Price' }).getByText('100.00').waitFor()
  })

  test('a tariff table takes cells of a spreadsheet, and says which cell is wrong', async () => {
    await page.goto(`${baseUrl}/rates/tables`)
    await page.getByRole('grid', { name: 'Tariff tables' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog').getByLabel('Code').fill(`TAB-${Date.now()}`)
    await page.getByRole('dialog').getByLabel('Name').fill('Pasted')
    await page.keyboard.press('Control+Enter')
    const grid = page.getByRole('grid', { name: 'Prices' })
    await grid.waitFor()
    await grid.focus()
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '500\t1000\n8.10\t6.90')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
    await grid.getByText('6.90').waitFor()
    await page.getByText('Row 1, column 1').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('zone 1')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    expect(await runAxe(page)).toEqual([])
  })

  test.each(['/rates', '/rates/tables', '/rates/zones', '/rates/indexes'])('%s is accessible', async (path) => {
    await page.goto(`${baseUrl}${path}`)
    await page.getByRole('grid').waitFor()
    await settled(page)
    expect(await runAxeInBothThemes(page)).toEqual([])
  })

  test('a role without money sees no rates', async () => {
    const other = await openPage(page.context().browser()!)
    try {
      await signIn(other.page, loginOf('PLANNER'))
      expect(await other.page.getByRole('link', { name: 'Rates' }).count()).toBe(0)
      await other.page.goto(`${baseUrl}/rates`)
      await other.page.getByText("You don't have access").waitFor()
    } finally {
      await other.context.close()
    }
  })
})
