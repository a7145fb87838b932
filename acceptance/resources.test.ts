import type { Call } from '@cartage/contract/client'
import { createLocation } from '@cartage/contract/locations/app/record'
import {
  type AppResourceGroup,
  addResourceAllocation,
  addResourceGroup,
  changeResourceGroup,
} from '@cartage/contract/resources/app/groups'
import { resourceKinds } from '@cartage/contract/resources/kinds'
import type { AnyResource } from '@cartage/contract/resources/resource-output'
import type { SyncResponse } from '@cartage/contract/sync'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import { readWarnings } from '@cartage/contract/warnings'
import { expect, test } from 'vitest'
import { hasOperator } from './operator.ts'
import { admin } from './session.ts'
import { a, b, cartageProcess, expectProblem, instant, pathsOf, setup, type Tenant, unique, uuid4 } from './world.ts'

interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}

const root = '/v1/resources/resource'
const pathOf = (id: string) => `${root}/${id}`
const kindNames = Object.keys(resourceKinds)

const create = (body: object, tenant = a) => tenant.post<AnyResource>(root, body)
const put = (id: string, body: object, tenant = a) => tenant.send<AnyResource>('PUT', pathOf(id), { body })
const patch = (id: string, body: object, tenant = a) => tenant.send<AnyResource>('PATCH', pathOf(id), { body })
const read = async (id: string) => (await a.get<AnyResource>(pathOf(id))).body

