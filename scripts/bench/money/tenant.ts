import { setCompanyBilling } from '../../../contract/src/billing/app/preference.ts'
import type { Call } from '../../../contract/src/client.ts'
import { createRateRecord, publishRateDraft, saveRateDraft } from '../../../contract/src/rates/app/records.ts'
import { changeSetting, createSetting, listSettings } from '../../../contract/src/tenants/app/settings.ts'
import { inParallel } from '../verdict.ts'
import type { World } from '../world.ts'

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

const fact = (name: string) => ({ kind: 'FACT' as const, fact: name })
const cardOf = (code: string) => ({
  kind: 'RATE_CARD' as const,
  code,
  name: code,
  side: 'SALES' as const,
  currency: 'EUR',
})
const valid_from = '2026-01-01'

/**
 * Draft of the card for every order of the bench: three charges.
 * @param price per kilogram
 */
export function mainCard(price: string) {
  const lines = [
    { key: 'freight', type: 'FREIGHT', block: { kind: 'PER_UNIT' as const, quantity: fact('goods.weight_kg'), price } },
    {
      ...{ key: 'fuel', type: 'FUEL' },
      block: { kind: 'PERCENT' as const, of: ['FREIGHT'], rate: { kind: 'FIXED' as const, percent: '12.5' } },
    },
    { key: 'toll', type: 'TOLL', block: { kind: 'FIXED' as const, price: '30.67' } },
  ]
  return { kind: 'RATE_CARD' as const, valid_from, doc: { assignments: [{ to: 'ALL' as const }], lines } }
}

const lanes = 'AT BG CH CZ DK EE ES FI FR GB GR HU IT LT LV PL PT RO SE'.split(' ')

/** Card for a country without orders in the bench: it is considered before the main one. */
function laneCard(country: string) {
  const lines = [
    {
      ...{ key: 'freight', type: 'FREIGHT' },
      block: {
        ...{ kind: 'TABLE' as const, table: 'LANES', rows: ['delivery.country'], per: '100_UNITS' as const },
        quantity: { kind: 'CHARGEABLE' as const, m3: '333', ldm: '1850', round_up: '100' },
      },
    },
    ...Array.from({ length: 11 }, (_, at) => ({
      ...{ key: `extra_${at}`, type: 'TOLL', block: { kind: 'FIXED' as const, price: String(at + 5) } },
      when: [{ kind: 'BETWEEN' as const, fact: 'goods.weight_kg', from: String(at * 1_000) }],
    })),
  ]
  const when = [{ kind: 'IN' as const, fact: 'delivery.country', values: [country] }]
  const assignments = [{ to: 'ALL' as const, priority: 10 }]
  return { kind: 'RATE_CARD' as const, valid_from, doc: { assignments, when, lines } }
}

const breaks = Array.from({ length: 20 }, (_, at) => String(at * 500))
const laneTable = {
  kind: 'TARIFF_TABLE' as const,
  valid_from,
  doc: {
    ...{ currency: 'EUR', breaks },
    rows: lanes.map((country) => ({ key: [country], prices: breaks.map((_, at) => String(40 - at)) })),
  },
}

/**
 * Publishes 20 rate cards, one of which matches each order, and the table that the others use.
 * @returns the id of that card
 */
export async function preparePrices(admin: Call): Promise<string> {
  const publish = async (
    record: Parameters<typeof createRateRecord.body.parse>[0] & object,
    draft: ReturnType<typeof mainCard> | ReturnType<typeof laneCard> | typeof laneTable,
  ) => {
    const { rate_record_id } = await admin(createRateRecord, { body: createRateRecord.body.parse(record) })
    const params = { rate_record_id }
    await admin(saveRateDraft, { params, body: draft })
    await admin(publishRateDraft, { params, body: undefined })
    return rate_record_id
  }
  await publish({ kind: 'TARIFF_TABLE', code: 'LANES', name: 'Lanes' }, laneTable)
  for (const country of lanes) await publish(cardOf(`LANE-${country}`), laneCard(country))
  return await publish(cardOf('BENCH'), mainCard('0.05'))
}

/**
 * Customers with monthly documents, one each.
 * @returns their ids
 */
export async function createCustomers(world: World, admin: Call, token: string, count: number): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ids: string[] = []
  await inParallel(4, Array.from({ length: count }), async (_, at) => {
    const place = { name: 'Office', address: `Street ${at}`, postal_code: '1000', city: 'Brussel', country: 'BE' }
    const body = {
      ...{ name: `Customer ${at}`, legal_name: `Customer ${at}`, currency: 'EUR', is_customer: true, locale: 'en' },
      ...{ vat_number: 'BE0202239951', payment_term: { code: 'NET_30' }, billing_location: place },
    }
    const answer = await fetch(`${world.url}/v1/companies/company`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    })
    if (!answer.ok) throw new Error(`a company was answered ${answer.status}: ${await answer.text()}`)
    const { id } = (await answer.json()) as { id: string }
    const preference = { group_by: ['MONTH' as const] }
    await admin(setCompanyBilling, { params: { company_id: id }, body: { preference } })
    ids.push(id)
  })
  return ids
}
