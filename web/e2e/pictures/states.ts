import type { Page } from 'playwright-core'
import { baseUrl, settled } from '../browser.ts'
import { firstOf, type Picture } from './take.ts'

const button = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}

async function openOrder(page: Page, status: string): Promise<void> {
  const id = await firstOf(page, `/app/orders?status=${status}&limit=1`, 'order_id')
  await page.goto(`${baseUrl}/orders/${id}`)
  await settled(page)
}

const sheet = [
  'customer;reference;service;pickup_name;pickup_city;pickup_country;pickup_date;' +
    'delivery_name;delivery_city;delivery_country;delivery_date;description;quantity;weight_kg',
  ...Array.from({ length: 18 }, (_, at) => {
    const customer = at === 6 ? '' : 'Brouwerij De Linde'
    const day = at === 11 ? '31-02-2027' : `2027-02-${String(1 + at).padStart(2, '0')}`
    return `${customer};LIN-88${10 + at};General;Molenkaai 4;Gent;BE;${day};Hub Tilburg;Tilburg;NL;${day};Beer in crates;${4 + at};${1200 + 80 * at}`
  }),
].join('\n')

async function chooseSheet(page: Page): Promise<void> {
  const file = { name: 'orders-february.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.locator('[data-count=good]').waitFor()
}

/** Dialogs, menus, panels and error states. */
export const statePictures: readonly Picture[] = [
  { name: 'palette', path: '/orders', go: (page) => page.keyboard.press('Control+k') },
  {
    name: 'palette-search',
    path: '/orders',
    async go(page) {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('brouw')
      await page.waitForTimeout(900)
    },
  },
  { name: 'shortcuts', path: '/orders', go: (page) => page.keyboard.press('?') },
  {
    name: 'orders-filter',
    path: '/orders',
    async go(page) {
      await button('Filter')(page)
      await page.getByRole('menuitem', { name: 'Status' }).click()
    },
  },
  { name: 'orders-display', path: '/orders', go: button('Display') },
  { name: 'orders-saved-views', path: '/orders?status=BLOCKED', go: button('Saved views') },
  {
    name: 'orders-save-view',
    path: '/orders?status=BLOCKED',
    async go(page) {
      await button('Saved views')(page)
      await page.getByRole('menuitem', { name: 'Save this view…' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('On hold, to be called')
    },
  },
  {
    name: 'orders-bulk',
    path: '/orders?status=TO_PLAN',
    async go(page) {
      await page.locator('[role=row][data-key], main [role=row][aria-selected]').first().waitFor()
      for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
    },
  },
  { name: 'orders-no-match', path: '/orders?q=NOTHING-LIKE-THIS' },
  { name: 'order-new', path: '/orders/new' },
  {
    name: 'order-new-faults',
    path: '/orders/new',
    async go(page) {
      await page.locator('#entry-customer').waitFor()
      await page.locator('#entry-consignments-0-pickup-date').fill('31-11')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alert').waitFor()
      await page.mouse.move(0, 0)
    },
  },
  {
    name: 'order-edit',
    async go(page) {
      await openOrder(page, 'IN_PROGRESS')
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.locator('[id^=entry-]').first().waitFor()
    },
  },
  {
    name: 'order-hold',
    async go(page) {
      await openOrder(page, 'TO_PLAN')
      await page.getByRole('button', { name: /^Hold/ }).waitFor()
      await page.keyboard.press('h')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'order-cancel',
    async go(page) {
      await openOrder(page, 'TO_PLAN')
      await button('More')(page)
      await page.getByRole('menuitem', { name: 'Cancel order' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'order-skip',
    async go(page) {
      await openOrder(page, 'TO_PLAN')
      await button('More')(page)
      await page.getByRole('menuitem', { name: 'Reject order' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'order-leave',
    path: '/orders/new',
    async go(page) {
      await page.locator('#entry-customer').waitFor()
      await page.getByLabel('Customer reference').fill('PO 4711')
      await page.getByRole('link', { name: 'Trips' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
    leave: button('Discard'),
  },
  { name: 'import', path: '/orders/import' },
  { name: 'import-preview', path: '/orders/import', go: chooseSheet },
  {
    name: 'import-result',
    path: '/orders/import',
    async go(page) {
      await chooseSheet(page)
      await button(/^Import \d+/)(page)
      await page.locator('[data-count=done]').waitFor()
      await page.locator('[data-count=open]').waitFor({ state: 'detached', timeout: 40_000 })
    },
  },
  { name: 'resource-new', path: '/resources', go: button('New resource') },
  { name: 'company-new', path: '/companies', go: button('New company') },
  {
    name: 'unavailability-new',
    path: '/resources/calendar',
    async go(page) {
      await page.getByRole('grid', { name: 'Unavailability' }).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('n')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'api-client-secret',
    path: '/settings/api-clients',
    async go(page) {
      await button('New API client')(page)
      await page.getByRole('dialog').getByLabel('Name').fill('Webshop')
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
      await page.getByText('Copy your secret').waitFor()
    },
    async leave(page) {
      await page.getByText('I have saved it').click()
      await page.getByRole('button', { name: 'Done' }).click()
    },
  },
  {
    name: 'receiver-test',
    path: '/settings/receivers',
    async go(page) {
      await page.getByText('Customer portal').first().click()
      await button('Send test event')(page)
      await page.getByText(/^(Accepted|Rejected)\./).waitFor()
      await page.getByText(/^(Accepted|Rejected)\./).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'receiver-new',
    path: '/settings/receivers',
    go: button('Add endpoint'),
  },
  {
    name: 'user-invite',
    path: '/settings/users',
    async go(page) {
      await button('Invite')(page)
      await page.getByRole('dialog').getByLabel('E-mail').fill('piet.bakker@demo-transport.example')
      await page.getByRole('dialog').getByLabel('Name').fill('Piet Bakker')
    },
  },
  {
    name: 'user-invited',
    path: '/settings/users',
    async go(page) {
      await button('Invite')(page)
      const dialog = page.getByRole('dialog')
      // An address can be invited only once, so this fails on a server used before.
      await dialog.getByLabel('E-mail').fill('hanna.visser@demo-transport.example')
      await dialog.getByLabel('Name').fill('Hanna Visser')
      await dialog.getByRole('button', { name: 'Invite' }).click()
      await page.locator('[data-link]').waitFor()
    },
  },
  {
    name: 'resource-edit-inline',
    async go(page) {
      const id = await firstOf(page, '/app/resources?type=TRACTOR&limit=1', 'resource_id')
      await page.goto(`${baseUrl}/resources/${id}`)
      await settled(page)
      await page.getByRole('button', { name: 'Edit Code' }).click()
      await page.getByRole('textbox', { name: 'Code' }).fill('T-101')
    },
  },
  {
    name: 'offline',
    path: '/orders',
    async go(page) {
      await page.context().setOffline(true)
      await page.evaluate(() => window.dispatchEvent(new Event('offline')))
      await page.locator('main [role=status], [role=status].bg-amber-soft').first().waitFor()
    },
    leave: (page) => page.context().setOffline(false),
  },
  {
    name: 'error-panel',
    async go(page) {
      await page.route('**/app/orders?*', (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/json',
          headers: { 'x-request-id': 'req_7f3kq29v' },
          body: JSON.stringify({
            code: 'unavailable',
            message: 'The database is being restarted. Try again in a few seconds.',
            request_id: 'req_7f3kq29v',
            errors: [],
          }),
        }),
      )
      await page.goto(`${baseUrl}/orders`)
      await page.getByRole('alert').first().waitFor({ timeout: 20_000 })
    },
    leave: (page) => page.unrouteAll(),
  },
  { name: 'not-found', path: '/orders/00000000-0000-4000-8000-000000000000' },
]
