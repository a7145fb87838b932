import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateRoad, type Place } from '../distance.rules.ts'
import { MissingWays } from './missing.rules.ts'
import { batchesOf, engineKey, type KnownRoad, placeKey, RoadBook, roadOf, type Way, wayKey } from './rules.ts'

const anything = fc.oneof(fc.double(), fc.constant(null), fc.double({ min: -90, max: 90 }))
const place: fc.Arbitrary<Place> = fc.record({
  latitude: anything,
  longitude: anything,
  country: fc.constantFrom('BE', 'NO', 'be', '', null, '??'),
})
const antwerp = { latitude: 51.2194, longitude: 4.4025, country: 'BE' }
const brussels = { latitude: 50.8503, longitude: 4.3517, country: 'BE' }
const way: Way = { from_place: placeKey(antwerp)!, to_place: placeKey(brussels)! }
const known: KnownRoad = { ...way, distance_km: 46.2, driving_minutes: 55 }
const engine = { kind: 'OSRM', url: 'https://roads.example', profile: null, whose: { tenant_id: 'a' } } as const

describe('the finder', () => {
  test('has a result for all places on Earth, never fails and is deterministic', () => {
    fc.assert(
      fc.property(place, place, (from, to) => {
        const book = new RoadBook()
        book.add([known])
        const road = book.find(from, to)
        expect(book.find(from, to)).toEqual(road)
        expect(road === undefined).toBe(estimateRoad(from, to) === undefined)
        if (!road) return
        expect(road.distance_km).toBeGreaterThanOrEqual(0)
        expect(Number.isFinite(road.distance_km + road.driving_minutes)).toBe(true)
      }),
    )
  })

  test('notes each estimated pair once, whatever is looked up and how often', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(place, place), { maxLength: 30 }), (ways) => {
        const book = new RoadBook()
        for (const [from, to] of [...ways, ...ways]) book.find(from, to)
        const missing = book.missing().map(wayKey)
        expect(new Set(missing).size).toBe(missing.length)
        const estimated = ways.filter(([from, to]) => book.find(from, to)?.is_estimated)
        expect(new Set(missing)).toEqual(
          new Set(estimated.map(([from, to]) => wayKey({ from_place: placeKey(from)!, to_place: placeKey(to)! }))),
        )
      }),
    )
  })

  test('ROAD-3: a road that is closed to a vehicle has the length for other vehicles, and is reported closed once both are known', () => {
    const book = new RoadBook({ ...engine, kind: 'VALHALLA' })
    const lorry = { is_van: false, is_dangerous: false, height: 4.5 }
    const asked = { ...way, vehicle: 'height=4.5' }
    expect(book.find(antwerp, brussels, lorry)).toMatchObject({ is_estimated: true })
    expect(book.missing().map(wayKey).toSorted()).toEqual([way, asked].map(wayKey).toSorted())
    book.add([{ ...asked, distance_km: null, driving_minutes: null }])
    expect(book.find(antwerp, brussels, lorry)).not.toHaveProperty('is_closed')
    book.add([known])
    const closed = { distance_km: 46.2, driving_minutes: 55, is_estimated: false, is_closed: true }
    expect(book.find(antwerp, brussels, lorry)).toEqual(closed)
    expect(book.find(antwerp, brussels)).not.toHaveProperty('is_closed')
    expect(book.find({ ...antwerp, is_estimate: true }, brussels, lorry)).not.toHaveProperty('is_closed')
    book.add([{ ...asked, distance_km: 60, driving_minutes: 70 }])
    expect(book.find(antwerp, brussels, lorry)).toMatchObject({ distance_km: 60, is_estimated: false })
  })

  test('ROAD-1: until then a vehicle uses the road of others, marked as an estimate', () => {
    const book = new RoadBook({ ...engine, kind: 'VALHALLA' })
    book.add([known])
    const road = book.find(antwerp, brussels, { is_van: false, is_dangerous: false, height: 4 })
    expect(road).toEqual({ distance_km: 46.2, driving_minutes: 55, is_estimated: true })
  })

  test('PLACE-5: distances from or to an approximate place are estimates, and within a town not 0', () => {
    const book = new RoadBook()
    book.add([known])
    const vague = { ...antwerp, is_estimate: true, place_id: 'one' }
    expect(book.find(vague, brussels)).toEqual({ distance_km: 46.2, driving_minutes: 55, is_estimated: true })
    expect(book.find(vague, { ...vague })).toEqual({ distance_km: 0, driving_minutes: 0, is_estimated: true })
    const other = book.find(vague, { ...vague, place_id: 'two' })
    expect(other).toMatchObject({ distance_km: 5, is_estimated: true })
    expect(other!.driving_minutes).toBeGreaterThan(0)
    expect(book.missing()).toEqual([])
  })

  test('uses results of an engine for places within ten metres, and marks the rest as estimated', () => {
    const book = new RoadBook()
    expect(book.find(antwerp, brussels)).toEqual({ ...estimateRoad(antwerp, brussels), is_estimated: true })
    book.add([known])
    const near = { ...antwerp, latitude: antwerp.latitude + 0.00003 }
    expect(book.find(near, brussels)).toEqual({ distance_km: 46.2, driving_minutes: 55, is_estimated: false })
    expect(book.find(brussels, antwerp)?.is_estimated).toBe(true)
    expect(book.find(antwerp, near)).toEqual({ distance_km: 0, driving_minutes: 0, is_estimated: false })
    expect(book.missing()).toEqual([{ from_place: way.to_place, to_place: way.from_place }])
  })
})

