import { randomUUID } from 'node:crypto'
import {
  archiveLocation,
  chooseLocationPlace,
  createLocation,
  getLocation,
  listLocations,
  mergeLocation,
  restoreLocation,
  updateLocation,
} from '@cartage/contract/locations/app/record'
import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { getOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { statement } from '../db/statement.ts'
import { at, planner, rejectionWith, uploadedLocation, walkLocations, yard } from '../testing/data/locations.ts'
import { orderTenant, settle, simpleOrder } from '../testing/data/orders.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { listLocationRecords } from './list.views.ts'
import { locationKey } from './rules.ts'
import { insertMissingLocations } from './store.ts'

const server = await startTestServer({ config: { ...readConfig({ NODE_ENV: 'test' }), page_size: 2 } })
afterAll(() => server.close())

describe('a location', () => {
  test('is created, read and changed member by member', async () => {
    const { call } = await planner(server)
    const created = await call(createLocation, { body: { ...yard, code: 'Y1', opening_hours: 'Mo-Fr 06:00-20:00' } })
    expect(created).toMatchObject({ ...yard, code: 'Y1', is_archived: false, merged_into: null })
    const changed = await call(updateLocation, { ...at(created.id), body: { code: null, description: 'Gate 3' } })
    expect(changed).toMatchObject({ ...yard, code: null, description: 'Gate 3', opening_hours: 'Mo-Fr 06:00-20:00' })
    expect(await call(getLocation, at(created.id))).toEqual(changed)
  })

  test('requires a name, an address or a town', async () => {
    const { call } = await planner(server)
    for (const body of [{}, { country: 'BE' }, { name: '  ', city: null }]) {
      expect(await rejectionWith(call(createLocation, { body }))).toMatchObject({ status: 422, path: 'name' })
    }
    const { id } = await call(createLocation, { body: { name: 'Only a name' } })
    expect(await rejectionWith(call(updateLocation, { ...at(id), body: { name: null } }))).toMatchObject({
      status: 422,
    })
  })

  test('has both coordinates or none', async () => {
    const { call } = await planner(server)
    const half = await rejectionWith(call(createLocation, { body: { ...yard, latitude: 51 } }))
    expect(half).toMatchObject({ status: 422, path: 'longitude' })
    const far = await rejectionWith(call(createLocation, { body: { ...yard, latitude: 91, longitude: 4 } }))
    expect(far).toMatchObject({ status: 422, path: 'latitude' })
  })

  test('accepts only opening hours in the format of OpenStreetMap, and explains a refusal', async () => {
    const { call } = await planner(server)
    const create = await rejectionWith(call(createLocation, { body: { ...yard, opening_hours: 'Mo-Fr 25:00-26:00' } }))
    expect(create).toMatchObject({ status: 422, path: 'opening_hours' })
    expect(create.message).toContain('Time range starts outside of the current day')
    const { id } = await call(createLocation, { body: yard })
    const change = await rejectionWith(call(updateLocation, { ...at(id), body: { opening_hours: 'nine to five' } }))
    expect(change).toMatchObject({ status: 422, path: 'opening_hours' })
    expect(await call(getLocation, at(id))).toMatchObject({ opening_hours: null })
  })

  test('is created once: the same name and address again is refused with the existing id', async () => {
    const { call } = await planner(server)
    const { id } = await call(createLocation, { body: yard })
    const again = await rejectionWith(
      call(createLocation, { body: { ...yard, name: 'YARD  NORTH', address: 'noorderlaan, 147' } }),
    )
    expect(again.status).toBe(409)
    expect(again.message).toContain(id)
  })

  test('can be written by planners and order entry, read by the office, and is hidden from customers', async () => {
    const tenant = await server.tenant()
    const { id } = await (await tenant.user('ORDER_ENTRY'))(createLocation, { body: yard })
    for (const role of ['ACCOUNTANT', 'VIEWER'] as const) {
      const call = await tenant.user(role)
      expect(await call(getLocation, at(id))).toMatchObject(yard)
      expect(await rejectionWith(call(archiveLocation, at(id)))).toMatchObject({ status: 403 })
    }
    expect(await rejectionWith((await tenant.user('CUSTOMER'))(listLocations, { query: {} }))).toMatchObject({
      status: 403,
    })
  })
})

describe('coordinates', () => {
  test('missing ones are those of the town, marked as an estimate, with the time zone', async () => {
    const { call } = await planner(server)
    const { id } = await call(createLocation, { body: yard })
    await server.drain()
    const placed = await call(getLocation, at(id))
    expect(placed).toMatchObject({ is_coordinate_estimate: true, time_zone: 'Europe/Brussels' })
    expect(placed.latitude).toBeCloseTo(51.22, 1)
    expect(placed.longitude).toBeCloseTo(4.4, 1)
  })

  test('given ones are stored exactly', async () => {
    const { call } = await planner(server)
    const { id } = await call(createLocation, { body: { ...yard, latitude: 51.3012345, longitude: -0.1 } })
    await server.drain()
    const placed = await call(getLocation, at(id))
    expect(placed).toMatchObject({ latitude: 51.3012345, longitude: -0.1, is_coordinate_estimate: false })
    expect(placed.time_zone).toBe('Europe/London')
  })

  test('of an unknown town are empty', async () => {
    const { call } = await planner(server)
    const { id } = await call(createLocation, { body: { name: 'Nowhere', city: 'Nowhereville', country: 'BE' } })
    await server.drain()
    const placed = await call(getLocation, at(id))
    expect(placed).toMatchObject({ latitude: null, longitude: null, is_coordinate_estimate: false, time_zone: null })
  })

  test('are estimated again when the town changes, and stay with other changes', async () => {
    const { call } = await planner(server)
    const { id } = await call(createLocation, { body: yard })
    await server.drain()
    const before = await call(getLocation, at(id))
    const renamed = await call(updateLocation, { ...at(id), body: { description: 'Gate 3' } })
    expect(renamed).toMatchObject({
      latitude: before.latitude,
      is_coordinate_estimate: true,
      time_zone: before.time_zone,
    })
    await call(updateLocation, { ...at(id), body: { city: 'Lisboa', country: 'PT', postal_code: null } })
    await server.drain()
    expect(await call(getLocation, at(id))).toMatchObject({ is_coordinate_estimate: true, time_zone: 'Europe/Lisbon' })
  })

  test('given ones replace the estimate, and the estimate returns when they are removed', async () => {
    const { call } = await planner(server)
    const { id } = await call(createLocation, { body: yard })
    await server.drain()
    await call(updateLocation, { ...at(id), body: { latitude: 51.25, longitude: 4.35 } })
    await server.drain()
    const given = { latitude: 51.25, longitude: 4.35, is_coordinate_estimate: false, time_zone: 'Europe/Brussels' }
    expect(await call(getLocation, at(id))).toMatchObject(given)
    await call(updateLocation, { ...at(id), body: { latitude: null, longitude: null } })
    await server.drain()
    expect(await call(getLocation, at(id))).toMatchObject({ is_coordinate_estimate: true })
  })

  test('of the locations of an order are added after the order was accepted; the interface does not show an estimate', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const order = await tenant.call(getOrder, { params: { order_id: order_id! } })
    const { id, latitude } = order.consignments[0]!.pickup_stop.location
    expect(latitude).toBeNull()
    const call = await tenant.user('VIEWER')
    const place = await call(getLocation, at(id!))
    expect(place).toMatchObject({ is_coordinate_estimate: true, name: 'Mill' })
    expect(place.latitude).toBeCloseTo(51.05, 1)
  })
})