/** Creates a van, unless the members specify another kind. */
async function createResource(members: object = {}, tenant = a): Promise<AnyResource> {
  const isKind = kindNames.some((kind) => kind in members)
  const answer = await create({ name: unique('Resource'), ...(isKind ? {} : { van: {} }), ...members }, tenant)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Reads all pages of a list. */
async function walk(query: string, tenant: Tenant = a, path = root): Promise<AnyResource[]> {
  const items: AnyResource[] = []
  let next = query
  for (;;) {
    const { status, body, text } = await tenant.get<Page<AnyResource>>(`${path}${next}`)
    expect(status, text).toBe(200)
    items.push(...body.items)
    if (body.next_cursor === null) return items
    expect(body.next_cursor).toMatch(/^[\w.~-]+$/)
    next = `?cursor=${body.next_cursor}`
  }
}

let person: Promise<Call> | undefined

/** Client of a user of tenant a, who creates extras, locations and groups. */
function people(): Promise<Call> {
  person ??= admin(a)
  return person
}

const group = async (name = unique('Group'), code?: string): Promise<AppResourceGroup> =>
  (await people())(addResourceGroup, { body: { name, code } })

const archiveGroup = async ({ id }: AppResourceGroup) =>
  (await people())(changeResourceGroup, { params: { resource_group_id: id }, body: { is_archived: true } })

async function extra(code = unique('EXTRA')): Promise<string> {
  await (await people())(createSetting, { params: { kind: 'extras' }, body: { code, name: `Extra ${code}` } })
  return code
}

const namesOf = ({ resource_groups }: AnyResource) => resource_groups!.map(({ name }) => name)
const codesOf = ({ extras }: AnyResource) => extras!.map(({ code }) => code)

test.each(Object.entries(resourceKinds))(
  'CLIENT-7, CLIENT-8, CLIENT-9: a resource with %s is of type %s and shows that kind object only',
  async (kind, type) => {
    const one = await createResource({ [kind]: {} })
    expect(one).toMatchObject({ row_id: one.id, name: expect.any(String), type, resource_type: type })
    expect(one.id).toMatch(uuid4)
    expect(one.timestamp_updated).toMatch(instant)
    expect(kindNames.filter((name) => name in one)).toEqual([kind])
    expect(await read(one.id)).toEqual(one)
  },
)

test('CLIENT-10: decimals are returned as text; billing_entity is complete', async () => {
  const truck = { tare_weight_kg: 7400, exterior_length_m: '13.60', emission_class: 'EURO_6', roof_type: 'FLATBED' }
  const one = await createResource({ truck })
  expect(one.truck).toMatchObject({ ...truck, tare_weight_kg: '7400' })
  const members = ['id', 'legal_name', 'vat_number', 'code', 'company_registration_number', 'is_default']
  expect(Object.keys(one.billing_entity!).sort()).toEqual(members.sort())
})

test('CLIENT-11: custom fields, licence plate and name come back in the list', async () => {
  const external_id = unique('E')
  const custom_fields = { depot: 'Gent', seats: 3, tags: ['x', null] }
  const one = await createResource({ external_id, custom_fields, van: { license_plate: '1-ABC-234' } })
  const [listed] = await walk(`?external_id=${external_id}`)
  expect(listed).toEqual(one)
  expect(listed).toMatchObject({ custom_fields, name: one.name, van: { license_plate: '1-ABC-234' } })
})

test('CLIENT-12, CLIENT-22: a resource of another tenant is 404 for every operation, the same as an unknown one', async () => {
  const one = await createResource()
  for (const id of [one.id, '7f8a2d57-0c3f-4e0c-8a52-6d1f0d0f8b11']) {
    expectProblem(await b.get(pathOf(id)), 404)
    expectProblem(await put(id, { name: 'x', van: {} }, b), 404)
    expectProblem(await patch(id, { name: 'x' }, b), 404)
    expectProblem(await b.send('DELETE', pathOf(id)), 404)
  }
  expect(await read(one.id)).toEqual(one)
})

test('a create without kind and type is 422; a type alone is enough, and must fit', async () => {
  expectProblem(await create({ name: 'x' }), 422)
  expect((await create({ name: 'x', resource_type: 'DRIVER' })).body).toHaveProperty('driver')
  expect(pathsOf(expectProblem(await create({ name: 'x', van: {}, resource_type: 'RIGID' }), 422))).toEqual([
    'resource_type',
  ])
})

test.each(['note', 'external_id', 'name', 'locale'])('RES-1: %s = null is 422 with an item for it', async (field) => {
  const one = await createResource()
  const body = { name: 'x', van: {}, [field]: null }
  for (const answer of [await create(body), await put(one.id, body), await patch(one.id, body)]) {
    expect(pathsOf(expectProblem(answer, 422))).toEqual([field])
  }
  expect(await read(one.id)).toEqual(one)
})

test('RES-2: omitted note and external_id are stored as "" by POST and PUT; a PATCH leaves them', async () => {
  const one = await createResource()
  expect(one).toMatchObject({ note: '', external_id: '' })
  await patch(one.id, { note: 'n', external_id: 'e' })
  expect((await patch(one.id, { code: 'c' })).body).toMatchObject({ note: 'n', external_id: 'e' })
  expect((await put(one.id, { name: 'x', van: {} })).body).toMatchObject({ note: '', external_id: '' })
})

test('RES-3: resource_groups is a list, empty without a group, and may hold several', async () => {
  const one = await createResource()
  expect(one.resource_groups).toEqual([])
  const [north, south] = [await group('acc North'), await group('acc South')]
  for (const { id } of [south, north]) {
    await (await people())(addResourceAllocation, {
      body: { kind: 'COMBINED', resource_ids: [one.id, (await createResource()).id], resource_group_id: id },
    })
  }
  expect(namesOf(await read(one.id))).toEqual(['acc North', 'acc South'])
})

test('RES-4: resource_group {id} sets, null removes, absent leaves', async () => {
  const [north, one] = [await group('North', 'N'), await createResource()]
  const set = await patch(one.id, { resource_group: { id: north.id } })
  expect(set.body.resource_groups).toEqual([{ id: north.id, name: 'North', code: 'N' }])
  expect(namesOf((await patch(one.id, { note: 'n' })).body)).toEqual(['North'])
  const south = await group('South')
  expect(namesOf((await patch(one.id, { resource_group: { id: south.id } })).body)).toEqual(['South'])
  expect((await patch(one.id, { resource_group: null })).body.resource_groups).toEqual([])
})

test('RES-5: only the fixed allocation is changed; rotations and combinations stay', async () => {
  const [x, y, fixed, one] = [await group('X'), await group('Y'), await group('Fixed'), await createResource()]
  const turns = [x, y].map(({ id }) => ({ resource_group_id: id, days: 7 }))
  const body = { kind: 'ROTATING' as const, resource_id: one.id, starts_on: '2026-01-05', turns }
  await (await people())(addResourceAllocation, { body })
  expect(namesOf((await patch(one.id, { resource_group: { id: fixed.id } })).body)).toEqual(['Fixed', 'X', 'Y'])
  expect(namesOf((await patch(one.id, { resource_group: null })).body)).toEqual(['X', 'Y'])
})

test('RES-6: an unknown or archived group is 400 with a message that names the id', async () => {
  const [old, one] = [await group(), await createResource()]
  await archiveGroup(old)
  for (const id of [old.id, '7f8a2d57-0c3f-4e0c-8a52-6d1f0d0f8b11']) {
    const problem = expectProblem(await patch(one.id, { name: 'new', resource_group: { id } }), 400)
    expect(problem.message).toContain(id)
  }
  expect(await read(one.id)).toEqual(one)
})

test('RES-7: groups may share name and code; archived ones are not listed; the three paths answer the same', async () => {
  const name = unique('Twin')
  const groups = [await group(name, 'T'), await group(name, 'T'), await group(name, 'T')]
  await archiveGroup(groups[2]!)
  for (const path of ['/v1/resource_groups', '/v1/resources/resource_groups', '/resource_groups']) {
    const listed = (await walk('', a, path)).filter((one) => one.name === name)
    expect(listed).toEqual(groups.slice(0, 2).map(({ id }) => ({ id, name, code: 'T' })))
    expect((await walk('', b, path)).filter((one) => one.name === name)).toEqual([])
  }
})

test('RES-8: moving between groups puts nothing in the log of events', async () => {
  const log = async () => (await a.get<{ resume_cursor: string }>('/v1/events')).body.resume_cursor
  const cursor = await log()
  const one = await createResource()
  await patch(one.id, { resource_group: { id: (await group()).id } })
  const { body } = await a.get<Page<{ entity_id: string }>>(`/v1/events?cursor=${cursor}`)
  expect(body.items.filter(({ entity_id }) => entity_id === one.id)).toEqual([])
})

test('RES-9: sent extras replace the list, omitted ones stay, an empty list removes them; POST, PUT and PATCH', async () => {
  const [lift, gps] = [await extra(), await extra()]
  const one = await createResource({ extras: [{ code: lift }, { code: gps }] })
  expect(codesOf(one)).toEqual([lift, gps])
  expect(one.extras![0]).toEqual({ id: expect.stringMatching(uuid4), code: lift, name: `Extra ${lift}` })
  for (const write of [put, patch]) {
    const send = async (more: object) => codesOf((await write(one.id, { name: 'x', ...more })).body)
    expect(await send({ extras: [{ code: gps }] })).toEqual([gps])
    expect(await send({})).toEqual([gps])
    expect(await send({ extras: [] })).toEqual([])
    expect(await send({})).toEqual([])
  }
})

test('RES-10: an extra code that several extras share is 400 with a message; so is an unknown one', async () => {
  const code = await extra()
  await extra(code)
  for (const wrong of [code, unique('NEVER')]) {
    expect(expectProblem(await create({ name: 'x', van: {}, extras: [{ code: wrong }] }), 400).message).toContain(wrong)
  }
})

test('RES-11: DELETE archives with 204: not listed, still readable, no longer changeable', async () => {
  const external_id = unique('E')
  const one = await createResource({ external_id })
  for (let times = 0; times < 2; times += 1) expect((await a.send('DELETE', pathOf(one.id))).status).toBe(204)
  expect(await walk(`?external_id=${external_id}`)).toEqual([])
  expect(await read(one.id)).toMatchObject({ id: one.id, is_active: false })
  expectProblem(await patch(one.id, { name: 'x' }), 400)
  expectProblem(await put(one.id, { name: 'x' }), 400)
})

test('RES-12, CLIENT-16: every filter, alone and together', async () => {
  const [one, other] = [unique('E'), unique('E')]
  const ids = [
    (await createResource({ external_id: one, driver: {} })).id,
    (await createResource({ external_id: one, truck: {} })).id,
    (await createResource({ external_id: other, van: {} })).id,
  ]
  const found = async (query: string) => {
    const listed = (await walk(query)).map(({ id }) => id)
    return ids.map((id) => listed.filter((found) => found === id).length)
  }
  const both = `external_id:in=${one},${other}`
  expect(await found(`?external_id=${one}`)).toEqual([1, 1, 0])
  expect(await found(`?${both}`)).toEqual([1, 1, 1])
  expect(await found(`?external_id%3Ain=${one}%2C${other}`)).toEqual([1, 1, 1])
  expect(await found('?resource_type=RIGID')).toEqual([0, 1, 0])
  expect(await found('?resource_type:in=DRIVER,VAN')).toEqual([1, 0, 1])
  expect(await found(`?${both}&resource_type=VAN`)).toEqual([0, 0, 1])
  for (const past of ['2025-01-01T00:00:00Z', '2025-01-01T00:00:00', '2025-01-01+00:00:00%2B00:00']) {
    expect(await found(`?${both}&updated_after=${past}`)).toEqual([1, 1, 1])
  }
  expect(await found('?updated_after=2999-01-01T00:00:00Z')).toEqual([0, 0, 0])
  expectProblem(await a.get(`${root}?resource_type=TRUCK`), 422)
  expectProblem(await a.get(`${root}?resource_type:in=VAN,TRUCK`), 422)
  expectProblem(await a.get(`${root}?updated_after=soon`), 422)
})

test('RES-13: each group once, sorted by name; past and future allocations count, archived groups do not', async () => {
  const [zulu, alpha, gone, one] = [
    await group('Zulu'),
    await group('Alpha'),
    await group('Gone'),
    await createResource(),
  ]
  const fixed = async ({ id }: AppResourceGroup, starts_on?: string, ends_on?: string) =>
    (await people())(addResourceAllocation, {
      body: { kind: 'FIXED', resource_id: one.id, resource_group_id: id, starts_on, ends_on },
    })
  await fixed(zulu, '2019-01-01', '2019-12-31')
  await fixed(zulu, '2020-01-01', '2020-12-31')
  await fixed(alpha, '2098-01-01', '2098-12-31')
  await fixed(gone, '2099-01-01')
  await archiveGroup(gone)
  expect(namesOf(await read(one.id))).toEqual(['Alpha', 'Zulu'])
})

test('RES-14: without billing_entity a created resource gets the default one; an unknown code is 400', async () => {
  expect((await createResource()).billing_entity).toMatchObject({ is_default: true })
  expectProblem(await create({ name: 'x', van: {}, billing_entity: { code: unique('NEVER') } }), 400)
})

test('RES-15: start_stop_location must exist; null removes it', async () => {
  const { id } = await (await people())(createLocation, {
    body: { name: unique('Depot'), city: 'Gent', country: 'BE' },
  })
  const one = await createResource({ driver: { first_name: 'Eva', start_stop_location: { id } } })
  expect(one.driver).toMatchObject({ start_stop_location: { id } })
  const wrong = { driver: { start_stop_location: { id: '7f8a2d57-0c3f-4e0c-8a52-6d1f0d0f8b11' } } }
  expectProblem(await patch(one.id, wrong), 400)
  const cleared = await patch(one.id, { driver: { start_stop_location: null } })
  expect(cleared.body.driver).toMatchObject({ first_name: 'Eva', start_stop_location: null })
})

test('CLIENT-10: subcontractor has id and row_id, and must be a company of the tenant', async () => {
  const company = await a.post<{ id: string }>('/v1/companies/company', {
    name: unique('Subco'),
    is_subcontractor: true,
    currency: 'EUR',
  })
  expect(company.status, company.text).toBe(200)
  const { id } = company.body
  const one = await createResource({ subcontractor: { row_id: id } })
  expect(one).toMatchObject({ subcontractor: { id, row_id: id }, is_external_resource: true })
  expectProblem(await create({ name: 'x', van: {}, subcontractor: { row_id: id } }, b), 400)
})

test('PUT clears omitted members, PATCH leaves them, inside the kind object too', async () => {
  const one = await createResource({ code: 'c', van: { license_plate: 'A', model: 'B' } })
  const patched = await patch(one.id, { van: { model: 'C' } })
  expect(patched.body).toMatchObject({ code: 'c', van: { license_plate: 'A', model: 'C' } })
  const replaced = await put(one.id, { name: 'x', van: { model: 'D' } })
  expect(replaced.body).toMatchObject({ code: null, van: { license_plate: null, model: 'D' } })
})

test('a suspicious container number is accepted with a warning in a header', async () => {
  const answer = await create({ name: unique('Box'), container: { container_number: 'CSQU3054380' } })
  expect(answer.status).toBe(200)
  expect(readWarnings(answer.headers)).toMatchObject([{ field: 'container.container_number' }])
})

test('PAGE-1, CLIENT-13: a long list comes in pages of 100, each resource once', async () => {
  const source = unique('source')
  const items = Array.from({ length: 230 }, (_, index) => ({
    name: `r${index}`,
    chassis: {},
    external_id: `${source}-${index}`,
  }))
  const body = { source, items }
  expect((await a.send<SyncResponse>('PUT', '/v1/resources/sync', { body })).body).toMatchObject({ created: 230 })
  const first = await a.get<Page<AnyResource>>(`${root}?resource_type=CHASSIS`)
  expect(first.body.items).toHaveLength(100)
  const mine = (await walk('?resource_type=CHASSIS')).filter(({ external_id }) => external_id!.startsWith(source))
  expect(new Set(mine.map(({ id }) => id)).size).toBe(230)
  expect(mine).toHaveLength(230)
})

test('a synchronisation makes resources match the list of a source: created, updated, deleted and unchanged, row by row', async () => {
  const source = unique('source')
  const row = (number: number, more: object = {}) => ({
    external_id: `${source}-${number}`,
    name: `Van ${number}`,
    van: {},
    ...more,
  })
  const sync = async (items: object[], more: object = {}) => {
    const answer = await a.send<SyncResponse>('PUT', '/v1/resources/sync', { body: { source, items, ...more } })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  await sync([row(1), row(2), row(3)])
  expect(await sync([row(1), row(2), row(3)])).toMatchObject({ unchanged: 3, created: 0, updated: 0, deleted: 0 })
  const items = [row(1), row(2, { note: 'new' }), row(4)]
  const change = { created: 1, updated: 1, deleted: 1, unchanged: 1 }
  expect(await sync(items, { dry_run: true })).toMatchObject({ ...change, dry_run: true })
  const done = await sync(items)
  expect(done).toMatchObject(change)
  expect(done.results.map(({ outcome }) => outcome)).toEqual(['UNCHANGED', 'UPDATED', 'CREATED', 'DELETED'])
  expect((await read(done.results[3]!.id!)).is_active).toBe(false)
  expect((await sync([row(5, { extras: [{ code: unique('NEVER') }] })])).results[0]).toMatchObject({
    outcome: 'REFUSED',
    errors: [{ path: 'items.0.extras.0.code' }],
  })
})

test.skipIf(!hasOperator)('the operator creates, lists and archives groups from the command line', async () => {
  const { slug } = setup.a.tenant
  const name = unique('Line')
  const added = await cartageProcess<AppResourceGroup>('resource-group', 'add', slug, name, '--code', 'L')
  expect(added).toMatchObject({ name, code: 'L', is_archived: false, resource_count: 0 })
  await cartageProcess('resource-group', 'archive', slug, added.id)
  const { resource_groups } = await cartageProcess<{ resource_groups: AppResourceGroup[] }>(
    'resource-group',
    'list',
    slug,
  )
  expect(resource_groups).toContainEqual({ ...added, is_archived: true })
})
