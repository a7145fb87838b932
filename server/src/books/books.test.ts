import { randomUUID } from 'node:crypto'
import { listAuditRecords } from '@cartage/contract/audit/app'
import * as app from '@cartage/contract/books/app'
import { tryTaxRules } from '@cartage/contract/books/app/tax-trial'
import {
  createExchangeRate,
  getLedgerAccount,
  getTaxRate,
  listExchangeRates,
  listLedgerAccounts,
  listTaxRates,
} from '@cartage/contract/books/endpoints'
import type { Call } from '@cartage/contract/client'
import { archiveSetting, createSetting, listSettings, restoreSetting } from '@cartage/contract/tenants/app/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { rejection } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { findExchangeRate } from './exchange/views.ts'
import { closePeriod, requireOpenPeriod } from './periods/commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
})
afterAll(() => server.close())

const add = async (admin: Call, kind: string, body: Record<string, unknown>) =>
  (await admin(createSetting, { params: { kind }, body })).setting_id

const standard = {
  code: '21',
  name: 'VAT 21 %',
  billing_entity: 'MAIN',
  invoice_type: 'SALES',
  treatment: 'STANDARD',
  percentage: 21,
  category: 'S',
  tax_type: 'VAT',
  valid_from: '2000-01-01',
}

/** A tenant with two billing entities in two countries. */
async function haulier() {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  const nl = await add(admin, 'billing_entities', { code: 'NL', name: 'NL', legal_name: 'NL B.V.', country: 'NL' })
  return { tenant, admin, nl }
}

const codesOf = ({ items }: { items: readonly { code: string }[] }) => items.map(({ code }) => code)

