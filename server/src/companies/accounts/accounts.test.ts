import * as app from '@cartage/contract/companies/app/record'
import * as v1 from '@cartage/contract/companies/endpoints'
import { afterAll, expect, test } from 'vitest'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

const first = 'NL91ABNA0417164300'
const second = 'BE68539007547034'

async function world() {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  const planner = await tenant.user('PLANNER')
  const body = { name: 'De Vries', currency: 'EUR', is_subcontractor: true, bank_accounts: [{ iban_code: first }] }
  const { id } = await planner(app.createCompanyRecord, { body })
  const params = { company_id: id }
  const unconfirmed = async (by = planner) => {
    const { unconfirmed_accounts } = await by(app.getCompanyRecord, { params })
    return unconfirmed_accounts.map(({ account, may_confirm }) => [account, may_confirm])
  }
  const keep = (by: typeof planner, ...accounts: string[]) =>
    by(app.changeCompanyRecord, { params, body: { bank_accounts: accounts.map((iban_code) => ({ iban_code })) } })
  const confirm = (by: typeof planner, account: string) => by(app.confirmCompanyAccount, { params, body: { account } })
  return { tenant, admin, planner, id, params, unconfirmed, keep, confirm }
}

test('COMP-12: new, changed and restored accounts of a company are not confirmed; another spelling is the same account', async () => {
  const { admin, planner, unconfirmed, keep, confirm } = await world()
  expect([await unconfirmed(), await unconfirmed(admin)]).toEqual([[[first, false]], [[first, true]]])
  await confirm(admin, first)
  expect(await unconfirmed()).toEqual([])
  await keep(planner, 'NL91 ABNA 0417 1643 00', second, second)
  expect(await unconfirmed()).toEqual([[second, false]])
  await keep(planner, second)
  await keep(planner, first)
  expect(await unconfirmed()).toEqual([[first, false]])
  expect(await rejection(confirm(admin, second))).toMatchObject({ status: 409 })
})

test('COMP-12: clients of the interface change accounts as before, which then need confirmation', async () => {
  const { tenant, admin, unconfirmed, confirm, id } = await world()
  await confirm(admin, first)
  await tenant.call(v1.patchCompany, {
    params: { id },
    body: { bank_accounts: [{ iban_code: first }, { iban_code: second }] },
  })
  expect(await unconfirmed(admin)).toEqual([[second, true]])
  const items = [
    { name: 'Synced', code: 'SYN', currency: 'EUR', is_subcontractor: true, bank_accounts: [{ iban_code: second }] },
  ]
  const list = () => tenant.call(v1.syncCompanies, { body: { source: 'erp', items } })
  const { results } = await list()
  const params = { company_id: results[0]!.id! }
  await admin(app.confirmCompanyAccount, { params, body: { account: second } })
  await list()
  items[0]!.bank_accounts.push({ iban_code: first })
  await list()
  const { unconfirmed_accounts } = await admin(app.getCompanyRecord, { params })
  expect(unconfirmed_accounts).toMatchObject([{ account: first, entered_by: null, may_confirm: true }])
})

test('COMP-13: a person cannot confirm their own account entry while someone else may pay suppliers', async () => {
  const { tenant, admin, unconfirmed, keep, confirm } = await world()
  const accountant = await tenant.user('ACCOUNTANT')
  await keep(accountant, second)
  expect([await unconfirmed(accountant), await unconfirmed(admin)]).toEqual([[[second, false]], [[second, true]]])
  expect(await rejection(confirm(accountant, second))).toMatchObject({ status: 409 })
  await confirm(admin, second)
  expect(await rejection(confirm(admin, second))).toMatchObject({ status: 409 })
})

test('COMP-13: the only person who may pay suppliers confirms an own account in a second step, and the trail has both', async () => {
  const { admin, planner, params, unconfirmed, keep, confirm } = await world()
  await keep(admin, second)
  expect(await unconfirmed(admin)).toEqual([[second, true]])
  expect(await rejection(confirm(planner, second))).toMatchObject({ status: 403 })
  await confirm(admin, 'be68 5390 0754 7034')
  expect(await unconfirmed(admin)).toEqual([])
  const { items } = await admin(app.listCompanyHistory, { params })
  const [confirmed, entered] = items.map((item) => JSON.stringify(item))
  expect(confirmed).toContain('confirmed_account')
  expect(entered).toContain(second)
})
