import type { OrderUpload } from '@cartage/contract/orders/order-input'
import type { z } from 'zod'
import { createDice, type Dice, dayAfter } from './dice.ts'
import { containerNumber } from './fleet.ts'
import { depots, docks, kilometresBetween, locationOf, nearest, type SamplePlace, sites, terminals } from './places.ts'

/** An order as a caller sends it. */
export type SampleOrder = z.input<typeof OrderUpload>

/** What an order is about. */
export type OrderKind = 'ROAD' | 'LOCAL' | 'IMPORT' | 'EXPORT' | 'REEFER' | 'ADR'

type Consignment = NonNullable<SampleOrder['consignments']>[number]
type Stop = Consignment['pickup_stop']
type Good = NonNullable<Consignment['goods']>[number]

/** What an order of the sample world is made from. */
export interface SampleOrderInput {
  identifier: string
  kind: OrderKind
  customer: string
  /** Day of the pickup, as YYYY-MM-DD. */
  day: string
  /** Code of the transport service; left out, the one every tenant has. */
  service?: string
  /** What the customer has carried; left out, anything. */
  goods?: readonly string[]
  /** Where its goods leave from, and where its boxes are taken to; left out, anywhere. */
  site?: SamplePlace
}

const kinds: readonly OrderKind[] = ['ROAD', 'ROAD', 'ROAD', 'ROAD', 'IMPORT', 'IMPORT', 'EXPORT', 'REEFER', 'ADR']

/** Customers that every demo tenant has. */
const customers = [
  'Noordzee Chemie',
  'Brouwerij De Linde',
  'Papierfabriek Maasdal',
  'Rheinwerk Stahlhandel',
  'Vergers du Midi',
  'Scheldt Container Line',
  'Albion Homeware',
]

const dryGoods = ['Paint in cans', 'Beer crates', 'Paper reels', 'Kitchen goods', 'Machine parts', 'Tiles', 'Furniture']
const coldGoods = ['Apples', 'Ice cream', 'Yoghurt', 'Frozen vegetables', 'Cut flowers']
const boxGoods = ['Garden furniture', 'Bicycles', 'Solar panels', 'Malt in bags', 'Auto parts', 'Toys']
const dangers = [
  { un_number: '1263', description: 'Paint, flammable', adr_class: '3', packing_group: 'II' },
  { un_number: '1993', description: 'Solvent in drums', adr_class: '3', packing_group: 'III' },
  { un_number: '1824', description: 'Caustic soda', adr_class: '8', packing_group: 'II' },
  { un_number: '3082', description: 'Resin, environmentally hazardous', adr_class: '9', packing_group: 'III' },
] as const
/** Early, in the day, and slots at a dock. */
const windows = [
  ['05:30', '08:00'],
  ['06:00', '10:00'],
  ['07:00', '07:45'],
  ['07:30', '12:00'],
  ['08:15', '09:00'],
  ['09:00', '15:00'],
  ['10:30', '11:15'],
  ['13:00', '16:30'],
  ['14:15', '15:00'],
] as const
const [early, late] = [windows.slice(0, 5), windows.slice(5)]
const owners = ['MSKU', 'TGHU', 'HLXU', 'CMAU', 'OOLU', 'TCLU']

/**
 * The same number always gives the same order, apart from its dates. It fits a tenant with no more than the reference
 * data every tenant has.
 * @param number from 1
 * @param firstDay the dates lie within three weeks from here
 */
export function sampleOrder(number: number, firstDay: Date): SampleOrder {
  const dice = createDice(number)
  const day = dayAfter(firstDay.toISOString().slice(0, 10), dice.below(20))
  const identifier = `SAMPLE-${String(number).padStart(6, '0')}`
  return orderOf({ identifier, kind: dice.pick(kinds), customer: dice.pick(customers), day }, dice)
}

/** Builds an order from its input. */
export function orderOf(wanted: SampleOrderInput, dice: Dice): SampleOrder {
  const { identifier, customer, service } = wanted
  return {
    operation: 'CREATE',
    order_identifier: identifier,
    customer: { name: customer },
    transport_service: service === undefined ? { name: 'General' } : { code: service },
    customer_reference_number: referenceOf(dice),
    ...(wanted.kind === 'IMPORT' || wanted.kind === 'EXPORT' ? boxed(wanted, dice) : loose(wanted, dice)),
  }
}

/** One way of goods in an order of regular work, and when a truck is at both ends, in minutes from the midnight of its day. */
interface Carriage {
  from: SamplePlace
  to: SamplePlace
  pickup: number
  delivery: number
}

/** What an order of regular work is made from. */
export interface CarriageInput extends Omit<SampleOrderInput, 'site'> {
  /** One for each consignment. */
  ways: readonly Carriage[]
  /** When the truck fetches or leaves the empty box. */
  empty?: number | undefined
}

