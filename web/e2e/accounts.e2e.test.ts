import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { admin, baseUrl, loginOf, runAxe, settled, signIn, useVisit } from './browser.ts'

describe.skipIf(baseUrl === '')('sessions and the page frame', { timeout: 60_000 }, () => {
  const visit = useVisit({
    isSignedIn: false,
    expected: /status of 4(00|01|03|04|09|22)|ERR_INTERNET_DISCONNECTED|server is not reached/,
  })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test('the login page uses the chosen language, before there is a session', async () => {
    await page.goto(`${baseUrl}/login`)
    await page.getByRole('button', { name: 'Nederlands' }).click()
    await page.getByLabel('Wachtwoord').waitFor()
    expect(await page.getAttribute('html', 'lang')).toBe('nl')
    expect(await runAxe(page)).toEqual([])
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByLabel('Password').waitFor()
  })

  test('address and password are typed key by key; after a wrong password the next one can be typed at once', async () => {
    await page.goto(`${baseUrl}/login`)
    await page.getByLabel('E-mail').waitFor()
    await page.keyboard.type(admin.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password')
    expect(await page.getByLabel('E-mail').inputValue()).toBe(admin.email)
    expect(await page.getByLabel('Password').inputValue()).toBe('not the password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Sign-in failed').waitFor()
    await page.keyboard.type(admin.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  })

  test('with one organisation only its name is shown; with a second account the user switches between them', async () => {
    await signIn(page)
    const tenant = await tenantName(page)
    expect(await page.getByRole('button', { name: `Organisation ${tenant}` }).count()).toBe(0)
    await page.getByRole('button', { name: 'Account of' }).click()
    await page.getByRole('menuitem', { name: 'Add organisation…' }).click()
    await page.getByRole('heading', { name: 'Add organisation' }).waitFor()
    expect(await runAxe(page)).toEqual([])
    const planner = loginOf('PLANNER')
    await page.getByLabel('E-mail').fill(planner.email)
    await page.getByLabel('Password').fill(planner.password)
    await page.keyboard.press('Enter')
    const organisations = page.getByRole('button', { name: `Organisation ${tenant}` })
    await organisations.waitFor()
    expect(await runAxe(page)).toEqual([])
    await organisations.click()
    await page.getByRole('menuitemcheckbox').nth(1).waitFor()
    expect(await page.getByRole('menuitemcheckbox').count()).toBe(2)
    expect(await runAxe(page)).toEqual([])
    await page.getByRole('menuitemcheckbox', { name: admin.email }).click()
    await page.getByText('Super admin').waitFor()
  })

  test('a tab of an earlier session reports this, and can no longer be used', async () => {
    await signIn(page)
    const other = await visit().context.newPage()
    await other.goto(`${baseUrl}/login?add=true`)
    const planner = loginOf('PLANNER')
    await other.getByLabel('E-mail').fill(planner.email)
    await other.getByLabel('Password').fill(planner.password)
    await other.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'You are now signed in to' }).waitFor()
  })

  test('after a session ended elsewhere the user returns to the same page', async () => {
    await signIn(page)
    await page.goto(`${baseUrl}/companies`)
    await page.getByRole('heading', { name: 'Customers and carriers' }).waitFor()
    await endSession(page)
    // The next request reveals it: one already running, or the one triggered by returning to the tab.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.getByText('Your session has ended. Sign in to continue.').waitFor()
    await page.getByLabel('E-mail').fill(admin.email)
    await page.getByLabel('Password').fill(admin.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Customers and carriers' }).waitFor()
  })

  test('a page that the role may not open lists the roles that may; an unknown address offers links', async () => {
    await signIn(page, loginOf('VIEWER'))
    await page.goto(`${baseUrl}/orders/new`)
    await page.getByText('Required: Super admin, Planner or Order entry.').waitFor()
    await page.getByText('Your role: Viewer').waitFor()
    expect(await runAxe(page)).toEqual([])
    await page.goto(`${baseUrl}/orders/one/two/three`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true)
  })

  test('offline, a banner states that nothing is sent or saved, and it disappears when the connection is back', async () => {
    await signIn(page)
    await settled(page)
    await visit().context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await visit().context.setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
  })

  test('offline, a page whose files were never loaded explains this within the frame, and opens when the connection is back', async () => {
    await signIn(page)
    await settled(page)
    await visit().context.setOffline(true)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click()
    const alert = page.getByRole('main').getByRole('alert')
    await alert.getByText('You are offline', { exact: true }).waitFor()
    expect(await runAxe(page)).toEqual([])
    await alert.getByRole('button', { name: 'Try again' }).click()
    await visit().context.setOffline(false)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor()
  })
})

/** The name next to the logo. */
async function tenantName(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const session = (await (await fetch('/app/session')).json()) as { tenant: { name: string } }
    return session.tenant.name
  })
}

/** Ends the session without the page's knowledge. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const session = (await (await fetch('/app/session')).json()) as { csrf_token: string }
    await fetch('/app/session', { method: 'DELETE', headers: { 'x-csrf-token': session.csrf_token } })
  })
}
