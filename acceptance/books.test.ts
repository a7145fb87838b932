import type { MasterDataAccountOutput } from '@cartage/contract/books/account'
import { closeBookingPeriod, listBookingPeriods, openBookingPeriod } from '@cartage/contract/books/app'
import type { ExchangeRateOutput } from '@cartage/contract/books/exchange-rate'
import type { TaxRateOutput } from '@cartage/contract/books/tax-rate'
import type { Call } from '@cartage/contract/client'
import { archiveSetting, createSetting } from '@cartage/contract/tenants/app/settings'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin } from './session.ts'
import { a, b, expectProblem, pathsOf, unique, uuid4 } from './world.ts'

interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}

const rates = '/v1/accounting/exchange-rate'
const unknown = '6b1f6f0e-3d0c-4a57-9d3c-1f2f3a4b5c6d'

let superAdmin: Call
let entity: string
beforeAll(async () => {
  superAdmin = await admin(a)
  entity = unique('entity').slice(0, 40)
  await add('billing_entities', { code: entity, name: entity, legal_name: entity, country: 'BE' })
})

const add = async (kind: string, body: Record<string, unknown>) =>
  (await superAdmin(createSetting, { params: { kind }, body })).setting_id

const pound = {
  exchange_rate: 0.8655,
  inverse_exchange_rate: '1.1554',
  exchange_rate_date: '2019-03-04',
  from_currency: 'EUR',
  to_currency: 'GBP',
}

describe('exchange rates', () => {
  test('ACC-10: both currencies give the rates in the requested direction', async () => {
    const created = await a.post<ExchangeRateOutput>(rates, pound)
    expect(created.status, created.text).toBe(200)
    expect(created.body).toMatchObject({ exchange_rate: 0.8655, inverse_exchange_rate: 1.1554 })
    expect(created.body.id).toMatch(uuid4)
    const on = '&exchange_rate_date%3Agte=2019-03-04&exchange_rate_date%3Alte=2019-03-04'
    const asked = await a.get<Page<ExchangeRateOutput>>(`${rates}?from_currency=GBP&to_currency=EUR${on}`)
    expect(asked.body.items).toEqual([
      {
        id: created.body.id,
        exchange_rate: 1.1554,
        inverse_exchange_rate: 0.8655,
        exchange_rate_date: '2019-03-04',
        from_currency: 'GBP',
        to_currency: 'EUR',
      },
    ])
    const stored = await a.get<Page<ExchangeRateOutput>>(`${rates}?from_currency=EUR&to_currency=GBP${on}`)
    expect(stored.body.items).toEqual([created.body])
  })

  test('PAGE-2, PAGE-4: the list is paged, latest day first, and the cursor keeps its filter', async () => {
    const days = Array.from({ length: 103 }, (_, at) => new Date(Date.UTC(2017, 0, 1 + at)).toISOString().slice(0, 10))
    for (const exchange_rate_date of days) {
      const answer = await a.post(rates, { ...pound, to_currency: 'NOK', exchange_rate_date })
      expect(answer.status, answer.text).toBe(200)
    }
    const filters = [
      'exchange_rate_date:gte=2017-01-01&exchange_rate_date:lte=2017-12-31&to_currency=NOK',
      'from_currency=NOK&to_currency=EUR&exchange_rate_date:lte=2017-12-31&exchange_rate_date:gte=2017-01-01',
    ]
    for (const filter of filters) {
      const first = (await a.get<Page<ExchangeRateOutput>>(`${rates}?${filter}`)).body
      const second = (await a.get<Page<ExchangeRateOutput>>(`${rates}?cursor=${first.next_cursor}`)).body
      expect([first.items.length, second.items.length, second.next_cursor]).toEqual([100, 3, null])
      const listed = [...first.items, ...second.items].map(({ exchange_rate_date }) => exchange_rate_date)
      expect(listed).toEqual(days.toReversed())
      const other = `${rates}?cursor=${first.next_cursor}&to_currency=USD`
      expect(pathsOf(expectProblem(await a.get(other), 422, 'cursor_invalid'))).toEqual(['cursor'])
    }
    expect(pathsOf(expectProblem(await a.get(`${rates}?from_currency=XXY`), 422))).toEqual(['from_currency'])
  })

  test('EXR-3: a second rate of a pair on one day replaces the first', async () => {
    const day = { ...pound, exchange_rate_date: '2019-03-05' }
    const first = await a.post<ExchangeRateOutput>(rates, day)
    const second = await a.post<ExchangeRateOutput>(rates, {
      ...day,
      exchange_rate: '0.87',
      inverse_exchange_rate: 1.1494,
    })
    expect(second.body).toMatchObject({ id: first.body.id, exchange_rate: 0.87 })
  })

  test('EXR-2: a rate whose inverse does not fit is 422', async () => {
    const refused = await a.post(rates, { ...pound, inverse_exchange_rate: 1.2 })
    expect(pathsOf(expectProblem(refused, 422))).toEqual(['inverse_exchange_rate'])
    expectProblem(await a.post(rates, { ...pound, exchange_rate: -1 }), 422)
    expectProblem(await a.post(rates, { ...pound, to_currency: 'EURO' }), 422)
  })
})

