import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Scratch, startScratch, type TenantFacts } from '../../scripts/scratch.ts'
import { baseUrl, launchBrowser, openPage } from './browser.ts'

// A separate server: passkeys need the host name of PUBLIC_URL, which the other tests' server lacks.
describe.skipIf(baseUrl === '')('passkeys', { timeout: 120_000 }, () => {
  let scratch: Scratch
  let facts: TenantFacts
  beforeAll(async () => {
    scratch = await startScratch({ hasName: true })
    facts = await scratch.createTenant('passkeys')
  }, 180_000)
  afterAll(() => scratch?.stop())

  test('PASSKEY-3: a passkey is added, and signs in without address and password', async () => {
    const browser = await launchBrowser()
    try {
      const { page } = await openPage(browser)
      const devices = await page.context().newCDPSession(page)
      await devices.send('WebAuthn.enable')
      await devices.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
          ...{ isUserVerified: true, automaticPresenceSimulation: true },
        },
      })
      const address = scratch.publicUrl
      await page.goto(`${address}/login`)
      await page.getByLabel('E-mail').fill(facts.user.email)
      await page.getByLabel('Password').fill(facts.user.password)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Account of' }).waitFor()

      await page.goto(`${address}/account`)
      await page.getByRole('button', { name: 'Add passkey…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add passkey' })
      await dialog.getByLabel('Name').fill('Work laptop')
      await dialog.getByLabel('Current password').fill(facts.user.password)
      await page.keyboard.press('Enter')
      await dialog.getByRole('checkbox', { name: 'I have saved them' }).click()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.getByText('Work laptop').waitFor()

      await page.getByRole('button', { name: 'Account of' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('button', { name: 'Account of' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
    } finally {
      await browser.close()
    }
  })
})
