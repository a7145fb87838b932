import { listMargin, MarginRow } from '@cartage/contract/charges/app/margin'
import { expect } from 'vitest'
import { screen, test, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { marginRoute } from '../routes.ts'

test('CHARGE-41: margins of a period, with expected values and a link to the charges', async ({ page }) => {
  const lacking = { unpriced: 0, unexpected_sales: 0, unexpected_cost: 0 }
  const figures = {
    ...lacking,
    order_count: 3,
    sales: '1205.00',
    cost: '592.51',
    margin: '612.49',
    expected_sales: '1200.00',
  }
  const alpha = sampleOf(MarginRow, { ...figures, id: id(1), name: 'Alpha' })
  const total = { ...figures, expected_cost: null, unpriced: 1, unexpected_sales: 1, unexpected_cost: 3 }
  page.server.on(listMargin, { currency: 'EUR', items: [alpha], total, unconverted: 0 })
  await page.open(marginRoute, '/margin?from=2026-02-01&to=2026-02-28')
  const table = within(await screen.findByRole('table', { name: 'Customers' }))
  expect(table.getByRole('link', { name: 'Alpha' }).getAttribute('href')).toBe(`/charges?company=${id(1)}`)
  expect(table.getAllByText('€612.49')).toHaveLength(2)
  expect(table.getAllByText('50.8%')).toHaveLength(2)
  expect(table.getAllByText('€1,200.00')).toHaveLength(2)
  expect(table.getByText('1 without a price')).toBeDefined()
  expect(table.getByText('2 of 3 orders')).toBeDefined()
  expect(page.server.requests(listMargin)[0]?.query).toEqual({ by: 'customer', from: '2026-02-01', to: '2026-02-28' })
})

test('a period without charges shows a message', async ({ page }) => {
  page.server.on(listMargin, sampleOf(listMargin.response))
  await page.open(marginRoute, '/margin?by=week&from=2026-02-01&to=2026-02-28')
  expect(await screen.findByText('No charges in this period')).toBeDefined()
})
