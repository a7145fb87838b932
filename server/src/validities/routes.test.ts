import { randomUUID } from 'node:crypto'
import { createResource } from '@cartage/contract/resources/endpoints'
import {
  deleteUnavailability,
  listUnavailabilities,
  replaceUnavailability,
} from '@cartage/contract/unavailabilities/endpoints'
import * as contract from '@cartage/contract/validities/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { pdf, uploadFile } from '../testing/data/files.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
const { app, ctx } = server
afterAll(() => server.close())

const licence = {
  start_time: '2020-01-01T00:00:00Z',
  end_time: '2099-01-01T00:00:00Z',
  legal_end_time: '2099-06-01T00:00:00Z',
  type: 'DRIVER_DRIVING_LICENSE' as const,
}
const ended = { ...licence, end_time: '2024-03-01T00:00:00Z', generate_unavailability: true }

const driverOf = async (tenant: TestTenant) =>
  (await tenant.call(createResource, { body: { name: 'Driver', resource_type: 'DRIVER', driver: {} } as never })).id
const uploadOf = (tenant: TestTenant, text = 'paper') =>
  uploadFile(app, tenant, { bytes: pdf(text), name: 'paper.pdf', type: 'application/pdf' })

async function world() {
  const tenant = await server.tenant()
  const resource_id = await driverOf(tenant)
  const { call } = tenant
  return {
    tenant,
    resource_id,
    call,
    create: (body: Parameters<typeof call<typeof contract.createResourceValidity>>[1]['body']) =>
      call(contract.createResourceValidity, { params: { resource_id }, body }),
    replace: (id: string, body: Parameters<typeof call<typeof contract.replaceResourceValidity>>[1]['body']) =>
      call(contract.replaceResourceValidity, { params: { resource_id, id }, body }),
    remove: (id: string) => call(contract.deleteResourceValidity, { params: { resource_id, id } }),
    list: (query = {}) => call(contract.listResourceValidities, { params: { resource_id }, query }),
    documents: (id: string) => call(contract.listResourceValidityDocuments, { params: { resource_id, id } }),
    unavailabilities: async () => (await call(listUnavailabilities, { params: { resource_id }, query: {} })).items,
  }
}

