import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, runAxe, useVisit } from './browser.ts'

describe.skipIf(baseUrl === '')('failed uploads', { timeout: 60_000 }, () => {
  const visit = useVisit({ isSignedIn: true })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test('are found with their reason, and run again once the setting exists', async () => {
    const code = `EXP${Date.now()}`
    const identifiers = [1, 2, 3].map((at) => `${code}-${at}`)
    const token = await tokenOf()
    for (const identifier of identifiers) await upload(token, identifier, code)

    await page.goto(`${baseUrl}/messages?tab=inbox`)
    const items = page.locator('[role=row][data-key]').filter({ hasText: code })
    await items.nth(2).waitFor()
    await items.first().click()
    const item = page.getByRole('complementary', { name: 'Inbox item' })
    await item.getByText(`No transport service has the code "${code}"`).first().waitFor()
    expect(await item.getByRole('button', { name: 'Match…' }).count()).toBe(0)
    await item.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click()

    const panel = page.getByRole('complementary', { name: 'Upload' })
    await panel.getByText('Failed', { exact: true }).waitFor()
    expect(await runAxe(page)).toEqual([])
    await panel.getByRole('button', { name: 'Run again', exact: true }).click()
    await page.getByText('Upload queued to run again').waitFor()
    await panel.getByText('Runs').waitFor()
    await panel.getByText('Failed', { exact: true }).waitFor()

    await addService(page, code)
    await page.goto(`${baseUrl}/uploads?status=ERROR&q=${code}`)
    const rows = page.locator('[role=row][data-key]')
    await rows.nth(2).waitFor()
    await rows.first().click()
    await panel.getByRole('button', { name: 'Run all with this cause again' }).click()
    await page.getByText('3 of 3 uploads queued to run again').waitFor()
    await panel.getByText('Completed', { exact: true }).waitFor()
    await page.goto(`${baseUrl}/uploads?status=COMPLETED&q=${code}`)
    await rows.nth(2).waitFor()
    await page.goto(`${baseUrl}/messages?tab=inbox&q=${identifiers[0]}`)
    await page.getByText('No results').first().waitFor()
  })

  test('are corrected as the order form and sent once, however often the button is pressed', async () => {
    const code = `FIX${Date.now()}`
    const [first, second] = [`${code}-1`, `${code}-2`]
    const token = await tokenOf()
    for (const identifier of [first, second]) await upload(token, identifier, `${code}-WRONG`)
    await page.goto(`${baseUrl}/messages?tab=inbox&q=${first}`)
    await addService(page, code)

    await page.locator('[role=row][data-key]').filter({ hasText: code }).first().click()
    const item = page.getByRole('complementary', { name: 'Inbox item' })
    await item.getByRole('link', { name: 'Correct…' }).click()
    await page.getByText(`Correct order ${first}`).waitFor()
    await serviceIsNext(page)
    expect(await page.getByRole('alert').textContent()).toContain(`${code}-WRONG`)
    expect(await runAxe(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Transport service' }).fill(code)
    await page.getByRole('option', { name: code }).first().click()
    await page.getByRole('button', { name: 'Save', exact: true }).dblclick()
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}$/)
    expect(entriesSent()).toBe(1)

    await page.goto(`${baseUrl}/uploads?q=${second}`)
    await page.locator('[role=row][data-key]').first().click()
    const panel = page.getByRole('complementary', { name: 'Upload' })
    await panel.getByRole('link', { name: 'Correct…' }).focus()
    await page.keyboard.press('Enter')
    await serviceIsNext(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(code)
    await page.getByRole('option', { name: code }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}$/)
    expect(entriesSent()).toBe(2)

    await page.goto(`${baseUrl}/messages?tab=inbox&q=${code}`)
    await page.getByText('No results').first().waitFor()
    await page.goto(`${baseUrl}/uploads?q=${first}&status=ERROR`)
    await page.locator('[role=row][data-key]').first().click()
    await panel.getByText('A later upload of this order succeeded').waitFor()
    expect(await panel.getByRole('link', { name: 'Correct…' }).count()).toBe(0)
  })

  const entriesSent = () =>
    visit().watch.requests.filter((line) => line.startsWith('POST ') && line.endsWith('/app/orders')).length
})

/** The field with the error is focused. */
async function serviceIsNext(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.id === 'entry-service')
}

async function tokenOf(): Promise<string> {
  const { API_CLIENT_ID, API_CLIENT_SECRET } = process.env
  const authorization = `Basic ${Buffer.from(`${API_CLIENT_ID}:${API_CLIENT_SECRET}`).toString('base64')}`
  const answer = await fetch(`${baseUrl}/v1/auth/token`, { method: 'POST', headers: { authorization } })
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}

async function upload(token: string, order_identifier: string, code: string): Promise<void> {
  const stop = { date: '2026-12-01', location: { name: 'Quay 12', city: 'Rotterdam', country: 'NL' } }
  const order = {
    operation: 'CREATE',
    order_identifier,
    customer: { name: 'Demo customer' },
    transport_service: { code },
    consignments: [{ pickup_stop: stop, delivery_stop: stop }],
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${baseUrl}/v1/orders/order/upload`, {
    method: 'POST',
    headers,
    body: JSON.stringify(order),
  })
  expect(answer.status).toBe(200)
}

/** Adds the transport service as on the settings page. */
async function addService(page: Page, code: string): Promise<void> {
  await page.evaluate(async (name) => {
    const session = await (await fetch('/app/session')).json()
    const answer = await fetch('/app/settings/transport_services', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': session.csrf_token },
      body: JSON.stringify({ code: name, name }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  }, code)
}
