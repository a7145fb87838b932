import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Scratch, startScratch, type TenantFacts } from '../../scripts/scratch.ts'
import { startProvider, type TestProvider } from '../../server/src/testing/openid-provider.ts'
import { baseUrl, launchBrowser, openPage } from './browser.ts'
import { chooseForUser } from './people.ts'

// A separate server: providers redirect to PUBLIC_URL, which the other tests' server lacks.
describe.skipIf(baseUrl === '')('a provider', { timeout: 240_000, retry: 0 }, () => {
  let scratch: Scratch
  let facts: TenantFacts
  let provider: TestProvider
  let browser: Browser
  beforeAll(async () => {
    scratch = await startScratch({ hasName: true })
    facts = await scratch.createTenant('provider', '--local-receivers')
    provider = await startProvider(`${scratch.publicUrl}/login/provider`, { hasPage: true })
    provider.person = { sub: 'an-1', email: 'an@haulier.example', email_verified: true, name: 'An' }
    browser = await launchBrowser()
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await provider?.close()
    await scratch?.stop()
  })

  /** A separate browser with a passkey device. */
  async function openWithDevice(): Promise<Page> {
    const { page } = await openPage(browser)
    const devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    return page
  }

  const atWork = (page: Page) => page.getByRole('button', { name: 'Account of' }).waitFor()

  async function keepCodes(page: Page): Promise<void> {
    await page.getByRole('checkbox', { name: 'I have saved them' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
  }

  /** A Super admin adds the provider and requires a second factor of everyone. */
  async function prepare(page: Page): Promise<void> {
    const { email, password } = facts.user
    await page.goto(`${scratch.publicUrl}/login`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await atWork(page)
    await page.goto(`${scratch.publicUrl}/account`)
    await page.getByRole('button', { name: 'Add passkey…' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
    await page.getByRole('dialog').getByLabel('Current password').fill(password)
    await page.keyboard.press('Enter')
    await keepCodes(page)
    await page.goto(`${scratch.publicUrl}/settings/sign-in`)
    await page.getByRole('button', { name: 'Add provider' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add provider' })
    await dialog.getByLabel('Name on the button').fill('Directory')
    await dialog.getByLabel('Issuer').fill(provider.issuer)
    await dialog.getByLabel('Client ID').fill(provider.client_id)
    await dialog.getByLabel('Client secret').fill(provider.client_secret)
    await dialog.getByLabel('E-mail domains').fill('haulier.example')
    await dialog.getByLabel('People without an account').click()
    await page.getByRole('option', { name: 'Create an account: Planner' }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Everyone needs a second factor' }).click()
    await page.getByLabel('From').fill('2026-01-01')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved').waitFor()
  }

  /** Enters the address on the login page, goes to the provider, and approves the sign-in there. */
  async function goThrough(page: Page): Promise<void> {
    await page.goto(`${scratch.publicUrl}/login`)
    await page.getByLabel('E-mail').fill('an@haulier.example')
    await page.getByRole('button', { name: 'Continue with Directory' }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
    // It does not ask while it still remembers the browser.
    if (page.url().startsWith(provider.issuer)) await page.getByRole('button', { name: 'Continue as An' }).click()
  }

  test('SSO-1, SSO-11, SSO-12: lets a new person in, who sets up the required factor without a password, until the connection ends', async () => {
    const admin = await openWithDevice()
    await prepare(admin)

    const page = await openWithDevice()
    await goThrough(page)
    await page.getByRole('heading', { name: 'Set up the second factor' }).waitFor()
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    expect(await page.getByLabel('Current password').count()).toBe(0)
    await page.getByLabel('Name').fill('Phone')
    await page.getByRole('button', { name: 'Continue' }).click()
    await keepCodes(page)
    await atWork(page)

    await page.getByRole('button', { name: 'Account of' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await goThrough(page)
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await atWork(page)
    await page.goto(`${scratch.publicUrl}/account`)
    await page.getByText('You have no password here: you sign in with Directory.').waitFor()
    await page.getByText(/^Directory · 127\.0\.0\.1/).waitFor()

    await admin.goto(`${scratch.publicUrl}/settings/users`)
    await chooseForUser(admin, 'an@haulier.example', 'Sign-in providers…')
    await admin.getByRole('button', { name: 'End the connection with Directory' }).click()
    await admin.getByRole('button', { name: 'Allow Directory again' }).waitFor()
    await page.goto(`${scratch.publicUrl}/orders`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await goThrough(page)
    await page.getByText('Ask a Super admin of your organisation to allow it again').waitFor()

    await admin.getByRole('button', { name: 'Allow Directory again' }).click()
    await admin.getByText('Directory allowed again').waitFor()
    await goThrough(page)
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await atWork(page)
  })
})
