import { defaultPlanningLimits, limitLevels } from '@cartage/contract/tenants/app/planning-limits'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimatedRoads } from '../../positions/roads/rules.ts'
import { factsOf, placeAt, plainSettings } from '../../testing/data/plans.ts'
import { newStop, newTrip, type TripState } from '../../trips/state.rules.ts'
import type { Facts, ResourceFacts, ValidityFacts } from '../facts/rules.ts'
import type { OrderFacts } from '../rules.ts'
import { boxesAlong } from './boxes.rules.ts'
import { paperGap, paperTimes } from './papers.rules.ts'
import { verdictOf } from './rules.ts'

const days = { starts_at: '2026-02-02T06:00:00.000Z', ends_at: '2026-02-05T18:00:00.000Z' }

const resource = (resource_type: string, members: Partial<ResourceFacts> = {}): ResourceFacts => ({
  ...{ resource_id: `a ${resource_type}`, resource_type, name: `The ${resource_type.toLowerCase()}` },
  ...{ container_number: null, subcontractor_id: null, is_archived: false, properties: {}, extras: [] },
  ...{ validities: [], unavailabilities: [] },
  ...members,
})

const paper = (validity_type: string, from: string, to: string | null): ValidityFacts => ({
  validity_type,
  start_at: `${from}T00:00:00.000Z`,
  end_at: null,
  legal_end_at: to === null ? null : `${to}T00:00:00.000Z`,
})

const boxed = (index: number, feet: number | null, number: string | null = null): OrderFacts => ({
  ...factsOf(index),
  container: { number, tare_kg: 0, feet, is_reefer: false },
})

/** A trip with some stops of orders, each given as `order number, stop number`. */
function scene(orders: readonly OrderFacts[], resources: readonly ResourceFacts[], way: readonly [number, number][]) {
  const ends = [days.starts_at, days.ends_at]
  const stops = way.map(([order, at], index) => {
    const { stop_id, location_id, activity, activity_label } = orders[order]!.stops[at]!
    const ids = { stop_id, location_id, activity, activity_label, stop_group_id: stop_id, kind: 'ORDER' as const }
    const time = index === 0 ? ends[0]! : index === way.length - 1 ? ends[1]! : null
    return newStop({ ...ids, order_id: orders[order]!.order_id, planned_start_at: time, planned_end_at: time })
  })
  const own = { name: null, license_plate: null, container_number: null }
  const trip = newTrip('trip', 'T-1', { stops, resources: resources.map((one) => ({ ...own, ...one, name: null })) })
  const facts: Facts = {
    orders: new Map(orders.map((order) => [order.order_id, order])),
    places: new Map([0, 1, 2, 3, 4].map((index) => [placeAt(index).location_id, placeAt(index)])),
    time_zone: 'Europe/Brussels',
    resources: new Map(resources.map((one) => [one.resource_id, one])),
    opensAt: (_place, at) => at,
    ...{ others: [], elsewhere: [], isOpen: () => undefined, roads: estimatedRoads, settings: plainSettings },
  }
  return { trip, facts }
}

/** Codes of fitness reasons, without those caused by the times of the scene. */
function codesOf({ trip, facts }: { trip: TripState; facts: Facts }): string[] {
  const others = /^(too_|other_day|no_time|driving|daily|weekly|closed|delivery_before)/
  const reasons = verdictOf({ trips: [trip], facts }).filter(({ code }) => !others.test(code))
  return reasons.map(({ code, severity }) => `${severity} ${code}`)
}

const whole: [number, number][] = [
  [0, 0],
  [0, 1],
]
const both: [number, number][] = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
]
const inTurn: [number, number][] = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
]
const long = resource('CHASSIS', { properties: { exterior_length_m: '12.4' } })

