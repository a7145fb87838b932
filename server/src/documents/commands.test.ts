import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { pdf, type TestFile, uploadDocument, uploadFile } from '../testing/data/files.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { documentLoop } from './jobs.ts'
import { linkDocument } from './store.ts'

const server = await startTestServer()
const { app, ctx } = server
afterAll(() => server.close())
const loop = documentLoop(ctx)

const file = (text: string): TestFile => ({ bytes: pdf(text), name: 'paper.pdf', type: 'application/pdf' })
const subject = () => ({ subject_type: 'RESOURCE', subject_id: randomUUID() })
const timePasses = statement(
  'test.documents_grow_old',
  `update document_content set collect_after = collect_after - make_interval(days => $2) where tenant_id = $1`,
)
const pass = (tenant: TestTenant, days: number) => tenant.asTenant((tx) => tx.query(timePasses, days))
const contentRows = statement(
  'test.document_contents',
  `select encode(sha256, 'hex') as sha256 from document_content where tenant_id = $1`,
)
const hashesOf = async (tenant: TestTenant) =>
  (await tenant.asTenant((tx) => tx.query<{ sha256: string }>(contentRows))).map((row) => row.sha256)
const isStored = (tenant: TestTenant, sha256: string) =>
  ctx.files.open({ tenantId: tenant.tenantId, sha256 }).then(
    ({ bytes }) => Boolean(bytes.destroy()),
    () => false,
  )

describe('unused uploads', () => {
  test('an upload without references is kept for 7 days and then deleted with its bytes', async () => {
    const tenant = await server.tenant()
    await uploadFile(app, tenant, file('unused'))
    const [hash] = await hashesOf(tenant)
    await pass(tenant, 6)
    await loop.run()
    expect(await isStored(tenant, hash!)).toBe(true)
    await pass(tenant, 2)
    await loop.run()
    expect([await hashesOf(tenant), await isStored(tenant, hash!)]).toEqual([[], false])
  })

  test('an upload id is refused after its content was deleted', async () => {
    const tenant = await server.tenant()
    const upload_id = await uploadFile(app, tenant, file('gone'))
    await pass(tenant, 8)
    await loop.run()
    const given = { ...subject(), upload_id, document_type: 'OTHER', name: 'a.pdf' }
    await expect(tenant.asTenant((tx) => linkDocument(tx, given))).rejects.toMatchObject({ code: 'upload_unknown' })
  })

  test('content of a document stays, however old it is', async () => {
    const tenant = await server.tenant()
    await uploadDocument(app, tenant, file('used'), subject())
    await pass(tenant, 400)
    await loop.run()
    const [hash] = await hashesOf(tenant)
    expect(await isStored(tenant, hash!)).toBe(true)
  })

  test('uploading the same file again gives it 7 days again', async () => {
    const tenant = await server.tenant()
    await uploadFile(app, tenant, file('again'))
    await pass(tenant, 6)
    await uploadFile(app, tenant, file('again'))
    await pass(tenant, 6)
    await loop.run()
    expect(await hashesOf(tenant)).toHaveLength(1)
  })

  test('a file uploaded again during its deletion exists afterwards', async () => {
    const tenant = await server.tenant()
    for (let round = 0; round < 10; round += 1) {
      await uploadFile(app, tenant, file('race'))
      await pass(tenant, 30)
      const [id] = await Promise.all([insertDocument(tenant), loop.run(), loop.run()])
      const answer = await app.inject({
        url: `/v1/documents/document/${id}/download`,
        headers: { authorization: `Bearer ${tenant.token}` },
      })
      expect(answer.rawPayload).toEqual(pdf('race'))
      await tenant.asTenant((tx) => tx.query(forget))
    }
  })
})

const forget = statement(
  'test.forget_documents',
  `with gone as (delete from document where tenant_id = $1 returning content_id)
   update document_content set collect_after = now() + interval '7 days' where tenant_id = $1`,
)

/** The upload may find that its content was just removed: it is then sent again. */
async function insertDocument(tenant: TestTenant): Promise<string> {
  for (;;) {
    const created = await uploadDocument(app, tenant, file('race'), subject()).catch((error) => error)
    if (typeof created === 'string') return created
    expect(created).toMatchObject({ code: 'upload_unknown' })
  }
}

describe('temporary files', () => {
  test('of an ended process are deleted, those of a running one stay', async () => {
    const received = await ctx.files.receive(bytesOf(Buffer.from('x')))
    const folder = dirname(received.path)
    const [host] = received.path.split('/').at(-1)!.split('.')
    await mkdir(folder, { recursive: true })
    const named = (name: string) => join(folder, name)
    const ended = named(`${host}.999999999.${randomUUID()}`)
    const parent = named(`${host}.${process.ppid}.${randomUUID()}`)
    const elsewhere = named(`000000000000.1.${randomUUID()}`)
    const stale = named(`000000000000.1.${randomUUID()}`)
    for (const path of [ended, parent, elsewhere, stale]) await writeFile(path, 'part of a file')
    const long = new Date(Date.now() - 3_600_000)
    await utimes(stale, long, long)
    expect(await ctx.files.sweep()).toBe(2)
    expect([ended, stale].map(existsSync)).toEqual([false, false])
    expect([received.path, parent, elsewhere].map(existsSync)).toEqual([true, true, true])
    await Promise.all([received.drop(), utimes(parent, long, long), utimes(elsewhere, long, long)])
    await ctx.files.sweep()
    expect(await readdir(folder)).toEqual([])
  })

  test('when the sender fails, its partial content is removed at once', async () => {
    const received = await ctx.files.receive(bytesOf(Buffer.from('x')))
    await received.drop()
    const failing = ctx.files.receive(bytesOf(Buffer.alloc(100_000), new Error('cut off')))
    await expect(failing).rejects.toThrow('cut off')
    expect(await readdir(dirname(received.path))).toEqual([])
  })
})

async function* bytesOf(bytes: Uint8Array, failure?: Error) {
  yield bytes
  if (failure) throw failure
}
