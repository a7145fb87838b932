import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, loginOf, openPage, runAxe, runAxeInBothThemes, settled, signIn, useVisit } from './browser.ts'

describe.skipIf(baseUrl === '')('invoices', { timeout: 120_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 4(04|09|22)/ })
  let page: Page
  beforeEach(() => {
    page = visit().page
  })
  const dialog = () => page.getByRole('dialog')

  /** Adds a charge to the order that is open. */
  async function addCharge(price: string): Promise<void> {
    await page.getByRole('button', { name: 'Add charge' }).click()
    await dialog().getByRole('combobox', { name: 'Charge type' }).click()
    await page.getByRole('option', { name: 'Freight', exact: true }).click()
    await dialog().getByLabel('Unit price').fill(price)
    await page.keyboard.press('Control+Enter')
    await dialog().waitFor({ state: 'detached' })
  }

  test('an order is priced, approved, drafted and finalised; the PDF is looked at, and half of it is credited', async () => {
    await nameEntityOfRanges(page)
    const order = await completedOrder(page)
    await page.goto(`${baseUrl}/orders/${order.order_id}?tab=charges`)
    await addCharge('500')
    await page.getByRole('table', { name: 'Charges' }).getByText('500.00').first().waitFor()
    await approveAll(page, order.order_id)

    await page.goto(`${baseUrl}/orders-to-invoice?q=${order.order_number}`)
    await page.getByRole('checkbox', { name: 'Select row 1' }).click()
    await page.getByRole('button', { name: 'Put on draft' }).click()
    await page.waitForURL(/\/invoices\/[0-9a-f-]{36}$/)
    await page.getByTitle('PDF preview').waitFor()
    await settled(page)
    expect(await runAxeInBothThemes(page)).toEqual([])

    await page.keyboard.press('Control+Enter')
    await dialog().getByText('1 draft gets a number and no longer changes.').waitFor()
    await page.keyboard.press('Control+Enter')
    await dialog().getByText('1 of 1 finalised').waitFor()
    expect(await runAxe(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('heading', { name: /Invoice INV-\d{4}-\d{5}/ }).waitFor()
    const address = await page.getByTitle('PDF preview').getAttribute('src')
    const pdf = await page.request.get(`${baseUrl}${address}`)
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')

    await page.getByRole('button', { name: 'Credit…' }).click()
    await dialog().getByRole('button', { name: 'Part' }).click()
    await dialog().getByText('Credit incl. VAT').waitFor()
    expect(await runAxe(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.getByText('Credits invoice').waitFor()
    await page.getByRole('button', { name: 'Finalise' }).click()
    await page.keyboard.press('Control+Enter')
    await dialog().getByText('1 of 1 finalised').waitFor()
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('heading', { name: /Credit note CN-\d{4}-\d{5}/ }).waitFor()

    await page.goto(`${baseUrl}/orders/${order.order_id}?tab=charges`)
    await page
      .getByRole('link', { name: /^INV-\d{4}-\d{5}$/ })
      .first()
      .click()
    await page.getByRole('link', { name: /^CN-\d{4}-\d{5}$/ }).waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await settled(page)
    expect(await runAxe(page)).toEqual([])
  })

  test('a run drafts what is ready, and its lists are without fault for axe', async () => {
    await page.goto(`${baseUrl}/invoice-runs`)
    await page.getByRole('heading', { name: 'Invoice runs' }).waitFor()
    await page.keyboard.press('n')
    await dialog().getByRole('button', { name: 'Start run' }).waitFor()
    expect(await runAxe(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.getByRole('complementary', { name: 'Run' }).getByText('Ready to review').waitFor({ timeout: 60_000 })
    await settled(page)
    expect(await runAxeInBothThemes(page)).toEqual([])
    for (const path of ['/invoices', '/drafts', '/settings/billing']) {
      await page.goto(`${baseUrl}${path}`)
      await settled(page)
      expect(await runAxeInBothThemes(page), path).toEqual([])
    }
  })

  test('a role without money sees neither the pages nor the amounts', async () => {
    const browser = page.context().browser()!
    const { page: viewer, context } = await openPage(browser)
    await signIn(viewer, loginOf('VIEWER'))
    const links = viewer.getByRole('navigation').getByRole('link')
    expect(await links.filter({ hasText: /^(Invoices|Drafts|Invoice runs)$/ }).count()).toBe(0)
    await viewer.goto(`${baseUrl}/invoices`)
    await viewer.getByRole('heading', { name: "You don't have access" }).waitFor()
    const { order_id } = await firstOrder(viewer)
    await viewer.goto(`${baseUrl}/orders/${order_id}`)
    await viewer.getByRole('tab', { name: 'Goods' }).waitFor()
    expect(await viewer.getByRole('tab', { name: 'Charges' }).count()).toBe(0)
    await context.close()
  })
})

interface FoundOrder {
  order_id: string
  order_number: string
}

/** Calls the server as the page does. */
async function send<Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> {
  return await page.evaluate(
    async (request) => {
      const session = await (await fetch('/app/session')).json()
      const headers = {
        'content-type': 'application/json',
        'x-csrf-token': session.csrf_token,
        'idempotency-key': crypto.randomUUID(),
      }
      const { method, path, body } = request
      const answer = await fetch(path, { method, ...(body && { headers, body: JSON.stringify(body) }) })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return await answer.json()
    },
    { method, path, body },
  )
}

async function firstOrder(page: Page): Promise<FoundOrder> {
  return (await send<{ items: FoundOrder[] }>(page, 'GET', '/app/orders?limit=1')).items[0]!
}

/** An order that is done and of which nothing is on a document yet. */
async function completedOrder(page: Page): Promise<FoundOrder> {
  const path = '/app/orders-to-invoice?limit=200'
  const { items } = await send<{ items: (FoundOrder & { reason: string })[] }>(page, 'GET', path)
  const order = items.find(({ reason }) => reason === 'READY') ?? items.find(({ reason }) => reason === 'APPROVAL')
  if (!order) throw new Error(`no order to invoice among ${JSON.stringify(items.map(({ reason }) => reason))}`)
  return order
}

/** Approves what waits for an approval. */
async function approveAll(page: Page, orderId: string): Promise<void> {
  await send(page, 'POST', '/app/orders-to-invoice/bulk', { action: 'approve', order_ids: [orderId] })
}

/** With several billing entities, each number range of documents names one. */
async function nameEntityOfRanges(page: Page): Promise<void> {
  type Entries = { items: { setting_id: string; values: Record<string, unknown> }[] }
  const entities = await send<Entries>(page, 'GET', '/app/settings/billing_entities')
  const code = entities.items.find(({ values }) => values.is_default === true)!.values.code
  const ranges = await send<Entries>(page, 'GET', '/app/settings/number_ranges')
  for (const { setting_id, values } of ranges.items) {
    if (values.applies_to !== 'INVOICE' && values.applies_to !== 'CREDIT_NOTE') continue
    await send(page, 'PATCH', `/app/settings/number_ranges/${setting_id}`, { billing_entity: code })
  }
}
