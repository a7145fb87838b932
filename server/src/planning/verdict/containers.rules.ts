import { msg, type Sentence } from '@cartage/contract/message'
import { containerMetres, kindOf } from '../../resources/container-kind.rules.ts'
import type { TripState } from '../../trips/state.rules.ts'
import {
  carrierTypes,
  type Facts,
  hard,
  limited,
  measure,
  motorTypes,
  ordersOf,
  type Reason,
  type ResourceFacts,
  resourcesOf,
  soft,
} from '../facts/rules.ts'
import type { OrderFacts } from '../rules.ts'
import { type Box, boxesAlong } from './boxes.rules.ts'
import { loadsAlong } from './load.rules.ts'

/** Whether the containers match the orders, and the vehicles are built to carry them. */
export function containerReasons(trip: TripState, facts: Facts): Reason[] {
  const resources = resourcesOf(trip, facts)
  const own = ofType(resources, ['CONTAINER'])
  const boxed = ordersOf(trip, facts).filter(({ container }) => container !== null)
  return [
    ...boxed.flatMap((order) => boxReasons(trip, order, own)),
    ...bodyReasons(trip, facts, boxed, own),
    ...looseReasons(trip, facts, boxed, own),
    ...chassisReasons(trip, facts, boxed, own),
  ]
}

const ofType = (resources: readonly ResourceFacts[], types: readonly string[]) =>
  resources.filter(({ resource_type }) => types.includes(resource_type))

/** The container on the trip must be the one in the order. */
function boxReasons(trip: TripState, order: OrderFacts, boxes: readonly ResourceFacts[]): Reason[] {
  const { order_id, order_number: number, container } = order
  if (boxes.length === 0 || !container) return []
  const own = container.number && boxes.find((one) => plain(one.container_number) === plain(container.number))
  const feet = boxes.map(feetOf)
  const fits = own ? [feetOf(own)] : feet
  if (container.feet !== null && !fits.includes(null) && !fits.includes(container.feet)) {
    const message = msg`${number} needs a container of ${container.feet} feet, but the trip has one of ${fits[0]}. Use another container.`
    return [hard(trip, 'container_size', message, { order_id, resource_id: (own || boxes[0]!).resource_id })]
  }
  if (!container.number || own || boxes.some((one) => one.container_number === null)) return []
  const message = msg`${number} is for container ${container.number}, which is not on the trip. Assign that one or correct the order.`
  return [soft(trip, 'container_number', message, { order_id })]
}

function plain(number: string | null): string {
  return number?.replace(/[^0-9a-z]/gi, '').toUpperCase() ?? ''
}

function feetOf({ properties }: Pick<ResourceFacts, 'properties'>): number | null {
  const { standard_size } = properties as { standard_size?: string | null }
  return kindOf(standard_size).feet ?? kindOf(isoCodeOf({ properties })).feet
}

/** The type of a container resource, as entered. */
export function isoCodeOf({ properties }: Pick<ResourceFacts, 'properties'>): string {
  return String(properties.iso_code ?? '')
}

const bearsBoxes =
  /container|twist|hook|haak|abroll|swap|wissel|wechsel|caisse mobile|flat|plateau|platform|skelet|bdf/i

/**
 * FIT-5: a van and a closed or curtain-sided body carry no container, a flatbed does; for other bodies it is unknown.
 */
function bodyReasons(
  trip: TripState,
  facts: Facts,
  boxed: readonly OrderFacts[],
  own: readonly ResourceFacts[],
): Reason[] {
  const resources = resourcesOf(trip, facts)
  const bodies = ofType(resources, carrierTypes)
  const hasBox = boxed.length > 0 || own.length > 0
  if (!hasBox || bodies.length === 0 || ofType(resources, ['CHASSIS']).length > 0) return []
  const about = { resource_id: bodies[0]!.resource_id, order_id: boxed[0]?.order_id ?? null }
  const open = bodies.filter(({ resource_type, properties }) => {
    return resource_type !== 'VAN' && properties.roof_type !== 'CLOSED' && properties.roof_type !== 'OPEN'
  })
  if (open.length === 0) {
    const message = msg`${bodies[0]!.name} is not built for containers, but ${trip.name} carries one. Use a chassis.`
    return limited(trip, facts, 'container_on_body', ['container_on_body', message, about])
  }
  const isKnown = open.some(({ properties, extras }) => {
    return properties.roof_type === 'FLATBED' || extras.some((text) => bearsBoxes.test(text))
  })
  if (isKnown || facts.settings.limits.container_on_body === 'OFF') return []
  const message = msg`${open[0]!.name} is not known to carry containers, but ${trip.name} has one. Check it or use a chassis.`
  return [soft(trip, 'container_on_body', message, { ...about, resource_id: open[0]!.resource_id })]
}

/**
 * FIT-5: goods without a container need a body: neither a chassis nor the container of another order can carry them.
 */
