import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, useVisit } from './browser.ts'

/** Milliseconds between two keys: faster than the list is searched, about as fast, and slower. */
const paces = [0, 40, 130, 180] as const

describe.skipIf(baseUrl === '')('typing into fields', { timeout: 120_000 }, () => {
  const visit = useVisit({ isSignedIn: true })
  let page: Page
  beforeEach(async () => {
    page = visit().page
    await page.goto(`${baseUrl}/orders/new`)
    await page.locator('#entry-customer').waitFor()
  })

  test('a new place is the whole text that was typed, at whatever pace and with whatever key it is chosen', async () => {
    const place = page.locator('#entry-consignments-0-pickup-place')
    for (const key of ['Enter', 'Tab']) {
      for (const delay of paces) {
        for (const rest of [0, 400]) {
          const name = `Zandgroeve Kessenich ${key} ${delay} ${rest}`
          await place.fill('')
          // The first letter rests until its list is there and "New: Z" is highlighted.
          await place.pressSequentially('Z')
          await page.getByRole('option', { name: 'New: Z' }).waitFor()
          await place.pressSequentially(name.slice(1), { delay })
          if (rest > 0) await page.getByRole('option', { name: `New: ${name}` }).waitFor()
          await place.press(key)
          await page.locator('[data-awaited]').waitFor({ state: 'detached' })
          await expect.poll(() => place.inputValue(), `${key}, ${delay} ms, rest of ${rest} ms`).toBe(name)
        }
      }
    }
  })

  test('a text that chooses nothing stays in its field and is marked; Escape takes it back', async () => {
    const customer = page.locator('#entry-customer')
    await customer.pressSequentially('Qqxyz nobody')
    await customer.press('Tab')
    await page.getByRole('alert').filter({ hasText: 'Qqxyz nobody' }).waitFor()
    expect(await customer.inputValue()).toBe('Qqxyz nobody')
    expect(await customer.getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Control+Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'entry-customer')
    await customer.fill('Qqxyz')
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('Enter in the search opens what the whole text finds, not what an earlier one found', async () => {
    const [first, second] = await orderNumbers(page)
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search or jump to' })
    await search.fill(first!)
    await page.getByRole('option', { name: first! }).first().waitFor()
    // A slow line: Enter comes before the answer.
    await page.route(`**/app/shell/search?q=${second}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
    await search.fill(second!)
    await search.press('Enter')
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { name: second! }).waitFor()
  })
})

/** Numbers of two orders of the tenant. */
async function orderNumbers(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const response = await fetch('/app/orders?limit=2')
    const { items } = (await response.json()) as { items: { order_number: string }[] }
    return items.map(({ order_number }) => order_number)
  })
}
