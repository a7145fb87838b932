import type { Page } from 'playwright-core'
import { baseUrl, settled } from '../browser.ts'
import { day, send } from '../calls.ts'
import { reportTypedTrip } from '../typed-trip.ts'
import { firstOf, type Picture } from './take.ts'

const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** Matching an inbox item: suggested records, and the resulting changes. */
async function match(page: Page): Promise<void> {
  await reportTypedTrip(page)
  await page.goto(`${baseUrl}/messages?tab=inbox`)
  const item = page.getByRole('complementary', { name: 'Inbox item' })
  await page.locator('[role=row][data-key]').last().click()
  await item.getByRole('button', { name: 'Match…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').first().check()
  await dialog.getByText(/^It fits/).waitFor()
}

/** An order being entered, next to its route, price and warnings. */
async function enterOrder(page: Page): Promise<void> {
  await page.locator('#entry-customer').waitFor()
  const choose = async (id: string, text: string) => {
    await page.locator(`#entry-${id}`).focus()
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await choose('customer', 'Brouw')
  await choose('reference', 'PO-88120')
  await choose('consignments-0-pickup-place', 'Loods')
  await choose('consignments-0-pickup-date', day(1))
  await page.keyboard.type('8-12')
  await choose('consignments-0-delivery-place', 'Hub')
  await choose('consignments-0-delivery-date', day(2))
  await choose('consignments-0-goods-0-description', 'Beer in crates')
  await page.keyboard.type('24')
  await page.locator('[aria-label="Summary"], aside').getByText(/km/).first().waitFor({ timeout: 15_000 })
}

/** Rules for automatic e-mails, with a preview of one. */
async function previewRule(page: Page): Promise<void> {
  await click(page, 'What would be sent')
  await settled(page)
}

/** Visible geofences on the live map, one of them selected. */
async function circles(page: Page): Promise<void> {
  await page.locator('[data-map=drawn]').waitFor()
  await page.keyboard.press('Shift+L')
  const place = page.getByRole('combobox', { name: 'Find location' })
  await place.click()
  await page.keyboard.type('Hub')
  await page.getByRole('option', { name: /Hub/ }).first().click()
  await page.getByText('Vehicles in the circle count as arrived').waitFor()
  await page.waitForTimeout(1_500)
}

/** A draft with a discount entered as an amount. */
async function discount(page: Page): Promise<void> {
  const draft = await firstOf(page, '/app/invoices?kind=SALES_INVOICE&status=DRAFT&limit=1', 'invoice_id')
  await page.goto(`${baseUrl}/invoices/${draft}`)
  await settled(page)
  await click(page, 'Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Discount' }).fill('25')
  await dialog.getByRole('combobox', { name: 'Unit' }).click()
  await page.getByRole('option', { name: 'EUR' }).click()
  await dialog.getByRole('textbox', { name: 'Reason on the invoice' }).scrollIntoViewIfNeeded()
}

/** A proof of delivery in the viewer. */
async function openProof(page: Page): Promise<void> {
  const proof = await firstOf(page, '/app/documents?document_type=PROOF_OF_DELIVERY&limit=1', 'document_id')
  await page.goto(`${baseUrl}/documents/${proof}`)
  await page.getByRole('navigation', { name: 'Documents next to this one' }).waitFor()
  await page.waitForTimeout(1_500)
}

/** A photograph of a delivery note, rejected with a reason. */
async function rejectPhoto(page: Page): Promise<void> {
  await openProof(page)
  await click(page, /^Reject…/)
  await page.getByRole('dialog').getByRole('textbox').fill('Not signed by the receiver')
}

/** E-mail that asks a carrier for a proof of delivery. */
async function askCarrier(page: Page): Promise<void> {
  await click(page, 'Ask carrier…')
  await page.getByRole('dialog').getByRole('article').waitFor()
}

/** Suggested trips for orders of the next days, next to the current plan. */
async function suggestTrips(page: Page): Promise<void> {
  const orders = `/app/orders?status=TO_PLAN&pickup_from=${day(1)}&sort=pickup&limit=14`
  const { items } = await send<{ items: { order_id: string }[] }>(page, 'GET', orders)
  const { combinations } = await send<{ combinations: { resources: { resource_id: string }[] }[] }>(
    page,
    'GET',
    '/app/planning/combinations',
  )
  const { optimisation_id } = await send<{ optimisation_id: string }>(page, 'POST', '/app/planning/optimisations', {
    order_ids: items.map(({ order_id }) => order_id),
    combinations: combinations.slice(0, 12).map(({ resources }) => ({
      resource_ids: resources.map(({ resource_id }) => resource_id),
    })),
    ...{ from_at: `${day(1)}T00:00:00Z`, to_at: `${day(7)}T00:00:00Z` },
  })
  await page.goto(`${baseUrl}/optimisations/${optimisation_id}`)
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .waitFor({ timeout: 60_000 })
}

/** Dialog to request suggestions. */
async function planThese(page: Page): Promise<void> {
  for (const at of [1, 2, 3]) await page.getByRole('checkbox').nth(at).check()
  await click(page, /^Plan these/)
  await page.getByRole('dialog').getByRole('checkbox').nth(1).waitFor()
}

/** Office screens that need additional steps or data. */
export const officePictures: readonly Picture[] = [
  { name: 'messages-match', isPage: true, go: match },
  { name: 'settings-mail-templates', path: '/settings/mail-templates', isPage: true, go: previewRule },
  {
    name: 'company-mail-choices',
    isPage: true,
    async go(page) {
      const customer = await firstOf(page, '/app/companies?limit=1', 'company_id')
      await page.goto(`${baseUrl}/companies/${customer}`)
      await page.getByText('Automatic e-mails').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-test-engine',
    path: '/settings/organisation',
    isPage: true,
    async go(page) {
      await click(page, 'Test engine')
      await page.getByRole('region', { name: 'Test engine' }).getByRole('status').getByText('engine').waitFor()
    },
  },
  { name: 'settings-organisation', path: '/settings/organisation', isPage: true },
  { name: 'map-circles', path: '/map', isPage: true, go: circles },
  { name: 'optimisation', isPage: true, go: suggestTrips },
  {
    name: 'orders-plan-these',
    path: '/orders?status=TO_PLAN',
    go: planThese,
    leave: (page) => page.keyboard.press('Escape'),
  },
  { name: 'draft-discount', isPage: true, go: discount },
  {
    name: 'order-new-summary',
    path: '/orders/new',
    isPage: true,
    go: enterOrder,
    leave: (page) => page.goto('about:blank').then(() => page.goto(`${baseUrl}/orders`)),
  },
  { name: 'document', isPage: true, go: openProof },
  { name: 'document-reject', go: rejectPhoto },
  { name: 'documents-proofs', path: '/documents/proofs', isPage: true },
  { name: 'documents-to-review', path: '/documents/proofs?state=TO_REVIEW', isPage: true },
  { name: 'documents-ask', path: '/documents/proofs', isPage: true, go: askCarrier },
]
