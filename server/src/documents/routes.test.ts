import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reviewDocument } from '@cartage/contract/documents/app/review'
import { downloadDocument, largestDocument } from '@cartage/contract/documents/endpoints'
import { getOrder, getOrderUpload, listOrderDocuments, uploadOrder } from '@cartage/contract/orders/endpoints'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import { formOf, formType, pdf, postForm, type TestFile, uploadDocument, uploadFile } from '../testing/data/files.ts'
import { orderOf } from '../testing/matrix/world.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { recordVerdict } from './commands.ts'
import { listUnscanned } from './views.ts'

const server = await startTestServer()
const { app, ctx } = server
const folder = (await receivedFolder()).replace(/\/tmp\/[^/]+$/, '')
afterAll(() => server.close())

/** Folder in which this server receives files, found by uploading one. */
async function receivedFolder(): Promise<string> {
  const received = await ctx.files.receive(bytesOf(Buffer.from('x')))
  await received.drop()
  return received.path
}

async function* bytesOf(bytes: Uint8Array) {
  yield bytes
}

const subject = () => ({ subject_type: 'RESOURCE', subject_id: randomUUID() })
const get = (tenant: TestTenant, id: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({
    method,
    url: `/v1/documents/document/${id}/download`,
    headers: { authorization: `Bearer ${tenant.token}`, ...headers },
  })
const pdfFile = (text = 'sample'): TestFile => ({ bytes: pdf(text), name: 'paper.pdf', type: 'application/pdf' })
const contentRows = statement(
  'test.content_rows',
  `select encode(sha256, 'hex') as sha256, is_stored from document_content where tenant_id = $1`,
)
const uploadNames = statement('test.upload_names', 'select file_name from document_upload where tenant_id = $1')
const rowsOf = (tenant: TestTenant) =>
  tenant.asTenant((tx) => tx.query<{ sha256: string; is_stored: boolean }>(contentRows))
const placeOf = (tenant: TestTenant, sha256: string) => join(folder, tenant.tenantId, sha256.slice(0, 2), sha256)

describe('uploading', () => {
  test('DOC-6: a form with a file is answered 201 with an upload id, and the bytes are stored under their hash', async () => {
    const tenant = await server.tenant()
    const answer = await postForm(app, tenant.token, formOf([pdfFile()]))
    expect(answer.statusCode).toBe(201)
    expect(Object.keys(answer.json())).toEqual(['upload_id'])
    const [row] = await rowsOf(tenant)
    expect(row!.is_stored).toBe(true)
    expect(await readFile(placeOf(tenant, row!.sha256))).toEqual(pdf())
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })

  test('DOC-6: the same bytes are stored once per tenant and never shared between tenants', async () => {
    const [one, other] = await Promise.all([server.tenant(), server.tenant()])
    const ids = [await uploadFile(app, one, pdfFile()), await uploadFile(app, one, pdfFile())]
    await uploadFile(app, other, pdfFile())
    expect(new Set(ids).size).toBe(2)
    expect(await rowsOf(one)).toHaveLength(1)
    expect(await rowsOf(other)).toHaveLength(1)
  })

  test('without credentials nothing is read or stored', async () => {
    const answer = await postForm(app, 'nonsense', formOf([pdfFile()]))
    expect(answer.statusCode).toBe(401)
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })

  test.each([
    ['JSON instead of a form', { 'content-type': 'application/json' }, 415, 'multipart_required'],
    ['a compressed form', { 'content-encoding': 'gzip' }, 415, 'multipart_required'],
    [
      'a form with an invalid boundary',
      { 'content-type': `multipart/form-data; boundary=${'x'.repeat(300)}` },
      400,
      'bad_request',
    ],
    ['a form without a boundary', { 'content-type': 'multipart/form-data' }, 400, 'bad_request'],
    ['a form with another boundary', { 'content-type': 'multipart/form-data; boundary=other' }, 400, 'bad_request'],
  ])('%s is refused and changes nothing', async (_, headers, status, code) => {
    const tenant = await server.tenant()
    const answer = await postForm(app, tenant.token, formOf([pdfFile()]), headers)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(await rowsOf(tenant)).toEqual([])
  })

  test.each([
    ['no file', formOf([])],
    ['a file under another name', formOf([pdfFile()], 'attachment')],
    ['two files', formOf([pdfFile('one'), pdfFile('two')])],
    ['an empty file', formOf([{ ...pdfFile(), bytes: Buffer.alloc(0) }])],
  ])('a form with %s is 422 on file and changes nothing', async (_, form) => {
    const tenant = await server.tenant()
    const answer = await postForm(app, tenant.token, form)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[0]).toMatchObject({ path: 'file' })
    expect(await rowsOf(tenant)).toEqual([])
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })

  test('a truncated form is 400, wherever it ends, and changes nothing', async () => {
    const tenant = await server.tenant()
    const form = formOf([pdfFile(randomBytes(200).toString('hex'))])
    for (const end of [10, 60, 150, 300, form.length - 20, form.length - 5]) {
      const answer = await postForm(app, tenant.token, form.subarray(0, end))
      expect([end, answer.statusCode]).toEqual([end, 400])
    }
    expect(await rowsOf(tenant)).toEqual([])
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })

  test('FILE-4: a file of 50 MiB is accepted, one byte more is 413 and stores nothing', async () => {
    const tenant = await server.tenant()
    const largest = Buffer.alloc(largestDocument, 'a')
    const fits = await postForm(app, tenant.token, formOf([{ bytes: largest, name: 'a.txt', type: 'text/plain' }]))
    expect(fits.statusCode).toBe(201)
    const bytes = Buffer.concat([largest, Buffer.from('b')])
    const answer = await postForm(app, tenant.token, formOf([{ bytes, name: 'a.txt', type: 'text/plain' }]))
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'document_too_large'])
    expect(answer.headers.connection).toBe('close')
    expect(await rowsOf(tenant)).toHaveLength(1)
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })

  test('a byte 0 in a file name is removed', async () => {
    const tenant = await server.tenant()
    const answer = await postForm(app, tenant.token, formOf([{ ...pdfFile(), name: 'a.pdf\u0000.exe' }]))
    expect(answer.statusCode).toBe(201)
    const [upload] = await tenant.asTenant((tx) => tx.query<{ file_name: string }>(uploadNames))
    expect(upload).toEqual({ file_name: 'a.pdf.exe' })
  })

  test('fields next to the file are ignored', async () => {
    const tenant = await server.tenant()
    const field = '--cartage-test-boundary\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n'
    const form = Buffer.concat([Buffer.from(field), formOf([pdfFile()])])
    expect((await postForm(app, tenant.token, form)).statusCode).toBe(201)
  })
})

