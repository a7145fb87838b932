import type { Page } from 'playwright-core'
import { baseUrl, settled } from '../browser.ts'
import { firstOf, type Picture } from './take.ts'

const button = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}

/** Opens a record page and clicks a button there, or a sequence of menu entries. */
function onRecord(list: string, member: string, pathOf: (id: string) => string, ...names: (string | RegExp)[]) {
  return async (page: Page) => {
    await page.goto(`${baseUrl}${pathOf(await firstOf(page, list, member))}`)
    await settled(page)
    await clickAll(page, names)
  }
}

/** Clicks buttons in sequence; after a menu button follows one of its entries. */
async function clickAll(page: Page, names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) {
    const one = page.getByRole('button', { name }).or(page.getByRole('menuitem', { name }))
    await one.first().click()
  }
  await page.getByRole('dialog').waitFor()
}

const trips = '/app/trips?status=PLANNED&limit=1'
const tractors = '/app/resources?type=TRACTOR&limit=1'

const calendar = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//EN
BEGIN:VEVENT
UID:one
DTSTART;VALUE=DATE:20270104
DTEND;VALUE=DATE:20270109
SUMMARY:Holiday Andrei Bosman
END:VEVENT
BEGIN:VEVENT
UID:two
DTSTART:20270111T080000Z
DTEND:20270111T120000Z
SUMMARY:MOT test
END:VEVENT
END:VCALENDAR`

const absences = [
  'resource;from;until;reason;remark',
  'Andrei Bosman;04-01-2027;08-01-2027;holiday;',
  'Unknown driver;05-01-2027;06-01-2027;sickness;',
].join('\n')

/** Dialogs and menus of master data, trips, webhooks and settings. */
export const dialogPictures: readonly Picture[] = [
  { name: 'menu-account', path: '/', go: button(/^Account of/) },
  {
    name: 'trip-dispatch-dialog',
    go: onRecord(trips, 'trip_id', (id) => `/trips/${id}`, /^Dispatch/),
  },
  {
    name: 'trip-cancel',
    go: onRecord(trips, 'trip_id', (id) => `/trips/${id}`, 'More', 'Cancel trip…'),
  },
  {
    name: 'contact-new',
    go: onRecord(
      '/app/companies?limit=1',
      'company_id',
      (id) => `/companies/${id}?tab=contacts`,
      /Add contact|New contact/,
    ),
  },
  {
    name: 'certificate-new',
    go: onRecord(tractors, 'resource_id', (id) => `/resources/${id}?tab=validities`, 'Add certificate'),
  },
  { name: 'rate-card-new', path: '/rates', go: button(/^New rate card/) },
  {
    name: 'price-index-value',
    go: onRecord('/app/rates/indexes', 'price_index_id', (id) => `/rates/indexes/${id}`, 'Add value'),
  },
  { name: 'location-new', path: '/locations', go: button('New location') },
  {
    name: 'location-merge',
    go: onRecord('/app/locations?limit=1', 'id', (id) => `/locations/${id}`, 'Merge…'),
  },
  { name: 'payroll-columns', path: '/resources/hours', go: button('Columns of the file') },
  { name: 'payroll-rules', path: '/resources/hours', go: button('Night hours and allowances') },
  { name: 'group-new', path: '/resources/groups', go: button('New group') },
  { name: 'group-add', path: '/resources/groups', go: button('Add resources') },
  { name: 'deliveries-resend', path: '/deliveries', go: button(/^Resend failed/) },
  {
    name: 'messages-inbox-open',
    path: '/messages?tab=inbox',
    go: (page) => page.locator('main [role="row"][data-key]').first().click(),
  },
  {
    name: 'messages-resolve',
    path: '/messages?tab=inbox',
    async go(page) {
      await page.locator('main [role="row"][data-key]').first().click()
      await button('Match…')(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'uploads-open',
    path: '/uploads',
    go: (page) => page.locator('main [role="row"][data-key]').first().click(),
  },
  { name: 'standstills', path: '/waiting', isPage: true },
  { name: 'settings-users-roles', path: '/settings/users?tab=roles' },
  {
    name: 'user-edit',
    path: '/settings/users',
    go: (page) => clickAll(page, [/^More for Bart/, 'Edit name and role…']),
  },
  {
    name: 'user-deactivate',
    path: '/settings/users',
    go: (page) => clickAll(page, [/^More for Bart/, 'Deactivate…']),
  },
  { name: 'webhook-credentials-new', path: '/settings/webhook-credentials', go: button('New webhook credentials') },
  { name: 'webhook-credentials-scope', path: '/settings/webhook-credentials', go: button(/^Edit scope of/) },
  {
    name: 'api-client-rotate',
    path: '/settings/api-clients',
    go: (page) => clickAll(page, [/^More for/, 'New secret…']),
  },
  {
    name: 'api-client-remove',
    path: '/settings/api-clients',
    go: (page) => clickAll(page, [/^More for/, 'Remove…']),
  },
  { name: 'settings-entry', path: '/settings/reference?kind=billing_entities', go: (page) => clickAll(page, ['Add']) },
  { name: 'settings-ranges', path: '/settings/reference?kind=number_ranges' },
  { name: 'calendar-import', path: '/resources/calendar/import' },
  {
    name: 'calendar-import-sheet',
    path: '/resources/calendar/import',
    async go(page) {
      const file = { name: 'absences.csv', mimeType: 'text/csv', buffer: Buffer.from(absences) }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'calendar-import-ics',
    path: '/resources/calendar/import',
    async go(page) {
      const file = { name: 'team.ics', mimeType: 'text/calendar', buffer: Buffer.from(calendar) }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByRole('table').waitFor()
    },
  },
]
