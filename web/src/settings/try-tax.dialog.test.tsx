import { TaxAnswer, tryTaxRules } from '@cartage/contract/books/app/tax-trial'
import { listSettings, Setting } from '@cartage/contract/tenants/app/settings'
import { expect } from 'vitest'
import { screen, test, within } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import { TryTaxDialog } from './try-tax.dialog.tsx'

const entity = sampleOf(Setting, { setting_id: id(1), values: { code: 'BE', name: 'Example NV' } })

test('a supply is described, and the decision of the tax rules is shown step by step', async ({ page }) => {
  page.server.on(listSettings, { items: [entity] })
  page.server.reject(tryTaxRules, {
    ...{ status: 422, code: 'validation_failed' },
    errors: [faultAt('to_country', 'Unknown country.')],
  })
  await page.show(<TryTaxDialog onClose={() => {}} />)
  const form = within(await screen.findByRole('form', { name: 'Try tax rules' }))
  await form.findByText('Example NV')
  await page.user.click(form.getByRole('button', { name: 'Try' }))
  expect(form.getAllByText('Enter a country code, such as BE.')).toHaveLength(3)
  expect(page.server.requests(tryTaxRules)).toHaveLength(0)
  await page.fill(form.getByLabelText('Country of the customer (two letters)'), 'fr')
  await page.fill(form.getByLabelText('Transport starts in (two letters)'), 'BE')
  await page.fill(form.getByLabelText('Transport ends in (two letters)'), 'XX')
  await page.user.click(form.getByRole('button', { name: 'Try' }))
  expect(await form.findByText('Unknown country.')).toBeDefined()
  page.server.on(
    tryTaxRules,
    sampleOf(TaxAnswer, {
      ...{ treatment: 'REVERSE_CHARGE', category: 'AE', percentage: 0, tax_rate_code: 'BE-RC' },
      reasons: [{ code: 'place', message: 'The place of supply is France.' }],
    }),
  )
  await page.fill(form.getByLabelText('Transport ends in (two letters)'), 'FR')
  await page.user.click(form.getByRole('button', { name: 'Try' }))
  const result = within(await form.findByRole('region', { name: 'Result' }))
  expect(result.getByText('The place of supply is France.')).toBeDefined()
  expect(result.getByText('BE-RC')).toBeDefined()
  expect(page.server.bodies(tryTaxRules).at(-1)).toMatchObject({
    ...{ billing_entity_id: id(1), customer_country: 'FR', from_country: 'BE', to_country: 'FR' },
    ...{ has_vat_number: true, customer_is: 'PRINCIPAL' },
  })
})
