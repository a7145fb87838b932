import type { Call } from '@cartage/contract/client'
import {
  type AppResourceGroup,
  addResourceAllocation,
  addResourceGroup,
  archiveResourceAllocation,
  changeResourceGroup,
  endResourceAllocation,
  listGroupSettings,
  listResourceAllocations,
  type NewResourceAllocation,
} from '@cartage/contract/resources/app/groups'
import { getResource, listResourceGroups, listResources, updateResource } from '@cartage/contract/resources/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resourceOf } from '../../testing/data/fleet.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

/** A tenant with a planner, who creates groups and allocations. */
async function planned() {
  const tenant = await server.tenant()
  const planner = await tenant.user('PLANNER')
  const group = (name: string, code?: string) => planner(addResourceGroup, { body: { name, code } })
  const allocate = async (body: NewResourceAllocation) => (await planner(addResourceAllocation, { body })).items
  return { tenant, planner, group, allocate }
}

const groupsOf = async (tenant: TestTenant, resource_id: string) =>
  (await tenant.call(getResource, { params: { resource_id } })).resource_groups!.map(({ name }) => name)

const setGroup = (tenant: TestTenant, resource_id: string, group: AppResourceGroup | null) =>
  tenant.call(updateResource, { params: { resource_id }, body: { resource_group: group && { id: group.id } } })

const statusOf = async (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: { status: number }) => error.status,
  )

describe('list', () => {
  test('RES-7: names and codes need not be unique; archived groups are not listed; all three paths answer the same', async () => {
    const { tenant, planner, group } = await planned()
    const created = [await group('North', 'N'), await group('North', 'N'), await group('Old')]
    await planner(changeResourceGroup, { params: { resource_group_id: created[2]!.id }, body: { is_archived: true } })
    const page = await tenant.call(listResourceGroups, {})
    expect(page).toEqual({
      items: created.slice(0, 2).map(({ id }) => ({ id, name: 'North', code: 'N' })),
      next_cursor: null,
    })
    for (const url of ['/v1/resource_groups', '/v1/resources/resource_groups', '/resource_groups']) {
      const headers = { authorization: `Bearer ${tenant.token}` }
      expect((await server.app.inject({ url, headers })).json()).toEqual(page)
    }
  })

  test('groups of another tenant are neither visible nor changeable', async () => {
    const [one, other] = [await planned(), await planned()]
    const group = await one.group('Mine')
    const resource = await resourceOf(one.tenant)
    expect((await other.tenant.call(listResourceGroups, {})).items).toEqual([])
    const params = { resource_group_id: group.id }
    expect(await statusOf(other.planner(changeResourceGroup, { params, body: { name: 'Yours' } }))).toBe(404)
    expect(await statusOf(setGroup(other.tenant, (await resourceOf(other.tenant)).id, group))).toBe(400)
    expect(await statusOf(other.planner(listResourceAllocations, { params: { resource_id: resource.id } }))).toBe(404)
  })

  test('the settings rename, archive and restore a group, and count its members', async () => {
    const { tenant, planner, group } = await planned()
    const created = await group('North', 'N')
    await setGroup(tenant, (await resourceOf(tenant)).id, created)
    const params = { resource_group_id: created.id }
    const renamed = await planner(changeResourceGroup, { params, body: { name: 'South', code: null } })
    expect(renamed).toEqual({ id: created.id, name: 'South', code: null, is_archived: false, resource_count: 1 })
    await planner(changeResourceGroup, { params, body: { is_archived: true } })
    expect((await planner(listGroupSettings, {})).items).toEqual([{ ...renamed, is_archived: true }])
    await planner(changeResourceGroup, { params, body: { is_archived: false } })
    expect((await tenant.call(listResourceGroups, {})).items).toHaveLength(1)
  })

  test('a viewer reads groups and cannot create them', async () => {
    const { tenant } = await planned()
    const viewer = await tenant.user('VIEWER')
    expect((await viewer(listGroupSettings, {})).items).toEqual([])
    expect(await statusOf(viewer(addResourceGroup, { body: { name: 'x' } }))).toBe(403)
  })
})

