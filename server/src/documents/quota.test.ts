import { randomUUID } from 'node:crypto'
import { uploadDriverFile } from '@cartage/contract/doors/app/driver'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { sampleOrder } from '../../../seeds/sample-orders.ts'
import { byOperator } from '../audit/rules.ts'
import { createClient } from '../auth/clients/commands.ts'
import { readConfig } from '../config.ts'
import { statement } from '../db/statement.ts'
import { drainLoops } from '../jobs/loop.ts'
import { linkTo } from '../testing/data/doors.ts'
import { formOf, formType, pdf, postForm, uploadDocument } from '../testing/data/files.ts'
import { addOrder, plannedStops, plannedTrip, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { fetchToken, type TestTenant } from '../testing/test-tenant.ts'
import { documentLoop } from './jobs.ts'

const config = { ...readConfig({ NODE_ENV: 'test' }), upload_mb_per_sender: 1, upload_mb_per_tenant: 2 }
const server = await startTestServer({ config })
const { app, ctx } = server
afterAll(() => server.close())

/** A unique file of about 400 KB. */
const file = () =>
  formOf([{ bytes: pdf(`${randomUUID()}${'x'.repeat(400_000)}`), name: 'paper.pdf', type: 'application/pdf' }])
const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).toSorted()

async function drivenTrip(tenant: TestTenant) {
  const order = await addOrder(server, tenant)
  const stops = plannedStops(order.stops, Date.now())
  const { resourceIds } = await plannedTrip(server, tenant, { orders: [order], members: { stops } })
  const { headers } = await linkTo(server, tenant, { door: 'DRIVER', resource_id: resourceIds.at(-1)! })
  const upload = (payload = file(), stopId = stops[0]!.stop_id) =>
    app.inject({
      method: 'POST',
      url: `${uploadDriverFile.path}?stop_id=${stopId}`,
      headers: { ...headers, 'content-type': formType },
      payload,
    })
  return { upload }
}

async function customerToken(tenant: TestTenant): Promise<string> {
  const company_id = await companyOf(tenant)
  const access = await createClient(ctx, tenant.tenantId, byOperator, { name: 'c', roles: ['CUSTOMER'], company_id })
  return await fetchToken(app, access)
}

const anyCompany = statement('test.any_company', 'select company_id from company where tenant_id = $1 limit 1')
async function companyOf(tenant: TestTenant): Promise<string> {
  await addOrder(server, tenant)
  return (await tenant.asTenant((tx) => tx.query<{ company_id: string }>(anyCompany)))[0]!.company_id
}

const contents = statement('test.contents', 'select content_id from document_content where tenant_id = $1')
const age = statement(
  'test.age_contents',
  `update document_content set collect_after = collect_after - interval '61 minutes' where tenant_id = $1`,
)
const contentsOf = async (tenant: TestTenant) => (await tenant.asTenant((tx) => tx.query(contents))).length

describe('LIMIT-18: daily upload quota', () => {
  test('by one link, however many uploads it begins at once; another link of the tenant is not affected', async () => {
    const tenant = await tripTenant(server)
    const [one, other] = [await drivenTrip(tenant), await drivenTrip(tenant)]
    const answers = await Promise.all([1, 2, 3, 4].map(() => one.upload()))
    expect(statuses(answers)).toEqual([201, 201, 429, 429])
    const refused = answers.find(({ statusCode }) => statusCode === 429)!
    expect(refused.json()).toMatchObject({ code: 'upload_limit_reached' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await contentsOf(tenant)).toBe(2)
    expect((await other.upload()).statusCode).toBe(201)
  })

  test('the same file again counts once', async () => {
    const { upload } = await drivenTrip(await tripTenant(server))
    const same = file()
    for (let time = 0; time < 5; time += 1) expect((await upload(same)).statusCode).toBe(201)
  })

  test('by one API client of a customer', async () => {
    const tenant = await tripTenant(server)
    const token = await customerToken(tenant)
    const answers = []
    for (let time = 0; time < 4; time += 1) answers.push(await postForm(app, token, file()))
    expect(statuses(answers)).toEqual([201, 201, 429, 429])
  })

  test('by one tenant in total; another tenant is not affected', async () => {
    const [tenant, other] = [await server.tenant(), await server.tenant()]
    const answers = []
    for (let time = 0; time < 6; time += 1) answers.push(await postForm(app, tenant.token, file()))
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 429])
    expect((await postForm(app, other.token, file())).statusCode).toBe(201)
  })
})

test('LIMIT-19: files are refused once they would use the disk reserve, and orders are still accepted', async () => {
  const files = { ...ctx.files, freeShare: async () => 0.09 }
  const full = await startTestServer({ config: { ...config, upload_reserve_percent: 10 }, db: ctx.db, files })
  const tenant = await full.tenant({ create_missing_companies: true })
  const refused = await postForm(full.app, tenant.token, file())
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'storage_low'])
  await tenant.call(uploadOrder, { body: sampleOrder(1, new Date('2026-03-01')) })
  await full.close()
})

test('LIMIT-20: an upload by a link without a record is deleted after an hour; uploads of staff stay', async () => {
  const tenant = await tripTenant(server)
  const { upload } = await drivenTrip(tenant)
  expect((await upload()).statusCode).toBe(201)
  expect((await postForm(app, tenant.token, file())).statusCode).toBe(201)
  await uploadDocument(app, tenant, { bytes: pdf('kept') }, { subject_type: 'RESOURCE', subject_id: randomUUID() })
  await drainLoops([documentLoop(ctx)])
  expect(await contentsOf(tenant)).toBe(3)
  await tenant.asTenant((tx) => tx.query(age))
  await drainLoops([documentLoop(ctx)])
  expect(await contentsOf(tenant)).toBe(2)
})

test('LIMIT-21: the link of a driver uploads for stops of its own trips only', async () => {
  const tenant = await tripTenant(server)
  const [one, other] = [await drivenTrip(tenant), await addOrder(server, tenant)]
  const [foreign] = plannedStops(other.stops, Date.now())
  expect((await one.upload(file(), foreign!.stop_id)).statusCode).toBe(404)
  expect((await one.upload(file(), 'nonsense')).statusCode).toBe(422)
  expect(await contentsOf(tenant)).toBe(0)
})
