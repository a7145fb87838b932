import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { admin, baseUrl, signIn, useVisit } from './browser.ts'

/* Signing in, staying signed in, and the start page. */
describe.skipIf(baseUrl === '')('login and start page in a browser', { timeout: 30_000 }, () => {
  const visit = useVisit({ isSignedIn: false })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test('without a session every page redirects to the login page', async () => {
    await page.goto(`${baseUrl}/`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('a wrong password is refused with a message and the request id, and the form can be used again', async () => {
    await page.goto(`${baseUrl}/login`)
    await page.getByLabel('E-mail').fill(admin.email)
    await page.getByLabel('Password').fill(`${admin.password} wrong`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('Wrong e-mail or password')
    expect((await alert.locator('code').textContent())?.length).toBeGreaterThan(7)
    expect(await page.getByLabel('E-mail').inputValue()).toBe(admin.email)
  })

  test('empty fields are marked and the first one gets the cursor, without a request', async () => {
    await page.goto(`${baseUrl}/login`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Enter your e-mail address.').waitFor()
    expect(await page.getByLabel('E-mail').evaluate((field) => field === document.activeElement)).toBe(true)
    expect(visit().watch.requests.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  test('after logging in by keyboard alone the day of the tenant is shown, without a request for each list', async () => {
    await signIn(page)
    const figures = page.getByRole('navigation', { name: 'Figures of today' })
    await figures.getByRole('link', { name: /^Underway/ }).waitFor()
    await page.getByRole('list', { name: 'Exceptions' }).getByRole('listitem').first().waitFor()
    const asked = visit().watch.requests
    expect(asked.filter((line) => /\/app\/(orders|trips|resources)/.test(line))).toEqual([])
  })

  test('a figure of the day leads to the rows that it counts', async () => {
    await signIn(page)
    await page.getByRole('link', { name: /^Unplanned/ }).click()
    await page.waitForURL(/\/orders\?status=TO_PLAN&pickup_from=/)
    await page.getByRole('button', { name: 'Clear Pickup' }).click()
    await page.waitForURL((url) => !url.search.includes('pickup_'))
    expect(new URL(page.url()).searchParams.get('status')).toBe('TO_PLAN')
  })

  test('on a small screen in German no part of the day is cut at the edge, and no telephone number either', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await signIn(page)
    await page.evaluate(() => localStorage.setItem('cartage.language', 'de'))
    await page.reload()
    await page.getByRole('list', { name: 'Abweichungen' }).getByRole('listitem').first().waitFor()
    await page.getByRole('heading', { name: 'Ablaufende Nachweise' }).waitFor()
    const cut = await page.evaluate(() => {
      const main = document.querySelector('main')!
      const edge = main.getBoundingClientRect().right
      const beyond = [...main.querySelectorAll('a, button, section')].filter((one) => {
        return one.getBoundingClientRect().right > edge
      })
      const numbers = [...main.querySelectorAll('a[href^="tel:"]')].filter(
        ({ parentElement }) => parentElement!.scrollWidth > parentElement!.clientWidth,
      )
      return [...beyond, ...numbers].map(({ textContent }) => textContent)
    })
    expect(cut).toEqual([])
  })

  test('the session cookie cannot be read by scripts and a reload keeps the session', async () => {
    await signIn(page)
    expect(await page.evaluate(() => document.cookie)).not.toContain('sid')
    await page.reload()
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  })

  test('the theme is chosen with Shift+D and stays', async () => {
    await signIn(page)
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    const before = await theme()
    await page.keyboard.press('Shift+D')
    const after = await theme()
    expect([before, after].toSorted()).toEqual(['dark', 'light'])
    await page.reload()
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    expect(await theme()).toBe(after)
  })

  test('signing out ends the session on the server, not only in the browser', async () => {
    await signIn(page)
    const cookies = await visit().context.cookies()
    await page.getByRole('button', { name: 'Account of' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await visit().context.addCookies(cookies)
    await page.goto(`${baseUrl}/`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('the API reference shows the operations of this server', async () => {
    await page.goto(`${baseUrl}/api-reference`)
    await page.getByRole('heading', { name: 'Cartage' }).first().waitFor()
    await page.getByRole('link', { name: 'Your first order' }).waitFor()
    await page
      .getByRole('button', { name: 'Orders', exact: true })
      .or(page.getByRole('link', { name: 'Orders', exact: true }))
      .first()
      .click()
    await page.getByText('/v1/orders/order/upload').first().waitFor()
    // Rules that descriptions name lead to their rows.
    const rule = page.locator('a[href*="/docs/rules/"]').first()
    await rule.waitFor({ state: 'attached' })
    const address = (await rule.getAttribute('href'))!
    await page.goto(new URL(address, baseUrl).href)
    await page.locator(`tr[id="${address.split('#')[1]}"]`).waitFor()
  })
})