describe('downloading', () => {
  const exact = {
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename=paper.pdf',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  }

  test('DOC-7, FILE-1: the bytes are returned exactly, with exactly these headers, direct or not', async () => {
    const tenant = await server.tenant()
    const id = await uploadDocument(app, tenant, pdfFile(), subject())
    for (const query of ['', '?direct=true', '?direct=False']) {
      const answer = await app.inject({
        url: `/v1/documents/document/${id}/download${query}`,
        headers: { authorization: `Bearer ${tenant.token}` },
      })
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload).toEqual(pdf())
      expect(answer.headers).toMatchObject({ ...exact, 'content-length': String(pdf().length) })
      expect(answer.headers.etag).toMatch(/^"[0-9a-f]{64}"$/)
    }
  })

  test('DOC-7: direct accepts only true and false', async () => {
    const tenant = await server.tenant()
    const id = await uploadDocument(app, tenant, pdfFile(), subject())
    const requested = tenant.call(downloadDocument, { params: { id }, query: { direct: 'perhaps' } })
    await expect(requested).rejects.toMatchObject({ status: 422 })
  })

  test('HEAD returns the same headers without bytes', async () => {
    const tenant = await server.tenant()
    const id = await uploadDocument(app, tenant, pdfFile(), subject())
    const answer = await get(tenant, id, {}, 'HEAD')
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 0])
    expect(answer.headers).toMatchObject({ ...exact, 'content-length': String(pdf().length) })
  })

  test.each([
    ['bytes=0-3', 206, 0, 4],
    ['bytes=5-', 206, 5, undefined],
    ['bytes=-6', 206, -6, undefined],
    ['bytes=0-999999', 206, 0, undefined],
    ['bytes=0-1,4-5', 200, 0, undefined],
    ['lines=0-3', 200, 0, undefined],
    ['bytes=9-3', 200, 0, undefined],
  ])('Range %s is answered %i with that part', async (range, status, from, to) => {
    const tenant = await server.tenant()
    const id = await uploadDocument(app, tenant, pdfFile(), subject())
    const answer = await get(tenant, id, { range })
    expect(answer.statusCode).toBe(status)
    expect(answer.rawPayload).toEqual(pdf().subarray(from, to))
    expect(answer.headers).toMatchObject(exact)
    const first = from < 0 ? pdf().length + from : from
    const last = first + answer.rawPayload.length - 1
    const expected = status === 206 ? `bytes ${first}-${last}/${pdf().length}` : undefined
    expect(answer.headers['content-range']).toBe(expected)
  })

  test('a range beyond the end is 416 with the size', async () => {
    const tenant = await server.tenant()
    const id = await uploadDocument(app, tenant, pdfFile(), subject())
    const answer = await get(tenant, id, { range: 'bytes=100000-' })
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, `bytes */${pdf().length}`])
  })

  test('a matching If-None-Match is 304, and If-Range with another tag returns the whole file', async () => {
    const tenant = await server.tenant()
    const id = await uploadDocument(app, tenant, pdfFile(), subject())
    const etag = String((await get(tenant, id)).headers.etag)
    for (const tag of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
      const answer = await get(tenant, id, { 'if-none-match': tag })
      expect([tag, answer.statusCode, answer.rawPayload.length]).toEqual([tag, 304, 0])
    }
    expect((await get(tenant, id, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await get(tenant, id, { range: 'bytes=0-3', 'if-range': '"other"' })).statusCode).toBe(200)
    expect((await get(tenant, id, { range: 'bytes=0-3', 'if-range': etag })).statusCode).toBe(206)
  })

  test('unknown, malformed and foreign ids are the same 404', async () => {
    const [owner, other] = await Promise.all([server.tenant(), server.tenant()])
    const id = await uploadDocument(app, owner, pdfFile(), subject())
    const bodies = await Promise.all([id, randomUUID(), 'nonsense'].map((one) => get(other, one)))
    expect(bodies.map((answer) => answer.statusCode)).toEqual([404, 404, 404])
    const texts = bodies.map((answer) => answer.body.replace(/"request_id":"[^"]*"/, ''))
    expect(new Set(texts).size).toBe(1)
  })

  test('a customer sees documents of its own company only', async () => {
    const companyId = randomUUID()
    const tenant = await server.tenant()
    const own = await uploadDocument(app, tenant, pdfFile(), { subject_type: 'COMPANY', subject_id: companyId })
    const foreign = await uploadDocument(app, tenant, pdfFile(), { subject_type: 'COMPANY', subject_id: randomUUID() })
    const truck = await uploadDocument(app, tenant, pdfFile(), subject())
    const customer = await tenant.callAs(['CUSTOMER'], companyId)
    const statusOf = (id: string) =>
      customer(downloadDocument, { params: { id }, query: {} }).catch((error) => error.status ?? 200)
    expect(await statusOf(own)).toBe(200)
    expect([await statusOf(foreign), await statusOf(truck)]).toEqual([404, 404])
  })

  test('READ-6: an order lists its documents and those of its consignments', async () => {
    const tenant = await server.tenant({ create_missing_companies: true })
    const { upload_id } = await tenant.call(uploadOrder, { body: orderOf('docs', randomUUID()) })
    await server.drain()
    const { order_id } = await tenant.call(getOrderUpload, { params: { upload_id } })
    const params = { order_id: order_id! }
    const order = await tenant.call(getOrder, { params })
    expect(await tenant.call(listOrderDocuments, { params })).toEqual([])
    const ofOrder = { subject_type: 'ORDER', subject_id: order.id, order_id: order.id }
    const consignment = { subject_type: 'CONSIGNMENT', subject_id: order.consignments[0]!.id, order_id: order.id }
    const ids = [await uploadDocument(app, tenant, pdfFile(), ofOrder)]
    ids.push(await uploadDocument(app, tenant, { ...pdfFile(), name: 'cmr.pdf' }, consignment))
    const listed = await tenant.call(listOrderDocuments, { params })
    expect(listed.map(({ id }) => id)).toEqual(ids)
    expect(listed[1]).toEqual({
      id: ids[1],
      name: 'cmr.pdf',
      type: 'OTHER',
      download_url: `/v1/documents/document/${ids[1]}/download`,
      subject_type: 'CONSIGNMENT',
      content_type: 'application/pdf',
    })
  })

  test('READ-8: a customer sees released documents of its own orders, and neither other kinds nor rejected ones', async () => {
    const tenant = await server.tenant({ create_missing_companies: true })
    const { upload_id } = await tenant.call(uploadOrder, { body: orderOf('released', randomUUID()) })
    await server.drain()
    const { order_id } = await tenant.call(getOrderUpload, { params: { upload_id } })
    const params = { order_id: order_id! }
    const { customer } = await tenant.call(getOrder, { params })
    const add = (document_type: string) =>
      uploadDocument(app, tenant, pdfFile(document_type), {
        ...{ subject_type: 'ORDER', subject_id: order_id!, order_id: order_id! },
        document_type,
      })
    const [proof, inside, bad] = [await add('PROOF_OF_DELIVERY'), await add('OTHER'), await add('PROOF_OF_PICKUP')]
    const review = await tenant.user('PLANNER')
    await review(reviewDocument, { params: { document_id: bad }, body: { state: 'REJECTED', reason: 'Not signed' } })
    const own = await tenant.callAs(['CUSTOMER'], customer.id!)
    expect((await own(listOrderDocuments, { params })).map(({ id }) => id)).toEqual([proof])
    expect((await tenant.call(listOrderDocuments, { params })).map(({ id }) => id)).toEqual([proof, inside, bad])
    const statusFor = async (call: typeof own) =>
      await Promise.all(
        [proof, inside, bad].map((id) =>
          call(downloadDocument, { params: { id }, query: {} }).then(
            () => 200,
            (error) => error.status ?? 200,
          ),
        ),
      )
    expect(await statusFor(own)).toEqual([200, 404, 404])
    expect(await statusFor(await tenant.callAs(['CUSTOMER'], randomUUID()))).toEqual([404, 404, 404])
  })

  test('bytes that changed on the disk are never sent completely, and the operator is notified', async () => {
    const logged: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => logged.push(JSON.parse(line).msg) })
    const alert = await startTestServer({ db: ctx.db, files: ctx.files, log })
    const tenant = await server.tenant()
    const bytes = Buffer.concat([pdf(), Buffer.alloc(300_000, 'x')])
    const id = await uploadDocument(app, tenant, { ...pdfFile(), bytes }, subject())
    const [row] = await rowsOf(tenant)
    bytes.write('y', 200_000)
    await writeFile(placeOf(tenant, row!.sha256), bytes)
    const requested = alert.app.inject({
      url: `/v1/documents/document/${id}/download`,
      headers: { authorization: `Bearer ${tenant.token}` },
    })
    const answer = await requested.catch(() => undefined)
    expect(answer === undefined || answer.rawPayload.length < bytes.length).toBe(true)
    expect(logged).toContain('a document is damaged: its hash is another')
    await alert.app.close()
  })
})

