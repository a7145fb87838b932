import { listReceivables } from '@cartage/contract/accounting/app/receivables'
import { listSettings, Setting } from '@cartage/contract/tenants/app/settings'
import { expect } from 'vitest'
import { fireEvent, type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { receivablesRoute } from '../routes.ts'

const ages = {
  ...{ currency: 'EUR', not_due: '242.00', days_1_30: '0.00', days_31_60: '121.00', days_61_90: '0.00' },
  ...{ over_90: '60.50', open: '423.50', documents: 4 },
}
const bakery = { ...ages, company_id: id(1), company_name: 'Bakery' }

async function open(page: Page, items = [bakery], entities: Setting[] = []) {
  page.server.on(listSettings, { items: entities })
  page.server.on(listReceivables, { on: '2026-03-02', items, totals: items.length > 0 ? [ages] : [] })
  await page.open(receivablesRoute, '/receivables')
}

test('PAY-5: open amounts of a customer by age, with totals, and its open invoices behind its name', async ({
  page,
}) => {
  await open(page)
  const table = within(await screen.findByRole('table', { name: 'Receivables' }))
  const link = table.getByRole('link', { name: 'Bakery' })
  expect(link.getAttribute('href')).toBe(`/invoices?company=${id(1)}&kind=SALES_INVOICE&payment=UNPAID`)
  expect(table.getAllByText('€60.50')).toHaveLength(2)
  const [, , total] = table.getAllByRole('row')
  expect(total?.textContent).toBe('Total EUR4€242.00—€121.00—€60.50€423.50')
  expect(screen.getByText('1 customer')).toBeDefined()
})

test('ages are calculated for one day, for one billing entity', async ({ page }) => {
  const entity = (number: number, name: string) =>
    sampleOf(Setting, { setting_id: id(number), values: { code: name, name } })
  await open(page, [bakery], [entity(5, 'Belgium'), entity(6, 'Netherlands')])
  const day = await screen.findByLabelText('On')
  fireEvent.change(day, { target: { value: '2026-01-31' } })
  await waitFor(() => expect(page.server.requests(listReceivables).at(-1)?.query).toEqual({ on: '2026-01-31' }))
  await page.user.click(await screen.findByRole('combobox', { name: 'Billing entity' }))
  await page.user.click(await screen.findByRole('option', { name: 'Netherlands' }))
  await waitFor(() =>
    expect(page.server.requests(listReceivables).at(-1)?.query).toEqual({ on: '2026-01-31', billing_entity_id: id(6) }),
  )
})

test('without open invoices the page links to the invoices', async ({ page }) => {
  await open(page, [])
  expect(await screen.findByText('No open invoices')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Invoices' })).toBeDefined()
})