describe('the list', () => {
  test('PAGE-3: lists each location once while others are added, changed and removed', async () => {
    const { call } = await planner(server)
    const names = Array.from({ length: 7 }, (_, index) => `Start ${index}`)
    const created = await Promise.all(names.map((name) => call(createLocation, { body: { name } })))
    let count = 0
    const found = await walkLocations(call, {}, async () => {
      count += 1
      await call(createLocation, { body: { name: `Meanwhile ${count}` } })
      await call(updateLocation, { ...at(created[count % 7]!.id), body: { code: `changed ${count}` } })
    })
    const seen = found.map(({ id }) => id)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(created.map(({ id }) => id)))
  })

  test('is searched by the beginning of name and town without accents, and by the code', async () => {
    const { call } = await planner(server)
    const bodies = [
      { name: 'Łódź Terminal', city: 'Łódź', country: 'PL' },
      { name: 'Café Köln', city: 'Köln', country: 'DE', code: 'LOD-1' },
      { name: 'Depot', city: 'Lodève', country: 'FR', external_id: 'X 7' },
      { name: 'Plant', city: 'Gent', country: 'BE' },
    ]
    for (const body of bodies) await call(createLocation, { body })
    const search = async (query: object) => (await walkLocations(call, query)).map(({ name }) => name).sort()
    expect(await search({ search: 'LOD' })).toEqual(['Depot', 'Łódź Terminal'])
    expect(await search({ search: 'LOD-1' })).toEqual(['Café Köln'])
    expect(await search({ search: 'cafe k' })).toEqual(['Café Köln'])
    expect(await search({ search: '%' })).toEqual([])
    expect(await search({ city: 'lodz' })).toEqual(['Łódź Terminal'])
    expect(await search({ code: 'LOD-1' })).toEqual(['Café Köln'])
    expect(await search({ external_id: 'X 7' })).toEqual(['Depot'])
    expect(await search({ search: 'lod', city: 'Gent' })).toEqual([])
  })

  test('PAGE-3: a search with very many matches lists each once as well, and nothing else', async () => {
    const tenant = await server.tenant()
    const count = 10_050
    const names = Array.from({ length: count + 50 }, (_, index) =>
      index < count ? `Broad ${index}` : `Other ${index}`,
    )
    const given = names.map((name) => ({
      location_id: randomUUID(),
      match_key: locationKey({ name }),
      sent: { name },
    }))
    await tenant.asTenant((tx) => insertMissingLocations(tx, given))
    await server.drain()
    const found: LocationRecord[] = []
    for (let after: string | undefined; ; after = found.at(-1)!.id) {
      const filter = { state: 'LIVE' as const, search: 'broad', after, limit: 3_000 }
      const page = await tenant.asTenant((tx) => listLocationRecords(tx, filter))
      found.push(...page)
      if (page.length < filter.limit) break
    }
    expect(found).toHaveLength(count)
    expect(new Set(found.map(({ name }) => name)).size).toBe(count)
    expect(found.every(({ name }) => name!.startsWith('Broad'))).toBe(true)
  })

  test('shows archived locations separately, and uploads still find them', async () => {
    const tenant = await orderTenant(server)
    const call = await tenant.user('PLANNER')
    const id = await uploadedLocation(server, tenant, yard)
    await call(archiveLocation, at(id))
    expect(await call(archiveLocation, at(id))).toMatchObject({ is_archived: true })
    expect((await walkLocations(call, { search: 'Yard' })).map((each) => each.id)).toEqual([])
    expect((await walkLocations(call, { state: 'ARCHIVED' })).map((each) => each.id)).toEqual([id])
    expect(await uploadedLocation(server, tenant, yard)).toBe(id)
    await call(restoreLocation, at(id))
    expect((await walkLocations(call, { search: 'Yard' })).map((each) => each.id)).toEqual([id])
  })

  test('continues with a cursor alone, in its original state and search', async () => {
    const { call } = await planner(server)
    for (const name of ['Kay 1', 'Kay 2', 'Kay 3', 'Mole']) await call(createLocation, { body: { name } })
    const first = await call(listLocations, { query: { search: 'kay' } })
    expect(first.items).toHaveLength(2)
    const second = await call(listLocations, { query: { cursor: first.next_cursor! } })
    expect([...first.items, ...second.items].map(({ name }) => name).sort()).toEqual(['Kay 1', 'Kay 2', 'Kay 3'])
    expect(second.next_cursor).toBeNull()
  })
})

