import { BoardOrder, type PlanningBoard } from '@cartage/contract/planning/app/board'
import { PlanReason } from '@cartage/contract/planning/app/commands'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerOf, boardOf, carrierOf, tripOf, unplannedOf } from '../testing/plan.ts'
import { id, sampleOf } from '../testing/sample.ts'
import { routeOf } from './board-trip.ts'
import { bestOffers, candidates, type Offer, offerOf } from './dialogs/offers.ts'
import { commandOf } from './drop.ts'
import { nextCursor } from './keys.ts'
import { filteredPool, poolLines, poolOrder, regionOf, sumsOf } from './pool.ts'
import { combinationAt, modelOf } from './rows.ts'

const [from, to] = [Date.parse('2026-03-02T00:00:00Z'), Date.parse('2026-03-09T00:00:00Z')]
const hour = (time: string) => Date.parse(`2026-03-03T${time}:00Z`)
const text = (time: string) => `2026-03-03T${time}:00Z`
const model = (members: Parameters<typeof boardOf>[0] = {}, by: 'vehicle' | 'driver' | 'trailer' = 'vehicle') =>
  modelOf(boardOf(members), by, { from, to, now: from })

describe('rows', () => {
  test('each vehicle has one, with its usual driver; trips without resources come first, carriers last', () => {
    const carried = tripOf(2, '08:00', '10:00', { resources: [], subcontractor_id: id(70) })
    const loose = tripOf(3, '08:00', '10:00', { resources: [] })
    const { rows } = model({
      trips: [tripOf(1, '08:00', '12:00'), carried, loose],
      carriers: [{ company_id: id(70), name: 'Lage Landen' }],
    })
    expect(rows.map(({ kind, title, text }) => [kind, title, text])).toEqual([
      ['none', null, ''],
      ['resource', 'Truck 1', 'Ann Peeters'],
      ['resource', 'Truck 2', ''],
      ['carrier', 'Lage Landen', ''],
    ])
    expect(model({}, 'driver').rows.map(({ title }) => title)).toEqual(['Ann Peeters', 'Bob Jansen'])
  })

  test('trips that overlap are on different tracks, and a trip without times is in the list alone', () => {
    const trips = [tripOf(1, '08:00', '12:00'), tripOf(2, '11:00', '13:00'), tripOf(3, '12:00', '14:00')]
    const untimed = tripOf(4, '08:00', '09:00', { starts_at: null, ends_at: null })
    const found = model({ trips: [...trips, untimed] })
    expect(found.rows[0]).toMatchObject({ tracks: [0, 1, 0], trackCount: 2, minutes: 480 })
    expect(found.untimed.map(({ name }) => name)).toEqual(['T-4'])
  })

  test('an unchanged trip keeps its bar when the board is read again', () => {
    const board = boardOf()
    const [before, after] = [
      modelOf(board, 'vehicle', { from, to, now: from }),
      modelOf({ ...board, unplanned: [] }, 'vehicle', { from, to, now: from }),
    ]
    expect(after.trips.get(id(1))).toBe(before.trips.get(id(1)))
    const renamed = boardOf({
      trips: board.trips,
      orders: [sampleOf(BoardOrder, { order_id: id(31), customer_name: 'Other' })],
    })
    expect(modelOf(renamed, 'vehicle', { from, to, now: from }).trips.get(id(1))!.customers).toBe('Other')
  })

  test('TIME-7: the lateness of a trip comes from its future stop that is furthest after its window', () => {
    const trip = tripOf(1, '08:00', '12:00')
    const [first, second] = trip.stops
    const stops = [
      { ...first!, eta_start_at: '2026-03-03T10:00:00Z', actual_start_at: '2026-03-03T10:00:00Z', status: 'COMPLETED' },
      { ...second!, eta_start_at: '2026-03-03T12:56:00Z' },
    ]
    const asked = (asked_to: string | null) => [{ stop_id: second!.stop_id, asked_to }]
    const late = (members: Partial<PlanningBoard>) => {
      const [bar] = model({ trips: [{ ...trip, stops }], ...members }).rows[0]!.trips
      return [bar!.late, bar!.lateAt, bar!.ticks.map(({ isLate }) => isLate)]
    }
    expect(late({ asked: asked('2026-03-03T12:30:00Z') })).toEqual([26, 'Tilburg', [false, true]])
    // Behind plan, but within its window.
    expect(late({ asked: asked('2026-03-03T13:00:00Z') })).toEqual([0, '?', [false, false]])
    // Without a requested time, the planned time counts.
    expect(late({ asked: asked(null) })[0]).toBe(56)
    const draft = { ...trip, stops, status: 'CREATED' as const }
    expect(late({ trips: [draft], asked: asked('2026-03-03T12:30:00Z') })[0]).toBe(0)
  })

  test('a route shows a town that repeats only once', () => {
    const places = boardOf().places
    const directory = { places: new Map(places.map((place) => [place.location_id, place])) }
    const at = (...numbers: number[]) =>
      routeOf(
        numbers.map((n) => ({ location_id: id(n) })),
        directory,
      )
    expect(at(51, 51, 52)).toBe('Rotterdam → Tilburg')
    expect(at(51, 52, 51, 52, 51)).toBe('Rotterdam → Tilburg → … → Rotterdam')
  })
})

