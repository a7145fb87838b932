import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { endpoints } from '@cartage/contract'
import { createSalesCreditNote, createSalesInvoice } from '@cartage/contract/billing/creation'
import { createExchangeRate } from '@cartage/contract/books/endpoints'
import { approveOrderCharges } from '@cartage/contract/charges/endpoints'
import { createCompanyRecord } from '@cartage/contract/companies/app/record'
import { createCompany } from '@cartage/contract/companies/endpoints'
import type { Endpoint } from '@cartage/contract/endpoint'
import { createResource } from '@cartage/contract/resources/endpoints'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { postDocument } from '../accounting/tasks/post.commands.ts'
import { listAvailable } from '../accounting/tasks/views.ts'
import { byOperator } from '../audit/rules.ts'
import type { DocumentKind } from '../billing/documents/content.rules.ts'
import { CommitUnknown } from '../db/failure.ts'
import { statement } from '../db/statement.ts'
import { formOf, formType, pdf, uploadFile } from '../testing/data/files.ts'
import { addCustomer, type BillingTenant, billingTenant } from '../testing/data/money/billing.ts'
import { addRated } from '../testing/data/money/charge-desk.ts'
import { writeChart, writeDocument } from '../testing/data/money/invoices.ts'
import { addOrder } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { createTestTenant, fetchToken, logInAs, type TestTenant } from '../testing/test-tenant.ts'
import { createClient } from './clients/commands.ts'

const server = await startTestServer()
const second = await startTestServer({ db: server.ctx.db })
afterAll(async () => {
  await second.close()
  await server.close()
})

let tenant: TestTenant
beforeEach(async () => {
  tenant = await createTestTenant(server)
})

const mill = { name: 'Mill', currency: 'EUR', is_customer: true }

interface Sent {
  method?: 'POST' | 'PUT' | 'PATCH'
  path: string
  key?: string
  body?: object | Buffer
  token?: string
  on?: typeof server
}

function post({ method = 'POST', path, key, body = {}, token = tenant.token, on = server }: Sent) {
  const isForm = Buffer.isBuffer(body)
  return on.app.inject({
    method,
    url: path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': isForm ? formType : 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    payload: isForm ? body : JSON.stringify(body),
  })
}

const postMill = (sent: Omit<Sent, 'path'> = {}) => post({ path: createCompany.path, body: mill, ...sent })

async function count(table: string): Promise<number> {
  const rows = await tenant.asTenant((tx) =>
    tx.query<{ n: number }>(
      statement(`test.count_${table}`, `select count(*)::integer as n from ${table} where tenant_id = $1`),
    ),
  )
  return rows[0]!.n
}

let ratedDays = 1

/** Payments and document reports, each with its own document. */
function documentCreations(): Record<string, { table: string; send: () => Promise<Sent> }> {
  const write = async (kind: DocumentKind) =>
    (await writeDocument(tenant, { kind, company_id: await company(), lines: [{ amount: '10.00' }] })).invoice_id
  const settled = (path: string, kind: DocumentKind, status: string) => ({
    table: 'payment',
    send: async () => ({ path: `/v1/accounting/${path.replace('{id}', await write(kind))}`, body: { status } }),
  })
  const task = async () => {
    const invoiceId = await write('SALES_INVOICE')
    if ((await count('account')) === 0) await writeChart(tenant)
    await tenant.asTenant((tx) => postDocument(server.ctx, tx, invoiceId))
    return (await tenant.asTenant((tx) => listAvailable(tx, null))).at(-1)!.id
  }
  const reported = (path: string) => ({
    table: 'task_report',
    send: async () => ({ path: path.replace('{id}', await task()), body: { status: 'COMPLETED' } }),
  })
  return {
    setSalesInvoicePayment: settled('sales-invoice/{id}/payment/update-status', 'SALES_INVOICE', 'PAID'),
    setPurchaseInvoicePayment: settled('purchase-invoice/{id}/payment/update-status', 'PURCHASE_INVOICE', 'PAID'),
    setSalesCreditNoteRefund: settled('sales-credit-note/{id}/refund/update-status', 'SALES_CREDIT_NOTE', 'REFUNDED'),
    setPurchaseCreditNoteRefund: settled(
      'purchase-credit-note/{id}/refund/update-status',
      'PURCHASE_CREDIT_NOTE',
      'REFUNDED',
    ),
    updateSyncTaskStatus: reported('/v1/accounting/sync-tasks/{id}/update-status'),
    updateTaskStatus: reported('/v1/tasks/task/{id}/update-status'),
  }
}

