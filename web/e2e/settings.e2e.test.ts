import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, loginOf, openPage, runAxe, settled, signIn, useVisit } from './browser.ts'
import { choosePassword, invite } from './people.ts'

describe.skipIf(baseUrl === '')('settings and accounts', { timeout: 60_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 4(00|03|04|09|22)/ })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test('a Super admin creates an API client; its upload appears in the open list without a reload', async () => {
    const name = `Webshop ${Date.now()}`
    const client = await makeClient(page, name)
    const reference = `E2E-${Date.now()}`
    await page.goto(`${baseUrl}/orders`)
    await page.getByRole('grid', { name: 'Orders' }).waitFor()
    await page.getByRole('searchbox').fill(reference)
    await page.getByText('No results').waitFor()
    await uploadWith(client, reference)
    await page.getByRole('grid', { name: 'Orders' }).getByRole('row').nth(1).waitFor()

    await page.goto(`${baseUrl}/settings/api-clients`)
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Remove' })
    expect(await remove.isDisabled()).toBe(true)
    await page.getByRole('dialog').getByRole('textbox').fill(name)
    await remove.click()
    await page.getByText(`${name} removed`).waitFor()
    expect((await askToken(client)).status).toBe(401)
  })

  test('buttons of a row stay visible on a small screen, and a name opens editable entries', async () => {
    await page.setViewportSize({ width: 1_100, height: 800 })
    await page.goto(`${baseUrl}/settings/reference?kind=billing_entities`)
    const more = page.getByRole('button', { name: /^More for/ }).first()
    const { x, width } = (await more.boundingBox())!
    expect(x + width).toBeLessThan(1_100)
    await more.click()
    await page.getByRole('menuitem', { name: 'Edit…' }).waitFor()
    await page.keyboard.press('Escape')
    const name = page.getByRole('table').getByRole('row').nth(1).getByRole('button').first()
    await name.dblclick()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Legal name' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    await settled(page)
    expect(await runAxe(page)).toEqual([])
  })

  test('a secret stays on the screen until the user confirms storing it', async () => {
    await openNewClient(page, `Careless ${Date.now()}`)
    await page.getByText('Copy your secret').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByText('Copy your secret').isVisible()).toBe(true)
    await page.getByText('I have saved it').click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Copy your secret').waitFor({ state: 'detached' })
  })

  test('another role sees neither the page nor the endpoints', async () => {
    const other = await openPage(page.context().browser()!)
    try {
      await signIn(other.page, loginOf('PLANNER'))
      await other.page.goto(`${baseUrl}/settings/api-clients`)
      await other.page.getByText("You don't have access").waitFor()
      expect(await other.page.getByRole('link', { name: 'API clients' }).count()).toBe(0)
      expect(await other.page.getByRole('button', { name: 'New API client' }).count()).toBe(0)
      const statuses = await other.page.evaluate(async () => {
        const paths = ['/app/api-clients', '/app/users', '/app/webhook-credentials', '/app/audit/records']
        return await Promise.all(paths.map(async (path) => (await fetch(path)).status))
      })
      expect(statuses).toEqual([403, 403, 403, 403])
    } finally {
      await other.context.close()
    }
  })

  test('an invited person chooses a password by the link and signs in; the link works once', async () => {
    const email = `piet-${Date.now()}@haulier.example`
    const link = await invite(page, email)
    const other = await openPage(page.context().browser()!)
    try {
      const password = 'a lorry full of tulips'
      await choosePassword(other.page, link, password)
      await signIn(other.page, { email, password })
      await other.page.goto(link)
      await other.page.getByText('This link does not work').waitFor()
    } finally {
      await other.context.close()
    }
    await page.getByRole('button', { name: 'Done' }).click()
    await page
      .getByRole('row', { name: new RegExp(email) })
      .getByText('Active')
      .waitFor()
  })

  test('with the second factor set up, a login asks for the code, and a recovery code opens it once', async () => {
    const email = `ada-${Date.now()}@haulier.example`
    const password = 'a lorry full of tulips'
    const link = await invite(page, email)
    const other = await openPage(page.context().browser()!)
    try {
      await choosePassword(other.page, link, password)
      await signIn(other.page, { email, password })
      const [code] = await turnOnSecondFactor(other.page, password)
      await other.context.clearCookies()
      await other.page.goto(`${baseUrl}/login`)
      await other.page.getByLabel('E-mail').fill(email)
      await other.page.getByLabel('Password').fill(password)
      await other.page.keyboard.press('Enter')
      await other.page.getByLabel('Code').fill(code!)
      await other.page.keyboard.press('Enter')
      await other.page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
      await other.page.goto(`${baseUrl}/account`)
      await other.page.getByText('9 recovery codes left').waitFor()
      expect(await runAxe(other.page)).toEqual([])
    } finally {
      await other.context.close()
    }
  })

  test('pages of settings and of the account are accessible', async () => {
    for (const path of ['/settings/organisation', '/settings/reference', '/settings/audit', '/account', '/forgot']) {
      await page.goto(`${baseUrl}${path}`)
      await settled(page)
      expect.soft(await runAxe(page), path).toEqual([])
    }
  })
})

interface Credentials {
  id: string
  secret: string
}

async function openNewClient(page: Page, name: string): Promise<void> {
  await page.goto(`${baseUrl}/settings/api-clients`)
  await page.getByRole('button', { name: 'New API client' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
}

async function makeClient(page: Page, name: string): Promise<Credentials> {
  await openNewClient(page, name)
  const shown = (label: string) => page.locator(`[data-secret="${label}"]`).textContent()
  const credentials = { id: (await shown('ID')) ?? '', secret: (await shown('Secret')) ?? '' }
  await page.getByText('I have saved it').click()
  await page.getByRole('button', { name: 'Done' }).click()
  return credentials
}

function askToken({ id, secret }: Credentials): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  return fetch(`${baseUrl}/v1/auth/token`, { method: 'POST', headers: { authorization } })
}

async function uploadWith(credentials: Credentials, reference: string): Promise<void> {
  const { access_token } = (await (await askToken(credentials)).json()) as { access_token: string }
  const location = { name: 'Quay 12', city: 'Rotterdam', country: 'NL' }
  const stop = { date: '2026-12-01', location }
  const order = {
    operation: 'CREATE',
    order_identifier: reference,
    customer_reference_number: reference,
    customer: { name: 'Demo customer' },
    transport_service: { name: 'General' },
    consignments: [{ pickup_stop: stop, delivery_stop: stop }],
  }
  const answer = await fetch(`${baseUrl}/v1/orders/order/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  expect(answer.status).toBe(200)
}

/** Sets up the second factor as a user does; returns the recovery codes. */
async function turnOnSecondFactor(page: Page, password: string): Promise<string[]> {
  await page.goto(`${baseUrl}/account`)
  await page.getByRole('button', { name: 'Set up…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('img', { name: 'QR code for the app' }).waitFor()
  expect(await runAxe(page)).toEqual([])
  const secret = (await dialog.locator('[data-totp]').textContent()) ?? ''
  await dialog.getByLabel('6-digit code').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.keyboard.press('Enter')
  await dialog.getByText('I have saved them').click()
  const codes = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 recovery codes left').waitFor()
  return codes
}
