import { randomUUID } from 'node:crypto'
import { UnreadableError } from '@cartage/contract/client'
import { createCompany } from '@cartage/contract/companies/endpoints'
import { downloadDocument } from '@cartage/contract/documents/endpoints'
import { createResource } from '@cartage/contract/resources/endpoints'
import { listUnavailabilities } from '@cartage/contract/unavailabilities/endpoints'
import * as contract from '@cartage/contract/validities/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { pdf, uploadFile } from '../testing/data/files.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
const { app, ctx } = server
afterAll(() => server.close())

const insurance = { start_time: '2024-01-01T00:00:00Z', type: 'CARGO_INSURANCE' as const }

const driverOf = async (tenant: TestTenant) =>
  (await tenant.call(createResource, { body: { name: 'Driver', resource_type: 'DRIVER', driver: {} } as never })).id
const companyOf = async (tenant: TestTenant) =>
  (await tenant.call(createCompany, { body: { name: 'Haulier', currency: 'EUR', is_subcontractor: true } })).id
const uploadOf = (tenant: TestTenant, text = 'paper') =>
  uploadFile(app, tenant, { bytes: pdf(text), name: 'paper.pdf', type: 'application/pdf' })

describe('validities and documents of companies', () => {
  test('VAL-1, VAL-3: a company has validities with documents like a resource', async () => {
    const tenant = await server.tenant()
    const company_id = await companyOf(tenant)
    const params = { company_id }
    const document = {
      upload_id: await uploadOf(tenant),
      document_type: 'CARGO_INSURANCE' as const,
      name: 'policy.pdf',
    }
    const created = await tenant.call(contract.createCompanyValidity, {
      params,
      body: { ...insurance, documents: [document] },
    })
    const one = { company_id, id: created.id }
    expect(await tenant.call(contract.getCompanyValidity, { params: one })).toEqual(created)
    expect((await tenant.call(contract.listCompanyValidities, { params, query: {} })).items).toEqual([created])
    const [listed] = await tenant.call(contract.listCompanyValidityDocuments, { params: one })
    expect(listed).toMatchObject({ name: 'policy.pdf', type: 'CARGO_INSURANCE', subject_type: 'COMPANY' })
    const replaced = await tenant.call(contract.replaceCompanyValidity, {
      params: one,
      body: { ...insurance, external_id: 'P' },
    })
    expect(replaced).toEqual({ ...created, external_id: 'P' })
    await tenant.call(contract.deleteCompanyValidity, { params: one })
    const documents = await tenant.call(contract.listCompanyDocuments, { params, query: {} })
    expect(documents.items).toMatchObject([{ id: listed!.id, validity: null }])
  })

  test('VAL-2: a company’s ended validity makes its resources as a subcontractor unavailable', async () => {
    const tenant = await server.tenant()
    const company_id = await companyOf(tenant)
    const resource_id = await driverOf(tenant)
    const belongs = statement(
      'test.resource_belongs',
      'update resource set subcontractor_id = $3 where tenant_id = $1 and resource_id = $2',
    )
    await tenant.asTenant((tx) => tx.query(belongs, resource_id, company_id))
    const other = await driverOf(tenant)
    const body = { ...insurance, end_time: '2024-06-01T00:00:00Z', generate_unavailability: true }
    const { id } = await tenant.call(contract.createCompanyValidity, { params: { company_id }, body })
    await server.drain()
    const of = async (driver: string) =>
      (await tenant.call(listUnavailabilities, { params: { resource_id: driver }, query: {} })).items
    expect(await of(resource_id)).toMatchObject([{ start_time: '2024-06-01T00:00:00Z', end_time: null }])
    expect(await of(other)).toEqual([])
    await tenant.call(contract.deleteCompanyValidity, { params: { company_id, id } })
    expect(await of(resource_id)).toEqual([])
  })

  test('VAL-3: a kind of document of a company may have the name of its list as a prefix', async () => {
    const tenant = await server.tenant()
    const params = { company_id: await companyOf(tenant) }
    const document_type = 'DocumentType.CARGO_INSURANCE' as 'CARGO_INSURANCE'
    const document = { upload_id: await uploadOf(tenant), document_type, name: 'a.pdf' }
    await tenant.call(contract.createCompanyValidity, { params, body: { ...insurance, documents: [document] } })
    const attached = await tenant.call(contract.createCompanyDocument, { params, body: document })
    expect(attached.type).toBe('CARGO_INSURANCE')
    const { items } = await tenant.call(contract.listCompanyDocuments, { params, query: {} })
    expect(items.map(({ type }) => type)).toEqual(['CARGO_INSURANCE', 'CARGO_INSURANCE'])
  })

  test('COMP: a file is attached to a company with or without a validity, and the list walks through all of them', async () => {
    const small = await startTestServer({ db: ctx.db, files: ctx.files, config: { ...ctx.config, page_size: 2 } })
    const tenant = await small.tenant()
    const company_id = await companyOf(tenant)
    const params = { company_id }
    const attach = async (name: string, validity?: typeof insurance | null) =>
      tenant.call(contract.createCompanyDocument, {
        params,
        body: { upload_id: await uploadOf(tenant), document_type: 'CARGO_INSURANCE', name, validity },
      })
    const created = [await attach('a.pdf'), await attach('b.pdf', insurance), await attach('c.pdf', null)]
    expect(created.map((one) => one.validity?.type)).toEqual([undefined, 'CARGO_INSURANCE', undefined])
    expect(created[0]).toMatchObject({
      name: 'a.pdf',
      type: 'CARGO_INSURANCE',
      subject_type: 'COMPANY',
      content_type: 'application/pdf',
    })
    const first = await tenant.call(contract.listCompanyDocuments, { params, query: {} })
    await attach('later.pdf')
    const second = await tenant.call(contract.listCompanyDocuments, { params, query: { cursor: first.next_cursor! } })
    expect([...first.items, ...second.items.slice(0, 1)]).toEqual(created)
    expect((await tenant.call(contract.listCompanyValidities, { params, query: {} })).items).toEqual([
      created[1]!.validity,
    ])
    await small.app.close()
  })

  test('COMP: a validity that ends before it begins is 422 at its path, and an unknown upload 400', async () => {
    const tenant = await server.tenant()
    const params = { company_id: await companyOf(tenant) }
    const document = { upload_id: await uploadOf(tenant), document_type: 'OTHER' as const, name: 'a.pdf' }
    const early = { ...document, validity: { ...insurance, end_time: '2023-01-01T00:00:00Z' } }
    const requested = tenant.call(contract.createCompanyDocument, { params, body: early })
    await expect(requested).rejects.toMatchObject({ status: 422, body: { errors: [{ path: 'validity.end_time' }] } })
    const unknown = tenant.call(contract.createCompanyDocument, {
      params,
      body: { ...document, upload_id: randomUUID() },
    })
    await expect(unknown).rejects.toMatchObject({ status: 400, body: { errors: [{ path: 'upload_id' }] } })
    expect((await tenant.call(contract.listCompanyDocuments, { params, query: {} })).items).toEqual([])
  })

  test('a customer’s client downloads the documents of its own company and lists nothing', async () => {
    const tenant = await server.tenant()
    const own = await companyOf(tenant)
    const customer = await tenant.callAs(['CUSTOMER'], own)
    const body = { upload_id: await uploadOf(tenant), document_type: 'OTHER' as const, name: 'a.pdf' }
    const { id } = await tenant.call(contract.createCompanyDocument, { params: { company_id: own }, body })
    // The bytes are not JSON, which the typed client cannot parse.
    await expect(customer(downloadDocument, { params: { id }, query: {} })).rejects.toThrow(UnreadableError)
    const listed = customer(contract.listCompanyDocuments, { params: { company_id: own }, query: {} })
    await expect(listed).rejects.toMatchObject({ status: 403 })
  })
})