test.each([
  ['nothing', undefined, undefined],
  ['a road', { metres: 46_240, seconds: 4_200 }, { distance_km: 46.2, driving_minutes: 70 }],
  ['the speed of a car', { metres: 80_000, seconds: 2_400 }, { distance_km: 80, driving_minutes: 60 }],
  ['less than the straight line, from the edge of its map', { metres: 2_000, seconds: 60 }, undefined],
  ['more than the longest possible road', { metres: 1e12, seconds: 60 }, undefined],
  ['years of driving', { metres: 50_000, seconds: 1e9 }, undefined],
  ['a negative value', { metres: -1, seconds: -1 }, undefined],
  ['no number', { metres: Number.NaN, seconds: 1 }, undefined],
])('uses only plausible values of an engine that answers %s', (_, measured, road) => {
  expect(roadOf(way, measured)).toEqual(road && { ...way, ...road })
})

test('a place has one key on either side of the equator and of Greenwich', () => {
  expect(placeKey({ latitude: -0.00001, longitude: 0.00001 })).toBe('0.0000,0.0000')
  expect(placeKey({ latitude: null, longitude: 4 })).toBeUndefined()
})

test('batches request each pair once and for no more places than the engine accepts', () => {
  const ways = fc.array(fc.record({ from_place: fc.constantFrom('a', 'b', 'c'), to_place: fc.string() }))
  fc.assert(
    fc.property(ways, fc.integer({ min: 1, max: 5 }), (some, most) => {
      const batches = batchesOf(some, most)
      const asked = batches.flatMap(({ from_place, to_places }) =>
        to_places.map((to_place) => ({ from_place, to_place })),
      )
      expect(new Set(asked.map(wayKey)).size).toBe(asked.length)
      expect(new Set(asked.map(wayKey))).toEqual(new Set(some.map(wayKey)))
      expect(batches.every(({ to_places }) => to_places.length > 0 && to_places.length <= most)).toBe(true)
    }),
  )
})

test('the key of an engine differs by address and profile, and reveals neither', () => {
  const keys = [engine, { ...engine, profile: 'truck' }, { ...engine, url: 'https://roads.example?key=secret' }].map(
    engineKey,
  )
  expect(new Set(keys).size).toBe(3)
  expect(keys.join()).not.toMatch(/secret|example/)
})

test('missing pairs wait in turn by tenant, each once, up to a limit', () => {
  const missing = new MissingWays()
  const ways = (count: number) =>
    Array.from({ length: count }, (_, at): Way => ({ from_place: 'a', to_place: `${at}` }))
  missing.add('one', engine, ways(3))
  missing.add('one', engine, ways(3))
  missing.add('two', engine, ways(1))
  expect([2, 2, 2, 2].map((most) => missing.take(most)).map((taken) => [taken?.tenantId, taken?.ways.length])).toEqual([
    ['one', 2],
    ['two', 1],
    ['one', 1],
    [undefined, undefined],
  ])
  missing.add('three', engine, ways(30_000))
  expect(missing.take(100_000)?.ways).toHaveLength(20_000)
})