describe('the fixed group', () => {
  test('RES-3 and RES-4: {id} sets, null removes, absent leaves; an empty list without one', async () => {
    const { tenant, group } = await planned()
    const [north, south] = [await group('North', 'N'), await group('South')]
    const { id, resource_groups } = await resourceOf(tenant)
    expect(resource_groups).toEqual([])
    expect((await setGroup(tenant, id, north)).resource_groups).toEqual([{ id: north.id, name: 'North', code: 'N' }])
    await tenant.call(updateResource, { params: { resource_id: id }, body: { code: 'c' } })
    expect(await groupsOf(tenant, id)).toEqual(['North'])
    await setGroup(tenant, id, south)
    expect(await groupsOf(tenant, id)).toEqual(['South'])
    expect((await setGroup(tenant, id, null)).resource_groups).toEqual([])
    expect((await setGroup(tenant, id, null)).resource_groups).toEqual([])
    expect((await tenant.call(listResources, {})).items[0]!.resource_groups).toEqual([])
  })

  test('RES-5: combinations, rotations and their days stay unchanged', async () => {
    const { tenant, planner, group, allocate } = await planned()
    const [a, b, c, d] = [await group('A'), await group('B'), await group('C'), await group('D')]
    const [tractor, driver] = [await resourceOf(tenant, { tractor: {} }), await resourceOf(tenant, { driver: {} })]
    const resource_ids = [tractor.id, driver.id]
    await allocate({ kind: 'COMBINED', resource_ids, resource_group_id: a.id, starts_on: '2020-01-01' })
    await allocate({
      kind: 'ROTATING',
      resource_id: tractor.id,
      starts_on: '2026-01-05',
      turns: [
        { resource_group_id: b.id, days: 7 },
        { resource_group_id: c.id, days: 7 },
      ],
    })
    await setGroup(tenant, tractor.id, d)
    expect(await groupsOf(tenant, tractor.id)).toEqual(['A', 'B', 'C', 'D'])
    expect(await groupsOf(tenant, driver.id)).toEqual(['A'])
    await setGroup(tenant, tractor.id, null)
    expect(await groupsOf(tenant, tractor.id)).toEqual(['A', 'B', 'C'])
    const params = { resource_id: tractor.id }
    const kinds = (await planner(listResourceAllocations, { params })).items.map(({ kind, turn, turn_days }) => [
      kind,
      turn,
      turn_days,
    ])
    expect(kinds).toEqual([
      ['COMBINED', null, null],
      ['ROTATING', 1, 7],
      ['ROTATING', 2, 7],
      ['FIXED', null, null],
    ])
  })

  test('RES-6: an unknown or archived group is 400 with a message naming the id, and nothing changes', async () => {
    const { tenant, planner, group } = await planned()
    const [north, old] = [await group('North'), await group('Old')]
    await planner(changeResourceGroup, { params: { resource_group_id: old.id }, body: { is_archived: true } })
    const { id } = await resourceOf(tenant, { name: 'before' })
    await setGroup(tenant, id, north)
    for (const wrong of [old.id, crypto.randomUUID()]) {
      const body = { name: 'after', resource_group: { id: wrong } }
      const call = tenant.call(updateResource, { params: { resource_id: id }, body })
      await expect(call).rejects.toMatchObject({ status: 400, body: { message: expect.stringContaining(wrong) } })
    }
    expect(await tenant.call(getResource, { params: { resource_id: id } })).toMatchObject({
      name: 'before',
      resource_groups: [{ id: north.id }],
    })
  })

  test('RES-8: a move notifies no one', async () => {
    const { tenant, group } = await planned()
    await setGroup(tenant, (await resourceOf(tenant)).id, await group('North'))
    await server.drain()
    expect(server.sent).toEqual([])
  })

  test('many concurrent moves leave one fixed group', async () => {
    const { tenant, planner, group } = await planned()
    const groups = await Promise.all(['A', 'B', 'C', 'D'].map((name) => group(name)))
    const { id } = await resourceOf(tenant)
    await Promise.all([...groups, ...groups].map((one) => setGroup(tenant, id, one)))
    expect(await groupsOf(tenant, id)).toHaveLength(1)
    const { items } = await planner(listResourceAllocations, { params: { resource_id: id } })
    expect(items.filter(({ is_archived }) => !is_archived)).toHaveLength(1)
  })
})

