import { CallError } from '@cartage/contract/client'
import {
  archiveResource,
  createResource,
  getResource,
  listResources,
  replaceResource,
  updateResource,
} from '@cartage/contract/resources/endpoints'
import { resourceKinds } from '@cartage/contract/resources/kinds'
import { readWarnings } from '@cartage/contract/warnings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCompany, addExtra, addLocation, auditOf, resourceOf, updatedAt } from '../testing/data/fleet.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

/** The error of a refused call. */
async function refusal(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(CallError)
  return error as CallError
}

const fieldsOf = (error: CallError) => (error.body.errors ?? []).map(({ path }) => path)

describe('kinds', () => {
  test.each(Object.entries(resourceKinds))(
    'a resource with %s is %s, and shows that kind object only',
    async (kind, type) => {
      const tenant = await server.tenant()
      const created = await tenant.call(createResource, { body: { name: 'one', [kind]: {} } })
      expect(created).toMatchObject({ type, resource_type: type, row_id: created.id })
      const read = await tenant.call(getResource, { params: { resource_id: created.id } })
      expect(read).toEqual(created)
      expect(Object.keys(resourceKinds).filter((name) => name in read)).toEqual([kind])
      const { items } = await tenant.call(listResources, {})
      expect(items).toEqual([created])
    },
  )

  test('resource_type alone is enough, with or without the name of its list', async () => {
    const tenant = await server.tenant()
    const driver = await tenant.call(createResource, { body: { name: 'Eva', resource_type: 'DRIVER' } })
    expect(driver.driver).toMatchObject({ first_name: null })
    const truck = await tenant.call(createResource, { body: { name: 'T', resource_type: 'ResourceType.RIGID' } })
    expect(truck).toHaveProperty('truck')
  })

  test('null kind objects are ignored next to one that is not null', async () => {
    const tenant = await server.tenant()
    const body = { name: 'V', driver: null, tractor: null, van: { license_plate: '1-ABC-234' }, trailer: null }
    const created = await tenant.call(createResource, { body })
    expect(created).toMatchObject({ type: 'VAN', van: { license_plate: '1-ABC-234' } })
    expect(created).not.toHaveProperty('driver')
  })

  test.each([
    ['neither kind object nor type', { name: 'x' }],
    ['two kind objects', { name: 'x', van: {}, truck: {} }],
    ['a type that does not fit', { name: 'x', van: {}, resource_type: 'RIGID' }],
    ['a type that cannot be created', { name: 'x', resource_type: 'FERRY' }],
    ['an unknown type', { name: 'x', resource_type: 'TRUCK' }],
    ['a kind object that is text', { name: 'x', van: 'van' }],
    ['an invalid decimal', { name: 'x', van: { tare_weight_kg: 'heavy' } }],
    ['a value outside its list', { name: 'x', van: { fuel_type: 'COAL' } }],
  ])('%s is refused with 422', async (_, body) => {
    const tenant = await server.tenant()
    const error = await refusal(tenant.call(createResource, { body: body as never }))
    expect(error.status).toBe(422)
    expect(error.body.errors).not.toHaveLength(0)
    expect((await tenant.call(listResources, {})).items).toEqual([])
  })

  test('PUT and PATCH cannot change its kind', async () => {
    const tenant = await server.tenant()
    const created = await tenant.call(createResource, { body: { name: 'x', van: {} } })
    const params = { resource_id: created.id }
    for (const endpoint of [replaceResource, updateResource]) {
      const error = await refusal(tenant.call(endpoint, { params, body: { name: 'x', truck: {} } }))
      expect([error.status, fieldsOf(error)]).toEqual([422, ['truck']])
    }
    expect(await tenant.call(getResource, { params })).toEqual(created)
  })
})

