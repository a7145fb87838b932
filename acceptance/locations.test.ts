import { createLocation, getLocation, listLocations, mergeLocation } from '@cartage/contract/locations/app/record'
import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import { describe, expect, test } from 'vitest'
import { consignment, order, stop } from './bodies.ts'
import { hasOperator } from './operator.ts'
import { admin } from './session.ts'
import { a, b, cartageProcess, orderPath, unique, uuid4, waitFor } from './world.ts'

const at = (id: string) => ({ params: { location_id: id } })

/** The location of the pickup of a new order. */
async function pickedUpAt(location: object): Promise<string> {
  const pickup_stop = stop('Mill', { location })
  const orderId = await a.applied(order({ consignments: [consignment({ pickup_stop })] }))
  const { consignments } = (await a.get<OrderOutput>(orderPath(orderId))).body
  const { id } = consignments[0]!.pickup_stop.location
  expect(id).toMatch(uuid4)
  return id!
}

describe('locations', () => {
  test('CLIENT-26: a place that appears again in an upload is the same location, however it is spelled', async () => {
    const name = unique('Mill')
    const first = await pickedUpAt({ name, address: 'Havenlaan 12', city: 'Genk', country: 'BE' })
    const again = await pickedUpAt({ name: name.toUpperCase(), address: 'havenlaan  12,', city: 'GENK', country: 'be' })
    expect(again).toBe(first)
    expect(await pickedUpAt({ name, address: 'Havenlaan 13', city: 'Genk', country: 'BE' })).not.toBe(first)
  })

  test('a place without coordinates gets those of its town, marked as an estimate, and its time zone', async () => {
    const call = await admin(a)
    const id = await pickedUpAt({ name: unique('Cais'), city: 'Lisboa', country: 'Portugal' })
    await waitFor(async () => (await call(getLocation, at(id))).time_zone !== null)
    const found = await call(getLocation, at(id))
    expect(found).toMatchObject({ is_coordinate_estimate: true, time_zone: 'Europe/Lisbon' })
    expect(Math.hypot(found.latitude! - 38.72, found.longitude! + 9.14)).toBeLessThan(0.2)
  })

  test('coordinates that were sent are kept', async () => {
    const call = await admin(a)
    const point = { latitude: 51.3012, longitude: 4.2511 }
    const id = await pickedUpAt({ name: unique('Quay'), city: 'Antwerpen', country: 'BE', ...point })
    await waitFor(async () => (await call(getLocation, at(id))).time_zone !== null)
    expect(await call(getLocation, at(id))).toMatchObject({ ...point, is_coordinate_estimate: false })
  })

  test('a merged location leads to the remaining one, for old orders and for new uploads', async () => {
    const call = await admin(a)
    const old = { name: unique('Old'), city: 'Gent', country: 'BE' }
    const [oldId, stays] = [
      await pickedUpAt(old),
      await call(createLocation, { body: { ...old, name: unique('New') } }),
    ]
    expect((await call(mergeLocation, { ...at(oldId), body: { into: stays.id } })).id).toBe(stays.id)
    for (const id of [oldId, await pickedUpAt(old), await pickedUpAt({ id: oldId })]) {
      expect((await call(getLocation, at(id))).id).toBe(stays.id)
    }
  })

  test('locations of another tenant are unknown', async () => {
    const [call, stranger] = [await admin(a), await admin(b)]
    const name = unique('Ours')
    const { id } = await call(createLocation, { body: { name } })
    await expect(stranger(getLocation, at(id))).rejects.toMatchObject({ status: 404 })
    const { items } = await stranger(listLocations, { query: { search: name } })
    expect(items).toEqual([])
    const mine = await stranger(createLocation, { body: { name: unique('Theirs') } })
    const merge = stranger(mergeLocation, { ...at(mine.id), body: { into: id } })
    await expect(merge).rejects.toMatchObject({ status: 422 })
  })

  test.skipIf(!hasOperator)('locations are listed and merged from the command line', async () => {
    const call = await admin(a)
    const [one, two] = [unique('One'), unique('Two')]
    const from = await call(createLocation, { body: { name: one } })
    const into = await call(createLocation, { body: { name: two } })
    const { slug } = a.facts.tenant
    const { locations } = await cartageProcess<{ locations: LocationRecord[] }>(
      'location',
      'list',
      slug,
      '--search',
      one,
    )
    expect(locations).toEqual([from])
    expect(await cartageProcess<LocationRecord>('location', 'merge', slug, from.id, into.id)).toEqual(into)
    expect((await call(getLocation, at(from.id))).id).toBe(into.id)
  })
})
