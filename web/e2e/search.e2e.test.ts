import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, useVisit } from './browser.ts'

/** Milliseconds between keystrokes of an experienced user. */
const pace = 20

/** Delay of a response in milliseconds, far longer than the typing. */
const lateMs = 600

/** Record of the sample data, and its path. */
interface Sample {
  text: string
  path: string
}

describe.skipIf(baseUrl === '')(
  'SEARCH-9: text typed at 20 ms a key and opened with Enter',
  { timeout: 120_000 },
  () => {
    const visit = useVisit({ isSignedIn: true })
    let page: Page
    beforeEach(() => {
      page = visit().page
    })

    /** Delays later or earlier responses more: neither order may affect the result. */
    async function answersComeLate(pattern: RegExp, { firstIsLast = false } = {}): Promise<void> {
      let count = 0
      await page.route(pattern, async (route) => {
        count += 1
        const delay = firstIsLast ? Math.max(50, 4 * lateMs - count * 100) : lateMs
        await new Promise((resolve) => setTimeout(resolve, delay))
        await route.continue().catch(() => {
          // The page has cancelled the request.
        })
      })
    }

    const lists = ['orders', 'trips', 'companies', 'invoices'] as const

    test.each(lists)('Ctrl K opens the record with %s, whichever response arrives last', async (list) => {
      const samples = await samplesOf(page, list)
      for (const [at, { text, path }] of samples.entries()) {
        await page.goto(`${baseUrl}/`)
        await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
        await answersComeLate(/\/app\/shell\/search\?/, { firstIsLast: at % 2 === 1 })
        await page.keyboard.press('Control+k')
        const field = page.getByRole('combobox', { name: 'Search or jump to' })
        await field.pressSequentially(text, { delay: pace })
        await field.press('Enter')
        await page.waitForURL((url) => url.pathname !== '/')
        expect(new URL(page.url()).pathname, text).toBe(path)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    })

    test.each(lists)('the search of the list of %s opens it too', async (list) => {
      const samples = await samplesOf(page, list)
      for (const [at, { text, path }] of samples.entries()) {
        await page.goto(`${baseUrl}/${list}`)
        await page.getByRole('grid').getByRole('row').nth(1).waitFor()
        await answersComeLate(new RegExp(`/app/${list}\\?.*q=`), { firstIsLast: at % 2 === 1 })
        await page.keyboard.press('/')
        const field = page.getByRole('searchbox').first()
        await field.pressSequentially(text, { delay: pace })
        await field.press('Enter')
        await expect.poll(() => hasArrived(page, list)).toBe(true)
        if (new URL(page.url()).pathname === `/${list}`) {
          // Several match this text: the first of them is highlighted.
          expect(await page.locator('[data-active=true]').innerText()).toContain(text)
          await page.unrouteAll({ behavior: 'ignoreErrors' })
          continue
        }
        expect(new URL(page.url()).pathname, text).toBe(path)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    })

    test('text typed on after Enter opens no earlier result', async () => {
      const [first] = await samplesOf(page, 'orders')
      await page.goto(`${baseUrl}/orders`)
      await page.getByRole('grid').getByRole('row').nth(1).waitFor()
      await answersComeLate(/\/app\/orders\?.*q=/)
      await page.keyboard.press('/')
      const field = page.getByRole('searchbox').first()
      await field.pressSequentially(first!.text, { delay: pace })
      await field.press('Enter')
      await field.pressSequentially(' nowhere', { delay: pace })
      await page
        .getByText('nowhere')
        .or(page.getByRole('button', { name: /clear/i }))
        .first()
        .waitFor()
      await new Promise((resolve) => setTimeout(resolve, 3 * lateMs))
      expect(new URL(page.url()).pathname).toBe('/orders')
      expect(await field.inputValue()).toBe(`${first!.text} nowhere`)
    })
  },
)

/** Whether a record is open, or a list row is highlighted. */
async function hasArrived(page: Page, list: string): Promise<boolean> {
  if (new URL(page.url()).pathname !== `/${list}`) return true
  return await page.evaluate(() => document.activeElement?.getAttribute('role') === 'grid')
}

/** Some records by display name. */
async function samplesOf(page: Page, list: string): Promise<Sample[]> {
  const samples = await page.evaluate(async (name) => {
    const { items } = (await (await fetch(`/app/${name}?limit=100`)).json()) as { items: Record<string, string>[] }
    return items.flatMap((item) => {
      const id = item[`${{ orders: 'order', trips: 'trip', companies: 'company', invoices: 'invoice' }[name]}_id`]
      const text = item.order_number ?? item.name
      // A draft has no number.
      return text ? [{ text, path: `/${name}/${id}` }] : []
    })
  }, list)
  expect(samples.length).toBeGreaterThan(0)
  return samples.slice(0, 4)
}