const selectWritten = statement(
  'testing.select_location_written',
  `select xmin::text as written from location l where l.tenant_id = $1 and l.location_id = $2`,
)

test('LIVE-1: a location is written only when a value changes, so that each change time is in the trail', async () => {
  const { tenant, call } = await planner(server)
  const { id } = await call(createLocation, { body: { ...yard, code: 'Y1', latitude: 51.2, longitude: 4.4 } })
  const written = () => tenant.asTenant((tx) => tx.query(selectWritten, id))
  const first = await written()
  await call(updateLocation, { ...at(id), body: { ...yard, code: ' Y1 ' } })
  expect(await written()).toEqual(first)
  await call(updateLocation, { ...at(id), body: { code: 'Y2' } })
  expect(await written()).not.toEqual(first)
})

const selectTrail = statement(
  'testing.select_location_trail',
  `select action, changes from audit_record a
    where a.tenant_id = $1 and a.entity_type = 'location' and a.entity_id = $2 order by a.sequence`,
)

test('every change is in the audit trail with the values before and after', async () => {
  const { tenant, call } = await planner(server)
  const { id } = await call(createLocation, { body: yard })
  const stays = await call(createLocation, { body: { ...yard, name: 'Stays' } })
  await call(updateLocation, { ...at(id), body: { code: 'Y' } })
  await call(archiveLocation, at(id))
  await call(restoreLocation, at(id))
  await call(mergeLocation, { ...at(id), body: { into: stays.id } })
  const trail = await tenant.asTenant((tx) => tx.query<{ action: string; changes: object }>(selectTrail, id))
  expect(trail.map(({ action }) => action)).toEqual(['created', 'updated', 'archived', 'restored', 'merged'])
  expect(trail[1]!.changes).toEqual({ code: { before: null, after: 'Y' } })
  expect(trail[4]!.changes).toEqual({ merged_into: { before: null, after: stays.id } })
})

