import { getMoneyIssues, MoneyIssues } from '@cartage/contract/accounting/app/home'
import { getMoneyHome, MoneyHome } from '@cartage/contract/charges/app/list'
import { expect } from 'vitest'
import { screen, test, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { moneyRoute } from '../routes.ts'

const sums = [{ currency: 'EUR', amount: '1360.00' }]

test('CHARGE-42: completed but unbilled work, by reason and customer, each with its list', async ({ page }) => {
  const group = { count: 3, sums, oldest: '2026-02-03' }
  page.server.on(
    getMoneyHome,
    sampleOf(MoneyHome, {
      ...group,
      by_reason: [{ ...group, reason: 'NO_CARD' }],
      by_company: [{ ...group, company_id: id(1), company_name: 'Alpha' }],
      approvals: { REQUESTED: 2 },
      outdated: 1,
    }),
  )
  page.server.on(getMoneyIssues, sampleOf(MoneyIssues))
  await page.open(moneyRoute, '/money')
  const reasons = within(await screen.findByRole('table', { name: 'By reason' }))
  expect(reasons.getByRole('link', { name: 'No rate card' }).getAttribute('href')).toBe(
    '/orders-to-invoice?reason=NO_CARD',
  )
  expect(reasons.getByText('€1,360.00')).toBeDefined()
  const customer = screen.getByRole('link', { name: 'Alpha' })
  expect(customer.getAttribute('href')).toBe(`/orders-to-invoice?company=${id(1)}`)
  expect(screen.getByRole('link', { name: /Requested: 2/ }).getAttribute('href')).toBe('/charges?approval=REQUESTED')
  expect(screen.getByRole('link', { name: '1 outdated override' })).toBeDefined()
})

test('a message appears when everything is billed', async ({ page }) => {
  page.server.on(getMoneyHome, sampleOf(MoneyHome))
  page.server.on(getMoneyIssues, sampleOf(MoneyIssues))
  await page.open(moneyRoute, '/money')
  expect(await screen.findByText('Everything is billed')).toBeDefined()
})

test('items that need a person are counted, and each count opens its list with the filter set', async ({ page }) => {
  page.server.on(getMoneyHome, sampleOf(MoneyHome))
  page.server.on(
    getMoneyIssues,
    sampleOf(MoneyIssues, {
      ...{ drafts: { count: 4, sums }, failed_tasks: 3, failed_sendings: 2, disputed: 1 },
      overdue: { companies: 5, sums: [{ currency: 'EUR', amount: '99.00' }] },
      index_gaps: [
        { price_index_id: id(1), name: 'Diesel', last_day: '2026-03-01' },
        { price_index_id: id(2), name: 'Toll', last_day: null },
      ],
    }),
  )
  await page.open(moneyRoute, '/money')
  const issues = within(await screen.findByRole('list', { name: 'Needs attention' }))
  const leadsTo = (name: RegExp) => decodeURIComponent(issues.getByRole('link', { name }).getAttribute('href') ?? '')
  expect(leadsTo(/Drafts 4/)).toBe('/drafts')
  expect(leadsTo(/Failed tasks 3/)).toBe('/tasks?status=FAILED&attention=true')
  expect(leadsTo(/Overdue receivables 5 €99.00/)).toBe('/receivables')
  expect(leadsTo(/Failed sendings 2/)).toBe('/sendings?status=FAILED,UNKNOWN')
  expect(leadsTo(/Disputed purchases 1/)).toBe('/purchases?result=DISPUTED')
  expect(leadsTo(/Price index gaps 2 Diesel.*1 more/)).toBe('/rates/indexes')
})

test('reverse-charged work shows the days left to the 15th of the next month', async ({ page }) => {
  page.server.on(getMoneyHome, sampleOf(MoneyHome))
  const deadline = { month: '2020-01', invoice_by: '2020-02-15', count: 2, sums }
  page.server.on(getMoneyIssues, sampleOf(MoneyIssues, { deadlines: [deadline] }))
  await page.open(moneyRoute, '/money')
  const table = within(await screen.findByRole('table', { name: 'VAT reverse-charged' }))
  expect(table.getByRole('link', { name: 'January 2020' }).getAttribute('href')).toBe(
    '/orders-to-invoice?until=2020-01-31',
  )
  expect(table.getByText(/days overdue/)).toBeDefined()
})

test('users without access to invoices and tasks see the work alone', async ({ page }) => {
  page.server.on(getMoneyHome, sampleOf(MoneyHome))
  page.server.on(getMoneyIssues, sampleOf(MoneyIssues))
  await page.open(moneyRoute, '/money')
  await screen.findByText('Everything is billed')
  expect(within(screen.getByRole('list', { name: 'Needs attention' })).queryByRole('link')).toBeNull()
})
