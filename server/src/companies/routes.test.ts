import { randomUUID } from 'node:crypto'
import * as contract from '@cartage/contract/companies/endpoints'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import { readWarnings } from '@cartage/contract/warnings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { companiesOf, customer, rejectedPaths } from '../testing/data/companies.ts'
import { rejection, settle, simpleOrder } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

let server: TestServer
let tenant: TestTenant

beforeAll(async () => {
  server = await startTestServer()
  tenant = await server.tenant()
})
afterAll(() => server?.close())

const { create, patch, put, read, archive } = companiesOf(() => tenant)

const backdate = statement(
  'testing.make_company_older',
  `update company set updated_at = updated_at - interval '1 hour' where tenant_id = $1 and company_id = $2`,
)
const setTerm = statement(
  'testing.give_custom_due_date',
  `update company set doc = doc || '{"payment_term": {"code": "CUSTOM_DUE_DATE"}}'
    where tenant_id = $1 and company_id = $2`,
)

describe('a company', () => {
  test('COMP-1: is created with only a currency, a name and a role, and read back on both paths', async () => {
    const created = await create()
    expect(created).toMatchObject({
      is_customer: true,
      is_subcontractor: false,
      status: 'APPROVED',
      tax_type: 'VAT',
      bank_accounts: [],
      contacts: [],
      locale: 'en',
      is_archived: false,
      archived_customer: false,
      sales: { status: 'APPROVED', payment_term: null, billing_entities: [] },
    })
    expect(await read(created.id)).toEqual(created)
    expect(await tenant.call(contract.readCompany, { params: { company_id: created.id } })).toEqual(created)
  })

  test('keeps every member of the interface, and a repeated PUT changes nothing', async () => {
    const bill = await create()
    const kept = {
      code: 'EXT-1',
      accounting_code: `A-${randomUUID()}`,
      is_subcontractor: true,
      is_buyer_or_seller: true,
      custom_fields: { a: 1, b: { c: null }, d: null },
      credit_policy: { limit: 5000.5 },
      legal_name: 'Legal BV',
      locale: 'nl-BE',
      vat_number: 'BE0411905847',
      reference_numbers: { eori_number: 'BE0411905847' },
      note: 'A note',
      tax_type: 'REVERSE_CHARGE' as const,
      bank_accounts: [{ iban_code: 'BE68 5390 0754 7034', bic_code: 'GKCCBEBB' }],
      billing_location: { name: 'Office', address: 'Havenlaan 1', postal_code: '1000', city: 'Brussel', country: 'BE' },
      payment_term: { code: 'NET_30' },
      sales: {
        payment_term: { code: 'NET_45' },
        billing_entities: [{ code: 'MAIN', accounting_code: '400001' }],
        status: 'WARNING' as const,
      },
      purchase: {
        payment_term: { code: 'NET_60' },
        billing_entities: [{ code: 'MAIN', accounting_code: '440001' }],
        status: 'BLOCKED' as const,
      },
    }
    const contact = { name: 'Ann', email: 'ann@test.example', roles: ['BILLING' as const] }
    const body = customer({
      ...kept,
      default_invoice_customer_id: bill.id,
      contacts: [{ ...contact, phone_number: '+32 475 12 34 56' }],
    })
    const created = await tenant.call(contract.createCompany, { body })
    expect(created).toMatchObject({
      ...kept,
      contacts: [{ ...contact, phone_number: '+32475123456' }],
      status: 'WARNING',
      is_blocked: false,
      credit_limit_total: 5000.5,
      default_invoice_customer: { id: bill.id, name: bill.name },
    })
    await tenant.asTenant((tx) => tx.query(backdate, created.id))
    const older = await read(created.id)
    expect(await put(created.id, body)).toEqual(older)
    expect(await patch(created.id, { note: 'A note', contacts: [] })).toEqual(older)
    const renamed = await patch(created.id, { name: 'New' })
    expect(renamed).toEqual({ ...older, name: 'New', timestamp_updated: renamed.timestamp_updated })
    expect(renamed.timestamp_updated > older.timestamp_updated).toBe(true)
  })

  test('requires a name and a currency; an empty name is refused', async () => {
    expect(await rejectedPaths(create({ name: null }))).toEqual(['name'])
    expect(await rejectedPaths(create({ name: ' ' }))).toEqual(['name'])
    expect(await rejectedPaths(create({ currency: 'euro' }))).toEqual(['currency'])
    const created = await create()
    expect(await rejectedPaths(patch(created.id, { name: '' }))).toEqual(['name'])
    expect((await patch(created.id, { name: null, currency: null })).name).toBe(created.name)
  })

  test('PUT resets omitted members to their defaults, except name, contacts and archive flags', async () => {
    const created = await create({
      legal_name: 'L',
      note: 'N',
      tax_type: 'OTHER',
      contacts: [{ name: 'Ann' }],
      code: 'X',
    })
    await archive(created.id)
    const after = await put(created.id, { currency: 'usd', is_customer: true })
    expect(after).toMatchObject({ name: created.name, legal_name: null, note: null, tax_type: 'VAT', code: null })
    expect(after).toMatchObject({ currency: 'USD', contacts: created.contacts, archived_customer: true })
  })

  test('PATCH: absent keeps, null clears, a value replaces', async () => {
    const created = await create({
      note: 'N',
      code: 'C',
      custom_fields: { a: 1 },
      reference_numbers: { duns_number: '1', scac_code: '2' },
      billing_location: { city: 'Gent' },
      credit_limit_total: 9,
      locale: 'nl',
    })
    const cleared = await patch(created.id, {
      note: null,
      custom_fields: null,
      reference_numbers: { duns_number: null },
      billing_location: null,
      credit_policy: null,
      locale: null,
    })
    expect(cleared).toMatchObject({
      code: 'C',
      note: null,
      custom_fields: {},
      billing_location: null,
      credit_policy: null,
      credit_limit_total: null,
      locale: 'en',
    })
    expect(cleared.reference_numbers).toEqual({ scac_code: '2' })
    expect((await patch(created.id, { custom_fields: { b: 2 } })).custom_fields).toEqual({ b: 2 })
  })

  test('COMP-9: has at least one of the roles customer and subcontractor', async () => {
    expect(await rejectedPaths(create({ is_customer: false, is_buyer_or_seller: true }))).toEqual(['is_customer'])
    const created = await create()
    expect(await rejectedPaths(patch(created.id, { is_customer: false }))).toEqual(['is_customer'])
    expect(await patch(created.id, { is_customer: false, is_subcontractor: true })).toMatchObject({
      is_customer: false,
    })
  })

  test('COMP-8: CUSTOM_DUE_DATE can be read and returned, but never set', async () => {
    const term = { code: 'CUSTOM_DUE_DATE' }
    expect(await rejectedPaths(create({ payment_term: term }))).toEqual(['payment_term.code'])
    expect(await rejectedPaths(create({ sales: { payment_term: term } }))).toEqual(['sales.payment_term.code'])
    expect(await rejectedPaths(create({ payment_term: { code: 'NET_31' } }))).toEqual(['payment_term.code'])
    const created = await create()
    await tenant.asTenant((tx) => tx.query(setTerm, created.id))
    expect((await read(created.id)).payment_term).toEqual(term)
    expect(await patch(created.id, { payment_term: term, note: 'x' })).toMatchObject({ payment_term: term, note: 'x' })
    expect((await patch(created.id, { payment_term: { code: 'NET_7' } })).payment_term).toEqual({ code: 'NET_7' })
    expect(await rejectedPaths(patch(created.id, { payment_term: term }))).toEqual(['payment_term.code'])
  })

  test('COMP-7: status takes precedence over is_blocked, and the status of a side over both', async () => {
    expect(await create({ is_blocked: true })).toMatchObject({ status: 'BLOCKED', is_blocked: true })
    expect(await create({ is_blocked: true, status: 'WARNING' })).toMatchObject({
      status: 'WARNING',
      is_blocked: false,
    })
    const sides = { status: 'PROSPECT' as const, sales: { status: 'NOT_APPROVED' as const } }
    const created = await create(sides)
    expect(created).toMatchObject({ status: 'NOT_APPROVED', sales: { status: 'NOT_APPROVED' } })
    expect(await patch(created.id, { is_blocked: false })).toMatchObject({ status: 'NOT_APPROVED' })
    await patch(created.id, { is_blocked: true })
    expect(await patch(created.id, { is_blocked: false })).toMatchObject({ status: 'APPROVED' })
    const carrier = await create({ is_customer: false, is_subcontractor: true, is_blocked: true })
    expect(carrier).toMatchObject({ is_blocked: true, purchase: { status: 'BLOCKED' } })
  })

  test('COMP-10: a locale is xx or xx-YY; anything else is refused', async () => {
    expect((await create({ locale: 'fr' })).locale).toBe('fr')
    expect(await rejectedPaths(create({ locale: 'FR-be' }))).toEqual(['locale'])
  })

  test('billing entities are identified by code or id; unknown or repeated ones are refused', async () => {
    const created = await create({ sales: { billing_entities: [{ code: 'MAIN', accounting_code: '1' }] } })
    const [entity] = created.sales!.billing_entities!
    const byId = await create({ purchase: { billing_entities: [{ id: entity!.id!, accounting_code: '2' }] } })
    expect(byId.purchase!.billing_entities).toEqual([{ id: entity!.id, code: 'MAIN', accounting_code: '2' }])
    const unknown = { sales: { billing_entities: [{ code: 'NONE' }] } }
    expect(await rejectedPaths(create(unknown))).toEqual(['sales.billing_entities.0.code'])
    const repeated = { sales: { billing_entities: [{ code: 'MAIN' }, { id: entity!.id! }] } }
    expect(await rejectedPaths(create(repeated))).toEqual(['sales.billing_entities.1'])
    expect((await patch(created.id, { sales: { status: 'WARNING' } })).sales!.billing_entities).toHaveLength(1)
    expect((await patch(created.id, { sales: { billing_entities: [] } })).sales!.billing_entities).toEqual([])
  })

  test('can only be billed to another company of the tenant', async () => {
    const created = await create()
    const elsewhere = await (await server.tenant()).call(contract.createCompany, { body: customer() })
    for (const id of [randomUUID(), elsewhere.id]) {
      expect(await rejectedPaths(patch(created.id, { default_invoice_customer_id: id }))).toEqual([
        'default_invoice_customer_id',
      ])
    }
  })

  test('shares its billing location with every company at the same address', async () => {
    const billing_location = { name: randomUUID(), city: 'Gent', country: 'BE' }
    const [one, other] = [await create({ billing_location }), await create({ billing_location })]
    expect(one.billing_location?.id).toBe(other.billing_location?.id)
    expect((await create({ billing_location: { city: '' } })).billing_location).toBeNull()
  })

  test('COMP-4: has the address that was sent, even if another company has the same street', async () => {
    const street = { address: `${randomUUID()} 1`, postal_code: '9000', city: 'Gent', country: 'BE' }
    const floor = { address_second_line: 'box 5', state: 'VOV', code: 'A', external_id: 'EA', display_name: 'Desk' }
    const none = { address_second_line: null, state: null, code: null, external_id: null }
    const one = await create({ billing_location: { ...street, ...floor } })
    expect(one.billing_location).toMatchObject({ ...street, ...floor })
    const other = await create({ billing_location: { ...street, ...floor, address_second_line: 'box 7', code: 'B' } })
    expect(other.billing_location).toMatchObject({ ...street, ...floor, address_second_line: 'box 7', code: 'B' })
    expect((await create({ billing_location: street })).billing_location).toMatchObject({ ...street, ...none })

    const moved = await patch(one.id, { billing_location: { ...street, ...floor, address_second_line: 'box 9' } })
    expect(moved.billing_location).toMatchObject({ ...street, ...floor, address_second_line: 'box 9' })
    const again = await patch(one.id, { billing_location: { ...street, ...floor, address_second_line: 'box 9' } })
    expect(again).toEqual(moved)
    expect((await patch(one.id, { billing_location: street })).billing_location).toMatchObject({ ...street, ...none })
  })
})