let billing: BillingTenant | undefined

/** A document with one charge for its own customer. */
async function salesDocument() {
  if (billing?.tenant !== tenant) billing = await billingTenant(server, tenant)
  const charges = [{ amount_excl_tax: '10.00', price_list_item: { code: 'FREIGHT' } }]
  return { date: '2026-01-31', currency: 'EUR', customer: { id: await addCustomer(billing) }, charges }
}

/** Approval of a charge of its own order. Each approval writes one audit record. */
async function requestedApproval() {
  if ((await count('company')) === 0) await company()
  const { orderId: order_id } = await addOrder(server, tenant, { customer: { name: mill.name } })
  const [charge] = await addRated(tenant, [{ order_id, approval: 'REQUESTED' }])
  const path = approveOrderCharges.path.replace('{order_id}', order_id)
  return { path, body: { charges: [{ id: charge!.charge_id }] } }
}

/** Table that each creating operation writes to, and a request it accepts. */
const creations: Readonly<Record<string, { table: string; send: () => Promise<Sent> }>> = {
  approveOrderCharges: { table: 'audit_record', send: requestedApproval },
  createCompany: { table: 'company', send: async () => ({ path: createCompany.path, body: mill }) },
  createResource: {
    table: 'resource',
    send: async () => ({ path: createResource.path, body: { name: 'Ann', resource_type: 'DRIVER', driver: {} } }),
  },
  createUnavailability: {
    table: 'unavailability',
    send: async () => ({
      path: `/v1/resources/resource/${await driver()}/unavailability`,
      body: { start_time: '2026-12-01T00:00:00Z', reason: 'VEHICLE_REPAIR' },
    }),
  },
  createResourceValidity: {
    table: 'validity',
    send: async () => ({
      path: `/v1/resources/resource/${await driver()}/validity`,
      body: { start_time: '2024-01-01T00:00:00Z', type: 'FUEL_CARD' },
    }),
  },
  createCompanyValidity: {
    table: 'validity',
    send: async () => ({
      path: `/v1/companies/company/${await company()}/validity`,
      body: { start_time: '2024-01-01T00:00:00Z', type: 'CARGO_INSURANCE' },
    }),
  },
  createCompanyDocument: {
    table: 'document',
    send: async () => ({
      path: `/v1/companies/company/${await company()}/documents`,
      body: { upload_id: await upload(), document_type: 'CARGO_INSURANCE', name: 'policy.pdf' },
    }),
  },
  createSalesInvoice: {
    table: 'invoice',
    send: async () => ({ path: createSalesInvoice.path, body: await salesDocument() }),
  },
  createSalesCreditNote: {
    table: 'invoice',
    send: async () => ({ path: createSalesCreditNote.path, body: await salesDocument() }),
  },
  // A currency pair has one rate per day, so each rate uses its own day.
  createExchangeRate: {
    table: 'exchange_rate',
    send: async () => ({
      path: createExchangeRate.path,
      body: {
        ...{ from_currency: 'EUR', to_currency: 'GBP', exchange_rate: '0.8', inverse_exchange_rate: '1.25' },
        exchange_rate_date: new Date(Date.UTC(2026, 0, ratedDays++)).toISOString().slice(0, 10),
      },
    }),
  },
  // A contact without an id is created.
  patchCompany: {
    table: 'company_contact',
    send: async () => ({
      method: 'PATCH',
      path: `/v1/companies/company/${await company()}`,
      body: { contacts: [{ name: 'Bob' }] },
    }),
  },
  changeCompany: {
    table: 'company_contact',
    send: async () => ({
      method: 'PATCH',
      path: `/v1/company/${await company()}`,
      body: { contacts: [{ name: 'Bob' }] },
    }),
  },
  // Documents sent with a validity are added to its existing ones.
  replaceResourceValidity: {
    table: 'validity_document',
    send: async () => withDocument(await creations.createResourceValidity!.send()),
  },
  replaceCompanyValidity: {
    table: 'validity_document',
    send: async () => withDocument(await creations.createCompanyValidity!.send()),
  },
  ...documentCreations(),
  uploadDocumentContent: {
    table: 'document_upload',
    send: async () => ({
      path: '/v1/documents/document/upload_content',
      body: formOf([{ bytes: pdf('paper'), name: 'paper.pdf', type: 'application/pdf' }]),
    }),
  },
}