describe('drops', () => {
  const found = model({
    trips: [tripOf(1, '08:00', '12:00'), tripOf(2, '14:00', '15:00', { resources: [carrierOf(12)] })],
  })
  const [first, second] = found.rows
  const trip = { kind: 'trip', trip: found.trips.get(id(1))! } as const

  test('along its row a trip gets another start; at its old place nothing happens', () => {
    const place = { row: first!, start: hour('09:00'), onTrip: undefined }
    expect(commandOf(trip, place, found.directory)).toEqual({ kind: 'PLACE', trip_id: id(1), starts_at: text('09:00') })
    expect(commandOf(trip, { ...place, start: hour('08:00') }, found.directory)).toBeUndefined()
  })

  test('on another row it gets the resources of that row, and leaves its driver', () => {
    const place = { row: second!, start: hour('08:00'), onTrip: undefined }
    expect(commandOf(trip, place, found.directory)).toEqual({ kind: 'PLACE', trip_id: id(1), resource_ids: [id(12)] })
  })

  test('orders become a new trip of the row, or join the trip under the pointer; carriers accept no drops', () => {
    const orders = [poolOrder(unplannedOf(32), found.directory)]
    const place = { row: first!, start: hour('13:00'), onTrip: undefined }
    const dragged = { kind: 'orders', orders } as const
    expect(commandOf(dragged, place, found.directory)).toEqual({
      kind: 'PLAN',
      order_ids: [id(32)],
      new_trip: { resource_ids: [id(11), id(21)] },
      starts_at: text('13:00'),
    })
    const onTrip = { ...place, onTrip: id(1) }
    expect(commandOf(dragged, onTrip, found.directory)).toEqual({ kind: 'PLAN', order_ids: [id(32)], trip_id: id(1) })
    const carrier = { ...first!, kind: 'carrier' } as const
    expect(commandOf(dragged, { ...place, row: carrier }, found.directory)).toBeUndefined()
  })

  test('a row uses the crew of the trip before an instant, else of the one after', () => {
    const both = model({
      trips: [tripOf(1, '08:00', '10:00'), tripOf(2, '14:00', '15:00', { resources: [carrierOf(11), carrierOf(22)] })],
    })
    const at = (time: string) => combinationAt(both.rows[0]!, hour(time), both.directory)
    expect([at('06:00'), at('12:00'), at('16:00')]).toEqual([
      [id(11), id(21)],
      [id(11), id(21)],
      [id(11), id(22)],
    ])
  })
})

describe('the pool', () => {
  const { directory } = model()
  const adr = unplannedOf(41, { customer_name: 'Zeeland Seafood', load: { is_dangerous: true, weight_kg: 2_000 } })
  const orders = [unplannedOf(42), adr, unplannedOf(43, { stops: [] })].map((one) => poolOrder(one, directory))
  const none = { text: '', need: undefined, day: undefined }

  test('is searched by numbers, customers and towns, and filtered by requirements of orders and by day', () => {
    const numbers = (filter: object) =>
      filteredPool(orders, { ...none, ...filter }).map(({ order }) => order.order_number)
    expect(numbers({})).toEqual(['O-41', 'O-42', 'O-43'])
    expect(numbers({ text: 'zeeland tilb' })).toEqual(['O-41'])
    expect(numbers({ need: 'adr' })).toEqual(['O-41'])
    expect(numbers({ day: '2026-03-03' })).toEqual(['O-41', 'O-42'])
  })

  test('regions are the country and the beginning of the postal code, and groups by them are in order', () => {
    const region = (country: string | null, postal_code: string | null) => regionOf({ country, postal_code })
    expect([region('NL', '3011 AB'), region('DE', '47119'), region('GB', 'ME13 7XA'), region('GB', 'B1 1AA')]).toEqual([
      'NL 30',
      'DE 47',
      'GB ME',
      'GB B',
    ])
    expect([region('BE', 'BE-9000'), region('BE', null), region('BE', '?'), region(null, '9000')]).toEqual([
      'BE 90',
      'BE',
      'BE',
      null,
    ])
    const pool = ['NL 30', null, 'BE 90', 'NL 30'].map((pickup, at) => ({
      ...poolOrder(unplannedOf(60 + at, { load: { container_feet: at === 0 ? 40 : 20 } }), directory),
      pickup,
    }))
    const heads = poolLines(pool, 'pickup').flatMap((line) => (line.kind === 'group' ? [line] : []))
    expect(heads.map(({ name, sums }) => [name, sums.orders, sums.teu])).toEqual([
      ['BE 90', 1, 1],
      ['NL 30', 2, 3],
      [null, 1, 1],
    ])
  })

  test('the sums of its groups add up to the total, however it is grouped', () => {
    const some = fc.array(
      fc.record({ weight: fc.integer({ min: 0, max: 20_000 }), day: fc.integer({ min: 1, max: 4 }) }),
    )
    fc.assert(
      fc.property(some, fc.constantFrom('day' as const, 'customer' as const, 'pickup' as const), (given, by) => {
        const pool = given.map(({ weight, day }, at) => {
          const order = unplannedOf(100 + at, { customer_name: `C${day}`, load: { weight_kg: weight } })
          return { ...poolOrder(order, directory), day: `2026-03-0${day}` }
        })
        const heads = poolLines(pool, by).flatMap((line) => (line.kind === 'group' ? [line.sums] : []))
        expect(heads.reduce((sum, { weight }) => sum + weight, 0)).toBe(sumsOf(pool).weight)
        expect(heads.reduce((sum, one) => sum + one.orders, 0)).toBe(pool.length)
      }),
      { numRuns: 30 },
    )
  })
})

