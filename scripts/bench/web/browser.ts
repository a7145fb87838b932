import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { TenantFacts } from '../../scratch.ts'
import { quantile } from './server.ts'

/** Waiting times of a user, in milliseconds. */
export interface BrowserFigures {
  /** Scripts that a fresh browser loads to show a page, in kB as transferred. */
  scripts: { path: string; kB: number }[]
  /** From the page request to the first clickable order, median of several fresh browsers. */
  usable: number
  /** Longest interaction of each kind, from the press to the next frame (Event Timing, to 8 ms). */
  interactions: { what: string; ms: number }[]
}

/** Opens the order list in fresh browsers and uses it as people do. */
export async function measureBrowser(
  executablePath: string,
  baseUrl: string,
  tenant: TenantFacts,
  rounds: number,
): Promise<BrowserFigures> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const cookies = await cookiesOf(browser, baseUrl, tenant)
    const scripts = [
      { path: '/login', kB: await scriptsOf(await freshPage(browser, []), `${baseUrl}/login`) },
      { path: '/', kB: await scriptsOf(await freshPage(browser, cookies), `${baseUrl}/`) },
      { path: '/orders', kB: await scriptsOf(await freshPage(browser, cookies), `${baseUrl}/orders`) },
    ]
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const page = await freshPage(browser, cookies)
      times.push(await openList(page, baseUrl))
      await page.context().close()
    }
    const page = await freshPage(browser, cookies)
    await openList(page, baseUrl)
    return { scripts, usable: quantile(times, 0.5), interactions: await interact(page, rounds) }
  } finally {
    await browser.close()
  }
}

/** After this long without another script, a page counts as loaded. */
const quietMs = 1_500

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

async function cookiesOf(browser: Browser, baseUrl: string, { user }: TenantFacts): Promise<Cookies> {
  const page = await browser.newPage()
  await page.goto(`${baseUrl}/login`)
  await page.getByLabel('E-mail').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  const cookies = await page.context().cookies()
  await page.context().close()
  return cookies
}

async function freshPage(browser: Browser, cookies: Cookies): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies(cookies)
  await context.addInitScript(noteEvents)
  return await context.newPage()
}

/** kB of JavaScript that one page loads until no more arrives. Closes the browser window. */
async function scriptsOf(page: Page, address: string): Promise<number> {
  const loaded: Promise<number>[] = []
  let last = performance.now()
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.endsWith('.js')) return
    last = performance.now()
    loaded.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  while (performance.now() - last < quietMs) await page.waitForTimeout(100)
  const sizes = await Promise.all(loaded)
  await page.context().close()
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000
}

const firstRow = '[role="grid"] [role="row"][id="row-0"] [role="gridcell"]:not(:empty)'

/** Milliseconds until the first row of the list is visible. */
async function openList(page: Page, baseUrl: string): Promise<number> {
  await page.goto(`${baseUrl}/orders`, { waitUntil: 'commit' })
  await page.locator(firstRow).first().waitFor()
  return await page.evaluate(() => performance.now())
}

declare global {
  interface Window {
    /** Longest event since the last read. */
    longestEvent: number
  }
}

function noteEvents(): void {
  window.longestEvent = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestEvent = Math.max(window.longestEvent, duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

async function interact(page: Page, rounds: number): Promise<BrowserFigures['interactions']> {
  const worst = new Map<string, number>()
  const step = async (what: string, act: () => Promise<unknown>) => {
    await page.evaluate(() => {
      window.longestEvent = 0
    })
    await act()
    await page.waitForTimeout(350)
    const ms = await page.evaluate(() => window.longestEvent)
    worst.set(what, Math.max(worst.get(what) ?? 0, ms))
  }
  for (let round = 0; round < rounds; round += 1) {
    await step('click on a row opens its panel', () =>
      page
        .locator(`#row-${2 + round} [role="gridcell"]`)
        .nth(2)
        .click(),
    )
    await step('J goes to the next row', () => page.keyboard.press('j'))
    await page.keyboard.press('Escape')
    await step('mod+k opens the palette', () => page.keyboard.press('Control+k'))
    await step('typing in the palette', () => page.keyboard.type('C00012', { delay: 40 }))
    await page.keyboard.press('Escape')
    await page.waitForTimeout(200)
    await step('the menu of filters opens', () => page.getByRole('button', { name: 'Filter', exact: true }).click())
    await page.keyboard.press('Escape')
    await page.waitForTimeout(200)
  }
  return [...worst].map(([what, ms]) => ({ what, ms }))
}
