import { listSavedViews } from '@cartage/contract/app/saved-views'
import { Charge } from '@cartage/contract/charges/app/charge'
import { countCharges, listCharges } from '@cartage/contract/charges/app/list'
import { getCharge, listChargeTypes } from '@cartage/contract/charges/app/read'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { chargesRoute } from './routes.ts'

const row = sampleOf(Charge, {
  ...{ charge_id: id(1), name: 'Waiting time', order: { id: id(2), name: 'O-1' }, quantity: '3', unit_price: '12' },
  ...{ unit: 'C62', amount: '48.00', currency: 'EUR', rated_amount: '36.00', origin: 'RATED', version: 2 },
  ...{ status: 'CREATED', approval: 'REJECTED', is_override_outdated: true },
  overrides: [
    { member: 'amount', value: '48.00', rated: '24.00', by: 'Ann', at: '2026-03-02T08:00:00Z', reason: 'Agreed' },
  ],
})

async function open(page: Page, address: string) {
  // The last handler wins, and this path also matches the others.
  page.server.on(getCharge, row)
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countCharges, sampleOf(countCharges.response))
  page.server.on(listChargeTypes, { items: [] })
  page.server.on(listCharges, { items: [row], total: 1 })
  await page.open(chargesRoute, address)
}

test('charges with outdated overrides are found, and a preview shows the current rated value', async ({ page }) => {
  await open(page, `/charges?outdated=true&peek=${id(1)}`)
  expect(await screen.findAllByText('€48.00')).not.toHaveLength(0)
  expect(page.server.requests(listCharges)[0]?.query).toMatchObject({ outdated: 'true', sort: 'newest' })
  const panel = within(await screen.findByRole('complementary', { name: 'Charge' }))
  expect(panel.getByText('Rejected by customer')).toBeDefined()
  expect(panel.getByText('€36.00')).toBeDefined()
  expect(panel.getByText('Agreed')).toBeDefined()
})

test('CHARGE-37: users who may not approve see no costs', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['charge.approve'] })
  await open(page, '/charges')
  await screen.findAllByText('€48.00')
  const views = within(screen.getByRole('navigation', { name: 'Views' }))
  expect(views.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Sales'])
})
