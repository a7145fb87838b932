import type { DestinationKind } from '@cartage/contract/dispatch/app'
import { msg, type Sentence } from '@cartage/contract/message'
import type { DispatchOperation } from '@cartage/contract/outbound/dispatch-message'
import { errorItem, Problem } from '../http/problem.ts'
import { isSame, type Json } from './payloads/difference.rules.ts'

/** Members of a destination that decide the choice. */
export interface Choosable {
  kind: DestinationKind
  subcontractor_id: string | null
  location_id: string | null
  account_code: string | null
}

/** Facts about a trip that decide the choice of a destination. */
export interface Carriage {
  /** The company that drives it; null for own vehicles. */
  partner_id: string | null
  /** Codes of integrations that know one of its resources. */
  codes: ReadonlySet<string>
}

/**
 * Destination of a trip: its subcontractor, or the application that knows its resources. One for a specific partner
 * takes precedence over a general one.
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

/** Destination of a time slot at a location. One for this location takes precedence over a general one. */
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

/** Destination of a booking of a main leg. One for this account takes precedence over a general one. */
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

/** The last message to a partner, with its response. */
export interface LastMessage {
  operation: DispatchOperation
  payload: Json
  /** The receiver rejected every message since the last CREATE, so it knows nothing of it. */
  isRefused: boolean
}

/**
 * The operation to send: CREATE to a partner that does not have it, UPDATE after a change, CANCEL to one that has it
 * (DISP-1). Undefined: nothing.
 * @param target what the partner should have; null for nothing
 */
export function nextOperation(last: LastMessage | undefined, target: Json): DispatchOperation | undefined {
  const isKnown = last !== undefined && last.operation !== 'CANCEL' && !last.isRefused
  if (target === null) return isKnown ? 'CANCEL' : undefined
  if (last && last.operation !== 'CANCEL' && isSame(comparable(last.payload), comparable(target))) return undefined
  return isKnown ? 'UPDATE' : 'CREATE'
}

/** Members of a booking that the partner itself reports, which cause no message back. */
const reportedMembers = ['execution_data', 'references', 'booking_reference']

function comparable(payload: Json): Json {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return payload
  const { booking } = payload
  if (typeof booking !== 'object' || booking === null || Array.isArray(booking)) return payload
  const kept = Object.entries(booking).filter(([name]) => !reportedMembers.includes(name))
  return { ...payload, booking: Object.fromEntries(kept) }
}

/**
 * Checks that a destination has one channel, and only the partner of its kind.
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

/** Kinds of destinations for trips. */
export const tripKinds: readonly DestinationKind[] = ['SUBCO', 'FLEET']

/** @throws Problem state_conflict when the destination is archived, lacks a channel or is not of these kinds */
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

/** @throws Problem state_conflict when a trip cannot be dispatched in its current state */
export function checkTrip(trip: { name: string; status: string; stops: readonly unknown[] }): void {
  if (trip.status === 'CREATED') throw conflict(msg`The plan of ${trip.name} is not confirmed. Confirm it first.`)
  if (trip.status === 'CANCELLED') throw conflict(msg`${trip.name} is cancelled and cannot be dispatched.`)
  if (trip.status === 'COMPLETED') throw conflict(msg`${trip.name} is completed and does not need to be dispatched.`)
  if (trip.stops.length === 0) throw conflict(msg`${trip.name} has no stops. Plan some first.`)
}

/**
 * DISP-8: records of a completed trip are no longer followed, so that its partner keeps their state at the time of
 * driving. Changes of the trip itself are.
 */
export function isEnded(trip: { status: string } | undefined): boolean {
  return trip?.status === 'COMPLETED'
}

/** The error for a record in a state that does not allow this; `message` has the advice. */
export function conflict(message: Sentence): Problem {
  return new Problem('state_conflict', { message })
}
