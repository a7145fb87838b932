import * as app from '@cartage/contract/companies/app/record'
import { addValidityToCompany, listValiditiesOfCompany } from '@cartage/contract/validities/app/validities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rejection } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function world() {
  const tenant = await server.tenant()
  const planner = await tenant.user('PLANNER')
  const make = (body: object) =>
    planner(app.createCompanyRecord, { body: { currency: 'EUR', is_customer: true, ...body } as never })
  const maas = await make({ name: 'Maas Machinery', code: 'MAAS', accounting_code: '4001' })
  const carrier = await make({ name: 'Ardennes Haulage', is_customer: false, is_subcontractor: true })
  return { tenant, planner, make, maas, carrier }
}

const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)

test('companies are found by the beginning of name, code and accounting code', async () => {
  const { planner } = await world()
  const find = async (q: string) => namesOf(await planner(app.listCompanyRecords, { query: { q } }))
  expect(await find('maas m')).toEqual(['Maas Machinery'])
  expect(await find('MAA')).toEqual(['Maas Machinery'])
  expect(await find('400')).toEqual(['Maas Machinery'])
  expect(await find('machinery')).toEqual([])
})

test('roles and states filter the list; a subcontractor has the state of a supplier', async () => {
  const { planner, carrier } = await world()
  const list = async (query: object) => namesOf(await planner(app.listCompanyRecords, { query }))
  expect(await list({ role: 'subcontractor' })).toEqual(['Ardennes Haulage'])
  expect(await list({ role: 'customer,subcontractor', sort: '-name' })).toEqual(['Maas Machinery', 'Ardennes Haulage'])
  const params = { company_id: carrier.id }
  await planner(app.changeCompanyRecord, { params, body: { purchase: { status: 'BLOCKED' } } })
  expect(await list({ status: 'BLOCKED' })).toEqual(['Ardennes Haulage'])
})

test('COMP-4: an archived company is listed separately and can be restored', async () => {
  const { planner, maas } = await world()
  const params = { company_id: maas.id }
  await planner(app.changeCompanyRecord, { params, body: { is_archived: true } })
  expect(namesOf(await planner(app.listCompanyRecords, { query: {} }))).toEqual(['Ardennes Haulage'])
  expect(namesOf(await planner(app.listCompanyRecords, { query: { archived: 'true' } }))).toEqual(['Maas Machinery'])
  await planner(app.changeCompanyRecord, { params, body: { is_archived: false } })
  expect((await planner(app.getCompanyRecord, { params })).company.is_archived).toBe(false)
  const { items } = await planner(app.listCompanyHistory, { params })
  expect(items.map(({ action }) => action)).toEqual(['restored', 'archived', 'created'])
})

test('an accounting code of another company is refused on its line', async () => {
  const { planner, carrier } = await world()
  const change = planner(app.changeCompanyRecord, {
    params: { company_id: carrier.id },
    body: { accounting_code: '4001' },
  })
  const { status, body } = await rejection(change)
  expect([status, body.errors?.[0]?.path]).toEqual([422, 'accounting_code'])
})

test('a validity added on a screen is listed with the company', async () => {
  const { planner, carrier } = await world()
  const params = { company_id: carrier.id }
  await planner(addValidityToCompany, { params, body: { type: 'CARGO_INSURANCE', start_time: '2026-01-01T00:00:00Z' } })
  expect((await planner(listValiditiesOfCompany, { params })).items).toMatchObject([{ type: 'CARGO_INSURANCE' }])
})

test('order entry can read companies and cannot change them', async () => {
  const { tenant, maas } = await world()
  const clerk = await tenant.user('ORDER_ENTRY')
  expect((await clerk(app.listCompanyRecords, { query: {} })).total).toBe(2)
  const change = clerk(app.changeCompanyRecord, { params: { company_id: maas.id }, body: { note: 'x' } })
  expect((await rejection(change)).status).toBe(403)
})