describe('an accounting code', () => {
  test('COMP-1: belongs to one live company; a refusal refers to that company', async () => {
    const accounting_code = randomUUID()
    const first = await create({ accounting_code })
    const { status, body } = await rejection(create({ accounting_code }))
    expect(status).toBe(422)
    expect(body.message).toContain(first.name)
    expect(body.errors?.[0]).toMatchObject({ field: 'accounting_code', detail: { company_id: first.id } })
    await archive(first.id)
    const second = await create({ accounting_code })
    expect(await rejectedPaths(patch(first.id, { is_archived: false }))).toEqual(['accounting_code'])
    expect((await read(first.id)).is_archived).toBe(true)
    await patch(second.id, { accounting_code: null })
    expect((await patch(first.id, { is_archived: false })).is_archived).toBe(false)
  })

  test('is given to one of many concurrent requests; the others are informed which company has it', async () => {
    const accounting_code = randomUUID()
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => create({ accounting_code })))
    const created = attempts.filter((each) => each.status === 'fulfilled')
    expect(created).toHaveLength(1)
    for (const each of attempts) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 422 })
    }
  })

  test('that is empty counts as none', async () => {
    expect((await create({ accounting_code: '', code: '' })).accounting_code).toBeNull()
    expect((await create({ accounting_code: '' })).accounting_code).toBeNull()
  })
})

