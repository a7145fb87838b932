import type { DestinationKind } from '@cartage/contract/dispatch/app'
import { msg, type Sentence } from '@cartage/contract/message'
import type { DispatchOperation } from '@cartage/contract/outbound/dispatch-message'
import { errorItem, Problem } from '../http/problem.ts'
import { isSame, type Json } from './payloads/difference.rules.ts'

/** A destination, as far as choosing one needs it. */
export interface Choosable {
  kind: DestinationKind
  subcontractor_id: string | null
  location_id: string | null
  account_code: string | null
}

/** What a trip is carried by, as far as choosing a destination needs it. */
export interface Carriage {
  /** The company that drives it, when it is not our own. */
  partner_id: string | null
  /** Integrations that know one of its resources. */
  codes: ReadonlySet<string>
}

/**
 * Where a trip goes: to its subcontractor, or to the application that knows its resources. A destination for one
 * partner comes before one for all.
 */
export function chooseForTrip<One extends Choosable>(
  destinations: readonly One[],
  carriage: Carriage,
): One | undefined {
  const { partner_id: partner, codes } = carriage
  if (partner !== null) {
    const companies = destinations.filter(({ kind }) => kind === 'SUBCO')
    return (
      companies.find(({ subcontractor_id }) => subcontractor_id === partner) ??
      companies.find(({ subcontractor_id }) => subcontractor_id === null)
    )
  }
  const fleets = destinations.filter(({ kind }) => kind === 'FLEET')
  return (
    fleets.find(({ account_code }) => account_code !== null && codes.has(account_code)) ??
    fleets.find(({ account_code }) => account_code === null)
  )
}

/** Where a time slot at a place is requested. A destination for the place comes before one for all. */
export function chooseForLocation<One extends Choosable>(
  destinations: readonly One[],
  locationId: string,
): One | undefined {
  const places = destinations.filter(({ kind }) => kind === 'LOCATION_BOOKING')
  return (
    places.find(({ location_id }) => location_id === locationId) ??
    places.find(({ location_id }) => location_id === null)
  )
}

/** Where a main leg is booked. A destination for the account comes before one for all. */
export function chooseForAccount<One extends Choosable>(
  destinations: readonly One[],
  accountCode: string | null,
): One | undefined {
  const carriers = destinations.filter(({ kind }) => kind === 'INTERMODAL')
  return (
    carriers.find(({ account_code }) => account_code !== null && account_code === accountCode) ??
    carriers.find(({ account_code }) => account_code === null)
  )
}

/** The last message to a partner, and what the partner responded. */
export interface LastMessage {
  operation: DispatchOperation
  payload: Json
  /** The receiver refused every message since it was last sent as new: it knows nothing of it. */
  isRefused: boolean
}

/**
 * What has to be sent: CREATE to a partner that does not have it, UPDATE when something changed, CANCEL to one that has
 * it (DISP-1). Undefined: nothing.
 * @param target what the partner should have; null when it should have nothing
 */
export function nextOperation(last: LastMessage | undefined, target: Json): DispatchOperation | undefined {
  const isKnown = last !== undefined && last.operation !== 'CANCEL' && !last.isRefused
  if (target === null) return isKnown ? 'CANCEL' : undefined
  if (last && last.operation !== 'CANCEL' && isSame(comparable(last.payload), comparable(target))) return undefined
  return isKnown ? 'UPDATE' : 'CREATE'
}

/** What the other side itself has reported of a booking: no reason for a message back. */
const reportedMembers = ['execution_data', 'references', 'booking_reference']

function comparable(payload: Json): Json {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return payload
  const { booking } = payload
  if (typeof booking !== 'object' || booking === null || Array.isArray(booking)) return payload
  const kept = Object.entries(booking).filter(([name]) => !reportedMembers.includes(name))
  return { ...payload, booking: Object.fromEntries(kept) }
}

/**
 * A destination names one channel, and only the partner that its kind has.
 * @throws Problem validation_failed
 */
export function checkPartner(input: {
  kind: DestinationKind
  subcontractor_id?: string | null | undefined
  location_id?: string | null | undefined
  account_code?: string | null | undefined
  subscription_id?: unknown
  channel?: unknown
}): void {
  const { kind } = input
  if ((input.subscription_id === undefined) === (input.channel === undefined)) {
    throw invalid('channel', 'Choose an existing channel or enter a new one.')
  }
  if (input.subcontractor_id && kind !== 'SUBCO') throw invalid('subcontractor_id', 'Only SUBCO has a carrier.')
  if (input.location_id && kind !== 'LOCATION_BOOKING') {
    throw invalid('location_id', 'Only LOCATION_BOOKING has a place.')
  }
  if (input.account_code && kind !== 'INTERMODAL' && kind !== 'FLEET') {
    throw invalid('account_code', 'Only INTERMODAL and FLEET have an account.')
  }
}

function invalid(member: string, message: Sentence): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem(member, message, 'partner')] })
}

/** Kinds of destinations that take a trip. */
export const tripKinds: readonly DestinationKind[] = ['SUBCO', 'FLEET']

/** @throws Problem state_conflict when the destination cannot be sent to, or takes something else */
export function checkDestination(
  destination: { kind: DestinationKind; name: string; is_archived: boolean; subscription_id: string | null },
  kinds: readonly DestinationKind[],
): void {
  const { kind, name, is_archived, subscription_id } = destination
  if (!kinds.includes(kind))
    throw conflict(msg`${name} does not accept this. Choose a destination of the kind ${kinds.join(' or ')}.`)
  if (is_archived) throw conflict(msg`${name} is archived. Restore it, or choose another destination.`)
  if (subscription_id === null) throw conflict(msg`The channel of ${name} was removed. Choose another one first.`)
}

/** @throws Problem state_conflict when a trip cannot be dispatched as it is */
export function checkTrip(trip: { name: string; status: string; stops: readonly unknown[] }): void {
  if (trip.status === 'CREATED') throw conflict(msg`The plan of ${trip.name} is not confirmed. Confirm it first.`)
  if (trip.status === 'CANCELLED') throw conflict(msg`${trip.name} is cancelled and cannot be dispatched.`)
  if (trip.status === 'COMPLETED') throw conflict(msg`${trip.name} is completed and does not need to be dispatched.`)
  if (trip.stops.length === 0) throw conflict(msg`${trip.name} has no stops. Plan some first.`)
}

/**
 * DISP-8: the trip is completed, and what it names is not followed any more: its partner has what was so when it was driven.
 * A change of the trip itself is.
 */
export function isEnded(trip: { status: string } | undefined): boolean {
  return trip?.status === 'COMPLETED'
}

/** The record is not in a state that allows this; `message` says what to do. */
export function conflict(message: Sentence): Problem {
  return new Problem('state_conflict', { message })
}
