import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { baseUrl, runAxe, useVisit } from './browser.ts'
import { send } from './calls.ts'

interface Listed {
  items: { order_id: string; order_number: string; customer: { company_id: string } }[]
}

describe.skipIf(baseUrl === '')('the portal of customers', { timeout: 120_000 }, () => {
  const visit = useVisit({ isSignedIn: true, expected: /status of 4(01|04)/ })
  let page: Page
  let phone: BrowserContext | undefined
  beforeEach(() => {
    page = visit().page
  })
  afterEach(async () => {
    await phone?.close()
  })

  test('an invited person follows an order on a phone and downloads the POD; other customers see nothing, and a revoked link shows nothing either', async () => {
    const { items } = await send<Listed>(page, 'GET', '/app/orders?status=PLANNED,IN_PROGRESS&limit=100')
    const [order] = items as [Listed['items'][number]]
    const companyId = order.customer.company_id
    const other = items.find(({ customer }) => customer.company_id !== companyId)!.customer.company_id
    await addProof(page, order.order_id)

    await page.goto(`${baseUrl}/companies/${companyId}?tab=contacts`)
    await page.getByRole('button', { name: 'Invite person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite to the portal' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ann Peeters')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
    expect(await runAxe(page)).toEqual([])
    await page.keyboard.press('Escape')

    phone = await page
      .context()
      .browser()!
      .newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const portal = await phone.newPage()
    await portal.goto(link)
    await portal.getByRole('heading', { name: 'Your orders' }).waitFor()
    await portal.getByRole('link', { name: order.order_number }).first().waitFor()
    expect(await runAxe(portal)).toEqual([])
    await portal.getByRole('searchbox', { name: 'Search' }).fill(order.order_number)
    await portal.getByRole('link', { name: order.order_number }).click()
    await portal.getByRole('heading', { name: `Order ${order.order_number}` }).waitFor()
    expect(await runAxe(portal)).toEqual([])
    const file = portal.waitForEvent('download')
    await portal.getByRole('button', { name: /Proof of delivery.*pod\.pdf/ }).click()
    expect((await file).suggestedFilename()).toBe('pod.pdf')

    type Created = { path: string }
    const body = { person_name: 'Bob' }
    const foreign = await send<Created>(page, 'POST', `/app/companies/${other}/links`, body)
    const stranger = await phone.newPage()
    await stranger.goto(`${baseUrl}${foreign.path.replace('#', `?order=${order.order_id}#`)}`)
    await stranger.getByText('No orders found').waitFor()
    expect(await stranger.getByText(order.order_number).count()).toBe(0)

    await page.getByRole('listitem').filter({ hasText: 'Ann Peeters' }).getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Revoked').waitFor()
    await portal.reload()
    await portal.getByText('This link does not work').waitFor()
  })
})

/** Adds a proof of delivery to an order, as on its page. */
async function addProof(page: Page, orderId: string): Promise<void> {
  const status = await page.evaluate(async (id) => {
    const session = await (await fetch('/app/session')).json()
    const text = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
    const body = new FormData()
    body.append('file', new File([text], 'pod.pdf', { type: 'application/pdf' }))
    const headers = { 'x-csrf-token': session.csrf_token, 'idempotency-key': crypto.randomUUID() }
    const path = `/app/orders/${id}/documents?document_type=PROOF_OF_DELIVERY`
    return (await fetch(path, { method: 'POST', headers, body })).status
  }, orderId)
  expect(status).toBe(200)
}
