import { createDice, type Dice } from '../../../../seeds/dice.ts'
import type { Coordinates } from '../../locations/great-circle.rules.ts'
import type { TripCrossing } from '../../trips/crossing.rules.ts'
import type { Activity } from './driver.rules.ts'

// Input of the simulation: only data of the server. Instants are milliseconds since 1970.

/** Disruptions that a user can switch on. */
export type Scenario = 'late-boxes' | 'illness' | 'timeouts'

/** Position at a moment. */
export interface Fix extends Coordinates {
  at: number
}

/** Stop data needed for driving. */
export interface PlannedStop {
  stop_id: string
  order_id: string | null
  side: 'PICKUP' | 'DELIVERY' | 'OTHER'
  /** A container is collected here and has to be released by the terminal. */
  is_box: boolean
  place: (Coordinates & { country: string | null }) | null
  planned_from: number
  planned_until: number
  /** Reported time; null until then. */
  arrived: number | null
  left: number | null
  /** The ferry or train that departs from here. */
  crossing?: TripCrossing | null
}

/** Period of unavailability; null for an open end. */
export interface Absence {
  from: number
  until: number | null
}

/** A vehicle or a driver. */
export interface Crew {
  resource_id: string
  /** Name used by its board computer. */
  external_id: string
  absences: readonly Absence[]
}

/** Trip data needed for driving, with open and completed stops. */
export interface PlannedTrip {
  trip_id: string
  is_draft: boolean
  is_started: boolean
  carrier_id: string | null
  /** The carrier declined the trip or could not be reached. */
  is_declined: boolean
  vehicle: Crew | null
  driver: Crew | null
  is_cold: boolean
  stops: readonly PlannedStop[]
}

/** The trips of the days around a moment, and the last positions of vehicles. */
export interface Plan {
  trips: readonly PlannedTrip[]
  /** By resource id. */
  lastSeen: ReadonlyMap<string, Fix>
  /** Tachograph records of drivers since the last calendar week began, by resource id. */
  records?: ReadonlyMap<string, readonly Activity[]>
  /** Drivers whose last tachograph activity is driving or work. */
  atWork?: readonly Pick<Crew, 'resource_id' | 'external_id'>[]
}

/** Why a due trip is not driven. */
export type Waiting = 'DRAFT' | 'DECLINED' | 'NO_VEHICLE' | 'NO_DRIVER' | 'VEHICLE_AWAY' | 'DRIVER_AWAY'

/** Why a trip does not start at a moment; undefined when it does. A started trip is always completed. */
export function waitingFor(trip: PlannedTrip, at: number): Waiting | undefined {
  if (trip.is_draft) return 'DRAFT'
  if (trip.is_started) return undefined
  if (trip.carrier_id !== null) return trip.is_declined ? 'DECLINED' : undefined
  if (!trip.vehicle) return 'NO_VEHICLE'
  if (!trip.driver) return 'NO_DRIVER'
  if (isAway(trip.vehicle, at)) return 'VEHICLE_AWAY'
  return isAway(trip.driver, at) ? 'DRIVER_AWAY' : undefined
}

function isAway({ absences }: Crew, at: number): boolean {
  return absences.some(({ from, until }) => from <= at && (until === null || until > at))
}

/** Independent random numbers per subject: the same seed and names always give the same numbers. */
export function diceOf(seed: number, ...names: readonly string[]): Dice {
  let hash = seed | 0
  for (const sign of names.join(' ')) hash = Math.imul(hash ^ sign.charCodeAt(0), 16_777_619)
  return createDice(hash)
}
