import { said } from '@cartage/contract/said'
import { containerMetres, kindOf } from '../../resources/container-kind.rules.ts'
import type { TripState } from '../../trips/state.rules.ts'
import {
  carrierTypes,
  type Facts,
  hard,
  measure,
  motorTypes,
  ordersOf,
  type Reason,
  type ResourceFacts,
  resourcesOf,
  soft,
} from '../facts/rules.ts'
import type { OrderFacts } from '../rules.ts'
import { rangeOf } from '../schedule.rules.ts'

/** Whether what carries a trip can carry what is on it. */
export function fitnessReasons(trip: TripState, facts: Facts): Reason[] {
  const resources = resourcesOf(trip, facts)
  const orders = ordersOf(trip, facts)
  return [
    ...crewReasons(trip, resources),
    ...dangerReasons(trip, resources, orders),
    ...coldReasons(trip, resources, orders),
    ...containerReasons(trip, resources, orders),
  ]
}

const ofType = (resources: readonly ResourceFacts[], types: readonly string[]) =>
  resources.filter(({ resource_type }) => types.includes(resource_type))

/** One vehicle with an engine, a driver and perhaps a second, one trailer or chassis. */
function crewReasons(trip: TripState, resources: readonly ResourceFacts[]): Reason[] {
  const drivers = ofType(resources, ['DRIVER'])
  const motors = ofType(resources, motorTypes)
  const towed = ofType(resources, ['TRAILER', 'FULL_TRAILER', 'CHASSIS'])
  const reasons: Reason[] = []
  if (drivers.length > 2) {
    reasons.push(hard(trip, 'too_many_drivers', said`${trip.name} has ${drivers.length} drivers. Keep at most two.`))
  }
  if (motors.length > 1) {
    const names = motors.map(({ name }) => name).join(', ')
    reasons.push(hard(trip, 'too_many_vehicles', said`${trip.name} has several vehicles: ${names}. Keep one.`))
  }
  if (towed.length > 2) {
    reasons.push(hard(trip, 'too_many_trailers', said`${trip.name} has ${towed.length} trailers. Keep at most two.`))
  } else if (towed.length === 2) {
    reasons.push(
      soft(trip, 'too_many_trailers', said`${trip.name} has two trailers. Check that this combination is allowed.`),
    )
  }
  return [...reasons, ...missingReasons(trip, drivers, motors)]
}

/** A draft may lack them; a subcontractor brings its own. */
function missingReasons(trip: TripState, drivers: readonly unknown[], motors: readonly unknown[]): Reason[] {
  if (trip.status === 'CREATED' || trip.status === 'CANCELLED' || trip.subcontractor_id !== null) return []
  const reasons: Reason[] = []
  if (drivers.length === 0) {
    reasons.push(soft(trip, 'driver_missing', said`${trip.name} has no driver. Assign one, or a carrier.`))
  }
  if (motors.length === 0) {
    reasons.push(soft(trip, 'vehicle_missing', said`${trip.name} has no vehicle. Assign one, or a carrier.`))
  }
  return reasons
}

/**
 * ADR 8.2.1: the driver needs a certificate. Equipment and approval of the vehicle depend on goods and tank: a warning.
 */
function dangerReasons(trip: TripState, resources: readonly ResourceFacts[], orders: readonly OrderFacts[]): Reason[] {
  const order = orders.find(({ consignments }) => consignments.some(({ is_dangerous }) => is_dangerous))
  if (!order) return []
  const at = rangeOf(trip).ends_at
  const lacks = (types: readonly string[], paper: string) =>
    ofType(resources, types).filter((one) => !hasExtra(one, /\badr\b/i) && !hasCertificate(one, paper, at))
  const drivers = lacks(['DRIVER'], 'DRIVER_ADR_LICENSE').map(({ name, resource_id }) => {
    const message = said`${name} has no ADR licence for the dangerous goods of ${order.order_number}. Assign a driver who has one.`
    return hard(trip, 'adr_licence_missing', message, { resource_id, order_id: order.order_id })
  })
  const vehicles = lacks(motorTypes, 'VEHICLE_ADR_CERTIFICATE').map(({ name, resource_id }) => {
    const message = said`${name} is not known to be equipped for the dangerous goods of ${order.order_number}. Check it or choose another one.`
    return soft(trip, 'adr_vehicle_missing', message, { resource_id, order_id: order.order_id })
  })
  return [...drivers, ...vehicles]
}

function hasExtra({ extras }: ResourceFacts, pattern: RegExp): boolean {
  return extras.some((text) => pattern.test(text.replaceAll('_', ' ')))
}

/** Whether a paper is there and has not ended by law at an instant. */
function hasCertificate({ validities }: ResourceFacts, type: string, at: string | null): boolean {
  return validities.some((paper) => {
    if (paper.validity_type !== type) return false
    const end = paper.legal_end_at ?? paper.end_at
    return at === null || (paper.start_at <= at && (end === null || end >= at))
  })
}

const cooled = /reefer|refrig|frigo|cool|koel|kühl|chill|frozen|temperature|thermo|\batp\b|\bfr[ac]\b/i

