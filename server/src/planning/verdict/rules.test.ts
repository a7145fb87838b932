import { describe, expect, test } from 'vitest'
import { estimatedRoads } from '../../positions/roads/rules.ts'
import { containerKind } from '../../resources/container-kind.rules.ts'
import { factsOf, placeAt, plainSettings } from '../../testing/data/plans.ts'
import { newStop, newTrip, type TripState } from '../../trips/state.rules.ts'
import type { Facts, OtherTrip, ReasonCode, ResourceFacts } from '../facts/rules.ts'
import type { OrderFacts } from '../rules.ts'
import { judged, verdictOf } from './rules.ts'

const gent = placeAt(0).location_id
const lille = placeAt(1).location_id
const koeln = placeAt(2).location_id

/** An order that picks up in Gent on 2 February from 8 to 12 and delivers in Lille on the 3rd. */
function order(members: Partial<OrderFacts> = {}, goods: Partial<OrderFacts['consignments'][number]> = {}): OrderFacts {
  const { stops, consignments, ...facts } = factsOf(0)
  const [pickup, delivery] = stops
  const windows = { window_start: null, window_end: null }
  return {
    ...facts,
    stops: [
      { ...pickup!, requested_date: '2026-02-02', window_start: '08:00', window_end: '12:00' },
      { ...delivery!, ...windows, requested_date: '2026-02-03' },
    ],
    consignments: consignments.map((one) => ({ ...one, ...goods })),
    ...members,
  }
}

function resource(resource_type: string, members: Partial<ResourceFacts> = {}): ResourceFacts {
  return {
    resource_id: `a ${resource_type}`,
    resource_type,
    name: `The ${resource_type.toLowerCase()}`,
    container_number: null,
    subcontractor_id: null,
    is_archived: false,
    properties: {},
    extras: [],
    validities: [],
    unavailabilities: [],
    ...members,
  }
}

interface JudgedTrip {
  order?: OrderFacts
  resources?: ResourceFacts[]
  /** Planned start of pickup and delivery. */
  times?: [string, string]
  trip?: Partial<TripState>
  facts?: Partial<Facts>
  edit?: (stops: TripState['stops']) => TripState['stops']
}

const begunLate = ([first, last]: TripState['stops']): TripState['stops'] => [
  { ...first!, status: 'COMPLETED', actual_start_at: '2026-02-03T06:30:00.000Z' },
  { ...last!, eta_end_at: '2026-02-03T13:30:00.000Z' },
]

function judge({ order: given = order(), resources = [], times, trip, facts, edit = (stops) => stops }: JudgedTrip) {
  const at = times ?? ['2026-02-02T09:00:00.000Z', '2026-02-03T09:00:00.000Z']
  const stops = given.stops.map((stop, index) => {
    const planned_start_at = at[index]!
    const planned_end_at = new Date(Date.parse(planned_start_at) + 1_800_000).toISOString()
    const { stop_id, location_id, activity, activity_label } = stop
    const ids = { stop_id, location_id, activity, activity_label, order_id: given.order_id, stop_group_id: stop_id }
    return newStop({ ...ids, kind: 'ORDER', planned_start_at, planned_end_at })
  })
  const own = { name: null, license_plate: null, container_number: null }
  const members = { stops: edit(stops), resources: resources.map(({ resource_id }) => ({ ...own, resource_id })) }
  const known: Facts = {
    orders: new Map([[given.order_id, given]]),
    places: new Map([0, 1, 2, 3, 4].map((index) => [placeAt(index).location_id, placeAt(index)])),
    time_zone: 'Europe/Brussels',
    resources: new Map(resources.map((one) => [one.resource_id, one])),
    others: [],
    elsewhere: [],
    isOpen: () => undefined,
    opensAt: (_place, at) => at,
    roads: estimatedRoads,
    settings: plainSettings,
    ...facts,
  }
  return { trips: [newTrip('trip', 'T-1', { ...members, ...trip })], facts: known }
}

function codesOf(scene: JudgedTrip): string[] {
  return verdictOf(judge(scene)).map(({ code, severity }) => `${severity} ${code}`)
}

const driver = resource('DRIVER')
const truck = resource('RIGID')
const until = (legal_end_at: string | null, end_at: string | null = null, validity_type = 'DRIVER_CODE_95') => [
  { validity_type, start_at: '2020-01-01T00:00:00.000Z', end_at, legal_end_at },
]
const absences = (start_at: string, end_at: string | null) => [{ start_at, end_at, reason: 'HOLIDAY' }]
const otherTrip = (resourceId: string, members: Partial<OtherTrip> = {}): OtherTrip => ({
  trip_id: 'other',
  name: 'T-2',
  is_completed: false,
  starts_at: '2026-02-02T12:00:00.000Z',
  ends_at: '2026-02-02T15:00:00.000Z',
  resource_ids: [resourceId],
  stops: [],
  ...members,
})
const boxed = (feet: number | null, number: string | null = null) =>
  order({ container: { number, tare_kg: 0, feet, is_reefer: false } })