function looseReasons(
  trip: TripState,
  facts: Facts,
  boxed: readonly OrderFacts[],
  own: readonly ResourceFacts[],
): Reason[] {
  const resources = resourcesOf(trip, facts)
  const chassis = ofType(resources, ['CHASSIS'])
  const bodies = ofType(resources, carrierTypes)
  if (bodies.length > 1 || (bodies.length === 1 && chassis.length > 0)) return []
  const along = boxesAlong(trip, facts)
  const hasOwn = own.length > boxed.length
  const loose = loadsAlong(trip, facts).after.flatMap(({ aboard, stop }, at) => {
    const order = ordersOf(trip, facts).find(({ container, consignments }) => {
      return container === null && consignments.some((one) => one.has_goods && aboard.includes(one))
    })
    return order && !hasOwn ? [{ order, stop, isTogether: along.after[at]!.length > 0 }] : []
  })
  const found = chassis.length > 0 ? loose[0] : loose.find(({ isTogether }) => isTogether)
  if (!found) return []
  const { order_id, order_number } = found.order
  const about = { order_id, stop_id: found.stop.stop_id }
  if (chassis.length > 0 && bodies.length === 0) {
    const message = msg`${order_number} has goods without a container, but ${chassis[0]!.name} carries containers only. Plan it on another trip.`
    return limited(trip, facts, 'goods_on_chassis', ['goods_on_chassis', message, about])
  }
  if (facts.settings.limits.goods_on_chassis === 'OFF') return []
  const message = msg`${order_number} has goods without a container while ${trip.name} carries a container. Check that one vehicle takes both.`
  return [soft(trip, 'goods_on_chassis', message, about)]
}

/** Maximum total length on a chassis of unknown length: one 45-foot container, or two of 20 feet. */
const longest = containerMetres(45)

/** FIT-5: containers that are on board at the same time need a chassis as long as all of them together. */
function chassisReasons(
  trip: TripState,
  facts: Facts,
  boxed: readonly OrderFacts[],
  own: readonly ResourceFacts[],
): Reason[] {
  if (boxed.length + own.length === 0) return []
  const resources = resourcesOf(trip, facts)
  const chassis = ofType(resources, ['CHASSIS'])
  if (chassis.length === 0) {
    const others = ofType(resources, [...motorTypes, 'TRAILER', 'FULL_TRAILER'])
    const hasOnlyTractor = others.length > 0 && others.every(({ resource_type }) => resource_type === 'TRACTOR')
    if (!hasOnlyTractor || trip.status === 'CREATED') return []
    return [soft(trip, 'chassis_missing', msg`${trip.name} carries a container and has no chassis. Assign one.`)]
  }
  const given = chassis.map((one) => measure(one, 'exterior_length_m'))
  const room = given.reduce<number>((sum, length) => sum + (length ?? longest), 0)
  const { length, count } = mostTogether(trip, facts, boxed, own)
  // Containers may protrude slightly.
  if (length <= room + 0.2) return []
  const about = { resource_id: chassis[0]!.resource_id }
  const metres = Math.round(length * 10) / 10
  const name = chassis[0]!.name
  const isTooMany = count > 1
  const message: Sentence = isTooMany
    ? msg`${count} containers of together ${metres} m are on board at one time, but ${name} carries ${Math.round(room * 100) / 100} m. Plan one on another trip.`
    : msg`Containers of ${metres} m do not fit on ${name} (${Math.round(room * 100) / 100} m). Use a longer chassis.`
  const code = isTooMany ? 'containers_together' : 'chassis_too_short'
  return limited(trip, facts, 'containers_on_chassis', [code, message, about])
}

/** The longest set of containers that are on board at the same time. */
function mostTogether(
  trip: TripState,
  facts: Facts,
  boxed: readonly OrderFacts[],
  own: readonly ResourceFacts[],
): { length: number; count: number } {
  const sum = (feet: readonly (number | null)[]) => ({
    length: feet.reduce<number>((all, one) => all + (one === null ? 0 : containerMetres(one)), 0),
    count: feet.filter((one) => one !== null).length,
  })
  if (boxed.length === 0) return sum(own.map(feetOf))
  const { start, after } = boxesAlong(trip, facts)
  const each = [start, ...after].map((boxes) => sum(boxes.map((box) => feetOfBox(box, own))))
  return each.reduce((most, one) => (one.length > most.length ? one : most), { length: 0, count: 0 })
}

/** The length from the order, else from the matching container on the trip. */
function feetOfBox({ feet, number }: Box, own: readonly ResourceFacts[]): number | null {
  if (feet !== null) return feet
  const named = own.find((one) => number !== null && plain(one.container_number) === plain(number))
  const one = named ?? (own.length === 1 ? own[0] : undefined)
  return one ? feetOf(one) : null
}