/** An order with the times that its customer requests, which a truck on its regular way keeps. */
export function carriageOf(wanted: CarriageInput, dice: Dice): SampleOrder {
  const { identifier, customer, service, kind, day, ways } = wanted
  const isBox = kind === 'IMPORT' || kind === 'EXPORT'
  const at = (place: SamplePlace, minute: number, reference?: string) =>
    stopAt(place, dayAfter(day, Math.floor(minute / 1_440)), windowAround(minute, place, dice), dice, reference)
  const consignments = ways.map(({ from, to, pickup, delivery }, index): Consignment => {
    return {
      pickup_stop: {
        ...at(from, pickup, isBox ? `REL-${dice.below(99_999)}` : `LOAD-${1_000 + dice.below(8_999)}`),
        ...(kind === 'EXPORT' && { activity: 'PICKUP_EXPORT' }),
      },
      delivery_stop: { ...at(to, delivery), ...(kind === 'EXPORT' && { activity: 'DELIVERY_EXPORT' }) },
      goods: [isBox ? boxGood(wanted.goods, dice) : goodOf(wanted, dice)],
      consignment_reference_number: isBox ? identifier : `${identifier}-${index + 1}`,
    }
  })
  const [{ from, to }] = ways as [Carriage]
  const empty =
    wanted.empty === undefined ? undefined : at(nearest(kind === 'IMPORT' ? from : to, depots), wanted.empty)
  return {
    operation: 'CREATE',
    order_identifier: identifier,
    customer: { name: customer },
    transport_service: service === undefined ? { name: 'General' } : { code: service },
    customer_reference_number: referenceOf(dice),
    consignments,
    ...(isBox && { container: containerOf(kind, day, dice) }),
    ...(empty && kind === 'IMPORT' && { teardown_stops: [{ ...empty, activity: 'DELIVERY' }] }),
    ...(empty && kind === 'EXPORT' && { setup_stops: [{ ...empty, activity: 'COLLECT_EMPTY_CONTAINER' }] }),
    ...(kind === 'IMPORT' && !identifier.endsWith('7') && dischargedBefore(day)),
  }
}

/** The shipping line says when it unloaded the box; for one in ten that comes late. */
function dischargedBefore(day: string): Partial<SampleOrder> {
  return { custom_fields: { container_discharged_on: dayAfter(day, -4) } }
}

