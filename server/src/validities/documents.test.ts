import { createCompany } from '@cartage/contract/companies/endpoints'
import { removeDocuments } from '@cartage/contract/documents/app/list'
import type { RecordDocument } from '@cartage/contract/documents/app/record'
import { listResourceDocuments } from '@cartage/contract/resources/app/record'
import { archiveResource } from '@cartage/contract/resources/endpoints'
import { removeResourceDocument } from '@cartage/contract/validities/app/documents'
import { removeValidityOfResource } from '@cartage/contract/validities/app/validities'
import { createResourceValidity } from '@cartage/contract/validities/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '../testing/data/companies.ts'
import { formOf, formType, pdf, uploadDocument, uploadFile } from '../testing/data/files.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { rejection } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { logInAs } from '../testing/test-tenant.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A tenant with a driver, and an upload form sent by a user with a role. */
async function office() {
  const tenant = await server.tenant()
  const driver = await resourceOf(tenant, { name: 'Ann', driver: {} })
  const send = async (path: string, role: 'PLANNER' | 'VIEWER' = 'PLANNER', file = pdf('licence')) => {
    const headers = { ...(await logInAs(server, tenant.tenantId, role)), 'content-type': formType }
    const payload = formOf([{ bytes: file, name: 'licence.pdf', type: 'application/pdf' }])
    return server.app.inject({ method: 'POST', url: path, headers, payload })
  }
  return { tenant, planner: await tenant.user('PLANNER'), driver, send, params: { resource_id: driver.id } }
}

test('a file is attached to a resource, listed and removed again, and recorded in the trail', async () => {
  const { planner, driver, send, params } = await office()
  const answer = await send(`/app/resources/${driver.id}/documents?document_type=DRIVER_DRIVING_LICENSE`)
  expect(answer.statusCode, answer.body).toBe(200)
  const created = answer.json<RecordDocument>()
  expect(created).toMatchObject({
    name: 'licence.pdf',
    type: 'DRIVER_DRIVING_LICENSE',
    content_type: 'application/pdf',
  })
  const { items } = await planner(listResourceDocuments, { params })
  expect(items).toEqual([created])

  await planner(removeResourceDocument, { params: { ...params, document_id: created.document_id } })
  expect((await planner(listResourceDocuments, { params })).items).toEqual([])
  const gone = await rejection(
    planner(removeResourceDocument, { params: { ...params, document_id: created.document_id } }),
  )
  expect(gone.status).toBe(404)
})

test('a company has files as well; a kind of another list is refused and nothing is stored', async () => {
  const { tenant, send } = await office()
  const company = await tenant.call(createCompany, { body: customer() })
  const path = `/app/companies/${company.id}/documents`
  expect((await send(path)).json<RecordDocument>()).toMatchObject({ type: 'OTHER' })
  expect((await send(`${path}?document_type=DRIVER_LICENSE_OF_NOBODY`)).statusCode).toBe(422)
})

test('the proof of a validity stays until the validity is removed', async () => {
  const { tenant, planner, driver, params } = await office()
  const uploadId = await uploadFile(server.app, tenant, {
    bytes: pdf('card'),
    name: 'card.pdf',
    type: 'application/pdf',
  })
  const document = { upload_id: uploadId, document_type: 'OTHER' as const, name: 'card.pdf' }
  const body = { type: 'DRIVER_ADR_LICENSE' as const, start_time: '2026-01-01T00:00:00Z', documents: [document] }
  const validity = await tenant.call(createResourceValidity, { params, body })
  const [proof] = (await planner(listResourceDocuments, { params })).items
  const remove = () =>
    planner(removeResourceDocument, { params: { resource_id: driver.id, document_id: proof!.document_id } })
  expect((await rejection(remove())).status).toBe(409)
  await planner(removeValidityOfResource, { params: { ...params, validity_id: validity.id } })
  await remove()
  expect((await planner(listResourceDocuments, { params })).items).toEqual([])
})

test('viewers cannot attach files, no one can to an archived resource, and files of other records stay', async () => {
  const { tenant, planner, driver, send, params } = await office()
  const path = `/app/resources/${driver.id}/documents`
  expect((await send(path, 'VIEWER')).statusCode).toBe(403)
  const { document_id } = (await send(path)).json<RecordDocument>()
  const other = await resourceOf(tenant, { name: 'Bob', driver: {} })
  const foreign = planner(removeResourceDocument, { params: { resource_id: other.id, document_id } })
  expect((await rejection(foreign)).status).toBe(404)
  await tenant.call(archiveResource, { params })
  expect((await send(path)).statusCode).toBe(404)
})

test('several documents are removed at once, each by its own rules, and recorded in the trail', async () => {
  const { tenant, planner, driver, params } = await office()
  const company = await tenant.call(createCompany, { body: customer() })
  const make = (subject_type: string, subject_id: string) =>
    uploadDocument(server.app, tenant, { bytes: pdf('a'), name: 'a.pdf' }, { subject_type, subject_id })
  const ofDriver = await make('RESOURCE', driver.id)
  const ofCompany = await make('COMPANY', company.id)
  const ofTrip = await make('TRIP', crypto.randomUUID())
  const unknown = crypto.randomUUID()
  const ids = [ofDriver, ofCompany, ofTrip, unknown]

  const accountant = await tenant.user('ACCOUNTANT')
  const [refused] = (await accountant(removeDocuments, { body: { ids: [ofDriver] } })).items
  expect(refused).toMatchObject({ id: ofDriver, is_done: false })
  const { items } = await planner(removeDocuments, { body: { ids } })
  expect(items.map(({ id, is_done }) => [id, is_done])).toEqual([
    [ofDriver, true],
    [ofCompany, true],
    [ofTrip, false],
    [unknown, false],
  ])
  expect(items[2]!.message).toBe('Only documents of companies and resources can be removed.')
  expect((await planner(listResourceDocuments, { params })).items).toEqual([])
  const viewer = await tenant.user('VIEWER')
  expect((await rejection(viewer(removeDocuments, { body: { ids } }))).status).toBe(403)
})