describe('accounts and tax rates', () => {
  test('BOOK-1: accounts are listed with their billing entity, archived ones too', async () => {
    const { tenant, admin } = await haulier()
    const id = await add(admin, 'accounts', { code: '700000', name: 'Freight', billing_entity: 'MAIN', use: 'REVENUE' })
    await add(admin, 'accounts', { code: '700000', name: 'Vracht', billing_entity: 'NL', use: 'REVENUE' })
    await admin(archiveSetting, { params: { kind: 'accounts', setting_id: id } })
    const all = await tenant.call(listLedgerAccounts, { query: {} })
    expect(all.items.map((one) => [one.code, one.name, one.archived, one.billing_entity.code])).toEqual([
      ['700000', 'Freight', true, 'MAIN'],
      ['700000', 'Vracht', false, 'NL'],
    ])
    const names = async (query: object) =>
      (await tenant.call(listLedgerAccounts, { query })).items.map(({ name }) => name)
    expect(await names({ archived: 'true' })).toEqual(['Freight'])
    expect(await names({ archived: 'False' })).toEqual(['Vracht'])
    expect(await names({ billing_entity_code: 'NL' })).toEqual(['Vracht'])
    expect(await names({ billing_entity_code: 'XX' })).toEqual([])
    expect(await tenant.call(getLedgerAccount, { params: { id } })).toEqual(all.items[0])
    expect(await rejection(tenant.call(getLedgerAccount, { params: { id: randomUUID() } }))).toMatchObject({
      status: 404,
    })
  })

  test('BOOK-1: tax rates are listed with numbers in percent', async () => {
    const { tenant, admin } = await haulier()
    const id = await add(admin, 'tax_rates', { ...standard, base_percentage: 5.5, description: 'Note' })
    const { items } = await tenant.call(listTaxRates, { query: {} })
    expect(items).toMatchObject([{ id, percentage: 21, base_percentage: 5.5, tax_type: 'VAT', description: 'Note' }])
    expect(await tenant.call(getTaxRate, { params: { id } })).toEqual(items[0])
    expect(codesOf(await tenant.call(listTaxRates, { query: { archived: 'true' } }))).toEqual([])
  })

  test('a list is paged, each record once', async () => {
    const { tenant, admin } = await haulier()
    const codes = Array.from({ length: 105 }, (_, at) => String(700_000 + at))
    for (const code of codes) await add(admin, 'accounts', { code, name: code, billing_entity: 'NL', use: 'COST' })
    const first = await tenant.call(listLedgerAccounts, { query: { billing_entity_code: 'NL' } })
    const second = await tenant.call(listLedgerAccounts, { query: { cursor: first.next_cursor! } })
    expect([...codesOf(first), ...codesOf(second)]).toEqual(codes)
    expect(second.next_cursor).toBeNull()
  })

  test('BOOK-3: roles match the interface: lists for accounting and master data, records for accounting', async () => {
    const { tenant } = await haulier()
    const masterData = await tenant.callAs(['API_MASTER_DATA'])
    const orders = await tenant.callAs(['API_ORDER'])
    expect(codesOf(await masterData(listLedgerAccounts, { query: {} }))).toEqual([])
    const refused = await Promise.all(
      [
        masterData(getLedgerAccount, { params: { id: randomUUID() } }),
        masterData(getTaxRate, { params: { id: randomUUID() } }),
        orders(listTaxRates, { query: {} }),
        orders(listExchangeRates, { query: {} }),
      ].map(rejection),
    )
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })

  test('BOOK-2: a code is unique within its billing entity, and the account of a tax rate belongs to the same', async () => {
    const { admin } = await haulier()
    await add(admin, 'accounts', { code: '451', name: 'VAT', billing_entity: 'MAIN', use: 'VAT' })
    const again = add(admin, 'accounts', { code: '451', name: 'More', billing_entity: 'MAIN', use: 'VAT' })
    expect(await rejection(again)).toMatchObject({ status: 422 })
    await add(admin, 'tax_rates', { ...standard, vat_account: '451' })
    const foreign = add(admin, 'tax_rates', { ...standard, billing_entity: 'NL', vat_account: '451' })
    expect(await rejection(foreign)).toMatchObject({ status: 422 })
    const { items } = await admin(listSettings, { params: { kind: 'tax_rates' }, query: {} })
    expect(items.map(({ values }) => values.vat_account)).toEqual(['451'])
  })

  test('BOOK-5: tax rates of one treatment start on different days, and only have listed exemptions', async () => {
    const { admin } = await haulier()
    const zero = { ...standard, treatment: 'REVERSE_CHARGE', category: 'AE', percentage: 0 }
    await add(admin, 'tax_rates', zero)
    const same = await rejection(add(admin, 'tax_rates', { ...zero, code: '22' }))
    expect(same).toMatchObject({ status: 422, body: { errors: [{ path: 'valid_from', detail: 'valid_from_taken' }] } })
    await add(admin, 'tax_rates', { ...zero, code: '22', valid_from: '2027-01-01' })
    await add(admin, 'tax_rates', { ...zero, invoice_type: 'PURCHASE' })
    for (const code of ['6', '12']) await add(admin, 'tax_rates', { ...standard, code })
    for (const code of ['7', '13']) await add(admin, 'tax_rates', { ...standard, code, treatment: 'OTHER' })
    const exempt = { ...standard, code: 'E', treatment: 'EXPORT', category: 'E', vatex_code: 'VATEX-EU-146-9' }
    expect(await rejection(add(admin, 'tax_rates', exempt))).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'vatex_code' }] },
    })
  })

  test('BOOK-4: a charge type has a unit that electronic documents accept', async () => {
    const { admin } = await haulier()
    const type = { code: 'PALLET', name: 'Pallet' }
    const refused = await rejection(add(admin, 'charge_types', { ...type, unit: 'PLT' }))
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'unit', detail: 'unit_unknown' }] } })
    await add(admin, 'charge_types', { ...type, unit: 'XPX' })
  })

  test('records used by tax rates cannot be archived before them', async () => {
    const { admin, nl } = await haulier()
    const account = await add(admin, 'accounts', { code: '451', name: 'VAT', billing_entity: 'NL', use: 'VAT' })
    const rate = await add(admin, 'tax_rates', { ...standard, billing_entity: 'NL', vat_account: '451' })
    const archive = (kind: string, setting_id: string) => admin(archiveSetting, { params: { kind, setting_id } })
    expect(await rejection(archive('accounts', account))).toMatchObject({ status: 409 })
    expect(await rejection(archive('billing_entities', nl))).toMatchObject({ status: 409 })
    await archive('tax_rates', rate)
    await archive('accounts', account)
    const restored = admin(restoreSetting, { params: { kind: 'tax_rates', setting_id: rate } })
    expect(await rejection(restored)).toMatchObject({ status: 422 })
  })
})

