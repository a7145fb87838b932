import { getMoneyHome, MoneyHome } from '@cartage/contract/charges/app/list'
import { expect } from 'vitest'
import { screen, test, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { moneyRoute } from './routes.ts'

const sums = [{ currency: 'EUR', amount: '1360.00' }]

test('CHARGE-42: work done and not billed, by reason and customer, each with its list', async ({ page }) => {
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

test('when everything is billed it says so', async ({ page }) => {
  page.server.on(getMoneyHome, sampleOf(MoneyHome))
  await page.open(moneyRoute, '/money')
  expect(await screen.findByText('Everything is billed')).toBeDefined()
})
