import {
  BillingPreference,
  getCompanyBilling,
  getEntityBilling,
  setCompanyBilling,
} from '@cartage/contract/billing/app/preference'
import { listSettings, Setting } from '@cartage/contract/tenants/app/settings'
import { expect } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { billingRoute } from '../routes.ts'
import { CompanyBillingTab } from './company.tab.tsx'
import { PreferenceForm } from './preference.form.tsx'

const preference = BillingPreference.parse({})
const assumed = { preference, source: 'DEFAULT' as const, version: 0, updated_at: null }

test('BILL-15: a company without its own preferences shows the effective ones, and saves its own', async ({ page }) => {
  page.server.on(getCompanyBilling, assumed)
  page.server.on(setCompanyBilling, { ...assumed, source: 'COMPANY', version: 1 })
  await page.show(<CompanyBillingTab companyId={id(5)} />)
  expect(await screen.findByText(/^Defaults apply/)).toBeDefined()
  await page.user.click(screen.getByRole('checkbox', { name: 'Month' }))
  await page.user.click(screen.getByRole('checkbox', { name: 'Bill orders only with a customer reference' }))
  await page.user.click(screen.getByRole('button', { name: /^Save/ }))
  await expect
    .poll(() => page.server.bodies(setCompanyBilling)[0])
    .toEqual({
      preference: { ...preference, group_by: ['ORDER', 'MONTH'], requires_reference: true },
    })
})

test('preferences of its own are removed, so that those of the billing entity apply', async ({ page }) => {
  page.server.on(setCompanyBilling, assumed)
  const own = { ...assumed, source: 'COMPANY' as const, version: 3 }
  await page.show(<PreferenceForm subject={{ company_id: id(5) }} chosen={own} />)
  await page.user.click(screen.getByRole('button', { name: 'Remove own preferences' }))
  await expect.poll(() => page.server.bodies(setCompanyBilling)).toEqual([{ preference: null }])
})

test('an invalid amount is reported at its field', async ({ page }) => {
  const path = 'preference.minimum_amount'
  const errors = [{ path, message: 'must be a decimal as text', field: 'minimum_amount', detail: 'invalid' }]
  page.server.reject(setCompanyBilling, { status: 422, code: 'validation_failed', errors })
  await page.show(<PreferenceForm subject={{ company_id: id(5) }} chosen={assumed} />)
  await page.fill(screen.getByRole('textbox', { name: 'Minimum amount of an invoice, excl. VAT' }), 'much')
  await page.user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(await screen.findByText('Must be a decimal as text')).toBeDefined()
})

test('the preferences of the billing entity are in the settings; users who may not change them can read them', async ({
  page,
}) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['invoice.write'] })
  const values = { code: 'MAIN', name: 'Haulier', is_default: true }
  page.server.on(listSettings, { items: [sampleOf(Setting, { setting_id: id(6), values })] })
  page.server.on(getEntityBilling, assumed)
  await page.open(billingRoute, '/settings/billing')
  expect(await screen.findByText(/^Defaults apply/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
})

test('without a billing entity the page links to the settings', async ({ page }) => {
  page.server.on(listSettings, { items: [] })
  await page.open(billingRoute, '/settings/billing')
  expect(await screen.findByRole('link', { name: 'Add billing entity' })).toBeDefined()
})
