import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { baseUrl, launchBrowser, openPage, runAxeInBothThemes, settled, signIn, type Visit } from './browser.ts'

/* Visits every page of the sidebar, and the first record of each. Screenshots are taken by `npm run screens`. */

/** A page of the application: its path and the name of its screenshot. */
interface Screen {
  path: string
  name: string
}

/** Pages whose own tests leave the axe check to this one, and others that must be in the sidebar. */
const leftToUs = [
  ...['/', '/orders', '/trips', '/resources/calendar', '/resources/groups', '/resources/hours', '/api-reference'],
  ...['/events', '/deliveries', '/messages', '/settings/receivers', '/settings/usage'],
]

/** Separate bundle with its own design: exempt from axe. */
const isExempt = ({ path }: Screen) => path.startsWith('/api-reference')

describe.skipIf(baseUrl === '')('every screen', { timeout: 900_000 }, () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchBrowser()
  }, 30_000)

  afterAll(() => browser?.close())

  test('pages and records pass axe in light and dark, contact only this machine and log nothing in the console', async () => {
    const { context, page, watch } = await openPage(browser)
    try {
      await signIn(page)
      const screens = await screensOf(page)
      expect(screens.map(({ path }) => path)).toEqual(expect.arrayContaining(leftToUs))
      const faults: string[] = []
      for (const screen of screens) faults.push(...(await lookAt({ context, page, watch }, screen)))
      expect(faults).toEqual([])
    } finally {
      await context.close()
    }
    expect(watch.outside, 'requests that left the origin').toEqual([])
    expect(watch.complaints, 'policy violations and errors of the console').toEqual([])
  })
})

/** Pages of the sidebar and of its developer entry, as this user sees them. */
async function screensOf(page: Page): Promise<Screen[]> {
  await settled(page)
  const links = page.locator('nav a[href^="/"]')
  const pathsShown = () =>
    links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  const paths = await pathsShown()
  await page.getByRole('link', { name: 'Developers' }).click()
  await page.getByRole('navigation', { name: 'Developers' }).waitFor()
  paths.push(...(await pathsShown()))
  return [...new Set(paths)].map((path) => ({
    path,
    name: path === '/' ? 'start' : path.slice(1).replaceAll('/', '-'),
  }))
}

/** Opens a screen, and its first record if rows open one. Returns axe violations. */
async function lookAt(visit: Visit, screen: Screen): Promise<string[]> {
  const { page } = visit
  await page.goto(`${baseUrl}${screen.path}`)
  if (isExempt(screen)) {
    await page.getByRole('heading', { name: 'Cartage' }).first().waitFor()
    await settled(page)
    return []
  }
  await page.locator('main').waitFor()
  await settled(page)
  const faults = await faultsOf(page, screen.path)
  const row = page.locator('main [role="row"][aria-selected], main tbody tr').first()
  if ((await row.count()) === 0) return faults
  await row.click()
  await settled(page)
  const aside = page.locator('aside[aria-label], [data-panel]')
  if (page.url() === `${baseUrl}${screen.path}` && (await aside.count()) === 0) return faults
  return [...faults, ...(await faultsOf(page, `${screen.path} opened`))]
}

async function faultsOf(page: Page, where: string): Promise<string[]> {
  const violations = await runAxeInBothThemes(page)
  return violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.join(' | ').slice(0, 600)}`)
}
