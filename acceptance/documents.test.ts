import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { a, b, expectProblem, pathsOf, type Tenant, unique, uuid4 } from './world.ts'

const uploadPath = '/v1/documents/document/upload_content'
const pdf = (text: string) => `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`

/** A form as programs send it, built by hand to control each byte. */
function form(content: string | Buffer, type: string | undefined, name = 'paper.pdf', field = 'file') {
  const head = `--edge\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n`
  const middle = `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`
  const body = Buffer.concat([Buffer.from(head + middle), Buffer.from(content), Buffer.from('\r\n--edge--\r\n')])
  return { headers: { 'content-type': 'multipart/form-data; boundary=edge' }, body }
}

const send = (sending: ReturnType<typeof form>, tenant: Tenant = a) =>
  tenant.send<{ upload_id: string }>('POST', uploadPath, sending)

async function uploaded(content: string, tenant: Tenant = a): Promise<string> {
  const answer = await send(form(content, 'application/pdf'), tenant)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.upload_id
}

interface Document {
  id: string
  name: string
  type: string
  download_url: string
  subject_type: string
  content_type: string | null
  validity: { id: string } | null
}

async function company(tenant: Tenant = a): Promise<string> {
  const body = { name: unique('Haulier'), currency: 'EUR', is_subcontractor: true }
  const answer = await tenant.post<{ id: string }>('/v1/companies/company', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}

const documentsOf = (companyId: string) => `/v1/companies/company/${companyId}/documents`

async function attached(content: string, more: object = {}): Promise<Document> {
  const body = { upload_id: await uploaded(content), document_type: 'OTHER', name: 'paper.pdf', ...more }
  const answer = await a.post<Document>(documentsOf(await company()), body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

test('DOC-6: upload_content accepts a form and answers 201 with only an upload id', async () => {
  const answer = await send(form(pdf('one'), 'application/pdf'))
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({ upload_id: expect.stringMatching(uuid4) })
})

test('DOC-6: the type of a part without a media type is detected from its bytes', async () => {
  expect((await send(form(pdf('untyped'), undefined))).status).toBe(201)
  expect((await send(form(pdf('untyped'), 'application/octet-stream'))).status).toBe(201)
})

test('DOC-6: anything but a form with one part called file is refused', async () => {
  const json = await a.post(uploadPath, { file: 'text' })
  expectProblem(json, 415, 'multipart_required')
  const { headers, body } = form(pdf('zipped'), 'application/pdf')
  expectProblem(await send({ headers: { ...headers, 'content-encoding': 'gzip' } as never, body }), 415)
  expect(pathsOf(expectProblem(await send(form(pdf('x'), 'application/pdf', 'a.pdf', 'other')), 422))).toEqual(['file'])
  expect(pathsOf(expectProblem(await send(form('', 'text/plain')), 422))).toEqual(['file'])
  expectProblem(await send({ headers, body: body.subarray(0, 120) }), 400)
})

test('DOC-6: content that disagrees with its type, pages, drawings and archives are refused', async () => {
  const files: [string | Buffer, string][] = [
    ['<!DOCTYPE html><script>alert(1)</script>', 'text/html'],
    ['<html></html>', 'text/plain'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'application/xml'],
    [pdf('png'), 'image/png'],
    [Buffer.concat([Buffer.from(pdf('zip')), Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex')]), 'application/pdf'],
    [`hello\n${pdf('late')}`, 'application/pdf'],
  ]
  for (const [content, type] of files) expectProblem(await send(form(content, type)), 415, 'document_type_refused')
})

test('DOC-6: a file over 50 MiB is 413', async () => {
  const answer = await send(form(Buffer.alloc(52_428_801, 'a'), 'text/plain', 'big.txt'))
  expectProblem(answer, 413, 'document_too_large')
})

test('DOC-7: a download returns all bytes, as an attachment that no browser opens', async () => {
  const content = pdf(unique())
  const document = await attached(content, { name: '../../Łódź "CMR".pdf' })
  expect(document).toMatchObject({
    name: '../../Łódź "CMR".pdf',
    subject_type: 'COMPANY',
    content_type: 'application/pdf',
  })
  const etag = `"${createHash('sha256').update(content).digest('hex')}"`
  for (const query of ['', '?direct=true', '?direct=false']) {
    const { status, text, headers } = await a.get(document.download_url + query)
    expect([status, text]).toEqual([200, content])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      etag,
    })
    const disposition = headers.get('content-disposition')
    expect(disposition).toMatch(/^attachment; filename=".*"; filename\*=UTF-8''[\w.%-]+\.pdf$/)
    expect(disposition).not.toMatch(/[/\\]|%2F|%22/i)
  }
})

test('DOC-7: ranges and unchanged content are answered according to HTTP', async () => {
  const content = pdf(unique())
  const { download_url: path } = await attached(content)
  const ask = (headers: Record<string, string>, method = 'GET') => a.send(method, path, { headers })
  const part = await ask({ range: 'bytes=0-4' })
  expect([part.status, part.text, part.headers.get('content-range')]).toEqual([
    206,
    '%PDF-',
    `bytes 0-4/${content.length}`,
  ])
  expect((await ask({ range: 'bytes=-6' })).text).toBe(content.slice(-6))
  const behind = await ask({ range: 'bytes=99999-' })
  expectProblem(behind, 416, 'range_not_satisfiable')
  expect(behind.headers.get('content-range')).toBe(`bytes */${content.length}`)
  const head = await ask({}, 'HEAD')
  expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', String(content.length)])
  const same = await ask({ 'if-none-match': head.headers.get('etag')! })
  expect([same.status, same.text]).toEqual([304, ''])
})

test('DOC-6: uploads and documents of another tenant are unknown', async () => {
  const foreign = await uploaded(pdf('foreign'), b)
  const body = { upload_id: foreign, document_type: 'OTHER', name: 'a.pdf' }
  const problem = expectProblem(await a.post(documentsOf(await company()), body), 400, 'upload_unknown')
  expect(pathsOf(problem)).toEqual(['upload_id'])
  const { download_url } = await attached(pdf('mine'))
  expectProblem(await b.get(download_url), 404, 'not_found')
})

test('DOC-6: files are attached to a company with and without a validity, and listed', async () => {
  const id = await company()
  const attach = async (more: object) => {
    const body = { upload_id: await uploaded(pdf(unique())), document_type: 'CARGO_INSURANCE', name: 'a.pdf', ...more }
    return (await a.post<Document>(documentsOf(id), body)).body
  }
  const validity = { start_time: '2026-01-01T00:00:00Z', type: 'CARGO_INSURANCE', end_time: '2027-01-01T00:00:00Z' }
  const created = [await attach({}), await attach({ validity }), await attach({ validity: null })]
  expect(created.map((one) => one.validity)).toEqual([
    null,
    { ...shown, ...validity, id: expect.stringMatching(uuid4) },
    null,
  ])
  const listed = await a.get<{ items: Document[]; next_cursor: string | null }>(documentsOf(id))
  expect(listed.body.items).toEqual(created)
  const early = { ...validity, end_time: '2025-01-01T00:00:00Z' }
  const body = { upload_id: await uploaded(pdf('x')), document_type: 'OTHER', name: 'a.pdf', validity: early }
  expect(pathsOf(expectProblem(await a.post(documentsOf(id), body), 422))).toEqual(['validity.end_time'])
})

const shown = { legal_end_time: null, generate_unavailability: false, external_id: null, description: null }
