import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseUrl, launchBrowser, runAxe, settled, signIn } from './browser.ts'

/* Office pages on a phone: nothing overflows horizontally, and axe finds no violations. */

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  await signIn(page)
}, 30_000)
afterAll(() => browser?.close())

test.each(['/', '/orders', '/orders/new', '/dispatch', '/resources/groups', '/purchases', '/tasks', '/money/checks'])(
  '%s on a phone',
  async (path) => {
    await page.goto(`${baseUrl}${path}`)
    await settled(page)
    const overlap = await page.evaluate(() => {
      const ends = [...document.querySelectorAll('main h1, main h2, main button, main td, main dd')].flatMap(
        (element) => {
          // Content in a horizontally scrolling box is reachable.
          for (let box = element.parentElement; box; box = box.parentElement) {
            if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1)
              return []
          }
          return element.checkVisibility() ? [element.getBoundingClientRect().right] : []
        },
      )
      return Math.max(document.documentElement.scrollWidth, ...ends) - window.innerWidth
    })
    expect(overlap).toBeLessThanOrEqual(1)
    expect(await runAxe(page)).toEqual([])
  },
)
