import { randomUUID } from 'node:crypto'
import * as contract from '@cartage/contract/companies/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companiesOf, customer, rejectedPaths } from '../testing/data/companies.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

let server: TestServer
let tenant: TestTenant

beforeAll(async () => {
  server = await startTestServer()
  tenant = await server.tenant()
})
afterAll(() => server?.close())

const { create, patch, put, read } = companiesOf(() => tenant)

describe('contacts', () => {
  test('COMP-2: a PATCH without id adds one, and leaves the others', async () => {
    const created = await create({ contacts: [{ name: 'Ann' }] })
    const after = await patch(created.id, { contacts: [{ name: 'Bob', roles: ['OPERATIONS'] }] })
    expect(after.contacts).toEqual([
      ...created.contacts!,
      expect.objectContaining({ name: 'Bob', roles: ['OPERATIONS'] }),
    ])
  })

  test('COMP-3: a contact is changed by its id, and archived with is_archived', async () => {
    const created = await create({ contacts: [{ name: 'Ann', note: 'first' }, { name: 'Bob' }] })
    const [ann, bob] = created.contacts!
    const changed = await patch(created.id, { contacts: [{ id: ann!.id!, name: 'Anna' }] })
    expect(changed.contacts).toEqual([{ ...ann, name: 'Anna' }, bob])
    const gone = await patch(created.id, { contacts: [{ id: ann!.id!, is_archived: true }] })
    expect(gone.contacts).toEqual([bob])
    expect(gone.is_archived).toBe(false)
    const back = await patch(created.id, { contacts: [{ id: ann!.id!, is_archived: false }] })
    expect(back.contacts).toHaveLength(2)
  })

  test('COMP-3: an id of another contact is refused', async () => {
    const other = await create({ contacts: [{ name: 'Eve' }] })
    const created = await create()
    for (const id of [randomUUID(), other.contacts![0]!.id!]) {
      expect(await rejectedPaths(patch(created.id, { contacts: [{ id, name: 'x' }] }))).toEqual(['contacts.0.id'])
    }
  })

  test('COMP-4: id at the top is the id of the one contact, and is_archived is then its own', async () => {
    const created = await create({ contacts: [{ name: 'Ann' }, { name: 'Bob' }] })
    const id = created.contacts![0]!.id!
    expect((await patch(created.id, { id, contacts: [{ name: 'Anna' }] })).contacts?.[0]).toMatchObject({
      id,
      name: 'Anna',
    })
    const gone = await patch(created.id, { id, contacts: [{ name: 'Anna' }], is_archived: true })
    expect(gone).toMatchObject({ is_archived: false, contacts: [{ name: 'Bob' }] })
    const last = await patch(created.id, { id: created.contacts![1]!.id!, is_archived: true })
    expect(last).toMatchObject({ is_archived: false, contacts: [] })
    expect(await rejectedPaths(patch(created.id, { id: randomUUID(), contacts: [{ name: 'x' }] }))).toEqual(['id'])
  })

  test('COMP-4: without the id of a contact is_archived belongs to the company', async () => {
    const created = await create({ contacts: [{ name: 'Ann' }] })
    expect(await patch(created.id, { is_archived: true })).toMatchObject({ is_archived: true, archived_customer: true })
    expect(await patch(created.id, { id: created.id, is_archived: false })).toMatchObject({ is_archived: false })
    expect((await read(created.id)).contacts).toHaveLength(1)
  })

  test('a list in a PUT is the full list; an identical one changes nothing', async () => {
    const contacts = [{ name: 'Ann', roles: ['BILLING' as const] }, { name: 'Bob' }]
    const created = await create({ contacts })
    const body = customer({ name: created.name, contacts })
    expect((await put(created.id, body)).contacts).toEqual(created.contacts)
    const fewer = await put(created.id, { ...body, contacts: [{ name: 'Bob' }, { name: 'Cas' }] })
    expect(fewer.contacts).toEqual([created.contacts![1], expect.objectContaining({ name: 'Cas' })])
  })
})

describe('archiving', () => {
  test('COMP-5: DELETE archives every role, hides it from the list and leaves it readable', async () => {
    const own = await server.tenant()
    const created = await own.call(contract.createCompany, { body: customer({ is_subcontractor: true }) })
    await own.call(contract.archiveCompany, { params: { id: created.id } })
    const archived = { archived_customer: true, archived_subcontractor: true, archived_buyer_or_seller: true }
    const after = await own.call(contract.getCompany, { params: { id: created.id } })
    expect(after).toMatchObject({ ...archived, is_archived: true })
    expect((await own.call(contract.listCompanies, {})).items).toEqual([])
    const changed = await own.call(contract.listCompanies, { query: { updated_after: '2020-01-01' + 'T00:00:00Z' } })
    expect(changed.items).toEqual([after])
    expect(await own.call(contract.archiveCompanyOld, { params: { id: created.id } })).toBeNull()
  })

  test('COMP-6: the flag of a role has no effect without the role; false restores it', async () => {
    const created = await create()
    expect(await patch(created.id, { archived_subcontractor: true })).toMatchObject({ archived_subcontractor: false })
    const gone = await patch(created.id, { archived_customer: true })
    expect(gone).toMatchObject({ archived_customer: true, is_archived: true })
    expect(await patch(created.id, { archived_customer: false })).toMatchObject({ is_archived: false })
    const both = await create({ is_subcontractor: true })
    expect(await patch(both.id, { archived_customer: true })).toMatchObject({ is_archived: false })
  })
})
