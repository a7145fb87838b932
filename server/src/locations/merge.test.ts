import { randomUUID } from 'node:crypto'
import {
  archiveLocation,
  createLocation,
  getLocation,
  mergeLocation,
  restoreLocation,
  updateLocation,
} from '@cartage/contract/locations/app/record'
import { afterAll, describe, expect, test } from 'vitest'
import { at, planner, rejectionWith, uploadedLocation, walkLocations, yard } from '../testing/data/locations.ts'
import { orderTenant } from '../testing/data/orders.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { matchLocations } from './change.store.ts'
import { locationKey } from './rules.ts'
import { findLocationOutputs } from './views.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** How companies and other records show the id. */
async function shownAs(tenant: TestTenant, id: string) {
  return (await tenant.asTenant((tx) => findLocationOutputs(tx, [id]))).get(id)
}

describe('merging', () => {
  test('replaces one location by another, also for those merged into it before', async () => {
    const { tenant, call } = await planner(server)
    const names = ['Yard', 'Yard Nord', 'Yard N.']
    const [stays, second, third] = await Promise.all(
      names.map((name) => call(createLocation, { body: { ...yard, name } })),
    )
    await call(mergeLocation, { ...at(third!.id), body: { into: second!.id } })
    const answer = await call(mergeLocation, { ...at(second!.id), body: { into: stays!.id } })
    expect(answer).toMatchObject({ id: stays!.id, name: 'Yard' })
    for (const { id } of [stays!, second!, third!]) {
      expect(await call(getLocation, at(id))).toMatchObject({ id: stays!.id })
      const output = await shownAs(tenant, id)
      expect(output).toMatchObject({ id: stays!.id, name: 'Yard', display_name: 'Yard' })
    }
    expect((await walkLocations(call, {})).map(({ id }) => id)).toEqual([stays!.id])
    const merged = await walkLocations(call, { state: 'MERGED' })
    expect(merged.map(({ merged_into }) => merged_into)).toEqual([stays!.id, stays!.id])
  })

  test('redirects uploads with the old address to the remaining location', async () => {
    const tenant = await orderTenant(server)
    const call = await tenant.user('PLANNER')
    const old = await uploadedLocation(server, tenant, { ...yard, name: 'Old name' })
    const stays = await call(createLocation, { body: yard })
    await call(mergeLocation, { ...at(old), body: { into: stays.id } })
    const again = await uploadedLocation(server, tenant, { ...yard, name: 'OLD NAME' })
    const byId = await uploadedLocation(server, tenant, { id: old })
    for (const id of [again, byId]) {
      expect((await shownAs(tenant, id))!.id).toBe(stays.id)
      expect((await call(getLocation, at(id))).id).toBe(stays.id)
    }
    const given = { location_id: randomUUID(), sent: { ...yard, name: 'old name' } }
    const key = locationKey(given.sent)
    expect(await tenant.asTenant((tx) => matchLocations(tx, [{ ...given, match_key: key }]))).toEqual([stays.id])
  })

  test('can be undone: the location is separate again, with its former members', async () => {
    const { call } = await planner(server)
    const old = await call(createLocation, { body: { ...yard, name: 'Old', code: 'O' } })
    const stays = await call(createLocation, { body: yard })
    await call(mergeLocation, { ...at(old.id), body: { into: stays.id } })
    const back = await call(restoreLocation, at(old.id))
    expect(back).toMatchObject({ id: old.id, name: 'Old', code: 'O', merged_into: null })
    expect(await call(getLocation, at(old.id))).toEqual(back)
  })

  test('is refused into itself, into an unknown, archived or merged one, and of a merged one', async () => {
    const { call } = await planner(server)
    const names = ['one', 'two', 'three', 'four']
    const created = await Promise.all(names.map((name) => call(createLocation, { body: { name } })))
    const [one, two, three, four] = created.map(({ id }) => id)
    const merge = (from: string, into: string) => rejectionWith(call(mergeLocation, { ...at(from), body: { into } }))
    expect(await merge(one!, one!)).toMatchObject({ status: 422, path: 'into' })
    expect(await merge(one!, randomUUID())).toMatchObject({ status: 422, path: 'into' })
    expect(await merge(randomUUID(), one!)).toMatchObject({ status: 404 })
    await call(archiveLocation, at(four!))
    expect(await merge(one!, four!)).toMatchObject({ status: 409 })
    await call(mergeLocation, { ...at(one!), body: { into: two! } })
    expect(await merge(three!, one!)).toMatchObject({ status: 409, message: expect.stringContaining(two!) })
    expect(await merge(one!, three!)).toMatchObject({ status: 409 })
    const change = rejectionWith(call(updateLocation, { ...at(one!), body: { code: 'x' } }))
    expect(await change).toMatchObject({ status: 409, message: expect.stringContaining(two!) })
  })

  test('many merges at once end with every location leading to one that is not merged', async () => {
    const { tenant, call } = await planner(server)
    const names = Array.from({ length: 6 }, (_, index) => `Place ${index}`)
    const ids = (await Promise.all(names.map((name) => call(createLocation, { body: { name } })))).map(({ id }) => id)
    const pairs = ids.flatMap((from) => ids.map((into) => ({ from, into }))).filter(({ from, into }) => from !== into)
    const outcomes = await Promise.allSettled(
      pairs.map(({ from, into }) => call(mergeLocation, { ...at(from), body: { into } })),
    )
    const statuses = outcomes.map((each) =>
      each.status === 'fulfilled' ? 200 : (each.reason as { status: number }).status,
    )
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    const outputs = await tenant.asTenant((tx) => findLocationOutputs(tx, ids))
    expect(new Set([...outputs.values()].map(({ id }) => id)).size).toBe(1)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  })
})

describe('a corrected address', () => {
  test('is found by uploads with the old one and by those with the new one', async () => {
    const tenant = await orderTenant(server)
    const call = await tenant.user('PLANNER')
    const id = await uploadedLocation(server, tenant, { ...yard, name: 'Yrad Nroth' })
    await call(updateLocation, { ...at(id), body: { name: 'Yard North' } })
    const [before, after] = [
      await uploadedLocation(server, tenant, { ...yard, name: 'Yrad Nroth' }),
      await uploadedLocation(server, tenant, yard),
    ]
    const outputs = await tenant.asTenant((tx) => findLocationOutputs(tx, [before, after]))
    expect([...outputs.values()].map((output) => output.id)).toEqual(expect.arrayContaining([id]))
    expect(new Set([...outputs.values()].map((output) => output.id)).size).toBe(1)
  })

  test('of another location is refused, and the other location is shown', async () => {
    const { call } = await planner(server)
    const other = await call(createLocation, { body: yard })
    const { id } = await call(createLocation, { body: { ...yard, name: 'Yard Nroth' } })
    const change = await rejectionWith(call(updateLocation, { ...at(id), body: { name: yard.name } }))
    expect(change).toMatchObject({ status: 409, message: expect.stringContaining(other.id) })
    expect((await call(getLocation, at(id))).name).toBe('Yard Nroth')
  })
})