/** Goods with temperatures need something that cools: an extra, an ATP certificate or a thermal container. */
function coldReasons(trip: TripState, resources: readonly ResourceFacts[], orders: readonly OrderFacts[]): Reason[] {
  const carriers = ofType(resources, [...carrierTypes, 'CONTAINER'])
  const at = rangeOf(trip).ends_at
  const cools = (one: ResourceFacts) =>
    hasExtra(one, cooled) || hasCertificate(one, 'VEHICLE_ATP_CERTIFICATE', at) || kindOf(isoCodeOf(one)).is_reefer
  const order = orders.find(({ consignments, container }) => {
    if (!consignments.some(({ is_tempered }) => is_tempered) || container?.is_reefer) return false
    // FIT-1: a box of a known kind is what keeps its goods cold, or does not, whatever carries it.
    if (container && container.feet !== null) return !ofType(resources, ['CONTAINER']).some(cools)
    return carriers.length > 0 && !carriers.some(cools)
  })
  if (!order) return []
  const { order_id, order_number } = order
  const message = said`${order_number} is temperature-controlled, but nothing on ${trip.name} is known to cool. Use a reefer or add the extra to the vehicle.`
  return [soft(trip, 'reefer_missing', message, { order_id, resource_id: carriers[0]?.resource_id ?? null })]
}

function containerReasons(
  trip: TripState,
  resources: readonly ResourceFacts[],
  orders: readonly OrderFacts[],
): Reason[] {
  const boxed = orders.filter(({ container }) => container !== null)
  const boxes = ofType(resources, ['CONTAINER'])
  const reasons = boxed.flatMap((order) => boxReasons(trip, order, boxes))
  return [...reasons, ...chassisReasons(trip, resources, boxed, boxes)]
}

/** The container on the trip is the one the order is about. */
function boxReasons(trip: TripState, order: OrderFacts, boxes: readonly ResourceFacts[]): Reason[] {
  const { order_id, order_number: number, container } = order
  if (boxes.length === 0 || !container) return []
  const own = container.number && boxes.find((one) => plain(one.container_number) === plain(container.number))
  const feet = boxes.map(feetOf)
  const fits = own ? [feetOf(own)] : feet
  if (container.feet !== null && !fits.includes(null) && !fits.includes(container.feet)) {
    const message = said`${number} needs a container of ${container.feet} feet, but the trip has one of ${fits[0]}. Use another container.`
    return [hard(trip, 'container_size', message, { order_id, resource_id: (own || boxes[0]!).resource_id })]
  }
  if (!container.number || own || boxes.some((one) => one.container_number === null)) return []
  const message = said`${number} is for container ${container.number}, which is not on the trip. Assign that one or correct the order.`
  return [soft(trip, 'container_number', message, { order_id })]
}

function plain(number: string | null): string {
  return number?.replace(/[^0-9a-z]/gi, '').toUpperCase() ?? ''
}

function feetOf({ properties }: Pick<ResourceFacts, 'properties'>): number | null {
  const { standard_size } = properties as { standard_size?: string | null }
  return kindOf(standard_size).feet ?? kindOf(isoCodeOf({ properties })).feet
}

function isoCodeOf({ properties }: Pick<ResourceFacts, 'properties'>): string {
  return String(properties.iso_code ?? '')
}

/** Containers are on a chassis that is as long as they are together. */
function chassisReasons(
  trip: TripState,
  resources: readonly ResourceFacts[],
  boxed: readonly OrderFacts[],
  boxes: readonly ResourceFacts[],
): Reason[] {
  const needed = boxes.length > 0 ? boxes.map(feetOf) : boxed.map(({ container }) => container!.feet)
  if (needed.length === 0) return []
  const chassis = ofType(resources, ['CHASSIS'])
  const others = ofType(resources, [...motorTypes, 'TRAILER', 'FULL_TRAILER'])
  if (chassis.length === 0) {
    const hasOnlyTractor = others.length > 0 && others.every(({ resource_type }) => resource_type === 'TRACTOR')
    if (!hasOnlyTractor || trip.status === 'CREATED') return []
    return [soft(trip, 'chassis_missing', said`${trip.name} carries a container and has no chassis. Assign one.`)]
  }
  // Several orders in the same container are not several containers.
  const lengths =
    boxes.length > 0
      ? needed
      : [needed.reduce((most, feet) => (feet === null || (most ?? 0) > feet ? most : feet), null)]
  const long = lengths.reduce<number>((sum, feet) => sum + (feet === null ? 0 : containerMetres(feet)), 0)
  const given = chassis.map((one) => measure(one, 'exterior_length_m'))
  if (given.includes(undefined)) return []
  const room = given.reduce<number>((sum, length) => sum + length!, 0)
  // Containers may extend a little over the end.
  if (long <= room + 0.2) return []
  const message = said`Containers of ${Math.round(long * 10) / 10} m do not fit on ${chassis[0]!.name} (${room} m). Use a longer chassis.`
  return [hard(trip, 'chassis_too_short', message, { resource_id: chassis[0]!.resource_id })]
}