/** Replaces a single validity with a document. */
async function withDocument({ path, body }: Sent): Promise<Sent> {
  const { id } = (await post({ path, body: body! })).json()
  const document = { upload_id: await upload(), document_type: 'CARGO_INSURANCE', name: 'policy.pdf' }
  return { method: 'PUT', path: `${path}/${id}`, body: { ...body, documents: [document] } }
}

const driver = async () =>
  (await post({ path: createResource.path, body: { name: 'Ann', resource_type: 'DRIVER', driver: {} } })).json().id
const company = async () => (await postMill()).json().id
const upload = () => uploadFile(server.app, tenant, { bytes: pdf('paper'), name: 'paper.pdf', type: 'application/pdf' })

// A release ends a lease, so a repeat creates nothing.
const keyed = Object.values<Endpoint>(endpoints).filter(
  ({ id, creates }) => creates === 'header' && id !== 'releaseSyncTask',
)

describe.each(keyed.map(({ id }) => id))('ERR-6: %s, sent again under its Idempotency-Key', (id) => {
  test('returns the first response, warnings included, and creates nothing, also at another process', async () => {
    const { table, send } = creations[id]!
    const sent = { ...(await send()), key: randomUUID() }
    const before = await count(table)
    const first = await post(sent)
    expect(first.statusCode, first.body).toBeLessThan(300)
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    for (const on of [server, second]) {
      const repeat = await post({ ...sent, on })
      expect([repeat.statusCode, repeat.body]).toEqual([first.statusCode, first.body])
      expect(repeat.headers['idempotency-replayed']).toBe('true')
      expect(repeat.headers['cartage-warnings']).toBe(first.headers['cartage-warnings'])
    }
    expect(await count(table)).toBe(before + 1)
  })

  test('creates again under another key, and without one', async () => {
    const { table, send } = creations[id]!
    // A document consumes its upload, so each one has its own.
    const requests = [await send(), await send(), await send()]
    const before = await count(table)
    for (const [at, sent] of requests.entries()) {
      const answer = await post({ ...sent, ...(at > 0 && { key: randomUUID() }) })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      expect(answer.headers).not.toHaveProperty('idempotency-replayed')
    }
    expect(await count(table)).toBe(before + 3)
  })
})

test('a warning about an unavailability is returned again with a repeat', async () => {
  const sent = { ...(await creations.createUnavailability!.send()), key: randomUUID() }
  expect((await post(sent)).headers['cartage-warnings']).toContain('"code"')
  expect((await post(sent)).headers['cartage-warnings']).toContain('"code"')
})

test('two at once create one record: the second caller is asked to retry, and then gets the response of the first', async () => {
  const key = randomUUID()
  const answers = await Promise.all([postMill({ key }), postMill({ key, on: second }), postMill({ key })])
  const done = answers.filter(({ statusCode }) => statusCode === 200)
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(new Set(done.map(({ body }) => body)).size).toBe(1)
  for (const answer of refused) {
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'creation_running'])
    expect(answer.headers['retry-after']).toBe('1')
  }
  expect((await postMill({ key })).body).toBe(done[0]!.body)
  expect(await count('company')).toBe(1)
})