describe('exchange rates', () => {
  const pound = {
    exchange_rate: 0.8655,
    inverse_exchange_rate: '1.1554',
    exchange_rate_date: '2026-11-20',
    from_currency: 'EUR',
    to_currency: 'GBP',
  } as const

  test('ACC-10: with both currencies rates are expressed in the requested direction', async () => {
    const tenant = await server.tenant()
    await tenant.call(createExchangeRate, { body: pound })
    const reversed = { ...pound, exchange_rate_date: '2026-11-19', from_currency: 'GBP', to_currency: 'EUR' } as const
    await tenant.call(createExchangeRate, {
      body: { ...reversed, exchange_rate: 1.155, inverse_exchange_rate: 0.8658 },
    })
    const list = async (from_currency?: 'EUR' | 'GBP', to_currency?: 'EUR' | 'GBP') => {
      const { items } = await tenant.call(listExchangeRates, { query: { from_currency, to_currency } })
      return items.map((one) => [one.from_currency, one.exchange_rate, one.inverse_exchange_rate])
    }
    expect(await list('EUR', 'GBP')).toEqual([
      ['EUR', 0.8655, 1.1554],
      ['EUR', 0.8658, 1.155],
    ])
    expect(await list('GBP', 'EUR')).toEqual([
      ['GBP', 1.1554, 0.8655],
      ['GBP', 1.155, 0.8658],
    ])
    expect(await list('GBP')).toEqual([['GBP', 1.155, 0.8658]])
    expect(await list()).toHaveLength(2)
    const days = { 'exchange_rate_date:gte': '2026-11-20', 'exchange_rate_date:lte': '2026-11-20' }
    const { items } = await tenant.call(listExchangeRates, { query: days })
    expect(items.map((one) => one.exchange_rate_date)).toEqual(['2026-11-20'])
  })

  test('EXR-3: a second rate of a pair on a day replaces the first, with audit', async () => {
    const tenant = await server.tenant()
    const admin = await tenant.user('SUPER_ADMIN')
    const first = await tenant.call(createExchangeRate, { body: pound })
    const reversed = { ...pound, from_currency: 'GBP', to_currency: 'EUR' } as const
    const body = { ...reversed, exchange_rate: '1.16', inverse_exchange_rate: '0.8621' }
    const second = await tenant.call(createExchangeRate, { body })
    expect(second).toMatchObject({ id: first.id, from_currency: 'GBP', exchange_rate: 1.16 })
    expect((await tenant.call(listExchangeRates, { query: {} })).items).toEqual([second])
    const { items } = await admin(listAuditRecords, { query: { entity_type: 'exchange_rate' } })
    expect(items.map(({ action }) => action)).toEqual(['updated', 'created'])
  })

  test('EXR-2: an inconsistent inverse is 422 and stores nothing', async () => {
    const tenant = await server.tenant()
    const refused = tenant.call(createExchangeRate, { body: { ...pound, inverse_exchange_rate: 1.2 } })
    expect(await rejection(refused)).toMatchObject({ status: 422 })
    expect((await tenant.call(listExchangeRates, { query: {} })).items).toEqual([])
  })

  test('EXR-4: a file of the European Central Bank keeps rates set by people and programs', async () => {
    const tenant = await server.tenant()
    const accountant = await tenant.user('ACCOUNTANT')
    await accountant(app.setExchangeRate, { body: { ...pound, exchange_rate: 0.9 } })
    const load = (usd: string) =>
      accountant(app.importExchangeRates, { body: { csv: `Date,USD,GBP\n2026-11-20,${usd},0.8655\n` } })
    expect(await load('1.05')).toEqual({ created: 1, replaced: 0, unchanged: 1 })
    expect(await load('1.05')).toEqual({ created: 0, replaced: 0, unchanged: 2 })
    expect(await load('1.06')).toEqual({ created: 0, replaced: 1, unchanged: 1 })
    const { items, total } = await accountant(app.listExchangeRateRecords, { query: {} })
    expect(items.map((one) => [one.to_currency, one.exchange_rate, one.source])).toEqual([
      ['GBP', 0.9, 'MANUAL'],
      ['USD', 1.06, 'ECB'],
    ])
    expect(total).toBe(2)
    const filtered = await accountant(app.listExchangeRateRecords, { query: { currency: 'USD' } })
    expect(filtered.total).toBe(1)
  })

  test('EXR-5: the last rate on or before a day is found, in either direction', async () => {
    const tenant = await server.tenant()
    await tenant.call(createExchangeRate, { body: pound })
    const find = (day: string) =>
      tenant.asTenant((tx) => findExchangeRate(tx, { from_currency: 'GBP', to_currency: 'EUR' }, day))
    expect(await find('2026-11-25')).toMatchObject({ rate: '0.8655', rate_date: '2026-11-20' })
    expect(await find('2026-11-19')).toBeUndefined()
  })
})

