import { listDocumentsOfCompany } from '@cartage/contract/companies/app/record'
import { createCompany } from '@cartage/contract/companies/endpoints'
import { downloadRecordDocument, listLatestDocuments } from '@cartage/contract/documents/app/record'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdf, uploadDocument } from '../testing/data/files.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { logInAs } from '../testing/test-tenant.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('documents are listed latest first with their records, and downloaded with a session', async () => {
  const tenant = await server.tenant()
  const planner = await tenant.user('PLANNER')
  const company = await tenant.call(createCompany, { body: { name: 'Maas', currency: 'EUR', is_customer: true } })
  const subject = { subject_type: 'COMPANY', subject_id: company.id }
  const bytes = pdf('the contract')
  const first = await uploadDocument(server.app, tenant, { bytes, name: 'a.pdf', type: 'application/pdf' }, subject)
  const second = await uploadDocument(server.app, tenant, { bytes, name: 'b.pdf', type: 'application/pdf' }, subject)

  const list = await planner(listLatestDocuments, { query: {} })
  expect(list.items.map(({ document_id, subject_name }) => [document_id, subject_name])).toEqual([
    [second, 'Maas'],
    [first, 'Maas'],
  ])
  expect(list.total).toBe(2)
  const none = await planner(listLatestDocuments, { query: { document_type: 'WEIGHT_NOTE' } })
  expect(none).toMatchObject({ items: [], total: 0 })
  const ofCompany = await planner(listDocumentsOfCompany, { params: { company_id: company.id } })
  expect(ofCompany.items.map(({ name }) => name)).toEqual(['b.pdf', 'a.pdf'])

  const headers = await logInAs(server, tenant.tenantId, 'PLANNER')
  const path = downloadRecordDocument.path.replace('{document_id}', first)
  const answer = await server.app.inject({ url: path, headers })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain('attachment')
  expect(answer.rawPayload.equals(Buffer.from(bytes))).toBe(true)
})
