import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resendSendings } from '@cartage/contract/billing/app/sending'
import { getSalesInvoice } from '@cartage/contract/billing/documents'
import { addSubscription, removeSubscription } from '@cartage/contract/deliveries/app/subscriptions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type BillingTenant, billingTenant } from '../../testing/data/money/billing.ts'
import { customerBy, invoiceTo, passJobTime, sendingsOf } from '../../testing/data/money/sendings.ts'
import { rejection } from '../../testing/data/orders.ts'
import { passTime } from '../../testing/servers/receiver.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let dieAt: string | undefined
let folder: string
let server: TestServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartage-access-point-'))
  server = await startTestServer({
    config: readConfig({ NODE_ENV: 'test', FOLDER_ROOTS: folder }),
    crashPoints: {
      reach(point) {
        if (point !== dieAt) return
        dieAt = undefined
        throw new Error(`died at ${point}`)
      },
    },
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  dieAt = undefined
  server.answerWith(() => ({}))
})

const byAccessPoint = [{ channel: 'ACCESS_POINT' }] as const

async function accessPoint(billing: BillingTenant): Promise<{ url: string; subscription_id: string }> {
  const url = `https://access-point.example/${billing.tenant.tenantId}`
  const { subscription_id } = await billing.admin(addSubscription, { body: { url, purpose: 'ACCESS_POINT' } })
  return { url, subscription_id }
}

/** Advances time by some seconds and runs all due jobs. */
async function drainLater({ tenant }: BillingTenant, seconds: number): Promise<void> {
  await passJobTime(tenant, seconds)
  await passTime(tenant, seconds)
  await server.drain()
}

