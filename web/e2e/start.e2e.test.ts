import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

/*
 * Drives a real browser against a running server. E2E_BASE_URL is the server (the test runner itself occupies the name
 * BASE_URL); LOGIN_EMAIL and LOGIN_PASSWORD belong to a user whose tenant has at least one order upload and one event.
 * CHROMIUM names another browser binary. Skipped without E2E_BASE_URL.
 */
const baseUrl = process.env.E2E_BASE_URL?.replace(/\/$/, '') ?? ''
const email = process.env.LOGIN_EMAIL ?? ''
const password = process.env.LOGIN_PASSWORD ?? ''

describe.skipIf(baseUrl === '')('login and start page in a browser', { timeout: 30_000 }, () => {
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let watch: Watch

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
  }, 30_000)

  afterAll(() => browser?.close())

  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    page = await context.newPage()
    watch = await watchOver(page)
  })

  afterEach(async () => {
    await context.close()
    expect(watch.outside, 'requests that left the origin').toEqual([])
    expect(watch.complaints, 'policy violations and errors of the console').toEqual([])
  })

  async function signIn() {
    await page.goto(`${baseUrl}/login`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor()
  }

  test('without a session every page leads to the login page', async () => {
    await page.goto(`${baseUrl}/`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('a wrong password is refused with a message and the request id, and the form stays usable', async () => {
    await page.goto(`${baseUrl}/login`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(`${password} wrong`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('The e-mail address or the password is not right')
    expect((await alert.locator('code').textContent())?.length).toBeGreaterThan(7)
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
  })

  test('fields left empty are named and the first one gets the cursor, without a request', async () => {
    await page.goto(`${baseUrl}/login`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Enter your e-mail address.').waitFor()
    expect(await page.getByLabel('E-mail').evaluate((field) => field === document.activeElement)).toBe(true)
    expect(watch.requests.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  test('after logging in by keyboard alone the uploads and events of the tenant are there', async () => {
    await signIn()
    const uploads = page.getByRole('region', { name: 'Order uploads' })
    const events = page.getByRole('region', { name: 'Events' })
    await uploads.locator('tbody tr .badge').first().waitFor()
    await events.locator('tbody tr .tag').first().waitFor()
    const time = uploads.locator('tbody time').first()
    expect(await time.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
  })

  test('the session cookie cannot be read by scripts and a reload keeps the session', async () => {
    await signIn()
    expect(await page.evaluate(() => document.cookie)).not.toContain('sid')
    await page.reload()
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor()
  })

  test('the theme is chosen with shift and D and stays', async () => {
    await signIn()
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    const before = await theme()
    await page.keyboard.press('Shift+D')
    const after = await theme()
    expect([before, after].toSorted()).toEqual(['dark', 'light'])
    await page.reload()
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor()
    expect(await theme()).toBe(after)
  })

  test('signing out ends the session on the server, not only on the screen', async () => {
    await signIn()
    const cookies = await context.cookies()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await context.addCookies(cookies)
    await page.goto(`${baseUrl}/`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('the API reference shows the operations of this server', async () => {
    await page.goto(`${baseUrl}/api-reference`)
    await page.getByRole('heading', { name: 'Cartage' }).first().waitFor()
    await page.getByText('/v1/orders/order/upload').first().waitFor()
  })
})

/** What a page did that a test has an opinion on. */
interface Watch {
  requests: string[]
  outside: string[]
  complaints: string[]
}

async function watchOver(page: Page): Promise<Watch> {
  const watch: Watch = { requests: [], outside: [], complaints: [] }
  page.on('request', (request) => {
    watch.requests.push(`${request.method()} ${request.url()}`)
    if (!request.url().startsWith(`${baseUrl}/`) && !/^(blob|data):/.test(request.url()))
      watch.outside.push(request.url())
  })
  page.on('pageerror', (error) => watch.complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text(), message.location().url)) {
      watch.complaints.push(`${message.text()} ${message.location().url}`)
    }
  })
  return watch
}

/** The browser itself reports every 401; nobody being logged in and a wrong password are ordinary here. */
function isExpected(text: string, url: string): boolean {
  return text.includes('status of 401') && new URL(url).pathname.startsWith('/app/')
}