describe('orders', () => {
  const orderFor = (code: string) => settle(server, tenant, simpleOrder({ customer: { code } }))

  test.each([
    ['APPROVED', 'COMPLETED'],
    ['WARNING', 'COMPLETED'],
    ['PROSPECT', 'ERROR'],
    ['NOT_APPROVED', 'ERROR'],
    ['BLOCKED', 'ERROR'],
  ] as const)('ORD-13: sales.status %s makes an order %s', async (status, outcome) => {
    const code = randomUUID()
    const created = await create({ accounting_code: code })
    await patch(created.id, { sales: { status } })
    expect((await orderFor(code)).upload_status).toBe(outcome)
  })

  test('ORD-13: purchase.status does not restrict orders', async () => {
    const code = randomUUID()
    await create({ code, is_subcontractor: true, purchase: { status: 'BLOCKED' } })
    expect((await orderFor(code)).upload_status).toBe('COMPLETED')
  })

  test('ORD-11: an archived company is not found by an order', async () => {
    const code = randomUUID()
    const created = await create({ code })
    await archive(created.id)
    expect((await orderFor(code)).upload_status).toBe('ERROR')
  })
})

describe('suspicious data', () => {
  const send = (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) =>
    server.app.inject({ method, url, payload, headers: { authorization: `Bearer ${tenant.token}` } })
  const warningsOf = (answer: Awaited<ReturnType<typeof send>>) =>
    readWarnings(new Headers(answer.headers as Record<string, string>))

  test('COMP-10: is accepted unchanged and reported in a header', async () => {
    const answer = await send('POST', '/v1/companies/company', {
      ...customer(),
      vat_number: 'BE0411905848',
      bank_accounts: [{ iban_code: 'BE68539007547035', bic_code: 'X' }],
      contacts: [{ phone_number: '0475 12 34 56' }, { phone_number: 'none' }],
      billing_location: { city: 'Gent', country: 'Belgium' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      vat_number: 'BE0411905848',
      contacts: [{ phone_number: '0475 12 34 56' }, {}],
    })
    expect(warningsOf(answer).map(({ field, code }) => [field, code])).toEqual([
      ['vat_number', 'vat_number_invalid'],
      ['bank_accounts.0.iban_code', 'iban_invalid'],
      ['bank_accounts.0.bic_code', 'bic_invalid'],
      ['contacts.0.phone_number', 'phone_number_not_international'],
      ['contacts.1.phone_number', 'phone_number_invalid'],
    ])
    const unknown = await send('PATCH', `/v1/company/${answer.json().id}`, {
      billing_location: { country: 'Bélgistan' },
    })
    expect(warningsOf(unknown).map(({ code }) => code)).toContain('country_unknown')
  })

  test('is not reported for valid data', async () => {
    const answer = await send('POST', '/v1/companies/company', { ...customer(), vat_number: 'BE 0411.905.847' })
    expect(answer.headers).not.toHaveProperty('cartage-warnings')
  })
})

describe('paths and callers', () => {
  const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    server.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${tenant.token}` },
      ...(payload && { payload }),
    })

  test('the deprecated paths answer the same, DELETE with 200', async () => {
    const created = (await send('POST', '/v1/accounting/company', customer())).json()
    expect((await send('GET', `/v1/accounting/company/${created.id}`)).json()).toEqual(created)
    expect((await send('GET', '/v1/accounting/company')).json().items.length).toBeGreaterThan(0)
    expect((await send('PUT', `/v1/accounting/company/${created.id}`, customer({ note: 'x' }))).json().note).toBe('x')
    expect((await send('PATCH', `/v1/accounting/company/${created.id}`, { note: 'y' })).json().note).toBe('y')
    expect((await send('PATCH', `/v1/company/${created.id}`, { note: 'z' })).json().note).toBe('z')
    const gone = await send('DELETE', `/v1/accounting/company/${created.id}`)
    expect([gone.statusCode, gone.body]).toEqual([200, 'null'])
    expect((await send('DELETE', `/v1/companies/company/${created.id}`)).statusCode).toBe(204)
  })

  test('an unknown, malformed or foreign id is 404 and changes nothing', async () => {
    const foreign = await (await server.tenant()).call(contract.createCompany, { body: customer() })
    for (const id of [randomUUID(), 'nonsense', foreign.id]) {
      for (const path of ['/v1/companies/company', '/v1/company', '/v1/accounting/company']) {
        expect((await send('GET', `${path}/${id}`)).statusCode).toBe(404)
        expect((await send('PATCH', `${path}/${id}`, { note: 'x' })).statusCode).toBe(404)
      }
      expect((await send('PUT', `/v1/companies/company/${id}`, customer())).statusCode).toBe(404)
      expect((await send('DELETE', `/v1/companies/company/${id}`)).statusCode).toBe(404)
    }
  })

  test('COMP-11: API_ACCOUNTING or API_MASTER_DATA is enough; a customer sees nothing', async () => {
    const { id } = await create()
    for (const role of ['API_ACCOUNTING', 'API_MASTER_DATA'] as const) {
      const call = await tenant.callAs([role])
      expect((await call(contract.patchCompany, { params: { id }, body: { note: role } })).note).toBe(role)
    }
    for (const call of [await tenant.callAs(['CUSTOMER'], id), await tenant.callAs(['API_ORDER'])]) {
      expect((await rejection(call(contract.getCompany, { params: { id } }))).status).toBe(403)
    }
    expect(uploadOrder.roles).toContain('CUSTOMER')
  })
})