describe('validities of resources', () => {
  test('VAL-1: planning end and legal end are separate, and returned as they were sent', async () => {
    const { create, list, call, resource_id } = await world()
    const created = await create({ ...licence, external_id: 'L-1', description: 'Class C' })
    const expected = {
      ...licence,
      id: created.id,
      generate_unavailability: false,
      external_id: 'L-1',
      description: 'Class C',
    }
    expect(created).toEqual(expected)
    expect(await call(contract.getResourceValidity, { params: { resource_id, id: created.id } })).toEqual(expected)
    expect(await list()).toEqual({ items: [expected], next_cursor: null })
  })

  test('a validity requires only a start and a type; omitted members are null and false', async () => {
    const { create } = await world()
    const created = await create({ start_time: '2024-01-01T00:00:00Z', type: 'FUEL_CARD' })
    expect(created).toMatchObject({
      end_time: null,
      legal_end_time: null,
      generate_unavailability: false,
      external_id: null,
      description: null,
    })
  })

  test('SENSE-4: an implausible start is stored with a warning', async () => {
    const { tenant, resource_id, list } = await world()
    const answer = await app.inject({
      ...{ method: 'POST', url: `/v1/resources/resource/${resource_id}/validity` },
      headers: { authorization: `Bearer ${tenant.token}` },
      payload: { start_time: '1899-12-30T00:00:00Z', type: 'FUEL_CARD' },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(JSON.parse(String(answer.headers['cartage-warnings']))).toMatchObject([
      { field: 'start_time', code: 'odd_day' },
    ])
    expect((await list()).items).toHaveLength(1)
  })

  test.each(['end_time', 'legal_end_time'])('a %s before start_time is 422 on it and stores nothing', async (name) => {
    const { create, list } = await world()
    const requested = create({ ...licence, [name]: '2019-12-31T23:59:59Z' })
    await expect(requested).rejects.toMatchObject({ status: 422, body: { errors: [{ path: name }] } })
    expect((await list()).items).toEqual([])
  })

  test('VAL-3: documents are referenced by upload_id; PUT adds to them; they can be downloaded', async () => {
    const { tenant, create, replace, documents } = await world()
    const document = async (name: string) => ({
      upload_id: await uploadOf(tenant, name),
      document_type: 'DRIVER_DRIVING_LICENSE' as const,
      name,
    })
    const { id } = await create({ ...licence, documents: [await document('front.pdf')] })
    await replace(id, { ...licence, documents: [await document('back.pdf')] })
    await replace(id, licence)
    const found = await documents(id)
    expect(found.map(({ name, subject_type, content_type }) => [name, subject_type, content_type])).toEqual([
      ['front.pdf', 'RESOURCE', 'application/pdf'],
      ['back.pdf', 'RESOURCE', 'application/pdf'],
    ])
    const answer = await app.inject({
      url: found[1]!.download_url!,
      headers: { authorization: `Bearer ${tenant.token}` },
    })
    expect(answer.rawPayload).toEqual(pdf('back.pdf'))
  })

  test('VAL-3: a kind of document may have the name of its list as a prefix', async () => {
    const { tenant, create, documents } = await world()
    const document_type = 'DocumentType.DRIVER_CARD' as 'DRIVER_CARD'
    const document = { upload_id: await uploadOf(tenant), document_type, name: 'card.pdf' }
    const { id } = await create({ ...licence, documents: [document] })
    expect((await documents(id)).map(({ type }) => type)).toEqual(['DRIVER_CARD'])
  })

  test('VAL-3: an unknown upload and one of another tenant are refused alike, and nothing is stored', async () => {
    const { create, list } = await world()
    const foreign = await uploadOf(await server.tenant())
    for (const upload_id of [randomUUID(), foreign]) {
      const document = { upload_id, document_type: 'OTHER' as const, name: 'a.pdf' }
      const requested = create({ ...licence, documents: [document] })
      await expect(requested).rejects.toMatchObject({
        status: 400,
        body: { code: 'upload_unknown', errors: [{ path: 'documents.0.upload_id' }] },
      })
    }
    expect((await list()).items).toEqual([])
  })

  test('PUT replaces everything except the id and the documents', async () => {
    const { create, replace } = await world()
    const { id } = await create({ ...licence, external_id: 'L-1', description: 'Class C' })
    expect(await replace(id, { start_time: '2024-01-01T00:00:00Z', type: 'FUEL_CARD' })).toEqual({
      id,
      start_time: '2024-01-01T00:00:00Z',
      end_time: null,
      legal_end_time: null,
      generate_unavailability: false,
      type: 'FUEL_CARD',
      external_id: null,
      description: null,
    })
  })

  test('a removed validity is unknown from then on', async () => {
    const { create, remove, list, call, resource_id } = await world()
    const { id } = await create(licence)
    await remove(id)
    await expect(remove(id)).rejects.toMatchObject({ status: 404 })
    await expect(call(contract.getResourceValidity, { params: { resource_id, id } })).rejects.toMatchObject({
      status: 404,
    })
    expect((await list()).items).toEqual([])
  })

  test('the filters select overlap with the time up to the planning end', async () => {
    const { create, list } = await world()
    const old = await create({
      start_time: '2020-01-01T00:00:00Z',
      end_time: '2021-01-01T00:00:00Z',
      type: 'FUEL_CARD',
    })
    const open = await create({ start_time: '2022-01-01T00:00:00Z', type: 'FUEL_CARD' })
    const idsOf = async (query: object) => (await list(query)).items.map((item) => item.id)
    expect(await idsOf({ start_time: '2020-06-01T00:00:00Z' })).toEqual([old.id, open.id])
    expect(await idsOf({ start_time: '2021-01-01T00:00:00Z' })).toEqual([open.id])
    expect(await idsOf({ end_time: '2022-01-01T00:00:00Z' })).toEqual([old.id])
    expect(await idsOf({ start_time: '2021-01-01T00:00:00Z', end_time: '2022-01-01T00:00:00Z' })).toEqual([])
  })

  test('PAGE-3: each validity that exists at the first page is listed exactly once, whatever is added and removed', async () => {
    const small = await startTestServer({ db: ctx.db, files: ctx.files, config: { ...ctx.config, page_size: 2 } })
    const tenant = await small.tenant()
    const resource_id = await driverOf(tenant)
    const create = () => tenant.call(contract.createResourceValidity, { params: { resource_id }, body: licence })
    const ids: string[] = []
    for (let count = 0; count < 7; count += 1) ids.push((await create()).id)
    const seen: string[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < 20; pages += 1) {
      const answer = await tenant.call(contract.listResourceValidities, { params: { resource_id }, query: { cursor } })
      seen.push(...answer.items.map((item) => item.id))
      await create()
      if (pages === 0) await tenant.call(contract.deleteResourceValidity, { params: { resource_id, id: ids[0]! } })
      if (answer.next_cursor === null || seen.length >= 7) break
      cursor = answer.next_cursor
    }
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids)
    const other = await driverOf(tenant)
    const requested = tenant.call(contract.listResourceValidities, {
      params: { resource_id: other },
      query: { cursor },
    })
    await expect(requested).rejects.toMatchObject({ status: 422 })
    await small.app.close()
  })

  test('an unknown or foreign resource or validity, or one of another resource, is 404 everywhere', async () => {
    const { create, tenant } = await world()
    const { id } = await create(licence)
    const other = await driverOf(tenant)
    for (const [call, resource_id] of [
      [tenant.call, other],
      [tenant.call, randomUUID()],
      [(await server.tenant()).call, randomUUID()],
    ] as const) {
      const params = { resource_id, id }
      const requested = [
        () => call(contract.getResourceValidity, { params }),
        () => call(contract.replaceResourceValidity, { params, body: licence }),
        () => call(contract.deleteResourceValidity, { params }),
        () => call(contract.listResourceValidityDocuments, { params }),
      ]
      for (const ask of requested) await expect(ask()).rejects.toMatchObject({ status: 404 })
    }
  })
})

describe('unavailabilities created by validities', () => {
  test('VAL-2: one is created once the planning end has passed, from there on and without end, and only once', async () => {
    const { create, unavailabilities } = await world()
    await create(ended)
    await create({ ...licence, generate_unavailability: true })
    await create({ ...ended, generate_unavailability: false })
    await server.drain()
    await server.drain()
    expect(await unavailabilities()).toMatchObject([
      { start_time: '2024-03-01T00:00:00Z', end_time: null, reason: 'DRIVER_OTHER' },
    ])
  })

  test('VAL-2: a validity whose type is also a reason gives that reason', async () => {
    const { create, unavailabilities } = await world()
    await create({ ...ended, type: 'DRIVER_MEDICAL_EXAM' })
    await server.drain()
    expect((await unavailabilities()).map((item) => item.reason)).toEqual(['DRIVER_MEDICAL_EXAM'])
  })

  test('VAL-2: the clock of the database decides, and a later end creates it later', async () => {
    const { tenant, create, unavailabilities } = await world()
    const { id } = await create({ ...licence, generate_unavailability: true })
    await server.drain()
    expect(await unavailabilities()).toEqual([])
    const timePasses = statement(
      'test.validity_ends',
      `update validity set end_at = now() - interval '1 second' where tenant_id = $1 and validity_id = $2`,
    )
    await tenant.asTenant((tx) => tx.query(timePasses, id))
    await server.drain()
    expect(await unavailabilities()).toHaveLength(1)
  })

  test('it moves with the planning end, and keeps an end set by people', async () => {
    const { create, replace, unavailabilities, call, resource_id } = await world()
    const { id } = await create(ended)
    await server.drain()
    const [created] = await unavailabilities()
    const end_time = '2024-12-01T00:00:00Z'
    const params = { resource_id, id: created!.id }
    await call(replaceUnavailability, { params, body: { ...created!, end_time } })
    await replace(id, { ...ended, end_time: '2024-04-01T00:00:00Z' })
    expect(await unavailabilities()).toMatchObject([{ id: created!.id, start_time: '2024-04-01T00:00:00Z', end_time }])
    await replace(id, { ...ended, end_time: '2025-01-01T00:00:00Z' })
    expect(await unavailabilities()).toMatchObject([
      { id: created!.id, start_time: '2025-01-01T00:00:00Z', end_time: null },
    ])
  })

  test.each([
    ['a planning end in the future', { end_time: '2099-01-01T00:00:00Z' }],
    ['no planning end', { end_time: null }],
    ['the flag off', { generate_unavailability: false }],
  ])('it is removed with %s, and created again when the validity ends again', async (_, change) => {
    const { create, replace, unavailabilities } = await world()
    const { id } = await create(ended)
    await server.drain()
    await replace(id, { ...ended, ...change })
    await server.drain()
    expect(await unavailabilities()).toEqual([])
    await replace(id, ended)
    await server.drain()
    expect(await unavailabilities()).toHaveLength(1)
  })

  test('it is removed with the validity', async () => {
    const { create, remove, unavailabilities } = await world()
    const { id } = await create(ended)
    await server.drain()
    await remove(id)
    await server.drain()
    expect(await unavailabilities()).toEqual([])
  })

  test('one removed by people stays removed until the validity ends at another moment', async () => {
    const { create, replace, unavailabilities, call, resource_id } = await world()
    const { id } = await create(ended)
    await server.drain()
    const [created] = await unavailabilities()
    await call(deleteUnavailability, { params: { resource_id, id: created!.id } })
    await replace(id, { ...ended, description: 'changed' })
    await server.drain()
    expect(await unavailabilities()).toEqual([])
    await replace(id, { ...ended, end_time: '2024-05-01T00:00:00Z' })
    await server.drain()
    expect(await unavailabilities()).toMatchObject([{ start_time: '2024-05-01T00:00:00Z' }])
  })

  test('two processes at the same moment create one', async () => {
    const { create, unavailabilities } = await world()
    await create(ended)
    await Promise.all([server.drain(), server.drain(), server.drain()])
    expect(await unavailabilities()).toHaveLength(1)
  })
})