const table: readonly [what: string, scene: JudgedTrip, reasons: readonly `${'HARD' | 'SOFT'} ${ReasonCode}`[]][] = [
  ['a plan with nothing against it', { resources: [driver, truck], trip: { status: 'PLANNED' } }, []],
  ['a draft without driver and vehicle', {}, []],
  ['a confirmed trip without either', { trip: { status: 'PLANNED' } }, ['SOFT driver_missing', 'SOFT vehicle_missing']],
  ['a subcontractor brings its own', { trip: { status: 'PLANNED', subcontractor_id: 'x' } }, []],
  ['an order on hold', { order: order({ is_blocked: true }) }, ['HARD order_blocked']],
  ['a cancelled order', { order: order({ status: 'CANCELLED' }) }, ['HARD order_cancelled']],
  ['a quote', { order: order({ status: 'QUOTE' }) }, ['HARD order_not_plannable']],
  [
    'a delivery before its pickup',
    {
      edit: ([pickup, delivery]) => [
        { ...delivery!, planned_start_at: null, planned_end_at: null },
        { ...pickup!, planned_start_at: null, planned_end_at: null },
      ],
    },
    ['HARD delivery_before_pickup'],
  ],
  ['an archived resource', { resources: [{ ...truck, is_archived: true }] }, ['HARD resource_archived']],
  [
    'a driver on two trips at once',
    { resources: [driver], facts: { others: [otherTrip(driver.resource_id)] } },
    ['HARD resource_overlap'],
  ],
  [
    'a trailer on two trips at once',
    { resources: [resource('TRAILER')], facts: { others: [otherTrip('a TRAILER')] } },
    ['SOFT resource_overlap'],
  ],
  [
    'trips that touch do not overlap',
    { resources: [truck], facts: { others: [otherTrip(truck.resource_id, { ends_at: '2026-02-02T09:00:00.000Z' })] } },
    [],
  ],
  [
    'a driver is away',
    { resources: [{ ...driver, unavailabilities: absences('2026-02-02T10:00:00.000Z', null) }] },
    ['HARD resource_unavailable'],
  ],
  [
    'a driver comes back in time',
    { resources: [{ ...driver, unavailabilities: absences('2026-02-01T00:00:00.000Z', '2026-02-02T09:00:00.000Z') }] },
    [],
  ],
  [
    'FIT-12: a driver who was away when the trip was to begin, and drives it since',
    {
      resources: [{ ...driver, unavailabilities: absences('2026-02-02T00:00:00.000Z', '2026-02-03T06:00:00.000Z') }],
      edit: begunLate,
    },
    [],
  ],
  [
    'FIT-12: a driver who is away before the late end of a trip',
    {
      resources: [{ ...driver, unavailabilities: absences('2026-02-03T12:00:00.000Z', null) }],
      edit: begunLate,
    },
    ['HARD resource_unavailable'],
  ],
  [
    'VAL-1: past the legal end',
    { resources: [{ ...driver, validities: until('2026-02-03T00:00:00.000Z') }] },
    ['HARD validity_legally_ended'],
  ],
  [
    'VAL-1: past the planning end',
    { resources: [{ ...driver, validities: until(null, '2026-02-03T00:00:00.000Z') }] },
    ['SOFT validity_ended'],
  ],
  [
    'VAL-1: renewed in time',
    {
      resources: [
        { ...driver, validities: [...until('2026-02-03T00:00:00.000Z'), ...until('2030-01-01T00:00:00.000Z')] },
      ],
    },
    [],
  ],
  [
    'dangerous goods without papers',
    { order: order({}, { is_dangerous: true }), resources: [driver, truck] },
    ['HARD adr_licence_missing', 'SOFT adr_vehicle_missing'],
  ],
  [
    'dangerous goods with licence and extra',
    {
      order: order({}, { is_dangerous: true }),
      resources: [
        { ...driver, validities: until('2030-01-01T00:00:00.000Z', null, 'DRIVER_ADR_LICENSE') },
        { ...truck, extras: ['ADR'] },
      ],
    },
    [],
  ],
  [
    'goods with a temperature in a truck',
    { order: order({}, { is_tempered: true }), resources: [truck] },
    ['SOFT reefer_missing'],
  ],
  [
    'goods with a temperature in a reefer',
    { order: order({}, { is_tempered: true }), resources: [{ ...truck, extras: ['REEFER Reefer'] }] },
    [],
  ],
  ['too heavy', { resources: [{ ...truck, properties: { capacity_weight_kg: '900.00' } }] }, ['HARD over_weight']],
  [
    'too heavy by gross weight',
    {
      resources: [{ ...truck, properties: { gross_weight_vehicle_rating_weight_kg: '7500', tare_weight_kg: '6600' } }],
    },
    ['HARD over_weight'],
  ],
  ['heavy enough', { resources: [{ ...truck, properties: { capacity_weight_kg: '1000' } }] }, []],
  ['too long', { resources: [{ ...truck, properties: { exterior_length_m: '1.9' } }] }, ['SOFT over_length']],
  [
    'too many pallets',
    { resources: [{ ...truck, properties: { capacity_pallet_spaces: '3' } }] },
    ['SOFT over_pallets'],
  ],
  ['after the window', { times: ['2026-02-02T11:30:00.000Z', '2026-02-03T09:00:00.000Z'] }, ['SOFT too_late']],
  [
    'after a window that planning must keep to',
    {
      order: { ...order(), stops: order().stops.map((stop) => ({ ...stop, is_enforced: true })) },
      times: ['2026-02-02T11:30:00.000Z', '2026-02-03T09:00:00.000Z'],
    },
    ['HARD too_late'],
  ],
  ['before the window', { times: ['2026-02-02T06:30:00.000Z', '2026-02-03T09:00:00.000Z'] }, ['SOFT too_early']],
  ['on another day', { times: ['2026-02-02T09:00:00.000Z', '2026-02-04T09:00:00.000Z'] }, ['SOFT other_day']],
  [
    'no time for the way',
    { times: ['2026-02-02T09:00:00.000Z', '2026-02-02T09:40:00.000Z'] },
    ['SOFT other_day', 'SOFT no_time_for_way'],
  ],
  ['two vehicles', { resources: [truck, resource('VAN')] }, ['HARD too_many_vehicles']],
  [
    'three drivers',
    { resources: ['1', '2', '3'].map((id) => ({ ...driver, resource_id: id })) },
    ['HARD too_many_drivers'],
  ],
  [
    'a container of another size',
    { order: boxed(40), resources: [resource('CONTAINER', { properties: { standard_size: 'FEET_20' } })] },
    ['HARD container_size'],
  ],
  [
    'another container',
    {
      order: boxed(40, 'MSKU1234565'),
      resources: [resource('CONTAINER', { container_number: 'CSQU3054383', properties: { iso_code: '45G1' } })],
    },
    ['SOFT container_number'],
  ],
  [
    'a chassis that is too short',
    { order: boxed(40), resources: [resource('CHASSIS', { properties: { exterior_length_m: '7.5' } })] },
    ['HARD chassis_too_short'],
  ],
  [
    'FIT-1: a container of 45 feet on a chassis for 40',
    {
      order: order({ container: { number: null, tare_kg: 0, ...containerKind({ code: '45HC' }, {}) } }),
      resources: [resource('CHASSIS', { properties: { exterior_length_m: '12.4' } })],
    },
    ['HARD chassis_too_short'],
  ],
  [
    'FIT-1: frozen goods in a box of 40 feet that does not cool',
    {
      order: order(
        { container: { number: null, tare_kg: 0, ...containerKind({ code: '40HC' }, {}) } },
        { is_tempered: true },
      ),
      resources: [resource('TRACTOR'), resource('CHASSIS', { extras: ['GENSET Generator set'] })],
    },
    ['SOFT reefer_missing'],
  ],
  [
    'FIT-1: frozen goods in a reefer box',
    {
      order: order(
        { container: { number: null, tare_kg: 0, ...containerKind({ code: '40RH' }, {}) } },
        { is_tempered: true },
      ),
      resources: [resource('TRACTOR'), resource('CHASSIS')],
    },
    [],
  ],
  [
    'a container without chassis',
    { order: boxed(40), resources: [driver, resource('TRACTOR')], trip: { status: 'PLANNED' } },
    ['SOFT chassis_missing'],
  ],
]

