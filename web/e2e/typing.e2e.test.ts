import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, useVisit } from './browser.ts'

/** Milliseconds between keystrokes: faster and slower than the list search. */
const paces = [0, 130] as const

describe.skipIf(baseUrl === '')('typing into fields', { timeout: 120_000 }, () => {
  const visit = useVisit({ isSignedIn: true })
  let page: Page
  beforeEach(async () => {
    page = visit().page
    await page.goto(`${baseUrl}/orders/new`)
    await page.locator('#entry-customer').waitFor()
  })

  test('a new place uses the whole typed text, at any speed and with any key that selects it', async () => {
    const place = page.locator('#entry-consignments-0-pickup-place')
    for (const key of ['Enter', 'Tab']) {
      for (const delay of paces) {
        for (const rest of [0, 400]) {
          const name = `Zandgroeve Kessenich ${key} ${delay} ${rest}`
          await place.fill('')
          // After the first letter, waits until its list has loaded and "New: Z" is highlighted.
          await place.pressSequentially('Z')
          await page.getByRole('option', { name: 'New: Z' }).waitFor()
          await place.pressSequentially(name.slice(1), { delay })
          if (rest > 0) await page.getByRole('option', { name: `New: ${name}` }).waitFor()
          await place.press(key)
          await page.locator('[data-awaited]').waitFor({ state: 'detached' })
          await expect.poll(() => place.inputValue(), { message: `${key}, ${delay} ms, rest of ${rest} ms` }).toBe(name)
        }
      }
    }
  })

  test('an ambiguous weight is asked about under its field, and one press resolves it', async () => {
    await page.keyboard.press('Tab')
    const weight = page.locator('#entry-consignments-0-goods-0-weight')
    await page.locator('#entry-consignments-0-goods-0-description').fill('Sand')
    await weight.fill('4.500')
    await page.keyboard.press('Control+Enter')
    await page.locator('#entry-consignments-0-goods-0-weight-fault').waitFor()
    expect(await page.locator('#entry-consignments-0-goods-0-weight-fault').textContent()).toBe(
      '“4.500” could be 4.5 or 4500: please confirm.',
    )
    await page.getByRole('button', { name: '4500', exact: true }).click()
    expect(await weight.inputValue()).toBe('4500')
    expect(await page.locator('#entry-consignments-0-goods-0-weight-fault').count()).toBe(0)
  })

  test('a delivery before its pickup draws a warning while it is typed, and no longer once it is corrected', async () => {
    const warning = page.getByText('Delivery before pickup.')
    await page.locator('#entry-consignments-0-pickup-date').fill('+3')
    await page.locator('#entry-consignments-0-delivery-date').fill('+1')
    await warning.waitFor()
    await page.locator('#entry-consignments-0-delivery-date').fill('+4')
    await warning.waitFor({ state: 'detached' })
  })

  test('text without a match stays in its field and is marked; Escape reverts it', async () => {
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

  test('Enter in the search opens the match of the whole text, not of an earlier one', async () => {
    const [first, second] = await orderNumbers(page)
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search or jump to' })
    await search.fill(first!)
    await page.getByRole('option', { name: first! }).first().waitFor()
    // A slow connection: Enter comes before the response.
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

describe.skipIf(baseUrl === '')('numbers edited in place', { timeout: 60_000 }, () => {
  const visit = useVisit({ isSignedIn: true })

  test('an unreadable credit limit is never cleared: the error is shown under it', async () => {
    const { page } = visit()
    const id = await page.evaluate(async () => {
      const { items } = await (await fetch('/app/companies?limit=1&role=customer')).json()
      return items[0].company_id as string
    })
    await page.goto(`${baseUrl}/companies/${id}?tab=properties`)
    const line = page.getByRole('button', { name: 'Edit Credit limit' })
    const field = page.getByRole('textbox', { name: 'Credit limit' })
    await line.click()
    await field.fill('25000')
    await field.press('Enter')
    await page.getByRole('button', { name: '25000 Edit Credit limit' }).waitFor()
    for (const [text, fault] of [
      ['abc', 'Not a number. Use 4500 or 4500,5.'],
      ['12.500', '“12.500” could be 12.5 or 12500: please confirm.'],
    ] as const) {
      await line.click()
      await field.fill(text)
      await field.press('Enter')
      await page.getByRole('alert').filter({ hasText: fault }).waitFor()
      await field.press('Escape')
      await page.getByRole('button', { name: '25000 Edit Credit limit' }).waitFor()
    }
    await line.click()
    await field.fill('12.500')
    await field.press('Enter')
    await page.getByRole('button', { name: '12500', exact: true }).click()
    await page.getByRole('button', { name: '12500 Edit Credit limit' }).waitFor()
    await line.click()
    await field.fill('12,5')
    await field.press('Enter')
    await page.getByRole('button', { name: '12.5 Edit Credit limit' }).waitFor()
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