describe('an ambiguous place', () => {
  const doubtful = { name: 'Lager', city: 'Neustadt', country: 'DE' }

  test('PLACE-2, PLACE-4: has no coordinates until a person chooses, and then those of the chosen town', async () => {
    const { call } = await planner(server)
    const { id } = await call(createLocation, { body: doubtful })
    await server.drain()
    const asked = await call(getLocation, at(id))
    expect(asked).toMatchObject({ latitude: null, is_coordinate_estimate: false, time_zone: 'Europe/Berlin' })
    expect(asked.estimate).toMatchObject({ source: 'AMBIGUOUS', disagrees: false })
    const holstein = asked.estimate!.candidates.find(({ near }) => near === 'Lübeck')!
    const { latitude, longitude } = holstein
    const chosen = await call(chooseLocationPlace, { ...at(id), body: { latitude, longitude } })
    const estimate = { source: 'CHOSEN', radius_km: holstein.radius_km, candidates: [], disagrees: false }
    expect(chosen).toMatchObject({ latitude, longitude, is_coordinate_estimate: true, estimate })
    const renamed = await call(updateLocation, { ...at(id), body: { description: 'Gate 3' } })
    expect(renamed).toMatchObject({ latitude, longitude, estimate })
  })

  test('PLACE-2: is no longer ambiguous once its postal code is known', async () => {
    const { call } = await planner(server)
    const { id } = await call(createLocation, { body: doubtful })
    await server.drain()
    await call(updateLocation, { ...at(id), body: { postal_code: '23730' } })
    await server.drain()
    const placed = await call(getLocation, at(id))
    expect(placed).toMatchObject({ is_coordinate_estimate: true, estimate: { source: 'POSTAL_CODE', candidates: [] } })
    expect(placed.latitude).toBeCloseTo(54.11, 1)
  })

  test('PLACE-2: accepts only one of its candidates', async () => {
    const { call } = await planner(server)
    const { id } = await call(createLocation, { body: doubtful })
    await server.drain()
    const elsewhere = { ...at(id), body: { latitude: 51, longitude: 4 } }
    await expect(call(chooseLocationPlace, elsewhere)).rejects.toMatchObject({ status: 422 })
    expect(await call(getLocation, at(id))).toMatchObject({ latitude: null })
  })

  test('PLACE-3: reports that town and postal code disagree, and the possible distance', async () => {
    const { call } = await planner(server)
    const body = { name: 'Dock', city: 'Antwerpen', postal_code: '1000', country: 'BE' }
    const { id } = await call(createLocation, { body })
    await server.drain()
    const placed = await call(getLocation, at(id))
    expect(placed.estimate).toEqual({ source: 'REGION', radius_km: 30, candidates: [], disagrees: true })
    expect(placed.latitude).toBeCloseTo(50.85, 1)
  })
})