describe('the verdict', () => {
  test.each(table)('%s', (_, scene, reasons) => {
    expect(codesOf(scene)).toEqual(reasons)
  })

  test('a closed location is reported with its hours, in local time', () => {
    const places = new Map(
      [0, 1].map((index) => [placeAt(index).location_id, { ...placeAt(index), opening_hours: 'Mo-Fr' }]),
    )
    const isOpen = () => false
    const reasons = verdictOf(judge({ facts: { places, isOpen } }))
    expect(reasons.map(({ code }) => code)).toEqual(['closed', 'closed'])
    expect(String(reasons[0]!.message)).toContain('Gent is closed at 2 Feb 10:00 (Mo-Fr)')
  })

  test('the load is calculated along the trip: delivered goods make room', () => {
    const [one, other] = [factsOf(0), factsOf(3)]
    const van = resource('VAN', { properties: { capacity_weight_kg: '1000' } })
    const stop = (facts: OrderFacts, at: number) => {
      const { stop_id, location_id, activity, activity_label } = facts.stops[at]!
      const ids = { stop_id, location_id, activity, activity_label, order_id: facts.order_id, stop_group_id: stop_id }
      return newStop({ ...ids, kind: 'ORDER' })
    }
    const orders = new Map([one, other].map((facts) => [facts.order_id, facts]))
    const codes = (stops: TripState['stops']) => codesOf({ resources: [van], facts: { orders }, edit: () => stops })
    expect(codes([stop(one, 0), stop(one, 1), stop(other, 0), stop(other, 1)])).toEqual([])
    expect(codes([stop(one, 0), stop(other, 0), stop(one, 1), stop(other, 1)])).toEqual(['HARD over_weight'])
    // Goods delivered but never loaded on the trip are on board from the beginning.
    expect(codes([stop(other, 0), stop(other, 1), stop(one, 1)])).toEqual(['HARD over_weight'])
  })

  test('HOURS-3: break, day and rest of the driver are estimated over several trips', () => {
    const visit = (index: number, location_id: string, start: string, minutes: number) =>
      newStop({
        ...{ stop_id: `stop-${index}`, stop_group_id: `group-${index}`, order_id: null, kind: 'STANDALONE' },
        ...{ location_id, activity: 'CUSTOM', activity_label: 'Stop' },
        planned_start_at: start,
        planned_end_at: new Date(Date.parse(start) + minutes * 60_000).toISOString(),
      })
    const codes = (stops: TripState['stops']) => codesOf({ resources: [driver, truck], edit: () => stops })
    // Gent to Cologne is about 4 hours: there and back without a break.
    const direct = [visit(0, gent, '2026-02-02T05:00:00.000Z', 0), visit(1, koeln, '2026-02-02T09:30:00.000Z', 30)]
    expect(codes(direct)).toEqual([])
    const back = [...direct, visit(2, gent, '2026-02-02T14:20:00.000Z', 30)]
    expect(codes(back)).toEqual(['SOFT driving_break'])
    const rested = [...direct, visit(2, gent, '2026-02-02T15:30:00.000Z', 30)]
    expect(codes(rested)).toEqual([])
    const again = [...rested, visit(3, koeln, '2026-02-02T21:15:00.000Z', 30)]
    expect(codes(again)).toEqual(['SOFT driving_day'])
    const nextDay = [...rested, visit(3, koeln, '2026-02-03T07:30:00.000Z', 30)]
    expect(codes(nextDay)).toEqual([])
  })

  test('a transfer is picked up after it was dropped, and a delivery without one is reported', () => {
    const drop = {
      trip_id: 'other',
      stop_id: 'drop',
      kind: 'TRANSFER_DROP',
      order_id: 'order-0',
      location_id: lille,
    } as const
    const elsewhere = [
      { ...drop, planned_start_at: '2026-02-03T07:00:00.000Z', planned_end_at: '2026-02-03T10:00:00.000Z' },
      { ...drop, kind: 'ORDER' as const, stop_id: 'order-0-0-PICKUP', planned_start_at: null, planned_end_at: null },
    ]
    const transfer = newStop({
      ...{
        stop_id: 'transfer',
        stop_group_id: 'group',
        order_id: 'order-0',
        kind: 'TRANSFER_PICKUP',
        location_id: lille,
      },
      ...{ activity: 'TRANSFER_PICKUP', activity_label: 'Transfer pickup' },
      planned_start_at: '2026-02-03T08:00:00.000Z',
      planned_end_at: '2026-02-03T08:30:00.000Z',
    })
    const codes = (elsewhereNow: Facts['elsewhere'], withTransfer: boolean) =>
      codesOf({
        facts: { elsewhere: elsewhereNow },
        edit: ([, delivery]) => (withTransfer ? [transfer, delivery!] : [delivery!]),
      })
    expect(codes(elsewhere, true)).toEqual(['SOFT transfer_too_early'])
    expect(codes([], true)).toEqual(['SOFT transfer_missing'])
    expect(codes(elsewhere, false)).toEqual(['SOFT transfer_missing'])
  })

  test('an existing conflict is reported and is not new', () => {
    const reasons = verdictOf(judge({ order: order({ is_blocked: true }) }))
    expect(judged(reasons, reasons).map(({ is_new }) => is_new)).toEqual([false])
    expect(judged([], reasons).map(({ is_new }) => is_new)).toEqual([true])
  })
})