/** A window that a truck is in the first half of; a place that closes in the evening requests nothing later. */
function windowAround(minute: number, place: SamplePlace, dice: Dice): readonly [string, string] {
  const begin = minute % 1_440
  const start = Math.floor(begin / 30) * 30
  const end = start + dice.pick([150, 180, 240])
  const last = place.opening_hours === '24/7' ? 1_439 : 18 * 60
  return [clock(start), clock(Math.max(Math.min(end, last), Math.min(begin + 60, 1_439)))]
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** Every purchasing department numbers in its own way. */
function referenceOf(dice: Dice): string {
  const number = 10_000 + dice.below(89_999)
  return dice.pick([`PO ${number}`, `45000${number}`, `BST-${number}`, `${number}/${1 + dice.below(4)}`])
}

function loose(wanted: SampleOrderInput, dice: Dice): Partial<SampleOrder> {
  const { identifier, kind, day } = wanted
  const isLocal = kind === 'LOCAL'
  // What goes round in a day leaves from the dock of the day.
  const from = isLocal ? docks[Number(day.slice(8)) % docks.length]! : (wanted.site ?? dice.pick(sites))
  const goals = sites.filter((site) => site !== from && (!isLocal || kilometresBetween(from, site) < 110))
  const isSoon = isLocal || dice.isIn(35)
  const consignments = Array.from({ length: !isLocal && dice.isIn(18) ? 2 : 1 }, (_, index): Consignment => {
    const to = dice.pick(goals)
    const isNear = kilometresBetween(from, to) < 250
    return {
      pickup_stop: stopAt(from, day, dice.pick(early), dice, `LOAD-${1_000 + dice.below(8_999)}`),
      delivery_stop: stopAt(to, dayAfter(day, isSoon && isNear ? 0 : 1), dice.pick(isSoon ? late : windows), dice),
      goods: [goodOf(wanted, dice)],
      consignment_reference_number: `${identifier}-${index + 1}`,
    }
  })
  return { consignments }
}

function goodOf({ kind, goods }: SampleOrderInput, dice: Dice): Good {
  const isLocal = kind === 'LOCAL'
  const quantity = 1 + dice.below(isLocal ? 2 : 16)
  const packaging_type = { code: 'PALLET' }
  const total_weight_kg = quantity * (isLocal ? 120 + 10 * dice.below(14) : 180 + 10 * dice.below(40))
  if (kind === 'REEFER') {
    const description = dice.pick(goods ?? coldGoods)
    const isFrozen = /frozen|ice/i.test(description)
    const [low, high] = isFrozen ? [-25, -18] : [2, 7]
    return {
      ...{ description, quantity, packaging_type, total_weight_kg },
      absolute_min_temperature_degrees: low,
      absolute_max_temperature_degrees: high,
      ordered_transport_temperature_degrees: isFrozen ? -20 : 4,
    }
  }
  if (kind !== 'ADR') {
    // A pallet is 0.4 m of the loading floor and about 1.2 m high.
    const size = { total_loading_meters: (quantity * 4) / 10, total_volume_m3: Number((quantity * 1.15).toFixed(2)) }
    return { description: dice.pick(goods ?? dryGoods), quantity, packaging_type, total_weight_kg, ...size }
  }
  const { description, ...danger } = dice.pick(dangers)
  const adr = { ...danger, packaging_type: 'DRUM' as const, physical_state: 'LIQUID' as const }
  const item = { description, quantity: quantity * 4, total_weight_kg, adr }
  return { description, quantity, packaging_type, total_weight_kg, adr_type: 'ADR', packaged_items: [item] }
}

/** A container that comes from a ship and goes back empty, or is collected empty and goes on board (CONT-1, CONT-2). */
function boxed({ identifier, kind, day, ...wanted }: SampleOrderInput, dice: Dice): Partial<SampleOrder> {
  const terminal = dice.pick(terminals)
  // Boxes are not trucked across a continent: trains and barges do that.
  const near = sites.filter((one) => kilometresBetween(terminal, one) < 260)
  const [site, depot] = [wanted.site ?? dice.pick(near), nearest(terminal, depots)]
  const isImport = kind === 'IMPORT'
  const [from, to] = isImport ? [terminal, site] : [site, terminal]
  const goods = [boxGood(wanted.goods, dice)]
  const consignment: Consignment = {
    pickup_stop: {
      ...stopAt(from, day, dice.pick(windows), dice, `REL-${dice.below(99_999)}`),
      ...(!isImport && { activity: 'PICKUP_EXPORT' }),
    },
    delivery_stop: {
      ...stopAt(to, dayAfter(day, 1), dice.pick(windows), dice),
      ...(!isImport && { activity: 'DELIVERY_EXPORT' }),
    },
    goods,
    consignment_reference_number: identifier,
  }
  const empty = { location: locationOf(depot), date: isImport ? dayAfter(day, 2) : day }
  const around = isImport
    ? { teardown_stops: [{ ...empty, activity: 'DELIVERY' }] }
    : { setup_stops: [{ ...empty, activity: 'COLLECT_EMPTY_CONTAINER' }] }
  const discharged = isImport && !identifier.endsWith('7') && dischargedBefore(day)
  return {
    ...{ consignments: [consignment], container: containerOf(kind, day, dice) },
    ...around,
    ...discharged,
  }
}

function boxGood(goods: readonly string[] | undefined, dice: Dice): Good {
  return { description: dice.pick(goods ?? boxGoods), quantity: 1, total_weight_kg: 6_000 + 500 * dice.below(24) }
}

function containerOf(kind: OrderKind, day: string, dice: Dice): SampleOrder['container'] {
  const isImport = kind === 'IMPORT'
  const code = dice.pick(['20GP', '40GP', '40HC', '40HC', '45HC'])
  // The number of a container for export is often known only when the empty one is collected.
  const isKnown = isImport || dice.isIn(60)
  return {
    container_scenario: isImport ? 'IMPORT' : 'EXPORT',
    container_type: { code },
    ocean_liner_name: dice.pick(['Atlantic Oceanways', 'Nordstern Linien', 'Blue Ocean Line']),
    ship_name: dice.pick(['Aurora', 'Zeebries', 'Morgenster', 'Estrela do Mar']),
    ...(isKnown && { container_number: containerNumber(dice.pick(owners), 100_000 + dice.below(899_999)) }),
    ...(isImport
      ? { seal_number: `SL-${10_000 + dice.below(89_999)}`, pin_code: String(1_000 + dice.below(8_999)) }
      : { closing_date: `${dayAfter(day, 2)}T16:00:00+01:00` }),
  }
}

function stopAt(
  place: SamplePlace,
  date: string,
  [start_time, end_time]: readonly [string, string],
  dice: Dice,
  reference_number?: string,
): Stop {
  return {
    date,
    time_window: { start_time, end_time },
    location: locationOf(place),
    ...(reference_number !== undefined && { reference_number }),
    ...(dice.isIn(12) && { note: dice.pick(['Report at the gate house', 'Safety shoes are compulsory', 'Dock 14']) }),
  }
}