describe('values', () => {
  test('CLIENT-10: decimals are returned as text, whether they were sent as number or text', async () => {
    const tenant = await server.tenant()
    const truck = {
      tare_weight_kg: 7400,
      capacity_volume_m3: '90.50',
      exterior_length_m: 0.0000001,
      fuel_type: 'FuelType.LPG',
    }
    const created = await tenant.call(createResource, { body: { name: 'x', truck } as never })
    expect(created.truck).toMatchObject({
      tare_weight_kg: '7400',
      capacity_volume_m3: '90.50',
      exterior_length_m: '0.0000001',
      fuel_type: 'LPG',
      roof_type: null,
    })
  })

  test.each(['note', 'external_id', 'name', 'locale'])(
    'RES-1: %s = null is refused with 422 by POST, PUT and PATCH',
    async (field) => {
      const tenant = await server.tenant()
      const created = await tenant.call(createResource, { body: { name: 'x', van: {}, note: 'n', locale: 'nl-BE' } })
      const params = { resource_id: created.id }
      const body = { name: 'x', van: {}, [field]: null } as never
      const errors = [
        await refusal(tenant.call(createResource, { body })),
        await refusal(tenant.call(replaceResource, { params, body })),
        await refusal(tenant.call(updateResource, { params, body })),
      ]
      for (const error of errors) expect([error.status, fieldsOf(error)]).toEqual([422, [field]])
      expect(await tenant.call(getResource, { params })).toEqual(created)
    },
  )

  test('RES-1: every forbidden null has an error entry', async () => {
    const tenant = await server.tenant()
    const body = { name: null, note: null, external_id: null, locale: null, van: {} } as never
    const error = await refusal(tenant.call(createResource, { body }))
    expect(fieldsOf(error).sort()).toEqual(['external_id', 'locale', 'name', 'note'])
  })

  test('RES-2: omitted note and external_id are "" after POST and PUT, and stay after PATCH', async () => {
    const tenant = await server.tenant()
    const created = await tenant.call(createResource, { body: { name: 'x', van: {} } })
    expect(created).toMatchObject({ note: '', external_id: '' })
    const params = { resource_id: created.id }
    await tenant.call(updateResource, { params, body: { note: 'n', external_id: 'e' } })
    expect(await tenant.call(updateResource, { params, body: { code: 'c' } })).toMatchObject({
      note: 'n',
      external_id: 'e',
      code: 'c',
    })
    expect(await tenant.call(replaceResource, { params, body: { name: 'x', van: {} } })).toMatchObject({
      note: '',
      external_id: '',
      code: null,
    })
  })

  test('an omitted name is refused by POST and PUT and stays with PATCH', async () => {
    const tenant = await server.tenant()
    const created = await resourceOf(tenant, { name: 'kept' })
    const params = { resource_id: created.id }
    const body = { van: {} } as never
    expect(fieldsOf(await refusal(tenant.call(createResource, { body })))).toEqual(['name'])
    expect(fieldsOf(await refusal(tenant.call(replaceResource, { params, body })))).toEqual(['name'])
    expect((await tenant.call(updateResource, { params, body: {} })).name).toBe('kept')
  })

  test('PATCH changes single members of the kind object; null clears one; a null kind object clears all', async () => {
    const tenant = await server.tenant()
    const created = await resourceOf(tenant, { van: { license_plate: 'A', model: 'B', tare_weight_kg: 1 } })
    const params = { resource_id: created.id }
    const patch = async (van: object | null) =>
      (await tenant.call(updateResource, { params, body: { van } as never })).van
    expect(await patch({ model: 'C' })).toMatchObject({ license_plate: 'A', model: 'C', tare_weight_kg: '1' })
    expect(await patch({ license_plate: null })).toMatchObject({ license_plate: null, model: 'C' })
    expect(await patch(null)).toMatchObject({ license_plate: null, model: null, tare_weight_kg: null })
  })

  test('PUT clears omitted members of the kind object, and the whole of it when it is omitted', async () => {
    const tenant = await server.tenant()
    const created = await resourceOf(tenant, { van: { license_plate: 'A', model: 'B' } })
    const params = { resource_id: created.id }
    const put = async (body: object) =>
      (await tenant.call(replaceResource, { params, body: { name: 'x', ...body } })).van
    expect(await put({ van: { model: 'C' } })).toMatchObject({ license_plate: null, model: 'C' })
    expect(await put({})).toMatchObject({ license_plate: null, model: null })
  })

  test('custom fields and integrations are returned as they were sent, and a PATCH replaces them as a whole', async () => {
    const tenant = await server.tenant()
    const custom_fields = { b: 1.5, a: [null, { deep: true }], text: 'é' }
    const created = await resourceOf(tenant, { custom_fields, integrations: { telematics: { unit: '7' } } })
    expect(created).toMatchObject({ custom_fields, integrations: { telematics: { unit: '7' } } })
    const params = { resource_id: created.id }
    const patched = await tenant.call(updateResource, { params, body: { custom_fields: { c: 1 }, integrations: null } })
    expect(patched).toMatchObject({ custom_fields: { c: 1 }, integrations: null })
    expect((await tenant.call(listResources, {})).items[0]).toEqual(patched)
  })

  test('a locale that is not a language is refused', async () => {
    const tenant = await server.tenant()
    const error = await refusal(tenant.call(createResource, { body: { name: 'x', van: {}, locale: 'Dutch' } }))
    expect(fieldsOf(error)).toEqual(['locale'])
  })

  test('a suspicious container number is accepted, with a warning in a header', async () => {
    const tenant = await server.tenant()
    const send = (container_number: string) =>
      server.app.inject({
        method: 'POST',
        url: '/v1/resources/resource',
        headers: { authorization: `Bearer ${tenant.token}` },
        payload: { name: 'box', container: { container_number, iso_code: '45G1' } },
      })
    const odd = await send('CSQU3054380')
    expect(odd.statusCode).toBe(200)
    const headers = new Headers({ 'cartage-warnings': String(odd.headers['cartage-warnings']) })
    expect(readWarnings(headers)).toMatchObject([{ field: 'container.container_number' }])
    expect((await send('CSQU3054383')).headers).not.toHaveProperty('cartage-warnings')
  })
})