describe('certificates', () => {
  const of = (validities: ValidityFacts[], type = 'DRIVER') =>
    codesOf(scene([factsOf(0)], [resource(type, { validities })], whole))
  const petrol = (members: Partial<ResourceFacts>, type = 'DRIVER') => {
    const order = factsOf(0)
    const consignments = order.consignments.map((one) => ({ ...one, is_dangerous: true }))
    return codesOf(scene([{ ...order, consignments }], [resource(type, members)], whole))
  }
  const licence = 'DRIVER_DRIVING_LICENSE'
  const adr = 'DRIVER_ADR_LICENSE'

  test('FIT-3: each day of the trip must be covered, including renewals', () => {
    expect(of([paper(licence, '2020-01-01', '2030-01-01')])).toEqual([])
    expect(of([paper(licence, '2020-01-01', '2026-02-03'), paper(licence, '2026-02-03', null)])).toEqual([])
    expect(of([paper(licence, '2020-01-01', '2026-02-03'), paper(licence, '2026-02-04', null)])).toEqual([
      'HARD validity_missing',
    ])
    expect(of([paper(licence, '2026-02-04', null)])).toEqual(['HARD validity_missing'])
    expect(of([paper(licence, '2020-01-01', '2026-02-04')])).toEqual(['HARD validity_legally_ended'])
    // A required licence that begins later is missing until then; any other kind simply begins later.
    expect(of([paper('FORKLIFT_LICENSE', '2026-02-04', null)])).toEqual([])
  })

  test('FIT-3: an ADR licence that begins during the trip, or lacks a day, does not count', () => {
    expect(petrol({ validities: [paper(adr, '2020-01-01', '2030-01-01')] })).toEqual([])
    expect(petrol({ validities: [paper(adr, '2026-02-04', null)] })).toEqual(['HARD adr_licence_missing'])
    const apart = [paper(adr, '2020-01-01', '2026-02-03'), paper(adr, '2026-02-04', null)]
    expect(petrol({ validities: apart })).toContain('HARD adr_licence_missing')
  })

  test.each(['No ADR', 'Geen ADR', 'ADR verlopen', 'ADR', 'ADR ADR equipment'])(
    'FIT-3: only the certificate of a driver counts, not the extra %s',
    (extra) => {
      expect(petrol({ extras: [extra] })).toEqual(['HARD adr_licence_missing'])
    },
  )

  test('FIT-3: an extra states the equipment of a vehicle, and one with a negative value states nothing', () => {
    expect(petrol({ extras: ['ADR ADR equipment'] }, 'RIGID')).toEqual([])
    for (const text of ['NOADR No ADR', 'Geen ADR', 'ADR verlopen', 'ADR until 2024']) {
      expect(petrol({ extras: [text] }, 'RIGID')).toEqual(['SOFT adr_vehicle_missing'])
    }
  })

  test('FIT-3: a gap is reported exactly when a day of the range is covered by no certificate', () => {
    const day = (at: number) => new Date(Date.UTC(2026, 1, 1 + at)).toISOString()
    const drawn = fc.array(fc.tuple(fc.integer({ min: -3, max: 9 }), fc.integer({ min: 1, max: 6 })), { maxLength: 4 })
    fc.assert(
      fc.property(drawn, (each) => {
        const papers = each.map(([from, length]) => ({
          ...{ validity_type: licence, start_at: day(from), end_at: null, legal_end_at: day(from + length) },
        }))
        const range = { starts_at: day(0), ends_at: day(7) }
        const isCovered = (at: number) => each.some(([from, length]) => from <= at && at < from + length)
        const covered = [0, 1, 2, 3, 4, 5, 6].map(isCovered)
        const gap = paperGap(papers, range, ({ legal_end_at }) => legal_end_at)
        expect(gap === undefined).toBe(covered.every(Boolean))
        const times = paperTimes({ validities: papers }, licence, range)
        const lasting = times.reduce((sum, one) => sum + Date.parse(one.ends_at) - Date.parse(one.starts_at), 0)
        expect(lasting / 86_400_000).toBe(covered.filter(Boolean).length)
      }),
    )
  })
})

