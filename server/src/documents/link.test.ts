import { randomUUID } from 'node:crypto'
import { endDocumentLink, listDocumentLinks } from '@cartage/contract/documents/app/sharing'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { pdf, uploadDocument } from '../testing/data/files.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { documentPath, openLink, shareDocument } from './link.commands.ts'
import { linkPath } from './link.rules.ts'

const server = await startTestServer()
const { app, ctx } = server
Object.assign(ctx.config, { public_url: 'https://tms.example' })
afterAll(() => server.close())
const tenant = await server.tenant()

const file = { bytes: pdf('signed'), name: 'POD 17.pdf', type: 'application/pdf' }
const created = (of = tenant) => uploadDocument(app, of, file, { subject_type: 'RESOURCE', subject_id: randomUUID() })
const share = (id: string, of = tenant, by = ctx) => of.asTenant((tx) => shareDocument(by, tx, id))
const shared = async (of = tenant) => (await share(await created(of), of)).download_url
const fetchIt = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url: url.replace('https://tms.example', ''), headers })

const removeDocument = statement(
  'test.remove_document',
  'delete from document where tenant_id = $1 and document_id = $2',
)

describe('the address of a document', () => {
  test('is absolute and returns the file without credentials, whole or in part, as an attachment', async () => {
    const url = await shared()
    expect(url).toMatch(/^https:\/\/tms\.example\/app\/documents\/shared\//)
    const answer = await fetchIt(url)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.rawPayload).toEqual(file.bytes)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="POD 17.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    const part = await fetchIt(url, { range: 'bytes=0-4' })
    expect([part.statusCode, part.body]).toEqual([206, '%PDF-'])
    expect((await app.inject({ method: 'HEAD', url: url.slice('https://tms.example'.length) })).statusCode).toBe(200)
  })

  test('begins with the address the service listens on if none is configured and there is only one', async () => {
    const id = await created()
    const given = async (members: object) => {
      const config = { ...ctx.config, public_url: undefined, ...members }
      return (await share(id, tenant, { ...ctx, config })).download_url
    }
    expect(await given({ host: '127.0.0.1', port: 8080 })).toMatch(/^http:\/\/127\.0\.0\.1:8080\/app\//)
    expect(await given({ host: '::1', port: 8080 })).toMatch(/^http:\/\/\[::1\]:8080\/app\//)
    expect(await given({ host: '0.0.0.0', port: 8080 })).toMatch(/^\/app\//)
  })

  const viewed = async (of = tenant) => `https://tms.example${documentPath(ctx, of.tenantId, await created(of), 60)}`

  test.each([
    ['of an event', shared],
    ['for a minute', viewed],
  ])('is 404 with any part changed: document, tenant, end or signature (%s)', async (_, addressOf) => {
    const other = await server.tenant()
    const [url, theirs] = [new URL(await addressOf()), new URL(await addressOf(other))]
    expect((await fetchIt(url.href)).statusCode).toBe(200)
    const another = await created()
    const changed = (change: (address: URL) => void) => {
      const address = new URL(url)
      change(address)
      return address.href
    }
    const strangers = [
      changed((address) => address.searchParams.set('tenant', other.tenantId)),
      changed((address) => address.searchParams.set('expires', '99999999999')),
      changed((address) => address.searchParams.set('signature', theirs.searchParams.get('signature')!)),
      changed((address) => address.searchParams.set('signature', '')),
      changed((address) => address.searchParams.set('signature', ` ${url.searchParams.get('signature')}`)),
      changed((address) => address.searchParams.set('expires', `0${url.searchParams.get('expires')}`)),
      changed((address) => address.searchParams.set('link', randomUUID())),
      changed((address) => address.searchParams.set('link', 'none')),
      changed((address) => address.searchParams.delete('signature')),
      changed((address) => address.searchParams.delete('tenant')),
      changed((address) => {
        address.pathname = theirs.pathname
      }),
      changed((address) => {
        address.pathname = address.pathname.replace(/[^/]+$/, another)
      }),
      changed((address) => {
        address.search = theirs.search
      }),
    ]
    for (const address of strangers) expect((await fetchIt(address)).statusCode, address).toBe(404)
  })

  test('expires after the days set by the operator, and the response explains this', async () => {
    const url = new URL(await shared())
    const query = Object.fromEntries(url.searchParams)
    const id = url.pathname.split('/').at(-1)!
    const days = ctx.config.document_link_days
    const at = (day: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + day * 86_400_000) })
    expect(openLink(at(days - 1), id, query)).toMatchObject({ documentId: id, tenantId: tenant.tenantId })
    expect(() => openLink(at(days + 1), id, query)).toThrow(expect.objectContaining({ code: 'document_link_expired' }))
  })

  test('ends at once when the document is removed', async () => {
    const id = await created()
    const { download_url, expires_at } = await share(id)
    expect(expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect((await fetchIt(download_url)).statusCode).toBe(200)
    await tenant.asTenant((tx) => tx.query(removeDocument, id))
    expect((await fetchIt(download_url)).statusCode).toBe(404)
  })

  test('DOC-12: of the time before links had rows works until it expires, and is listed and can be revoked once it was opened', async () => {
    const [id, expires] = [await created(), Math.floor(Date.now() / 1_000) + 600]
    const text = `document_link|${tenant.tenantId}|${id}|${expires}`
    const signature = ctx.vault.digest(text).toString('base64url')
    const query = new URLSearchParams({ tenant: tenant.tenantId, expires: String(expires), signature })
    const url = `/app/documents/shared/${id}?${query}`
    const admin = await tenant.user('SUPER_ADMIN')
    const links = async () => (await admin(listDocumentLinks, { params: { document_id: id } })).items
    expect((await fetchIt(url)).statusCode).toBe(200)
    expect((await fetchIt(url)).statusCode).toBe(200)
    const [link, ...others] = await links()
    expect([link, others]).toMatchObject([{ state: 'LIVE', is_of_event: true, opened_count: 2 }, []])
    await admin(endDocumentLink, { params: { document_id: id, document_link_id: link!.document_link_id } })
    expect((await fetchIt(url)).statusCode).toBe(404)
    expect(await links()).toMatchObject([{ state: 'ENDED', opened_count: 2 }])
  })

  test('DOC-12: with the id of a link of another document opens nothing', async () => {
    const [id, other] = [await created(), await created()]
    const linkId = new URL((await share(other)).download_url).searchParams.get('link')!
    const expires = Math.floor(Date.now() / 1_000) + 600
    expect(
      (await fetchIt(linkPath(ctx.vault, { tenantId: tenant.tenantId, documentId: id, expires, linkId }))).statusCode,
    ).toBe(404)
  })
})
