import { createDice, type Dice } from '../../../../seeds/dice.ts'
import type { Coordinates } from '../../locations/great-circle.rules.ts'
import type { TripCrossing } from '../../trips/crossing.rules.ts'
import type { Activity } from './driver.rules.ts'

// What the living world knows of a tenant: what the server has, and nothing else. Instants are milliseconds since 1970.

/** What can go wrong on purpose. */
export type Scenario = 'late-boxes' | 'illness' | 'timeouts'

/** Where something was at a moment. */
export interface Fix extends Coordinates {
  at: number
}

/** A stop as far as driving goes. */
export interface PlannedStop {
  stop_id: string
  order_id: string | null
  side: 'PICKUP' | 'DELIVERY' | 'OTHER'
  /** A container is collected here: the terminal has to release it. */
  is_box: boolean
  place: (Coordinates & { country: string | null }) | null
  planned_from: number
  planned_until: number
  /** What the server knows; null until it was reported. */
  arrived: number | null
  left: number | null
  /** The ferry or train that goes on from here. */
  crossing?: TripCrossing | null
}

/** A time in which something cannot be used; open at the end with null. */
export interface Absence {
  from: number
  until: number | null
}

/** A vehicle or a driver. */
export interface Crew {
  resource_id: string
  /** How a board computer names it. */
  external_id: string
  absences: readonly Absence[]
}

/** A trip as far as driving goes, with the stops that are left to drive and those that were driven. */
export interface PlannedTrip {
  trip_id: string
  is_draft: boolean
  is_started: boolean
  carrier_id: string | null
  /** The carrier read the trip and said no, or could not be reached. */
  is_declined: boolean
  vehicle: Crew | null
  driver: Crew | null
  is_cold: boolean
  stops: readonly PlannedStop[]
}

/** The trips of the days around a moment, and where the vehicles were last. */
export interface Plan {
  trips: readonly PlannedTrip[]
  /** By resource id. */
  lastSeen: ReadonlyMap<string, Fix>
  /** What the tachographs of drivers have recorded since the last calendar week began, by resource id. */
  records?: ReadonlyMap<string, readonly Activity[]>
  /** Drivers whose tachographs said last that they drive or work. */
  atWork?: readonly Pick<Crew, 'resource_id' | 'external_id'>[]
}

/** Why a trip is not driven now, although its time has come. */
export type Waiting = 'DRAFT' | 'DECLINED' | 'NO_VEHICLE' | 'NO_DRIVER' | 'VEHICLE_AWAY' | 'DRIVER_AWAY'

/** Why a trip does not start at a moment; undefined when it does. What has started is driven to its end. */
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

/** Chance of its own for each thing: the same seed and names throw the same numbers, whatever else there is. */
export function diceOf(seed: number, ...names: readonly string[]): Dice {
  let hash = seed | 0
  for (const sign of names.join(' ')) hash = Math.imul(hash ^ sign.charCodeAt(0), 16_777_619)
  return createDice(hash)
}
