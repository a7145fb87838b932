import { createCompany } from '@cartage/contract/companies/endpoints'
import { downloadDocuments } from '@cartage/contract/documents/app/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { pdf, uploadDocument } from '../../testing/data/files.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { logInAs, type TestTenant } from '../../testing/test-tenant.ts'
import { recordVerdict } from '../commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A tenant with two documents of the same name, and a planner's request for archives. */
async function office() {
  const tenant = await server.tenant()
  const company = await tenant.call(createCompany, { body: { name: 'Maas', currency: 'EUR', is_customer: true } })
  const subject = { subject_type: 'COMPANY', subject_id: company.id }
  const make = (text: string) =>
    uploadDocument(server.app, tenant, { bytes: pdf(text), name: 'cmr.pdf', type: 'application/pdf' }, subject)
  const ids = [await make('one'), await make('two')]
  const headers = await logInAs(server, tenant.tenantId, 'VIEWER')
  const ask = (ids: readonly string[]) =>
    server.app.inject({ url: `${downloadDocuments.path}?ids=${ids.join(',')}`, headers })
  return { tenant, ids, ask }
}

/** The files of an archive by name. */
function filesOf(archive: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {}
  let at = 0
  while (archive.readUInt32LE(at) === 0x04034b50) {
    const start = at + 30 + archive.readUInt16LE(at + 26)
    const end = start + archive.readUInt32LE(at + 18)
    files[archive.toString('utf8', at + 30, start)] = archive.subarray(start, end)
    at = end
  }
  expect(archive.readUInt32LE(at)).toBe(0x02014b50)
  return files
}

async function markInfected(tenant: TestTenant, bytes: Buffer): Promise<void> {
  const sha256 = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  await recordVerdict(server.ctx, tenant.tenantId, byOperator, {
    sha256: Buffer.from(sha256).toString('hex'),
    verdict: 'INFECTED',
  })
}

test('some documents come in one archive, each with its bytes and a name of its own', async () => {
  const { ids, ask } = await office()
  const answer = await ask(ids)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/zip')
  const files = filesOf(answer.rawPayload)
  expect(Object.keys(files).toSorted()).toEqual(['Maas cmr (2).pdf', 'Maas cmr.pdf'])
  expect(Object.values(files).toSorted(Buffer.compare)).toEqual([pdf('one'), pdf('two')].toSorted(Buffer.compare))
})

test('an infected file is left out of an archive, which lists it as missing', async () => {
  const { tenant, ids, ask } = await office()
  await markInfected(tenant, pdf('two'))
  const files = filesOf((await ask(ids)).rawPayload)
  expect(Object.keys(files)).toEqual(['Maas cmr.pdf', 'left-out.txt'])
  expect(files['left-out.txt']!.toString()).toContain('Maas cmr.pdf: A virus was found')
})

test('EACH-1: a missing or damaged file is left out of an archive, which lists it and has the others', async () => {
  const { tenant, ids, ask } = await office()
  const bytes = await crypto.subtle.digest('SHA-256', new Uint8Array(pdf('one')))
  await server.ctx.files.remove({ tenantId: tenant.tenantId, sha256: Buffer.from(bytes).toString('hex') })
  const files = filesOf((await ask(ids)).rawPayload)
  expect(Object.keys(files)).toEqual(['Maas cmr.pdf', 'left-out.txt'])
  expect(files['Maas cmr.pdf']).toEqual(pdf('two'))
  expect(files['left-out.txt']!.toString()).toBe('Maas cmr.pdf: It cannot be read from the store.\r\n')
})

test('documents of another tenant, an empty list, and too many are refused', async () => {
  const { ids, ask } = await office()
  const other = await office()
  expect((await other.ask(ids)).statusCode).toBe(404)
  expect(Object.keys(filesOf((await other.ask([ids[0]!, other.ids[0]!])).rawPayload))).toEqual(['Maas cmr.pdf'])
  expect((await ask([])).statusCode).toBe(422)
  expect((await ask(['x'])).statusCode).toBe(422)
})
