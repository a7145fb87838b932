import type { CompanyDetailOutput } from '@cartage/contract/companies/company-detail'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import type { SyncResponse } from '@cartage/contract/sync'
import { readWarnings } from '@cartage/contract/warnings'
import { describe, expect, test } from 'vitest'
import { order } from './bodies.ts'
import { createClient, hasOperator } from './operator.ts'
import { a, b, expectProblem, instant, orderPath, pathsOf, setup, Tenant, unique, uuid4 } from './world.ts'

interface CompanyPage {
  items: CompanyDetailOutput[]
  next_cursor: string | null
}

const companies = '/v1/companies/company'
const pathOf = (id: string) => `${companies}/${id}`
const body = (more: object = {}) => ({ name: unique('Company'), currency: 'EUR', is_customer: true, ...more })
const post = (more: object = {}) => a.post<CompanyDetailOutput>(companies, body(more))
const patch = (id: string, sent: object) => a.send<CompanyDetailOutput>('PATCH', pathOf(id), { body: sent })
const read = async (id: string) => (await a.get<CompanyDetailOutput>(pathOf(id))).body

/** Creates a company and expects success. */
async function createCompany(more: object = {}): Promise<CompanyDetailOutput> {
  const answer = await post(more)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Changes a company and expects success. */
async function changed(id: string, sent: object): Promise<CompanyDetailOutput> {
  const answer = await patch(id, sent)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Every company of a paginated list. */
async function walk(filter = ''): Promise<CompanyDetailOutput[]> {
  const found: CompanyDetailOutput[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? filter : `${filter ? `${filter}&` : ''}cursor=${cursor}`
    const answer = await a.get<CompanyPage>(query ? `${companies}?${query}` : companies)
    expect(answer.status, answer.text).toBe(200)
    found.push(...answer.body.items)
    cursor = answer.body.next_cursor
  } while (cursor !== null)
  return found
}

describe('companies', () => {
  test('COMP-1: one company is customer and supplier under one id, and orders name it by its accounting code', async () => {
    const accounting_code = unique('K')
    const createdOne = await createCompany({ is_subcontractor: true, accounting_code })
    expect(createdOne.id).toMatch(uuid4)
    expect(createdOne.timestamp_updated).toMatch(instant)
    expect(createdOne).toMatchObject({
      is_customer: true,
      is_subcontractor: true,
      status: 'APPROVED',
      is_archived: false,
    })
    const orderId = await a.applied(order({ customer: { code: accounting_code } }))
    expect((await a.get<OrderOutput>(orderPath(orderId))).body.customer.id).toBe(createdOne.id)
    const second = expectProblem(await post({ accounting_code }), 422)
    expect(second.message).toContain(createdOne.name)
  })

  test('COMP-1: a company reads the same on all three paths, and unknown or foreign ids are found on none', async () => {
    const createdOne = await createCompany()
    for (const path of [companies, '/v1/company', '/v1/accounting/company']) {
      expect((await a.get(`${path}/${createdOne.id}`)).body).toEqual(createdOne)
      for (const unknown of [await b.get(`${path}/${createdOne.id}`), await a.get(`${path}/no-uuid`)]) {
        expectProblem(unknown, 404, 'not_found')
      }
    }
  })

  test('COMP-2: a PATCH without an id adds a contact and leaves the others', async () => {
    const createdOne = await createCompany({ contacts: [{ name: 'Ann', roles: ['BILLING'] }] })
    const contacts = [
      { name: 'Bob', note: 'dock', email: 'bob@test.example', phone_number: '+32475123456', roles: ['OPERATIONS'] },
    ]
    const after = await a.send<CompanyDetailOutput>('PATCH', `/v1/company/${createdOne.id}`, { body: { contacts } })
    expect(after.body.contacts).toEqual([...createdOne.contacts!, expect.objectContaining(contacts[0]!)])
    expect(after.body.contacts![1]!.id).toMatch(uuid4)
  })

  test('COMP-3: a contact is changed by its id and archived with is_archived', async () => {
    const createdOne = await createCompany({ contacts: [{ name: 'Ann', note: 'n' }, { name: 'Bob' }] })
    const [ann, bob] = createdOne.contacts!
    expect((await changed(createdOne.id, { contacts: [{ id: ann!.id, name: 'Anna' }] })).contacts).toEqual([
      { ...ann, name: 'Anna' },
      bob,
    ])
    expect((await changed(createdOne.id, { contacts: [{ id: ann!.id, is_archived: true }] })).contacts).toEqual([bob])
    const other = await createCompany()
    const foreign = expectProblem(await patch(other.id, { contacts: [{ id: bob!.id, name: 'x' }] }), 422)
    expect(pathsOf(foreign)).toEqual(['contacts.0.id'])
  })

  test('COMP-4: id and is_archived at the top level refer to the contact, or to the company when no contact is included', async () => {
    const createdOne = await createCompany({ contacts: [{ name: 'Ann' }] })
    const id = createdOne.contacts![0]!.id
    expect((await changed(createdOne.id, { id, contacts: [{ name: 'Anna' }] })).contacts).toMatchObject([
      { id, name: 'Anna' },
    ])
    expect(await changed(createdOne.id, { id, contacts: [{}], is_archived: true })).toMatchObject({
      contacts: [],
      is_archived: false,
    })
    expect(await changed(createdOne.id, { is_archived: true })).toMatchObject({ id: createdOne.id, is_archived: true })
    expect(await changed(createdOne.id, { id: createdOne.id, is_archived: false })).toMatchObject({
      is_archived: false,
    })
  })

  test('COMP-5: DELETE archives all roles; the record is kept and hidden from the list', async () => {
    const [createdOne, other] = [await createCompany({ is_subcontractor: true }), await createCompany()]
    const gone = await a.send('DELETE', pathOf(createdOne.id))
    expect([gone.status, gone.text]).toEqual([204, ''])
    const flags = { archived_customer: true, archived_subcontractor: true, archived_buyer_or_seller: true }
    expect(await read(createdOne.id)).toMatchObject({ ...flags, is_archived: true, name: createdOne.name })
    expect((await a.send('DELETE', `/v1/accounting/company/${other.id}`)).status).toBe(200)
    const listed = (await walk()).map(({ id }) => id)
    expect(listed).not.toContain(createdOne.id)
    expect(listed).not.toContain(other.id)
    const changes = (await walk(`updated_after=${createdOne.timestamp_updated.replace(/..Z$/, '00Z')}`)).map(
      ({ id }) => id,
    )
    expect(changes).toEqual(expect.arrayContaining([createdOne.id, other.id]))
  })

  test('COMP-6: the archived flag of a role affects only that role, and false restores it', async () => {
    const createdOne = await createCompany()
    expect(await changed(createdOne.id, { archived_subcontractor: true })).toMatchObject({
      archived_subcontractor: false,
    })
    expect(await changed(createdOne.id, { archived_customer: true })).toMatchObject({ is_archived: true })
    expect(await changed(createdOne.id, { archived_customer: false })).toMatchObject({ is_archived: false })
  })

  test('COMP-7: status takes precedence over is_blocked', async () => {
    expect(await createCompany({ is_blocked: true, status: 'WARNING' })).toMatchObject({
      status: 'WARNING',
      is_blocked: false,
    })
    const blocked = await createCompany({ is_blocked: true })
    expect(blocked).toMatchObject({ status: 'BLOCKED', sales: { status: 'BLOCKED' }, is_blocked: true })
  })

  test('COMP-8: CUSTOM_DUE_DATE cannot be set', async () => {
    const payment_term = { code: 'CUSTOM_DUE_DATE' }
    const problem = expectProblem(await post({ payment_term, sales: { payment_term } }), 422)
    expect(pathsOf(problem)).toEqual(['payment_term.code', 'sales.payment_term.code'])
    expect(await createCompany({ payment_term: { code: 'NET_30' } })).toMatchObject({
      payment_term: { code: 'NET_30' },
    })
  })

  test('COMP-9: a company without the role customer or subcontractor is refused', async () => {
    expectProblem(await post({ is_customer: false }), 422)
    const createdOne = await createCompany()
    expectProblem(await patch(createdOne.id, { is_customer: false }), 422)
    expect(await read(createdOne.id)).toEqual(createdOne)
  })

  test('COMP-10: a locale is xx or xx-YY; a suspicious phone number is accepted with a warning', async () => {
    expect((await createCompany({ locale: 'nl-BE' })).locale).toBe('nl-BE')
    expect(pathsOf(expectProblem(await post({ locale: 'dutch' }), 422))).toEqual(['locale'])
    const odd = await post({ contacts: [{ phone_number: 'ask for Ann' }], vat_number: 'BE0411905848' })
    expect(odd.status).toBe(200)
    expect(readWarnings(odd.headers).map(({ code }) => code)).toEqual(['vat_number_invalid', 'phone_number_invalid'])
    const fine = await post({ contacts: [{ phone_number: '+32 475 12 34 56' }], vat_number: 'BE0411905847' })
    expect(readWarnings(fine.headers)).toEqual([])
    expect(fine.body.contacts![0]!.phone_number).toBe('+32475123456')
  })

  test.runIf(hasOperator)(
    'COMP-11: the role API_ACCOUNTING is enough to maintain companies; CUSTOMER sees none',
    async () => {
      const createdOne = await createCompany()
      const { slug } = setup.a.tenant
      const accounting = new Tenant({ ...setup.a, api_client: await createClient(slug, ['API_ACCOUNTING']) })
      const sent = { body: { accounting_code: unique('K') } }
      expect((await accounting.send('PATCH', pathOf(createdOne.id), sent)).body).toMatchObject(sent.body)
      const bound = new Tenant({ ...setup.a, api_client: await createClient(slug, ['CUSTOMER'], createdOne.id) })
      expectProblem(await bound.get(pathOf(createdOne.id)), 403)
      expectProblem(await bound.get(companies), 403)
    },
  )

  test('PUT sets everything: omitted members get their defaults; repeating it changes nothing', async () => {
    const createdOne = await createCompany({ note: 'n', legal_name: 'L', tax_type: 'OTHER' })
    const sent = body({ name: 'Renamed', billing_location: { city: 'Genk', country: 'BE' } })
    const put = (path: string) => a.send<CompanyDetailOutput>('PUT', `${path}/${createdOne.id}`, { body: sent })
    const first = (await put(companies)).body
    expect(first).toMatchObject({ name: 'Renamed', note: null, legal_name: null, tax_type: 'VAT' })
    expect(first.billing_location).toMatchObject({ city: 'Genk', country: 'BE' })
    expect((await put('/v1/accounting/company')).body).toEqual(first)
  })

  test('PATCH: absent keeps and null clears, also on the deprecated path', async () => {
    const createdOne = await createCompany({ note: 'n', code: unique('C') })
    const answer = await a.send('PATCH', `/v1/accounting/company/${createdOne.id}`, { body: { note: null } })
    expect(answer.body).toMatchObject({ note: null, code: createdOne.code })
    expect((await a.post<CompanyDetailOutput>('/v1/accounting/company', body())).status).toBe(200)
  })

  test('ORD-13: sales.status decides whether a company may order', async () => {
    const accounting_code = unique('K')
    const createdOne = await createCompany({ accounting_code, sales: { status: 'PROSPECT' } })
    const customer = { code: accounting_code }
    expect((await a.apply(order({ customer }))).upload_status).toBe('ERROR')
    expect((await a.apply(order({ customer, order_status: 'QUOTE' }))).upload_status).toBe('COMPLETED')
    await changed(createdOne.id, { sales: { status: 'WARNING' } })
    expect((await a.apply(order({ customer }))).upload_status).toBe('COMPLETED')
    await changed(createdOne.id, { sales: { status: 'BLOCKED' } })
    expect((await a.apply(order({ customer, order_status: 'QUOTE' }))).upload_status).toBe('ERROR')
  })
})

describe('the list of companies', () => {
  test('PAGE-2, PAGE-3: every company that exists at the first page is listed once, while others are created and archived', async () => {
    const createdOne: string[] = []
    for (let count = 0; count < 105; count += 1) createdOne.push((await createCompany()).id)
    const first = await a.get<CompanyPage>(companies)
    expect(first.body.items).toHaveLength(100)
    const late = await createCompany()
    await a.send('DELETE', pathOf(late.id))
    await changed(createdOne[0]!, { note: 'changed meanwhile' })
    const rest: string[] = []
    for (let cursor = first.body.next_cursor; cursor !== null; ) {
      const page: CompanyPage = (await a.get<CompanyPage>(`${companies}?cursor=${cursor}`)).body
      rest.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
    }
    const seen = [...first.body.items.map(({ id }) => id), ...rest]
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(createdOne))
  })

  test('PAGE-4, CLIENT-15, CLIENT-16: updated_after filters; with a cursor it must be unchanged', async () => {
    expect((await a.get<CompanyPage>(`${companies}?updated_after=2999-01-01T00:00:00Z`)).body).toEqual({
      items: [],
      next_cursor: null,
    })
    const { body: page } = await a.get<CompanyPage>('/v1/accounting/company?updated_after=2025-01-01T00:00:00')
    expect(page.next_cursor).toEqual(expect.any(String))
    const same = `cursor=${page.next_cursor}&updated_after=2025-01-01%2000:00:00%2B00:00`
    expect((await a.get(`${companies}?${same}`)).status).toBe(200)
    const other = `cursor=${page.next_cursor}&updated_after=2024-01-01T00:00:00Z`
    expect(pathsOf(expectProblem(await a.get(`${companies}?${other}`), 422, 'cursor_invalid'))).toEqual(['cursor'])
  })
})

describe('synchronising companies', () => {
  test('COMP-11: a list applies its difference once, reports it in a dry run, and leaves other companies alone', async () => {
    const source = unique('erp')
    const [one, two, three] = [unique('one'), unique('two'), unique('three')]
    const sync = async (items: object[], dry_run = false) =>
      (await a.send<SyncResponse>('PUT', '/v1/companies/sync', { body: { source, dry_run, items } })).body
    const own = await createCompany()
    expect(await sync([body({ code: one, name: 'One' }), body({ code: two, name: 'Two' })])).toMatchObject({
      created: 2,
    })
    const next = [body({ code: one, name: 'One' }), body({ code: two, name: 'Deux' }), body({ code: three })]
    expect(await sync(next, true)).toMatchObject({ created: 1, updated: 1, unchanged: 1, dry_run: true })
    const applied = await sync(next)
    expect(applied).toMatchObject({ created: 1, updated: 1, unchanged: 1, deleted: 0, refused: 0 })
    expect(await sync(next)).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
    const [gone] = (await sync(next.slice(1))).results.filter(({ outcome }) => outcome === 'DELETED')
    expect(await read(gone!.id!)).toMatchObject({ code: one, is_archived: true })
    expect((await read(own.id)).is_archived).toBe(false)
    expect((await sync([{ name: 'No key', currency: 'EUR', is_customer: true }], true)).results[0]).toMatchObject({
      outcome: 'REFUSED',
      errors: [{ path: 'items.0.code' }],
    })
  })
})