describe('booking periods', () => {
  const month = '2026-10'

  test('PERIOD-1: a completed month is closed, and the current one is refused', async () => {
    const { tenant, nl } = await haulier()
    const accountant = await tenant.user('ACCOUNTANT')
    const close = (one: string) => accountant(app.closeBookingPeriod, { body: { billing_entity_id: nl, month: one } })
    expect(await close(month)).toMatchObject({ status: 'CLOSED', month, billing_entity_code: 'NL' })
    expect(await close(month)).toMatchObject({ status: 'CLOSED' })
    expect(await rejection(close('2026-11'))).toMatchObject({ status: 422 })
    const { items } = await accountant(app.listBookingPeriods, {})
    expect(items.filter(({ status }) => status === 'CLOSED').map((one) => one.billing_entity_code)).toEqual(['NL'])
    expect(items).toHaveLength(48)
  })

  test('PERIOD-2: unfinished work keeps a month open and is listed', async () => {
    const { tenant, nl } = await haulier()
    const command = { tenantId: tenant.tenantId, by: byOperator, billing_entity_id: nl, month }
    const hold = { entity_type: 'invoice', entity_id: randomUUID(), message: 'Invoice 7 is a draft.' }
    const refused = closePeriod(server.ctx, command, { findHolds: [async () => [hold]] })
    await expect(refused).rejects.toMatchObject({ code: 'period_held', errors: [{ message: hold.message }] })
    expect(await closePeriod(server.ctx, command, { findHolds: [async () => []] })).toMatchObject({ status: 'CLOSED' })
  })

  test('PERIOD-3: only a Super admin reopens a month, with a reason that is kept', async () => {
    const { tenant, admin, nl } = await haulier()
    const accountant = await tenant.user('ACCOUNTANT')
    const body = { billing_entity_id: nl, month, reason: 'Late invoice' }
    await accountant(app.closeBookingPeriod, { body: { billing_entity_id: nl, month } })
    expect(await rejection(accountant(app.openBookingPeriod, { body }))).toMatchObject({ status: 403 })
    expect(await admin(app.openBookingPeriod, { body })).toMatchObject({ status: 'OPEN', reason: 'Late invoice' })
    const { items } = await admin(listAuditRecords, { query: { entity_type: 'booking_period' } })
    expect(items).toHaveLength(2)
  })

  test('PERIOD-4: nothing is booked in a closed month, and a booking waits only for a close', async () => {
    const { tenant, nl } = await haulier()
    const accountant = await tenant.user('ACCOUNTANT')
    const book = (day: string) => tenant.asTenant((tx) => requireOpenPeriod(tx, nl, day))
    await Promise.all([book('2026-10-31'), book('2026-10-01')])
    await accountant(app.closeBookingPeriod, { body: { billing_entity_id: nl, month } })
    await expect(book('2026-10-31')).rejects.toMatchObject({ code: 'period_closed' })
    await book('2026-11-01')
  })
})

describe('trying the tax rules', () => {
  test('TAX-9: the result has the tax rate of the billing entity, and the steps in the language of the reader', async () => {
    const { tenant, admin, nl } = await haulier()
    const accountant = await tenant.user('ACCOUNTANT')
    const body = {
      billing_entity_id: nl,
      day: '2026-11-23',
      customer_country: 'NL',
      from_country: 'NL',
      to_country: 'NL',
    }
    const missing = await accountant(tryTaxRules, { body })
    expect(missing).toMatchObject({ hold: { code: 'tax_rate_missing' }, category: null })
    await add(admin, 'tax_rates', { ...standard, billing_entity: 'NL' })
    const found = await accountant(tryTaxRules, { body })
    expect(found).toMatchObject({ hold: null, category: 'S', percentage: 21, tax_rate_code: '21' })
    expect(found.reasons.map(({ code }) => code)).toEqual(['place_of_customer', 'taxed_at_home', 'standard_rate'])
  })
})
