import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, runAxe, settled, useVisit } from './browser.ts'

/* Popups belong to the landmark or dialog from which they were opened, and axe finds no violations in them. */

interface Popup {
  name: string
  path: string
  open: (page: Page) => Promise<void>
  /** Role for assistive technology. */
  role: 'menu' | 'listbox'
}

const popups: readonly Popup[] = [
  {
    name: 'the menu of the account',
    path: '/orders',
    role: 'menu',
    open: (page) => page.getByRole('button', { name: 'Account of' }).click(),
  },
  {
    name: 'the filter of a list',
    path: '/orders',
    role: 'menu',
    open: (page) => page.getByRole('button', { name: 'Filter' }).click(),
  },
  {
    name: 'the columns of a list',
    path: '/orders',
    role: 'menu',
    open: (page) => page.getByRole('button', { name: 'Display' }).click(),
  },
  {
    name: 'the menu of a row',
    path: '/settings/users',
    role: 'menu',
    open: (page) =>
      page
        .getByRole('button', { name: /^More for/ })
        .first()
        .click(),
  },
  {
    name: 'a list of choices on a page',
    path: '/settings/usage',
    role: 'listbox',
    open: (page) => page.getByRole('combobox', { name: 'Period' }).click(),
  },
  {
    name: 'a list of choices in a dialog',
    path: '/settings/users',
    role: 'listbox',
    async open(page) {
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await page.getByRole('dialog').getByLabel('Role').click()
    },
  },
]

describe.skipIf(baseUrl === '')('overlays over a page', { timeout: 60_000 }, () => {
  const visit = useVisit({ isSignedIn: true })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test.each(popups)('axe finds nothing in $name', async ({ path, open, role }) => {
    await page.goto(`${baseUrl}${path}`)
    await settled(page)
    await open(page)
    await page.getByRole(role).waitFor()
    await settled(page)
    expect(await runAxe(page)).toEqual([])
    const box = await page.getByRole(role).boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
  })

  test('J and K walk through the trail, and Enter keeps the entries of the same record', async () => {
    await page.goto(`${baseUrl}/settings/audit`)
    const entries = page.getByRole('feed', { name: 'Entries' }).getByRole('article')
    await entries.nth(2).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await entries.nth(1).evaluate((entry) => entry === document.activeElement)).toBe(true)
    await page.keyboard.press('k')
    expect(await entries.nth(0).evaluate((entry) => entry === document.activeElement)).toBe(true)
    expect(await runAxe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.has('id'))
  })
})
