import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, runAxe, settled, useVisit } from './browser.ts'

describe.skipIf(baseUrl === '')('events, deliveries, messages and interface usage', { timeout: 60_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 422/ })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })

  test("an order's delivery is found, read on both sides and sent again", async () => {
    await page.goto(`${baseUrl}/deliveries?state=DELIVERED&type=order.accepted`)
    const rows = page.locator('[role=row][data-key]')
    await rows.first().waitFor()
    const number = (await rows.first().getByText(/^O-/).textContent())!.trim()

    await page.goto(`${baseUrl}/deliveries`)
    await rows.first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(number)
    await page.waitForURL((url) => url.searchParams.get('q') === number)
    await settled(page)
    const about = rows.filter({ hasText: 'Order accepted' }).filter({ hasText: 'Delivered' }).first()
    expect(await about.textContent()).toContain(number)
    await about.click()

    const panel = page.getByRole('complementary', { name: 'Webhook delivery' })
    await panel.getByText('webhook-signature').waitFor()
    expect(await panel.getByRole('figure', { name: 'Request body' }).textContent()).toContain('"events"')
    await panel.getByRole('tab', { name: 'Response' }).click()
    await panel.getByRole('figure', { name: 'Response body' }).waitFor()
    const attempts = panel.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
    const before = await attempts.count()

    await panel.getByRole('button', { name: 'Resend' }).click()
    await page.getByText('Queued for resend').waitFor()
    await attempts.nth(before).waitFor()
    expect(await attempts.count()).toBe(before + 1)
  })

  test('the log is paused and resumed', async () => {
    await page.goto(`${baseUrl}/events`)
    await page.locator('[role=row][data-key]').first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.keyboard.press('p')
    await page.getByText('Paused: 0 new').waitFor()
    expect(new URL(page.url()).searchParams.has('until')).toBe(true)
    await page.keyboard.press('p')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.locator('[role=row][data-key]').first().click()
    const panel = page.getByRole('complementary', { name: 'Event' })
    expect(await panel.getByRole('figure', { name: 'Message' }).textContent()).toMatch(/"(events|updates)"/)
  })

  test('an endpoint is added, its secret shown once, and removed', async () => {
    const name = `Partner ${Date.now()}`
    await page.goto(`${baseUrl}/settings/receivers`)
    await page.getByRole('button', { name: 'Add endpoint' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByLabel('Address').fill('not an address')
    await form.getByRole('button', { name: 'Add endpoint' }).click()
    await form.getByRole('alert').waitFor()
    expect(await form.getByLabel('Address').getAttribute('aria-invalid')).toBe('true')
    await form.getByLabel('Address').fill(`${baseUrl}/sample-receiver/portal`)
    await form.getByRole('button', { name: 'Add endpoint' }).click()

    const secret = page.getByRole('dialog', { name: /Signing secret/ })
    await secret.getByText(/^whsec_/).waitFor()
    expect(await secret.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true)
    await secret.getByText('I have saved it').click()
    await secret.getByRole('button', { name: 'Done' }).click()

    const panel = page.getByRole('complementary', { name: 'Endpoint' })
    await panel.getByRole('button', { name: 'Send test event' }).click()
    await panel.getByText(/^(Accepted|Rejected)\./).waitFor()
    expect(await page.getByText(/^whsec_/).count()).toBe(0)
    await panel.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await page.getByRole('button', { name: 'Remove endpoint' }).click()
    await page.getByText(`${name} removed`).waitFor()
  })

  // Sidebar pages are covered with all other screens.
  test.each(['/messages?tab=inbox', '/waiting'])('%s is usable without seeing it', async (path) => {
    await page.goto(`${baseUrl}${path}`)
    await settled(page)
    expect(await runAxe(page)).toEqual([])
  })
})