describe('the virus scan hook', () => {
  test('FILE-5: an infected file is 410 from then on, for every document with it', async () => {
    const tenant = await server.tenant()
    const id = await uploadDocument(app, tenant, pdfFile('infected'), subject())
    const [row] = await rowsOf(tenant)
    expect((await get(tenant, id)).statusCode).toBe(200)
    await recordVerdict(ctx, tenant.tenantId, byOperator, { sha256: row!.sha256, verdict: 'INFECTED' })
    for (const method of ['GET', 'HEAD'] as const) expect((await get(tenant, id, {}, method)).statusCode).toBe(410)
    const again = await uploadDocument(app, tenant, pdfFile('infected'), subject())
    const answer = await get(tenant, again)
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'document_infected'])
  })

  test('with DOCUMENT_SCAN=wait a file is available once it was scanned as clean', async () => {
    const config = { ...ctx.config, document_scan: 'wait' as const }
    const waiting = await startTestServer({ db: ctx.db, files: ctx.files, config })
    const tenant = await waiting.tenant()
    const id = await uploadDocument(waiting.app, tenant, pdfFile(), subject())
    const ask = () =>
      waiting.app.inject({
        url: `/v1/documents/document/${id}/download`,
        headers: { authorization: `Bearer ${tenant.token}` },
      })
    expect((await ask()).json().code).toBe('document_unscanned')
    const [unscanned] = await tenant.asTenant((tx) => listUnscanned(tx, 10))
    await recordVerdict(ctx, tenant.tenantId, byOperator, { sha256: unscanned!.sha256, verdict: 'CLEAN' })
    expect(await tenant.asTenant((tx) => listUnscanned(tx, 10))).toEqual([])
    expect((await ask()).statusCode).toBe(200)
    await waiting.app.close()
  })
})

test('the media type of the form has the boundary used in it', () => {
  expect(formOf([pdfFile()]).includes(formType.split('boundary=')[1]!)).toBe(true)
})