describe('references', () => {
  test('RES-9: extras replace the list, omitted ones stay, an empty list removes them; with POST, PUT and PATCH', async () => {
    const tenant = await server.tenant()
    for (const code of ['LIFT', 'ADR', 'GPS']) await addExtra(tenant, code)
    const codes = (resource: { extras?: { code: string }[] }) => resource.extras!.map(({ code }) => code)
    const created = await resourceOf(tenant, { extras: [{ code: 'LIFT' }, { code: 'ADR' }] })
    expect(codes(created)).toEqual(['LIFT', 'ADR'])
    const params = { resource_id: created.id }
    const put = async (more: object) =>
      codes(await tenant.call(replaceResource, { params, body: { name: 'x', ...more } }))
    const patch = async (more: object) => codes(await tenant.call(updateResource, { params, body: more as never }))
    expect(await put({})).toEqual(['LIFT', 'ADR'])
    expect(await put({ extras: [{ code: 'GPS' }] })).toEqual(['GPS'])
    expect(await patch({})).toEqual(['GPS'])
    expect(await patch({ extras: [{ code: 'ADR' }, { code: 'GPS' }, { code: 'ADR' }] })).toEqual(['ADR', 'GPS'])
    expect(await patch({ extras: [] })).toEqual([])
    expect(await put({ extras: [{ code: 'LIFT' }] })).toEqual(['LIFT'])
    expect(await put({ extras: [] })).toEqual([])
  })

  test('RES-10: a code that several extras share is refused with 400 and a message; so is an unknown one', async () => {
    const tenant = await server.tenant()
    await addExtra(tenant, 'TWICE')
    await addExtra(tenant, 'TWICE')
    const send = (code: string) => refusal(resourceOf(tenant, { extras: [{ code }] }))
    expect(await send('TWICE')).toMatchObject({ status: 400, body: { code: 'extra_ambiguous' } })
    expect(await send('NEVER')).toMatchObject({ status: 400, body: { code: 'extra_unknown' } })
    expect((await send('NEVER')).body.message).toContain('NEVER')
    expect((await tenant.call(listResources, {})).items).toEqual([])
  })

  test('RES-14: without a billing entity the default one is used, shown completely', async () => {
    const tenant = await server.tenant()
    const created = await resourceOf(tenant)
    expect(created.billing_entity).toMatchObject({ is_default: true, vat_number: expect.any(String) })
    const { code } = created.billing_entity!
    const params = { resource_id: created.id }
    expect((await tenant.call(updateResource, { params, body: { billing_entity: { code } } })).billing_entity).toEqual(
      created.billing_entity,
    )
    expect(await refusal(resourceOf(tenant, { billing_entity: { code: 'NEVER' } }))).toMatchObject({
      status: 400,
      body: { code: 'billing_entity_unknown' },
    })
  })

  test('RES-15: start_stop_location must exist; null removes it and absent keeps it', async () => {
    const tenant = await server.tenant()
    const id = await addLocation(tenant)
    const created = await resourceOf(tenant, { driver: { first_name: 'Eva', start_stop_location: { id } } })
    expect(created.driver).toMatchObject({ start_stop_location: { id } })
    const params = { resource_id: created.id }
    const patch = async (driver: object) =>
      (await tenant.call(updateResource, { params, body: { driver } as never })).driver
    expect(await patch({ last_name: 'B' })).toMatchObject({ first_name: 'Eva', start_stop_location: { id } })
    expect(await patch({ start_stop_location: null })).toMatchObject({ first_name: 'Eva', start_stop_location: null })
    const unknown = crypto.randomUUID()
    expect(await refusal(patch({ start_stop_location: { id: unknown } }))).toMatchObject({
      status: 400,
      body: { code: 'location_unknown' },
    })
    expect((await refusal(patch({ start_stop_location: { id: 'here' } }))).status).toBe(422)
  })

  test('a subcontractor must be a company of the tenant, and makes the resource external', async () => {
    const [tenant, other] = [await server.tenant(), await server.tenant()]
    const row_id = await addCompany(tenant)
    const created = await resourceOf(tenant, { subcontractor: { row_id } })
    expect(created).toMatchObject({ subcontractor: { id: row_id, row_id }, is_external_resource: true })
    const params = { resource_id: created.id }
    expect(await tenant.call(updateResource, { params, body: { subcontractor: null } })).toMatchObject({
      subcontractor: null,
      is_external_resource: false,
    })
    const foreign = await refusal(resourceOf(other, { subcontractor: { row_id } }))
    expect(foreign).toMatchObject({ status: 400, body: { code: 'company_unknown' } })
  })
})

