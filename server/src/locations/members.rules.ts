import { isDeepStrictEqual } from 'node:util'
import type { LocationMembers, LocationRecord, PlaceCandidate } from '@cartage/contract/locations/endpoints'
import { msg, type Sentence } from '@cartage/contract/message'
import { errorItem, Problem } from '../http/problem.ts'
import { foldName } from './city-names.rules.ts'
import { locationKey } from './rules.ts'
import type { StopMinutes } from './stop-minutes.rules.ts'

/** Source of latitude and longitude; null until the location is placed. */
export type CoordinateSource = 'GIVEN' | 'ESTIMATE' | 'UNKNOWN' | null

const texts = [
  'name',
  'display_name',
  'code',
  'external_id',
  'address',
  'address_second_line',
  'postal_code',
  'city',
  'state',
  'country',
  'description',
  'opening_hours',
] as const

/** The written fields of a location in stored form: unknown ones are null. */
export type StoredMembers = Record<(typeof texts)[number], string | null> & {
  latitude: number | null
  longitude: number | null
} & StopMinutes

/** Stored fields with derived values. */
export interface DecidedLocation {
  members: StoredMembers
  match_key: Buffer
  coordinate_source: CoordinateSource
}

const nothing = {
  ...(Object.fromEntries(texts.map((name) => [name, null])) as Record<(typeof texts)[number], null>),
  ...{ latitude: null, longitude: null, loading_minutes: null, unloading_minutes: null },
} satisfies StoredMembers

/**
 * A new location from the sent fields.
 * @throws Problem validation_failed when nothing says where it is, or one coordinate comes alone
 */
export function decideCreation(sent: LocationMembers): DecidedLocation {
  return decide({ ...nothing, ...kept(sent) }, null)
}

/**
 * A location after a change: absent fields stay, null and an empty text remove. An estimate is dropped if the town or
 * postal code changes, and computed again later.
 * @throws Problem validation_failed as above, state_conflict for a location that was merged
 */
export function decideChange(before: LocationRecord, sent: LocationMembers): DecidedLocation {
  rejectMerged(before)
  const change = kept(sent)
  const { is_coordinate_estimate: isEstimate } = before
  // An estimate was not entered by a person, so it neither completes a partial change nor counts as given.
  const known = isEstimate ? { ...before, latitude: null, longitude: null } : before
  const members = { ...pick(known), ...change }
  const isSamePlace = (['city', 'postal_code', 'country'] as const).every((name) => members[name] === before[name])
  const isUntouched = members.latitude === known.latitude && members.longitude === known.longitude
  if (!isSamePlace || !isUntouched) return decide(members, null)
  const source = isEstimate ? 'ESTIMATE' : members.latitude === null ? null : 'GIVEN'
  const { latitude, longitude } = before
  return decide(isEstimate ? { ...members, latitude, longitude } : members, source)
}

/** Whether a change has no effect: then nothing is written, and its change time stays. */
export function isUnchanged(before: LocationRecord, { members, coordinate_source: source }: DecidedLocation): boolean {
  return before.is_coordinate_estimate === (source === 'ESTIMATE') && isDeepStrictEqual(members, pick(before))
}

/** Only the address fields: a further spelling has no code or opening hours of its own. */
export function spellingOf({ members, ...decided }: DecidedLocation): DecidedLocation {
  const { name, address, postal_code, city, country } = members
  return { ...decided, members: { ...nothing, name, address, postal_code, city, country } }
}

function decide(members: StoredMembers, source: CoordinateSource): DecidedLocation {
  if (!members.name && !members.address && !members.city) {
    throw invalid('name', 'A location needs a name, an address or a town.', 'required')
  }
  if ((members.latitude === null) !== (members.longitude === null)) {
    const missing = members.latitude === null ? 'latitude' : 'longitude'
    throw invalid(missing, 'latitude and longitude must be sent together or not at all.', 'required')
  }
  return { members, match_key: locationKey(sentMembers(members)), coordinate_source: source }
}

function sentMembers(members: StoredMembers) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
}

function kept(sent: LocationMembers): Partial<StoredMembers> {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, keptValue(value)]))
}

function keptValue(value: string | number | null): string | number | null {
  if (typeof value !== 'string') return value
  return value.trim() || null
}

function pick(record: LocationRecord): StoredMembers {
  const { latitude, longitude, loading_minutes, unloading_minutes } = record
  const named = texts.map((name) => [name, record[name]])
  return {
    ...(Object.fromEntries(named) as Record<(typeof texts)[number], string | null>),
    ...{ latitude, longitude, loading_minutes, unloading_minutes },
  }
}

/**
 * Whether one location may be merged into another.
 * @throws Problem validation_failed for the same location twice or one that does not exist, state_conflict when either
 * is merged already or the one to stay is archived
 */
export function checkMerge(from: LocationRecord, into: LocationRecord | undefined): asserts into is LocationRecord {
  if (!into) throw invalid('into', 'No location has this id.', 'unknown_location')
  if (from.id === into.id) throw invalid('into', 'A location cannot be merged into itself.', 'same_location')
  rejectMerged(from)
  rejectMerged(into)
  if (!into.is_archived) return
  throw conflict('The location to keep is archived. Restore it first, or choose another.', 'archived')
}

/** @throws Problem state_conflict for a location that was merged, with the one that replaced it */
export function rejectMerged(location: LocationRecord): void {
  if (location.merged_into === null) return
  throw conflict(msg`This location was merged into ${location.merged_into}. Use that one, or restore this one.`, {
    merged_into: location.merged_into,
  })
}

/** The error for an address that another location has. */
export function addressTaken(id: string): Problem {
  return conflict(msg`The location ${id} already has this name and address. Use it, or merge the two.`, {
    location_id: id,
  })
}

/** Longest indexable text: at three bytes per character it fits the limit. */
const longestTerm = 200

/** The search term of a name or town; null if there is none. */
export function searchTerm(text: string | null): string | null {
  return text === null ? null : foldName(text).slice(0, longestTerm) || null
}

/**
 * The candidate with these coordinates.
 * @param known candidates of its address, for a location not yet placed since it was changed
 * @throws Problem validation_failed when the location has no such candidate, state_conflict when it was merged
 */
export function decideChoice(
  before: LocationRecord,
  chosen: Pick<PlaceCandidate, 'latitude' | 'longitude'>,
  known: readonly PlaceCandidate[],
) {
  rejectMerged(before)
  const candidates = before.estimate?.candidates ?? (before.latitude === null ? known : [])
  const found = candidates.find((some) => some.latitude === chosen.latitude && some.longitude === chosen.longitude)
  if (!found) throw invalid('latitude', 'This location has no candidate with these coordinates.', 'unknown_candidate')
  return found
}

/** A location in the form of the audit trail. */
export function auditedMembers(record: LocationRecord): Record<string, unknown> {
  const { id: _id, estimate: _estimate, ...dated } = record
  const { created_timestamp: _created, updated_timestamp: _updated, ...members } = dated
  return members
}

function conflict(message: Sentence, detail: string | Record<string, string>): Problem {
  return new Problem('state_conflict', { message, errors: [errorItem('', message, detail)] })
}

function invalid(path: string, message: Sentence, detail: string): Problem {
  return new Problem('validation_failed', { errors: [errorItem(path, message, detail)] })
}
