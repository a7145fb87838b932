import type { Page } from 'playwright-core'
import { baseUrl, settled } from '../browser.ts'
import { send } from '../calls.ts'
import { firstOf, type Picture, pdfShown } from './take.ts'

type Step = (page: Page) => Promise<unknown>

/** Clicks a button or an entry of a menu. */
const click =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first().click()

const firstRow: Step = (page) => page.locator('main [role="row"][data-key], main tbody tr').first().click()

/** Opens a page and runs steps there. */
function at(name: string, path: string, ...steps: readonly Step[]): Picture {
  const go = async (page: Page) => {
    for (const step of steps) {
      await step(page)
      await settled(page)
    }
  }
  return { name, path, go }
}

/** Opens the page of the first record of a list, and runs steps there. */
function record(
  name: string,
  [list, member]: readonly [string, string],
  pathOf: (id: string) => string,
  ...steps: readonly Step[]
): Picture {
  const go = async (page: Page) => {
    await page.goto(`${baseUrl}${pathOf(await firstOf(page, list, member))}`)
    await settled(page)
    await pdfShown(page)
    for (const step of steps) {
      await step(page)
      await settled(page)
    }
  }
  return { name, go }
}

/** A rate card by code, with a draft dearer than the published version. */
function card(name: string, search: string, ...steps: readonly Step[]): Picture {
  const go = async (page: Page) => {
    await page.goto(`${baseUrl}/rates/cards/${await cardWithDraft(page)}${search}`)
    await settled(page)
    for (const step of steps) {
      await step(page)
      await settled(page)
    }
  }
  return { name, go }
}

async function cardWithDraft(page: Page): Promise<string> {
  type Version = { rate_version_id: string; valid_from: string; doc: { lines: { block: { price?: string } }[] } }
  type Card = { rate_record_id: string; code: string; draft: object | null; versions: Version[] }
  const { items } = await send<{ items: Card[] }>(page, 'GET', '/app/rates/records?kind=RATE_CARD')
  const found = items.find(({ code }) => code === 'ROAD')!
  const path = `/app/rates/records/${found.rate_record_id}`
  const whole = await send<Card>(page, 'GET', path)
  if (whole.draft !== null) return found.rate_record_id
  const { doc } = await send<Version>(page, 'GET', `${path}/versions/${whole.versions[0]!.rate_version_id}`)
  const lines = doc.lines.map((line, place) =>
    place === 0 ? { ...line, block: { ...line.block, price: '1.56' } } : line,
  )
  await send(page, 'PUT', `${path}/draft`, { kind: 'RATE_CARD', valid_from: '2026-06-01', doc: { ...doc, lines } })
  return found.rate_record_id
}

const orders = ['/app/charges?side=SALES&status=INVOICED,INVOICE_POSTED&limit=1', 'order'] as const
const trips = ['/app/trips?status=COMPLETED&limit=1', 'trip_id'] as const
const notes = ['/app/invoices?kind=SALES_CREDIT_NOTE&limit=1', 'invoice_id'] as const
const finalised = ['/app/invoices?kind=SALES_INVOICE&status=INVOICED,INVOICE_POSTED&limit=1', 'invoice_id'] as const

const chargesOf = (id: string) => `/orders/${id}?tab=charges`
const firstCharge: Step = (page) => page.getByRole('table', { name: 'Charges' }).locator('tbody tr').first().click()
const tick: Step = (page) =>
  page
    .getByRole('checkbox', { name: /^Select row/ })
    .first()
    .click()

/** An order with an invoiced charge. */
async function invoicedOrder(page: Page): Promise<string> {
  type Charges = { items: { order: { id: string } }[] }
  return (await send<Charges>(page, 'GET', orders[0])).items[0]!.order.id
}

function ofOrder(name: string, ...steps: readonly Step[]): Picture {
  const go = async (page: Page) => {
    await page.goto(`${baseUrl}${chargesOf(await invoicedOrder(page))}`)
    await settled(page)
    for (const step of steps) {
      await step(page)
      await settled(page)
    }
  }
  return { name, go }
}

const place = '/purchases?view=to-place'