test('while the first is running a repeat is refused at once', async () => {
  const key = randomUUID()
  await postMill({ key })
  const unanswered = 'update creation_key set answer_sealed = null where tenant_id = $1'
  await tenant.asTenant((tx) => tx.query(statement('test.unanswered_key', unanswered)))
  const repeat = await postMill({ key })
  expect([repeat.statusCode, repeat.json().code, repeat.headers['retry-after']]).toEqual([409, 'creation_running', '1'])
})

test('another body or another operation under the key is refused and creates nothing', async () => {
  const key = randomUUID()
  await postMill({ key })
  const others = [
    await postMill({ key, body: { ...mill, name: 'Shop' } }),
    await post({ path: createResource.path, body: { name: 'Ann', resource_type: 'DRIVER', driver: {} }, key }),
  ]
  for (const other of others) {
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_reused'])
  }
  expect([await count('company'), await count('resource')]).toEqual([1, 0])
})

test('a refusal does not use up the key: the request is run again, also with a corrected body', async () => {
  const key = randomUUID()
  for (const _ of [1, 2]) {
    const refused = await postMill({ key, body: { name: 'Mill' } })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'validation_failed'])
    expect(refused.headers).not.toHaveProperty('idempotency-replayed')
  }
  const { path, body } = await creations.createUnavailability!.send()
  const nowhere = await post({ path: path.replace(/[0-9a-f-]{36}/, randomUUID()), body: body!, key })
  expect(nowhere.statusCode).toBe(404)
  expect((await post({ path, body: body!, key })).statusCode).toBe(200)
  expect(await count('unavailability')).toBe(1)
})

test('keys belong to one caller: another client, another tenant and a user have their own', async () => {
  const key = randomUUID()
  const request = { name: 'further', roles: ['API_ACCOUNTING', 'API_MASTER_DATA'] as const, company_id: null }
  const further = await fetchToken(server.app, await createClient(server.ctx, tenant.tenantId, byOperator, request))
  const other = await createTestTenant(server)
  const headers = { ...(await logInAs(server, tenant.tenantId, 'SUPER_ADMIN')), 'idempotency-key': key }
  const answers = [
    await postMill({ key }),
    await postMill({ key, token: further }),
    await postMill({ key, token: other.token }),
    await server.app.inject({
      method: 'POST',
      url: createCompanyRecord.path,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify(mill),
    }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(4)
  expect(await count('company')).toBe(3)
})

const ownRequest = new AsyncLocalStorage<true>()

/** Fails at the first commit after a company was written, either before or after it took effect. */
async function failing(point: 'commit' | 'committed', error: Error, work: () => Promise<void>): Promise<void> {
  const { scope } = server.ctx.db
  const before = scope.crashPoints
  let isArmed = false
  scope.crashPoints = {
    reach(reached) {
      // Background writes, such as usage per minute, share these connections and may commit in between.
      if (!ownRequest.getStore()) return
      if (reached === 'statement:companies.insert_records') isArmed = true
      if (!isArmed || reached !== `statement:${point}`) return
      isArmed = false
      throw error
    },
  }
  try {
    await ownRequest.run(true, work)
  } finally {
    scope.crashPoints = before
  }
}

describe('a request that failed', () => {
  test('before it wrote anything releases its key and is run again', async () => {
    const key = randomUUID()
    await failing('commit', new Error('broken'), async () => {
      expect((await postMill({ key })).statusCode).toBe(500)
    })
    expect(await count('company')).toBe(0)
    expect((await postMill({ key })).statusCode).toBe(200)
    expect(await count('company')).toBe(1)
  })

  test.each([
    ['with its own failure', new Error('broken'), 500],
    ['with a lost connection', new CommitUnknown('lost'), 503],
  ])('after its commit, %s, keeps its key and is never run again', async (_, error, status) => {
    const key = randomUUID()
    await failing('committed', error, async () => {
      expect((await postMill({ key })).statusCode).toBe(status)
    })
    const repeat = await postMill({ key })
    expect([repeat.statusCode, repeat.json().code]).toEqual([409, 'creation_unknown'])
    expect(repeat.headers).not.toHaveProperty('retry-after')
    expect(await count('company')).toBe(1)
  })
})