describe('accounts and tax rates', () => {
  test('BOOK-1: accounts and tax rates are listed with their billing entity, and each is read by id', async () => {
    const code = unique('account').slice(0, 40)
    const id = await add('accounts', { code, name: 'Freight', billing_entity: entity, use: 'REVENUE' })
    const path = `/v1/accounting/accounts?archived=false&billing_entity_code=${entity}`
    const { body } = await a.get<Page<MasterDataAccountOutput>>(path)
    const found = body.items.find((one) => one.id === id)
    expect(found).toMatchObject({ code, name: 'Freight', archived: false, billing_entity: { code: entity } })
    expect((await a.get(`/v1/accounting/accounts/${id}`)).body).toEqual(found)
    expectProblem(await a.get(`/v1/accounting/accounts/${unknown}`), 404)
    expectProblem(await b.get(`/v1/accounting/accounts/${id}`), 404)
  })

  test('BOOK-1: tax rates have their rate as a number in percent', async () => {
    const code = unique('rate').slice(0, 40)
    const id = await add('tax_rates', {
      ...{ code, name: 'VAT 21 %', billing_entity: entity, invoice_type: 'SALES', treatment: 'STANDARD' },
      ...{ percentage: 21, category: 'S', tax_type: 'VAT', valid_from: '2020-01-01' },
    })
    const { body } = await a.get<Page<TaxRateOutput>>(`/v1/accounting/tax-rates?billing_entity_code=${entity}`)
    const found = body.items.find((one) => one.id === id)
    expect(found).toMatchObject({ code, percentage: 21, tax_type: 'VAT', invoice_type: 'SALES', description: '' })
    expect((await a.get(`/v1/accounting/tax-rates/${id}`)).body).toEqual(found)
    expectProblem(await b.get(`/v1/accounting/tax-rates/${id}`), 404)
  })
})

test('BOOK-1: archived accounts and tax rates are listed unless archived is false, and alone when it is true', async () => {
  const code = unique('archived').slice(0, 40)
  const tax = { treatment: 'STANDARD', percentage: 6, category: 'S', tax_type: 'VAT', valid_from: '2020-01-01' }
  const kinds = [
    ['accounts', '/v1/accounting/accounts', { code, name: 'Old', billing_entity: entity, use: 'REVENUE' }],
    [
      'tax_rates',
      '/v1/accounting/tax-rates',
      { ...tax, code, name: 'Old', billing_entity: entity, invoice_type: 'SALES' },
    ],
  ] as const
  for (const [kind, path, members] of kinds) {
    const id = await add(kind, members)
    await superAdmin(archiveSetting, { params: { kind, setting_id: id } })
    const listed = async (filter: string) =>
      (await a.get<Page<{ id: string }>>(`${path}?billing_entity_code=${entity}${filter}`)).body.items
    for (const filter of ['', '&archived=true']) expect((await listed(filter)).map((one) => one.id)).toContain(id)
    expect((await listed('&archived=false')).map((one) => one.id)).not.toContain(id)
    expect((await listed('&archived=true')).every((one) => 'archived' in one && one.archived === true)).toBe(true)
    expect(await a.get(`${path}/${id}`)).toMatchObject({ status: 200, body: { id, archived: true } })
    expect(pathsOf(expectProblem(await a.get(`${path}?archived=maybe`), 422))).toEqual(['archived'])
    expect((await a.get(`${path}?billing_entity_code=${unique('none')}`)).body).toEqual({
      items: [],
      next_cursor: null,
    })
  }
})

test('PERIOD-1, PERIOD-3: a month is closed, and reopened with a reason', async () => {
  const { items } = await superAdmin(listBookingPeriods, {})
  const [one] = items.filter(({ billing_entity_code }) => billing_entity_code === entity).slice(2)
  const period = { billing_entity_id: one!.billing_entity_id, month: one!.month }
  expect(await superAdmin(closeBookingPeriod, { body: period })).toMatchObject({ status: 'CLOSED' })
  const reason = 'A late invoice'
  const opened = await superAdmin(openBookingPeriod, { body: { ...period, reason } })
  expect(opened).toMatchObject({ status: 'OPEN', reason })
})