describe('bodies and containers', () => {
  test.each<[string, OrderFacts[], ResourceFacts[], [number, number][], string[]]>([
    ['a container in a van', [boxed(0, 20)], [resource('VAN')], whole, ['HARD container_on_body']],
    [
      'a container of 20 feet on a box truck',
      [boxed(0, 20)],
      [resource('RIGID', { properties: { roof_type: 'CLOSED' } })],
      whole,
      ['HARD container_on_body'],
    ],
    ['a container on a truck of unknown body', [boxed(0, 20)], [resource('RIGID')], whole, ['SOFT container_on_body']],
    [
      'a container on a flat bed',
      [boxed(0, 20)],
      [resource('RIGID', { properties: { roof_type: 'FLATBED' } })],
      whole,
      [],
    ],
    ['a container on a chassis', [boxed(0, 40)], [resource('TRACTOR'), long], whole, []],
    [
      'pallets in a running container trip',
      [boxed(0, 40), factsOf(1)],
      [resource('TRACTOR'), long],
      both,
      ['HARD goods_on_chassis'],
    ],
    ['pallets on a chassis', [factsOf(0)], [resource('TRACTOR'), long], whole, ['HARD goods_on_chassis']],
    [
      'pallets in an own container on a chassis',
      [factsOf(0)],
      [resource('TRACTOR'), long, resource('CONTAINER', { properties: { standard_size: 'FEET_40' } })],
      whole,
      [],
    ],
    ['pallets next to a container in a draft', [boxed(0, 40), factsOf(1)], [], both, ['SOFT goods_on_chassis']],
    ['pallets after a container in a draft', [boxed(0, 40), factsOf(1)], [], inTurn, []],
    ['two of 40 feet at once', [boxed(0, 40), boxed(1, 40)], [long], both, ['HARD containers_together']],
    ['two of 40 feet in turn', [boxed(0, 40), boxed(1, 40)], [long], inTurn, []],
    ['two of 20 feet at once', [boxed(0, 20), boxed(1, 20)], [long], both, []],
    [
      'two of 40 feet on a chassis of unknown length',
      [boxed(0, 40), boxed(1, 40)],
      [resource('CHASSIS')],
      both,
      ['HARD containers_together'],
    ],
    ['two orders in one container', [boxed(0, 40, 'MSKU1234565'), boxed(1, 40, 'msku 123456-5')], [long], both, []],
    [
      'the empty weight of the container',
      [{ ...boxed(0, 40), container: { number: null, tare_kg: 3900, feet: 40, is_reefer: false } }],
      [resource('CHASSIS', { properties: { gross_weight_vehicle_rating_weight_kg: '9000', tare_weight_kg: '4500' } })],
      whole,
      ['HARD over_weight'],
    ],
  ])('FIT-4, FIT-5: %s', (_, orders, resources, way, codes) => {
    expect(codesOf(scene(orders, resources, way))).toEqual(codes)
  })

  test('FIT-5: containers are counted as on board only between their first and their last stop', () => {
    const way = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(way, (order) => {
        const orders = [0, 1, 2].map((index) => boxed(index === 1 ? 3 : index, 20))
        // Pickup before delivery, regardless of the drawn sequence.
        const drawn = order.map((one): [number, number] => [Math.floor(one / 2), one % 2])
        const sorted = drawn.map(([at]) => at)
        const seen = new Map<number, number>()
        const stops = sorted.map((at): [number, number] => {
          const turn = drawn
            .filter(([other]) => other === at)
            .map(([, stop]) => stop)
            .toSorted()
          const nth = seen.get(at) ?? 0
          seen.set(at, nth + 1)
          return [at, turn[nth]!]
        })
        const { trip, facts } = scene(orders, [], stops)
        const { start, after } = boxesAlong(trip, facts)
        const counts = [start, ...after].map((boxes) => boxes.length)
        const expected = [-1, ...stops.keys()].map((at) => {
          return [0, 1, 2].filter((box) => {
            const pickup = stops.findIndex(([one, stop]) => one === box && stop === 0)
            const delivery = stops.findIndex(([one, stop]) => one === box && stop === 1)
            if (pickup < 0 && delivery < 0) return false
            return (pickup < 0 || pickup <= at) && (delivery < 0 || at < delivery)
          }).length
        })
        expect(counts).toEqual(expected)
      }),
    )
  })

  test('FIT-7: a limit refuses, warns or is ignored, as set by the tenant', () => {
    const { trip, facts } = scene([boxed(0, 40), boxed(1, 40)], [long], both)
    const codes = limitLevels.map((level) => {
      const limits = { ...defaultPlanningLimits, containers_on_chassis: level }
      return codesOf({ trip, facts: { ...facts, settings: { ...plainSettings, limits } } })
    })
    expect(codes).toEqual([[], ['SOFT containers_together'], ['HARD containers_together']])
  })
})