/** Creates data missing from the sample world, once: a sending and a ledger export. */
async function prepare(page: Page): Promise<void> {
  const { items } = await send<{ items: object[] }>(page, 'GET', '/app/ledger-exports')
  if (items.length > 0) return
  const id = await firstOf(page, finalised[0], 'invoice_id')
  const mail = { channel: 'MAIL', address: 'boekhouding@klant.example' }
  await send(page, 'POST', `/app/invoices/${id}/sendings`, mail)
  type Entities = { items: { setting_id: string; values: { is_default: boolean } }[] }
  const entities = await send<Entities>(page, 'GET', '/app/settings/billing_entities')
  const main = entities.items.find(({ values }) => values.is_default)!
  const file = { billing_entity_id: main.setting_id, profile: 'NEUTRAL', from: null, to: null }
  await send(page, 'POST', '/app/ledger-exports', file)
}

/** Screenshot that needs the prepared data. */
function prepared({ go, path, ...picture }: Picture): Picture {
  return {
    ...picture,
    async go(page) {
      await prepare(page)
      if (path !== undefined) {
        await page.goto(`${baseUrl}${path}`)
        await settled(page)
      }
      await go?.(page)
    },
  }
}

/** Money screens not covered by other screenshots: cards, charges, costs, tasks, ledger, sendings and purchases. */
export const moneyPictures: readonly Picture[] = [
  card('rate-card-draft', ''),
  card('rate-card-changes', '?tab=changes'),
  card('rate-card-replay', '?tab=replay', click('Run replay')),
  card('rate-card-history', '?tab=history'),
  card('rate-card-terms', '', click('Edit terms')),
  card('rate-card-line', '', click('Add line')),
  card('rate-card-publish', '', click('Publish…')),
  card('rate-card-text', '', click('More'), click('Edit as text…')),
  { ...at('orders-to-invoice-ready', '/orders-to-invoice?tab=ready', tick) },
  at('orders-to-invoice-approval', '/orders-to-invoice?tab=to_request'),
  at('charges-open', '/charges', firstRow),
  at('charges-costs', '/charges?side=COST'),
  at('margin-customer', '/margin?by=customer'),
  at('margin-trip', '/margin?by=trip'),
  at('margin-week', '/margin?by=week'),
  ofOrder('order-invoiced-charges'),
  ofOrder('order-charge', firstCharge, click('Explain')),
  ofOrder('order-charge-new', click('Add charge')),
  record('trip-completed-costs', trips, (id) => `/trips/${id}?tab=costs`),
  record(
    'trip-cost',
    trips,
    (id) => `/trips/${id}?tab=costs`,
    (page) => page.locator('tbody tr').first().click(),
  ),
  record('credit-note', notes, (id) => `/invoices/${id}`),
  record('invoice-sendings', finalised, (id) => `/invoices/${id}?tab=sendings`),
  record('invoice-send', finalised, (id) => `/invoices/${id}?tab=sendings`, click('Send…')),
  record('invoice-xml', finalised, (id) => `/invoices/${id}`, click('Download'), click(/XML/)),
  record('company-invoices', ['/app/receivables?limit=1', 'company_id'], (id) => `/companies/${id}?tab=invoices`),
  at('drafts-bulk', '/drafts', tick),
  at('tasks-failed', '/tasks?attention=true', firstRow),
  at('task-mark', '/tasks?status=TODO', firstRow, click('Mark as done')),
  at('ledger-export', '/ledger?view=files', click('Export…')),
  prepared(at('sendings-open', '/sendings', firstRow)),
  { ...at('purchases-list', '/purchases'), isPage: true },
  record('purchase', ['/app/purchases?limit=1', 'invoice_id'], (id) => `/purchases/${id}`),
  record('purchase-reject', ['/app/purchases?limit=1', 'invoice_id'], (id) => `/purchases/${id}`, click('Reject')),
  at('purchases-place', place),
  at('purchase-to-place', place, firstRow),
  at('purchase-supplier', place, firstRow, click('Choose supplier…')),
  prepared(at('ledger-files', '/ledger')),
  { ...at('settings-periods', '/settings/periods'), isPage: true },
  at('period-close', '/settings/periods', click(/^Close /)),
  { ...at('settings-exchange-rates', '/settings/exchange-rates'), isPage: true },
  at('exchange-rate-new', '/settings/exchange-rates', click('Set rate')),
  at('settings-mail-server', '/settings/mail-server'),
  at('settings-charge-types', '/settings/reference?kind=charge_types'),
  at('settings-accounts', '/settings/reference?kind=accounts'),
  at('settings-tax-rates', '/settings/reference?kind=tax_rates'),
]
