import { randomUUID } from 'node:crypto'
import { createApiClient, listApiClients } from '@cartage/contract/auth/app/clients'
import { createCompanyRecord, listCompanyRecords } from '@cartage/contract/companies/app/record'
import { addResourceGroup, listGroupSettings } from '@cartage/contract/resources/app/groups'
import { createResourceRecord, listResourceRecords } from '@cartage/contract/resources/app/record'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { callWith, createTestTenant, logInAs, type TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

let tenant: TestTenant
let headers: Record<string, string>
beforeEach(async () => {
  tenant = await createTestTenant(server)
  headers = await logInAs(server, tenant.tenantId, 'SUPER_ADMIN')
})
const under = (key: string, own = headers) => callWith(server.app, { ...own, 'idempotency-key': key })
const plain = () => callWith(server.app, headers)
const refusal = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) })

const stored = statement(
  'test.creation_keys',
  'select idempotency_key, answer_sealed from creation_key where tenant_id = $1',
)
const withoutAnswer = statement(
  'test.unanswered_creation_key',
  `update creation_key set answer_sealed = null, created_at = created_at - make_interval(secs => $2) where tenant_id = $1`,
)
const older = statement(
  'test.old_creation_keys',
  `update creation_key set created_at = created_at - interval '25 hours' where tenant_id = $1`,
)

describe('a request that creates something, sent again under its key', () => {
  test('creates one company, one resource, one group: at once, and later', async () => {
    const creations = [
      {
        create: (key: string) =>
          under(key)(createCompanyRecord, { body: { name: 'Mill', currency: 'EUR', is_customer: true } }),
        count: async () => (await plain()(listCompanyRecords, { query: {} })).items.length,
      },
      {
        create: (key: string) => under(key)(createResourceRecord, { body: { resource_type: 'DRIVER', name: 'Ann' } }),
        count: async () => (await plain()(listResourceRecords, { query: {} })).items.length,
      },
      {
        create: (key: string) => under(key)(addResourceGroup, { body: { name: 'North' } }),
        count: async () => (await plain()(listGroupSettings, {})).items.length,
      },
    ]
    for (const { create, count } of creations) {
      const before = await count()
      const key = randomUUID()
      const both = await Promise.all([create(key), create(key)])
      expect(both[1]).toEqual(both[0])
      expect(await create(key)).toEqual(both[0])
      expect(await count()).toBe(before + 1)
    }
  })

  test('returns the same secret, which is stored sealed', async () => {
    const key = randomUUID()
    const create = () => under(key)(createApiClient, { body: { name: 'Webshop', roles: ['API_ORDER'] } })
    const [first, second] = await Promise.all([create(), create()])
    expect(second).toEqual(first)
    const { items } = await plain()(listApiClients, {})
    expect(items.filter(({ name }) => name === 'Webshop')).toHaveLength(1)
    const [row] = await tenant.asTenant((tx) => tx.query<{ answer_sealed: Buffer }>(stored))
    expect(row!.answer_sealed.includes(Buffer.from(first.client_secret))).toBe(false)
  })

  test('is run when the first one was refused: a refusal does not use up the key', async () => {
    const key = randomUUID()
    const body = { name: 'Webshop', roles: ['CUSTOMER' as const], company_id: randomUUID() }
    for (const _ of [1, 2]) {
      await expect(under(key)(createApiClient, { body })).rejects.toEqual(refusal(400, 'company_unknown'))
    }
    expect(await tenant.asTenant((tx) => tx.query(stored))).toEqual([])
    await under(key)(createApiClient, { body: { name: 'Webshop', roles: ['API_ORDER'] } })
  })

  test('another body, another operation or an unreadable key is refused', async () => {
    const key = randomUUID()
    await under(key)(createCompanyRecord, { body: { name: 'Mill', currency: 'EUR', is_customer: true } })
    const reused = refusal(422, 'idempotency_key_reused')
    await expect(
      under(key)(createCompanyRecord, { body: { name: 'Shop', currency: 'EUR', is_customer: true } }),
    ).rejects.toEqual(reused)
    await expect(under(key)(addResourceGroup, { body: { name: 'Mill' } })).rejects.toEqual(reused)
    const unreadable = under('x'.repeat(256))(createCompanyRecord, {
      body: { name: 'Mill', currency: 'EUR', is_customer: true },
    })
    await expect(unreadable).rejects.toEqual(refusal(422, 'validation_failed'))
  })

  test('belongs to one person: the same key of a colleague is a request of its own', async () => {
    const colleague = await logInAs(server, tenant.tenantId, 'SUPER_ADMIN')
    const key = randomUUID()
    const first = await under(key)(createCompanyRecord, { body: { name: 'Mill', currency: 'EUR', is_customer: true } })
    const second = await under(key, colleague)(createCompanyRecord, {
      body: { name: 'Mill', currency: 'EUR', is_customer: true },
    })
    expect(second.id).not.toBe(first.id)
  })

  test('is not run when the first one ended without a response; the caller looks up whether it created something', async () => {
    const key = randomUUID()
    const create = () => under(key)(createCompanyRecord, { body: { name: 'Mill', currency: 'EUR', is_customer: true } })
    await create()
    await tenant.asTenant((tx) => tx.query(withoutAnswer, 400))
    await expect(create()).rejects.toEqual(refusal(409, 'creation_unknown'))
    expect((await plain()(listCompanyRecords, { query: {} })).items).toHaveLength(1)
  })

  test('is a new request after a day, and old responses are deleted', async () => {
    const key = randomUUID()
    await under(randomUUID())(createCompanyRecord, { body: { name: 'Shop', currency: 'EUR', is_customer: true } })
    await under(key)(createCompanyRecord, { body: { name: 'Mill', currency: 'EUR', is_customer: true } })
    await tenant.asTenant((tx) => tx.query(older))
    await under(key)(createCompanyRecord, { body: { name: 'Mill', currency: 'EUR', is_customer: true } })
    expect(await tenant.asTenant((tx) => tx.query(stored))).toMatchObject([{ idempotency_key: key }])
  })
})