describe('allocations', () => {
  test('RES-13: each group once, sorted by name; expired and future ones are included, archived ones are not', async () => {
    const { tenant, planner, group, allocate } = await planned()
    const [z, b, a] = [await group('Zulu'), await group('beta'), await group('Alpha')]
    const { id: resource_id } = await resourceOf(tenant)
    const fixed = (one: AppResourceGroup, starts_on: string | null, ends_on: string | null) =>
      allocate({ kind: 'FIXED', resource_id, resource_group_id: one.id, starts_on, ends_on })
    await fixed(z, null, '2019-12-31')
    await fixed(b, '2020-01-01', '2020-12-31')
    await fixed(z, '2021-01-01', '2021-12-31')
    const [future] = await fixed(a, '2099-01-01', null)
    expect(await groupsOf(tenant, resource_id)).toEqual(['Alpha', 'Zulu', 'beta'])
    await planner(archiveResourceAllocation, { params: { resource_allocation_id: future!.id } })
    expect(await groupsOf(tenant, resource_id)).toEqual(['Zulu', 'beta'])
    await planner(changeResourceGroup, { params: { resource_group_id: z.id }, body: { is_archived: true } })
    expect(await groupsOf(tenant, resource_id)).toEqual(['beta'])
  })

  test('two fixed allocations of a resource never share a day', async () => {
    const { tenant, planner, group, allocate } = await planned()
    const [a, b] = [await group('A'), await group('B')]
    const { id: resource_id } = await resourceOf(tenant)
    const fixed = (one: AppResourceGroup, starts_on?: string, ends_on?: string) =>
      allocate({ kind: 'FIXED', resource_id, resource_group_id: one.id, starts_on, ends_on })
    const [first] = await fixed(a, '2026-01-01', '2026-01-31')
    expect(await statusOf(fixed(b, '2026-01-31'))).toBe(409)
    expect(await statusOf(fixed(b))).toBe(409)
    expect(await statusOf(fixed(b, '2026-03-02', '2026-03-01'))).toBe(409)
    await fixed(b, '2026-02-01')
    const end = (ends_on: string) =>
      planner(endResourceAllocation, { params: { resource_allocation_id: first!.id }, body: { ends_on } })
    expect(await statusOf(end('2026-02-01'))).toBe(409)
    expect(await statusOf(end('2025-12-31'))).toBe(409)
    expect((await end('2026-01-15')).items).toMatchObject([{ ends_on: '2026-01-15' }])
  })

  test('a combination and a rotation end and are removed as a whole', async () => {
    const { tenant, planner, group, allocate } = await planned()
    const [a, b] = [await group('A'), await group('B')]
    const resources = [await resourceOf(tenant), await resourceOf(tenant)]
    const resource_ids = resources.map(({ id }) => id)
    const combined = await allocate({ kind: 'COMBINED', resource_ids, resource_group_id: a.id })
    const turns = [a, b].map(({ id }) => ({ resource_group_id: id, days: 7 }))
    const rotating = await allocate({ kind: 'ROTATING', resource_id: resource_ids[0]!, starts_on: '2026-01-05', turns })
    for (const rows of [combined, rotating]) {
      expect(rows).toHaveLength(2)
      const params = { resource_allocation_id: rows[1]!.id }
      const ended = await planner(endResourceAllocation, { params, body: { ends_on: '2026-12-31' } })
      expect(ended.items.map(({ ends_on }) => ends_on)).toEqual(['2026-12-31', '2026-12-31'])
      await planner(archiveResourceAllocation, { params })
      expect(await statusOf(planner(archiveResourceAllocation, { params }))).toBe(404)
    }
    for (const id of resource_ids) expect(await groupsOf(tenant, id)).toEqual([])
  })

  test('an unknown, foreign or archived resource or group cannot be allocated', async () => {
    const [one, other] = [await planned(), await planned()]
    const group = await one.group('A')
    const { id } = await resourceOf(one.tenant)
    const call = (planner: Call, resource_id: string, resource_group_id: string) =>
      statusOf(planner(addResourceAllocation, { body: { kind: 'FIXED', resource_id, resource_group_id } }))
    expect(await call(one.planner, crypto.randomUUID(), group.id)).toBe(404)
    expect(await call(one.planner, id, crypto.randomUUID())).toBe(400)
    expect(await call(other.planner, id, (await other.group('B')).id)).toBe(404)
    expect(await groupsOf(one.tenant, id)).toEqual([])
  })
})
