import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { formOf, pdf, postForm, uploadDocument, uploadFile } from '../../testing/data/files.ts'
import { fakeKey, startFakeS3 } from '../../testing/servers/s3.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { createFiles } from './gateway.ts'
import { FileMissing } from './shelf.gateway.ts'

const store = await startFakeS3()
const folder = await mkdtemp(join(tmpdir(), 'cartage-s3-'))
const secretFile = join(folder, 'secret')
await writeFile(secretFile, `${fakeKey.secret}\n`)
const settings = {
  endpoint: store.endpoint,
  bucket: 'papers',
  prefix: 'cartage/test',
  region: fakeKey.region,
  access_key_id: fakeKey.id,
  secret_key_file: secretFile,
}
const files = createFiles(join(folder, 'blobs'), settings)
const server = await startTestServer({ files })
const { app } = server
afterAll(async () => {
  await server.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const file = { bytes: pdf('in the cloud'), name: 'paper.pdf', type: 'application/pdf' }
const subject = () => ({ subject_type: 'RESOURCE', subject_id: randomUUID() })

test('with DOCUMENT_STORE=s3 a file is in the bucket under tenant and hash, and nothing stays on this machine', async () => {
  const tenant = await server.tenant()
  await uploadFile(app, tenant, file)
  const [path] = [...store.objects.keys()].filter((key) => key.includes(tenant.tenantId))
  expect(path).toMatch(new RegExp(`^/papers/cartage/test/${tenant.tenantId}/([0-9a-f]{2})/\\1[0-9a-f]{62}$`))
  expect(store.objects.get(path!)).toEqual(file.bytes)
  expect(await readdir(join(folder, 'blobs', 'tmp'))).toEqual([])
})

test('it is returned whole and in parts', async () => {
  const tenant = await server.tenant()
  const id = await uploadDocument(app, tenant, file, subject())
  const get = (headers = {}) =>
    app.inject({
      url: `/v1/documents/document/${id}/download`,
      headers: { authorization: `Bearer ${tenant.token}`, ...headers },
    })
  expect((await get()).rawPayload).toEqual(file.bytes)
  const part = await get({ range: 'bytes=5-9' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 5-9/${file.bytes.length}`])
  expect(part.rawPayload).toEqual(file.bytes.subarray(5, 10))
})

test('a brief failure of the store is retried; a permanent one is 503, and nothing is visible or left behind', async () => {
  const tenant = await server.tenant()
  store.failNext(2)
  await uploadFile(app, tenant, file)
  store.failNext(10)
  const answer = await postForm(app, tenant.token, formOf([{ ...file, bytes: pdf('never arrives') }]))
  store.failNext(0)
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  expect([...store.objects.keys()].filter((key) => key.includes(tenant.tenantId))).toHaveLength(1)
  expect(await readdir(join(folder, 'blobs', 'tmp'))).toEqual([])
})

test('a wrong key is refused by the store, and only the operator is informed', async () => {
  const tenant = await server.tenant()
  const wrong = createFiles(join(folder, 'blobs'), { ...settings, access_key_id: 'another' })
  const other = await startTestServer({ db: server.ctx.db, files: wrong })
  const answer = await postForm(other.app, tenant.token, formOf([file]))
  expect(answer.statusCode).toBe(503)
  expect(answer.body).not.toMatch(/S3|Signature|another/)
  await other.app.close()
})

test('content is deleted when it is removed, and missing content is reported', async () => {
  const key = { tenantId: randomUUID(), sha256: 'ab'.repeat(32) }
  await expect(files.open(key)).rejects.toBeInstanceOf(FileMissing)
  await files.remove(key)
  async function* bytes() {
    yield Buffer.from('hello')
  }
  const received = await files.receive(bytes())
  await received.keep(key.tenantId)
  const kept = { ...key, sha256: received.sha256 }
  const { size, bytes: back } = await files.open(kept)
  expect([size, String(await back.toArray())]).toEqual([5, 'hello'])
  await files.remove(kept)
  await expect(files.open(kept)).rejects.toBeInstanceOf(FileMissing)
})
