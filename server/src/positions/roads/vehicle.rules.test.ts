import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  demandOn,
  demandText,
  largestOf,
  type RoadDemand,
  type RoadResource,
  readDemand,
  roadVehicle,
  tunnelCategoryOf,
} from './vehicle.rules.ts'

const one = (resource_type: string, properties: RoadResource['properties'] = {}): RoadResource => ({
  resource_type,
  properties,
})
const tractor = one('TRACTOR', { tare_weight_kg: '7400', exterior_height_m: '3.85', axle_configuration: 'AC_4_X_2' })
const trailer = one('TRAILER', {
  gross_weight_vehicle_rating_weight_kg: '32000',
  exterior_length_m: '13.60',
  exterior_width_m: '2.55',
  exterior_height_m: '4.00',
  axle_configuration: 'AC_6_TRAILER',
})

describe('vehicle limits in a route request', () => {
  test('ROAD-1: the measures of the whole combination count, rounded up to a few classes', () => {
    const asked = { is_van: false, is_dangerous: false, height: 4, width: 2.55, length: 16.5, weight: 40, axle: 11.5 }
    expect(roadVehicle([tractor, trailer])).toEqual({ ...asked, tunnel: undefined })
    const high = one('TRAILER', { ...trailer.properties, exterior_height_m: '4.15' })
    expect(roadVehicle([tractor, high])).toMatchObject({ height: 4.2 })
    const van = one('VAN', { gross_weight_vehicle_rating_weight_kg: '3500', exterior_height_m: '2.7' })
    expect(roadVehicle([van])).toMatchObject({ is_van: true, height: 2.8, weight: 3.5 })
    const rigid = one('RIGID', { gross_weight_vehicle_rating_weight_kg: 18_000, exterior_length_m: 9.1 })
    const drawn = one('FULL_TRAILER', { gross_weight_vehicle_rating_weight_kg: 18_000, exterior_length_m: 9.4 })
    expect(roadVehicle([rigid, drawn])).toMatchObject({ weight: 40, length: 18.75 })
  })

  test('ROAD-1: unknown or impossible values are left out, and with two vehicles no partial measure is used', () => {
    expect(roadVehicle([])).toBeUndefined()
    expect(roadVehicle([one('DRIVER'), one('TRACTOR'), one('TRAILER')])).toBeUndefined()
    const bare = roadVehicle([one('TRACTOR'), trailer])!
    expect(bare.weight).toBeUndefined()
    expect(bare.axle).toBeUndefined()
    expect(bare.height).toBe(4)
    const wrong = one('RIGID', { exterior_height_m: '400', exterior_length_m: '-1', tare_weight_kg: 'heavy' })
    expect(roadVehicle([wrong])).toBeUndefined()
    expect(roadVehicle([], { is_dangerous: true, tunnel: 'D' })).toMatchObject({ is_dangerous: true, tunnel: 'D' })
  })

  test('ROAD-1: a fleet of many vehicles needs few classes, none of them smaller than the vehicle', () => {
    const measure = fc.double({ min: 2.4, max: 4, noNaN: true })
    fc.assert(
      fc.property(fc.array(measure, { minLength: 300, maxLength: 300 }), (heights) => {
        const asked = heights.map((height) => roadVehicle([one('RIGID', { exterior_height_m: String(height) })])!)
        expect(new Set(asked.map(({ height }) => height)).size).toBeLessThanOrEqual(7)
        expect(asked.every(({ height }, at) => height! + 0.001 >= heights[at]!)).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  test('ROAD-4: the most demanding class of several covers each of them', () => {
    const other = roadVehicle([one('VAN', { exterior_length_m: '17' })])
    expect(largestOf([undefined])).toBeUndefined()
    expect(largestOf([roadVehicle([tractor, trailer]), other])).toMatchObject({
      length: 18.75,
      height: 4,
      is_van: false,
    })
  })
})

describe('requests to an engine', () => {
  const lorry = roadVehicle([tractor, trailer], { is_dangerous: true, tunnel: 'C' })!
  const van = roadVehicle([one('VAN', { exterior_height_m: '2.7' })])!
  const engine = (kind: 'OSRM' | 'VALHALLA' | 'GRAPHHOPPER', more: object = {}) => ({ kind, profile: null, ...more })
  const { is_van: _is_van, ...needs } = lorry

  test('ROAD-2: Valhalla gets measures, the car profile for vans, and a profile of the operator without measures', () => {
    expect(demandOn(engine('VALHALLA'), lorry)).toEqual(needs)
    expect(demandOn(engine('VALHALLA'), van)).toMatchObject({ profile: 'auto', height: 2.8 })
    expect(demandOn(engine('VALHALLA', { profile: 'own' }), lorry)).toBeUndefined()
    expect(demandOn(engine('VALHALLA'), undefined)).toBeUndefined()
  })

  test('ROAD-2: OSRM gets the profile from the setting, and one for all if the setting has none', () => {
    expect(demandOn(engine('OSRM'), lorry)).toBeUndefined()
    const named = engine('OSRM', { van_profile: 'van', adr_profile: 'adr' })
    expect(demandOn(named, lorry)).toEqual({ profile: 'adr', is_dangerous: false })
    expect(demandOn(named, van)).toEqual({ profile: 'van', is_dangerous: false })
  })

  test('ROAD-2: GraphHopper gets measures only if its map has road restrictions', () => {
    expect(demandOn(engine('GRAPHHOPPER'), lorry)).toBeUndefined()
    expect(demandOn(engine('GRAPHHOPPER', { takes_measures: true }), lorry)).toEqual(needs)
  })

  test('ROAD-1: a request is read back from its text unchanged', () => {
    const measure = fc.option(fc.constantFrom(2, 2.55, 4, 16.5, 40), { nil: undefined })
    const asked: fc.Arbitrary<RoadDemand> = fc.record({
      ...{ height: measure, width: measure, length: measure, weight: measure, axle: measure },
      is_dangerous: fc.boolean(),
      profile: fc.option(fc.constantFrom('van', 'adr_40t'), { nil: undefined }),
    })
    fc.assert(
      fc.property(asked, fc.constantFrom('B', 'E', undefined), (drawn, tunnel) => {
        const whole = { ...drawn, tunnel: drawn.is_dangerous ? tunnel : undefined }
        expect(readDemand(demandText(whole))).toEqual(JSON.parse(JSON.stringify(whole)))
      }),
    )
  })

  test('ROAD-1: the tunnel category is the strictest of the code', () => {
    expect(['(C/D)', 'B1000C', 'D/E', '(E)', '(-)', '', undefined].map(tunnelCategoryOf)).toEqual([
      ...['C', 'B', 'D', 'E'],
      ...[undefined, undefined, undefined],
    ])
  })
})
