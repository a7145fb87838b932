import { msg } from '@cartage/contract/message'
import { kindOf } from '../../resources/container-kind.rules.ts'
import type { TripState } from '../../trips/state.rules.ts'
import {
  carrierTypes,
  type Facts,
  hard,
  limited,
  motorTypes,
  ordersOf,
  type Reason,
  type ResourceFacts,
  resourcesOf,
  soft,
} from '../facts/rules.ts'
import { rangeOf } from '../schedule.rules.ts'
import { containerReasons, isoCodeOf } from './containers.rules.ts'
import { hasPaper, type Range } from './papers.rules.ts'

/**
 * Whether the resources of a trip can carry its load, regardless of quantity: crew, certificates and equipment,
 * containers. The only implementation for the verdict, suggested trips and insertion points of orders.
 * @param range the period that certificates have to cover; null if there are no times
 */
export function fitnessReasons(trip: TripState, facts: Facts, range: Range | null = timesOf(trip)): Reason[] {
  return [
    ...crewReasons(trip, resourcesOf(trip, facts)),
    ...dangerReasons(trip, facts, range),
    ...coldReasons(trip, facts, range),
    ...containerReasons(trip, facts),
  ]
}

function timesOf(trip: TripState): Range | null {
  const { starts_at, ends_at } = rangeOf(trip)
  return starts_at === null || ends_at === null ? null : { starts_at, ends_at }
}

const ofType = (resources: readonly ResourceFacts[], types: readonly string[]) =>
  resources.filter(({ resource_type }) => types.includes(resource_type))

/** At most one vehicle with an engine and two drivers. A second trailer or chassis gives a warning. */
function crewReasons(trip: TripState, resources: readonly ResourceFacts[]): Reason[] {
  const drivers = ofType(resources, ['DRIVER'])
  const motors = ofType(resources, motorTypes)
  const towed = ofType(resources, ['TRAILER', 'FULL_TRAILER', 'CHASSIS'])
  const reasons: Reason[] = []
  if (drivers.length > 2) {
    reasons.push(hard(trip, 'too_many_drivers', msg`${trip.name} has ${drivers.length} drivers. Keep at most two.`))
  }
  if (motors.length > 1) {
    const names = motors.map(({ name }) => name).join(', ')
    reasons.push(hard(trip, 'too_many_vehicles', msg`${trip.name} has several vehicles: ${names}. Keep one.`))
  }
  if (towed.length > 2) {
    reasons.push(hard(trip, 'too_many_trailers', msg`${trip.name} has ${towed.length} trailers. Keep at most two.`))
  } else if (towed.length === 2) {
    reasons.push(
      soft(trip, 'too_many_trailers', msg`${trip.name} has two trailers. Check that this combination is allowed.`),
    )
  }
  return [...reasons, ...missingReasons(trip, drivers, motors)]
}

/** A draft may lack a vehicle or driver; a carrier brings its own. */
function missingReasons(trip: TripState, drivers: readonly unknown[], motors: readonly unknown[]): Reason[] {
  if (trip.status === 'CREATED' || trip.status === 'CANCELLED' || trip.subcontractor_id !== null) return []
  const reasons: Reason[] = []
  if (drivers.length === 0) {
    reasons.push(soft(trip, 'driver_missing', msg`${trip.name} has no driver. Assign one, or a carrier.`))
  }
  if (motors.length === 0) {
    reasons.push(soft(trip, 'vehicle_missing', msg`${trip.name} has no vehicle. Assign one, or a carrier.`))
  }
  return reasons
}

/**
 * ADR 8.2.1: the driver needs a certificate on each day of the trip (FIT-3). Equipment and vehicle approval depend on
 * goods and tank: a warning unless the tenant sets another severity.
 */
function dangerReasons(trip: TripState, facts: Facts, range: Range | null): Reason[] {
  const order = ordersOf(trip, facts).find(({ consignments }) => consignments.some(({ is_dangerous }) => is_dangerous))
  if (!order) return []
  const resources = resourcesOf(trip, facts)
  const drivers = ofType(resources, ['DRIVER'])
    .filter((one) => !hasPaper(one, 'DRIVER_ADR_LICENSE', range))
    .map(({ name, resource_id }) => {
      const message = msg`${name} has no ADR licence for the dangerous goods of ${order.order_number}. Assign a driver who has one.`
      return hard(trip, 'adr_licence_missing', message, { resource_id, order_id: order.order_id })
    })
  const vehicles = ofType(resources, motorTypes)
    .filter((one) => !hasPaper(one, 'VEHICLE_ADR_CERTIFICATE', range) && !hasExtra(one, /^adr$/i))
    .flatMap(({ name, resource_id }) => {
      const message = msg`${name} is not known to be equipped for the dangerous goods of ${order.order_number}. Check it or choose another one.`
      const about = { resource_id, order_id: order.order_id }
      return limited(trip, facts, 'adr_vehicle_missing', ['adr_vehicle_missing', message, about])
    })
  return [...drivers, ...vehicles]
}

/**
 * FIT-3: whether an extra indicates that a vehicle has some equipment. This is not proof, and a text that negates it or
 * mentions an expiry does not count.
 */
function hasExtra({ extras }: ResourceFacts, word: RegExp): boolean {
  return extras.some((text) => {
    const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return words.some((one) => word.test(one)) && !words.some((one) => denials.has(one))
  })
}

const denials = new Set(
  [
    'no not non without expired broken defective until ended missing',
    'geen niet zonder verlopen defect kapot tot vervallen aangevraagd',
    'kein keine keinen nicht ohne abgelaufen defekt bis fehlt',
    'pas sans aucun aucune expiré expire périmé hors jusque manque',
  ].flatMap((line) => line.split(' ')),
)

const cooled = /reefer|refrig|réfrig|frigo|cool|koel|kühl|chill|frozen|temperature|thermo|^atp$|^fr[ac]$/i

/** Temperature-controlled goods need cooling: an extra, an ATP certificate or a thermal container. */
function coldReasons(trip: TripState, facts: Facts, range: Range | null): Reason[] {
  const resources = resourcesOf(trip, facts)
  const carriers = ofType(resources, [...carrierTypes, 'CONTAINER'])
  const cools = (one: ResourceFacts) =>
    hasExtra(one, cooled) || hasPaper(one, 'VEHICLE_ATP_CERTIFICATE', range) || kindOf(isoCodeOf(one)).is_reefer
  const order = ordersOf(trip, facts).find(({ consignments, container }) => {
    if (!consignments.some(({ is_tempered }) => is_tempered) || container?.is_reefer) return false
    // FIT-1: if the container has a known kind, it decides whether its goods stay cold, whatever carries it.
    if (container && container.feet !== null) return !ofType(resources, ['CONTAINER']).some(cools)
    return carriers.length > 0 && !carriers.some(cools)
  })
  if (!order) return []
  const { order_id, order_number } = order
  const message = msg`${order_number} is temperature-controlled, but nothing on ${trip.name} is known to cool. Use a reefer or add the extra to the vehicle.`
  const about = { order_id, resource_id: carriers[0]?.resource_id ?? null }
  return limited(trip, facts, 'reefer_missing', ['reefer_missing', message, about])
}