test('arrows move along a row, and to the nearest trip in time on the next row', () => {
  const { rows } = model({
    trips: [
      tripOf(1, '08:00', '10:00'),
      tripOf(2, '14:00', '15:00'),
      tripOf(3, '07:00', '08:00', { resources: [carrierOf(12)] }),
      tripOf(4, '15:00', '16:00', { resources: [carrierOf(12)] }),
    ],
  })
  const first = nextCursor(rows, undefined, 'ArrowDown')!
  const second = nextCursor(rows, first, 'ArrowRight')!
  expect([first.tripId, second.tripId]).toEqual([id(1), id(2)])
  expect(nextCursor(rows, second, 'ArrowDown')).toEqual({ rowKey: id(12), tripId: id(4) })
  expect(nextCursor(rows, second, 'ArrowRight')).toBeUndefined()
  expect(nextCursor(rows, undefined, 'x')).toBeUndefined()
})

describe('options', () => {
  const now = Date.parse('2026-03-03T06:00:00Z')
  const plan = { kind: 'PLAN' as const, order_ids: [], trip_id: id(1) }

  test('trips around the requested day are tried, the nearest first', () => {
    const away = tripOf(2, '09:00', '10:00')
    const far = { ...away, stops: away.stops.map((stop) => ({ ...stop, location_id: id(99) })) }
    const found = model({ trips: [far, tripOf(1, '08:00', '12:00')] })
    const orders = [poolOrder(unplannedOf(32), found.directory)]
    expect(candidates(found, orders, 5, now).map(({ name }) => name)).toEqual(['T-1', 'T-2'])
  })

  test('a trip to the same place is the nearest, even if its position is unknown; kilometres are then unknown too', () => {
    const away = tripOf(2, '09:00', '10:00')
    const far = { ...away, stops: away.stops.map((stop) => ({ ...stop, location_id: id(99) })) }
    const found = model({ trips: [far, tripOf(1, '08:00', '12:00')], places: [] })
    const orders = [poolOrder(unplannedOf(32), found.directory)]
    expect(candidates(found, orders, 1, now).map(({ name }) => name)).toEqual(['T-1'])
    const trip = found.trips.get(id(1))!
    const offered = (added_km: number | null) => offerOf(trip, plan, answerOf([trip.trip], { added_km }))!
    expect([null, 20, -0.1].map((km) => offered(km).extraKm)).toEqual([null, 20, 0])
  })

  test('OPT-10: no completed trip is tried, and nothing is offered that would begin before now', () => {
    const found = model({ trips: [tripOf(1, '08:00', '12:00'), tripOf(2, '13:00', '15:00')] })
    const orders = [poolOrder(unplannedOf(32), found.directory)]
    const at = (time: string) => Date.parse(`2026-03-03T${time}:00Z`)
    expect(candidates(found, orders, 5, at('12:30')).map(({ name }) => name)).toEqual(['T-2'])
    const trip = found.trips.get(id(1))!
    const offered = (code: string) => {
      const reasons = [sampleOf(PlanReason, { code, severity: 'SOFT', is_new: true })]
      return offerOf(trip, plan, answerOf([trip.trip], { verdict: 'SOFT', reasons }))
    }
    expect(offered('starts_before_now')).toBeUndefined()
    expect(offered('other_day')).toMatchObject({ verdict: 'SOFT' })
  })

  test('options without warnings come first, then the shortest route; errors are not offered', () => {
    const trip = model().trips.get(id(1))!
    const offer = (verdict: Offer['verdict'], extraKm: number): Offer => ({
      trip,
      command: plan,
      verdict,
      extraKm,
      isEstimated: false,
      laterMinutes: 0,
      message: undefined,
    })
    const best = bestOffers([offer('HARD', 1), offer('SOFT', 2), offer('OK', 30), offer('OK', 20)], 3)
    expect(best.map(({ verdict, extraKm }) => [verdict, extraKm])).toEqual([
      ['OK', 20],
      ['OK', 30],
      ['SOFT', 2],
    ])
  })
})
