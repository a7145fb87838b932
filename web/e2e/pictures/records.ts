import type { Page } from 'playwright-core'
import { baseUrl, settled } from '../browser.ts'
import { send } from '../calls.ts'
import { firstOf, type Picture } from './take.ts'

/** Page of the first record in a list. */
function record(name: string, list: string, member: string, pathOf: (id: string) => string, tabs: string[] = []) {
  const open = async (page: Page, tab?: string) => {
    const path = pathOf(await firstOf(page, list, member))
    await page.goto(`${baseUrl}${path}${tab === undefined ? '' : `${path.includes('?') ? '&' : '?'}tab=${tab}`}`)
    await settled(page)
  }
  return [
    { name, isPage: true, go: (page: Page) => open(page) },
    ...tabs.map((tab) => ({ name: `${name}-${tab}`, go: (page: Page) => open(page, tab) })),
  ] satisfies Picture[]
}

/** Page of a rate card, tariff table or zone set by code. */
function rateRecord(name: string, kind: string, code: string, folder: string, search = '') {
  const go = async (page: Page) => {
    type Records = { items: { code: string; rate_record_id: string }[] }
    const { items } = await send<Records>(page, 'GET', `/app/rates/records?kind=${kind}`)
    const id = items.find((one) => one.code === code)!.rate_record_id
    await page.goto(`${baseUrl}/rates/${folder}/${id}${search}`)
    await settled(page)
  }
  return { name, isPage: search === '', go } satisfies Picture
}

/** Clicks the first row of a list, and waits for its panel. */
const firstRow = async (page: Page) => {
  await page.locator('main [role="row"][aria-selected], main [role="row"][data-key], main tbody tr').first().click()
  await page.locator('main aside, [data-panel]').first().waitFor()
}

/** Record pages, and panels next to lists. */
export const recordPictures: readonly Picture[] = [
  ...record('order', '/app/orders?status=IN_PROGRESS&limit=1', 'order_id', (id) => `/orders/${id}`, [
    ...['documents', 'charges', 'history', 'raw'],
  ]),
  ...record(
    'order-container',
    '/app/orders?scenario=IMPORT&status=PLANNED&limit=1',
    'order_id',
    (id) => `/orders/${id}`,
  ),
  ...record('order-blocked', '/app/orders?status=BLOCKED&limit=1', 'order_id', (id) => `/orders/${id}`),
  ...record('trip', '/app/trips?status=IN_PROGRESS&limit=1', 'trip_id', (id) => `/trips/${id}`, [
    ...['dispatch', 'documents', 'costs', 'history', 'raw'],
  ]),
  ...record('resource', '/app/resources?type=TRACTOR&limit=1', 'resource_id', (id) => `/resources/${id}`, [
    ...['groups', 'validities', 'unavailabilities', 'trips', 'documents', 'history', 'raw'],
  ]),
  ...record('resource-driver', '/app/resources?type=DRIVER&limit=1', 'resource_id', (id) => `/resources/${id}`),
  ...record('company', '/app/companies?limit=1', 'company_id', (id) => `/companies/${id}`, [
    ...['contacts', 'validities', 'documents', 'orders', 'history', 'raw'],
  ]),
  ...record('location', '/app/locations?limit=1', 'id', (id) => `/locations/${id}`, ['uses', 'history', 'raw']),
  rateRecord('rate-card', 'RATE_CARD', 'KLANT-A', 'cards'),
  rateRecord('rate-card-versions', 'RATE_CARD', 'KLANT-A', 'cards', '?tab=versions'),
  rateRecord('rate-card-costs', 'RATE_CARD', 'OWN-FLEET', 'cards'),
  rateRecord('tariff-table', 'TARIFF_TABLE', 'BE-ZONES', 'tables'),
  rateRecord('zone-set', 'ZONE_SET', 'BE', 'tables'),
  ...record('price-index', '/app/rates/indexes', 'price_index_id', (id) => `/rates/indexes/${id}`),
  { name: 'rates-tables', path: '/rates/tables', isPage: true },
  { name: 'rates-zones', path: '/rates/zones', isPage: true },
  { name: 'rates-indexes', path: '/rates/indexes', isPage: true },
  { name: 'orders-open', path: '/orders?status=IN_PROGRESS', go: firstRow },
  { name: 'trips-open', path: '/trips', go: firstRow },
  { name: 'resources-open', path: '/resources', go: firstRow },
  { name: 'companies-open', path: '/companies', go: firstRow },
  { name: 'deliveries-open', path: '/deliveries?state=DELIVERED', go: firstRow },
  { name: 'deliveries-failed-open', path: '/deliveries?state=FAILED', go: firstRow },
  { name: 'events-open', path: '/events', go: firstRow },
  { name: 'messages-open', path: '/messages', go: firstRow },
  { name: 'settings-receivers-open', path: '/settings/receivers', go: firstRow },
  { name: 'tasks-open', path: '/tasks', go: firstRow },
  ...record(
    'charge-approval',
    '/app/charges?approval=TO_REQUEST,REQUESTED&limit=1',
    'charge_id',
    (id) => `/charges/${id}`,
  ),
  { name: 'messages-inbox', path: '/messages?tab=inbox' },
  { name: 'payroll-hours', path: '/resources/hours' },
  { name: 'resources-calendar-clashes', path: '/resources/calendar?span=month&clashes=true' },
  ...['api-clients', 'webhook-credentials', 'users', 'reference', 'limits', 'configuration', 'audit'].map((page) => ({
    name: `settings-${page}`,
    path: `/settings/${page}`,
  })),
  { name: 'account', path: '/account' },
]
