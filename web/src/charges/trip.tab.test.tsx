import { Charge } from '@cartage/contract/charges/app/charge'
import { getTripCosts, TripCosts } from '@cartage/contract/charges/app/read'
import { expect } from 'vitest'
import { screen, test, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { TripCostsTab } from './trip.tab.tsx'

test('CHARGE-40: costs, the shares of the orders and the margin', async ({ page }) => {
  const toll = sampleOf(Charge, {
    ...{ charge_id: id(1), side: 'COST', name: 'Toll', quantity: '1', unit: 'C62', unit_price: '41.3' },
    ...{ amount: '592.51', currency: 'EUR', status: 'CREATED', version: 1 },
  })
  const order = { order_id: id(2), order_number: 'O-1', customer_name: 'Alpha', loading_meters: '5.6', weight_kg: null }
  page.server.on(
    getTripCosts,
    sampleOf(TripCosts, {
      items: [toll],
      method: 'LDM_KM',
      currency: 'EUR',
      orders: [{ ...order, km: '210', sales: '640.00', cost: '328.68', margin: '311.32' }],
      totals: { sales: '640.00', cost: '592.51', margin: '47.49', expected_cost: '580.00' },
      unconverted: 1,
    }),
  )
  await page.show(<TripCostsTab tripId={id(9)} />)
  expect(within(await screen.findByRole('table', { name: 'Costs' })).getByText('€592.51')).toBeDefined()
  const shares = within(screen.getByRole('table', { name: 'Shares of the orders' }))
  for (const text of ['O-1', 'Alpha', '5.6', '210', '€328.68', '€311.32', '48.6%'])
    expect(shares.getByText(text)).toBeDefined()
  expect(screen.getByText('Divided by: Loading metres × kilometres')).toBeDefined()
  expect(screen.getByText('€580.00')).toBeDefined()
  expect(screen.getByText('1 amounts without an exchange rate are left out.')).toBeDefined()
})

test('a trip without costs shows a message', async ({ page }) => {
  page.server.on(getTripCosts, sampleOf(TripCosts, { currency: 'EUR' }))
  await page.show(<TripCostsTab tripId={id(9)} />)
  expect(await screen.findByText('No costs yet')).toBeDefined()
})
