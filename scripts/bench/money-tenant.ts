import { setCompanyBilling } from '../../contract/src/billing/app/preference.ts'
import type { Call } from '../../contract/src/client.ts'
import { createRateRecord, publishRateDraft, saveRateDraft } from '../../contract/src/rates/app/records.ts'
import { changeSetting, createSetting, listSettings } from '../../contract/src/tenants/app/settings.ts'
import type { World } from './world.ts'

const legal = {
  ...{ legal_name: 'Bench Transport BV', country: 'BE', accounting_currency: 'EUR', post_automatically: true },
  ...{ vat_number: 'BE0403170701', company_registration_number: '0403170701', iban: 'BE68539007547034' },
  address: { street: 'Kaai 1', postal_code: '9000', city: 'Gent' },
  contact: { name: 'Invoicing', phone: '+3292000000', email: 'invoices@bench.example' },
}
const counting = { year_style: 'FULL', digits: 7, restarts_yearly: true, is_gapless: true }
const accounts = [
  ['400000', 'RECEIVABLE'],
  ['700000', 'REVENUE'],
  ['451000', 'VAT'],
] as const

/** A billing entity that invoices and posts, with its accounts, tax rate and number range, and charge types. */
export async function prepareBooks(admin: Call): Promise<void> {
  const kind = 'billing_entities'
  const { items } = await admin(listSettings, { params: { kind }, query: {} })
  const main = items.find(({ values }) => values.is_default)!
  await admin(changeSetting, { params: { kind, setting_id: main.setting_id }, body: legal })
  const billing_entity = String(main.values.code)
  const add = (to: string, body: Record<string, unknown>) => admin(createSetting, { params: { kind: to }, body })
  await add('number_ranges', { ...counting, code: 'INV', name: 'Invoices', applies_to: 'INVOICE' })
  for (const [code, use] of accounts) await add('accounts', { code, name: use, billing_entity, use })
  await add('tax_rates', {
    ...{ code: '21', name: 'VAT 21 %', billing_entity, invoice_type: 'SALES', treatment: 'STANDARD' },
    ...{ percentage: 21, category: 'S', tax_type: 'VAT', valid_from: '2000-01-01' },
  })
  await add('charge_types', { code: 'FREIGHT', name: 'Freight', role: 'BASE', tax_treatment: 'STANDARD' })
  await add('charge_types', { code: 'FUEL', name: 'Fuel', role: 'SURCHARGE', tax_treatment: 'STANDARD' })
  await add('charge_types', { code: 'TOLL', name: 'Toll', role: 'DISBURSEMENT', tax_treatment: 'STANDARD' })
}

/** Publishes a card for all customers: three charges an order. */
export async function preparePrices(admin: Call): Promise<void> {
  const body = { kind: 'RATE_CARD', code: 'BENCH', name: 'Bench', side: 'SALES', currency: 'EUR' } as const
  const { rate_record_id } = await admin(createRateRecord, { body })
  const weight = { kind: 'FACT', fact: 'goods.weight_kg' } as const
  const lines = [
    {
      ...{ key: 'freight', type: 'FREIGHT' },
      block: { kind: 'PER_UNIT' as const, quantity: weight, price: '0.05' },
    },
    {
      ...{ key: 'fuel', type: 'FUEL' },
      block: { kind: 'PERCENT' as const, of: ['FREIGHT'], rate: { kind: 'FIXED' as const, percent: '12.5' } },
    },
    { key: 'toll', type: 'TOLL', block: { kind: 'FIXED' as const, price: '30.67' } },
  ]
  const doc = { assignments: [{ to: 'ALL' as const }], lines }
  await admin(saveRateDraft, { params: { rate_record_id }, body: { kind: 'RATE_CARD', valid_from: '2026-01-01', doc } })
  await admin(publishRateDraft, { params: { rate_record_id }, body: undefined })
}

/** Customers that can be billed, one document a month each. @returns their ids */
export async function createCustomers(world: World, admin: Call, token: string, count: number): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const body = {
      ...{ name: `Customer ${at}`, legal_name: `Customer ${at}`, currency: 'EUR', is_customer: true, locale: 'en' },
      ...{ vat_number: 'BE0202239951', payment_term: { code: 'NET_30' } },
      billing_location: {
        name: 'Office',
        address: `Street ${at}`,
        postal_code: '1000',
        city: 'Brussel',
        country: 'BE',
      },
    }
    const answer = await fetch(`${world.url}/v1/companies/company`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`a company was answered ${answer.status}: ${await answer.text()}`)
    const { id } = (await answer.json()) as { id: string }
    const preference = { group_by: ['MONTH' as const] }
    await admin(setCompanyBilling, { params: { company_id: id }, body: { preference } })
    ids.push(id)
  }
  return ids
}