describe('a document by access point', () => {
  test('BILL-34: it is sent as one message under the id of the sending, and the registration is on the document', async () => {
    const billing = await billingTenant(server)
    const { url } = await accessPoint(billing)
    const registration = { number: 'PEPPOL-1', url: 'https://access-point.example/1', regulator: null }
    server.answerWith(() => ({ body: JSON.stringify(registration) }))
    const invoice = await invoiceTo(billing, await customerBy(billing, byAccessPoint))
    await server.drain()
    const [request, ...more] = server.sent.filter((one) => one.url === url)
    expect(more).toEqual([])
    const [sending] = await sendingsOf(billing, invoice.invoice_id)
    expect(sending).toMatchObject({ status: 'SENT', address: '0208:0202239951', attempts: 1 })
    expect(request!.headers['webhook-id']).toBe(sending!.sending_id)
    expect(JSON.parse(String(request!.body))).toMatchObject({
      sending_id: sending!.sending_id,
      document_type: 'SALES_INVOICE',
      number: invoice.name,
      sender: '0208:0403170701',
      recipient: '0208:0202239951',
      file_name: `${invoice.name}.xml`,
      content: expect.stringContaining('<Invoice'),
    })
    const { tenant } = billing
    const accounting = await tenant.call(getSalesInvoice, { params: { id: invoice.invoice_id } })
    expect(accounting.e_invoicing).toEqual(registration)
  })

  test('BILL-34: a sending to an access point that does not answer is attempted again with the same message; SENT only when it accepts', async () => {
    const billing = await billingTenant(server)
    const { url } = await accessPoint(billing)
    server.answerWith(() => ({ status: 503 }))
    const { invoice_id } = await invoiceTo(billing, await customerBy(billing, byAccessPoint))
    await server.drain()
    expect(await sendingsOf(billing, invoice_id)).toMatchObject([{ status: 'STARTED' }])
    await drainLater(billing, 3_601)
    expect(await sendingsOf(billing, invoice_id)).toMatchObject([{ status: 'STARTED' }])
    server.answerWith(() => ({}))
    await drainLater(billing, 3_601)
    await server.drain()
    expect(await sendingsOf(billing, invoice_id)).toMatchObject([{ status: 'SENT' }])
    const sent = server.sent.filter((one) => one.url === url)
    expect(sent.length).toBeGreaterThan(1)
    expect(new Set(sent.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
  })

  test('BILL-34: a rejection is a failure with its text, and a person sends it again as another message', async () => {
    const billing = await billingTenant(server)
    const { url } = await accessPoint(billing)
    server.answerWith(() => ({ body: '{"errors":[{"error_message":"The receiver is not registered."}]}' }))
    const { invoice_id } = await invoiceTo(billing, await customerBy(billing, byAccessPoint))
    await server.drain()
    const [failed] = await sendingsOf(billing, invoice_id)
    expect(failed).toMatchObject({ status: 'FAILED', failure: expect.stringMatching(/receiver is not registered/) })
    server.answerWith(() => ({}))
    await billing.admin(resendSendings, { body: { ids: [failed!.sending_id] } })
    await server.drain()
    expect(await sendingsOf(billing, invoice_id)).toMatchObject([{ status: 'FAILED' }, { status: 'SENT' }])
    const names = server.sent.filter((one) => one.url === url).map(({ body }) => JSON.parse(String(body)).file_name)
    expect(new Set(names).size).toBe(1)
  })

  test('BILL-34: without an access point, or when it is removed meanwhile, the sending fails', async () => {
    const billing = await billingTenant(server)
    const company = await customerBy(billing, byAccessPoint)
    const first = await invoiceTo(billing, company)
    await server.drain()
    expect(await sendingsOf(billing, first.invoice_id)).toMatchObject([
      { status: 'FAILED', failure: expect.stringMatching(/No access point/) },
    ])
    const { subscription_id } = await accessPoint(billing)
    server.answerWith(() => ({ status: 503 }))
    const second = await invoiceTo(billing, company)
    await server.drain()
    await billing.admin(removeSubscription, { params: { subscription_id } })
    await drainLater(billing, 3_601)
    expect(await sendingsOf(billing, second.invoice_id)).toMatchObject([
      { status: 'FAILED', failure: expect.stringMatching(/removed/) },
    ])
  })

  test('BILL-34: in a folder it is only the UBL document, named by its number, and a repeat is the same file', async () => {
    const billing = await billingTenant(server)
    const own = join(folder, billing.tenant.slug)
    await mkdir(own)
    const body = { purpose: 'ACCESS_POINT', channel: 'FOLDER', folder: own } as const
    await billing.admin(addSubscription, { body })
    const invoice = await invoiceTo(billing, await customerBy(billing, byAccessPoint))
    await server.drain()
    const [sending] = await sendingsOf(billing, invoice.invoice_id)
    expect(sending).toMatchObject({ status: 'SENT' })
    expect(await readdir(own)).toEqual([`${invoice.name}.xml`])
    const text = await readFile(join(own, `${invoice.name}.xml`), 'utf8')
    expect(text).toContain(`<cbc:ID>${invoice.name}</cbc:ID>`)
    await billing.admin(resendSendings, { body: { ids: [sending!.sending_id] } })
    await server.drain()
    expect(await readdir(own)).toEqual([`${invoice.name}.xml`])
    expect(await readFile(join(own, `${invoice.name}.xml`), 'utf8')).toBe(text)
  })

  test('BILL-34: a tenant has one access point, which gets no events and no EDI', async () => {
    const billing = await billingTenant(server)
    await accessPoint(billing)
    const add = (body: object) =>
      rejection(
        billing.admin(addSubscription, { body: { url: 'https://other.example/', purpose: 'ACCESS_POINT', ...body } }),
      )
    expect(await add({})).toMatchObject({ status: 422, body: { errors: [{ path: 'purpose' }] } })
    expect(await add({ event_types: ['order'] })).toMatchObject({ status: 422 })
  })

  test.each([
    ['send:loaded', 1],
    ['send:queued', 1],
    ['deliveries:sent', 1],
  ])('BILL-34: a process that dies at %s sends one message, possibly again, never a different one', async (point) => {
    const billing = await billingTenant(server)
    const { url } = await accessPoint(billing)
    const { invoice_id } = await invoiceTo(billing, await customerBy(billing, byAccessPoint))
    dieAt = point
    await server.drain()
    for (let round = 0; round < 3; round += 1) await drainLater(billing, 3_601)
    expect(await sendingsOf(billing, invoice_id)).toMatchObject([{ status: 'SENT' }])
    const ids = server.sent.filter((one) => one.url === url).map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
  })
})