describe('DELETE', () => {
  test('RES-11: archives: 204, not listed, still read by id, and no longer changeable', async () => {
    const tenant = await server.tenant()
    const created = await resourceOf(tenant)
    const params = { resource_id: created.id }
    await tenant.call(archiveResource, { params })
    await tenant.call(archiveResource, { params })
    expect((await tenant.call(listResources, {})).items).toEqual([])
    expect(await tenant.call(getResource, { params })).toMatchObject({ id: created.id, is_active: false })
    for (const endpoint of [replaceResource, updateResource]) {
      expect((await refusal(tenant.call(endpoint, { params, body: { name: 'y' } }))).status).toBe(400)
    }
  })
})

test('unknown, foreign and malformed ids are 404 for every operation', async () => {
  const [tenant, other] = [await server.tenant(), await server.tenant()]
  const created = await resourceOf(tenant)
  for (const resource_id of [created.id, crypto.randomUUID(), 'not-an-id']) {
    const params = { resource_id }
    const calls = [
      other.call(getResource, { params }),
      other.call(replaceResource, { params, body: { name: 'x', van: {} } }),
      other.call(updateResource, { params, body: { name: 'x' } }),
      other.call(archiveResource, { params }),
    ]
    for (const error of await Promise.all(calls.map(refusal))) expect(error.status).toBe(404)
  }
  expect((await tenant.call(getResource, { params: { resource_id: created.id } })).is_active).toBe(true)
})

test('a change without an effect leaves timestamp_updated alone; a real one does not', async () => {
  const tenant = await server.tenant()
  const created = await resourceOf(tenant, { code: 'c' })
  const params = { resource_id: created.id }
  const instants = async () => tenant.asTenant((tx) => updatedAt(tx, created.id))
  const before = await instants()
  await tenant.call(updateResource, { params, body: { code: 'c' } })
  expect(await instants()).toBe(before)
  await tenant.call(updateResource, { params, body: { code: 'd' } })
  expect(await instants()).not.toBe(before)
})

test('every write leaves an entry in the audit trail, and one without an effect leaves none', async () => {
  const tenant = await server.tenant()
  const created = await resourceOf(tenant, { name: 'old' })
  const params = { resource_id: created.id }
  await tenant.call(updateResource, { params, body: { name: 'new' } })
  await tenant.call(updateResource, { params, body: { name: 'new' } })
  await tenant.call(archiveResource, { params })
  const entries = await tenant.asTenant((tx) => auditOf(tx, created.id))
  expect(entries.map(({ action }) => action)).toEqual(['created', 'updated', 'archived'])
  expect(entries[1]!.changes).toMatchObject({ name: { before: 'old', after: 'new' } })
})
