import { msg } from '@cartage/contract/message'
import type { UnavailabilityInput, UnavailabilityOutput } from '@cartage/contract/unavailabilities/endpoints'
import type { Members } from '../audit/rules.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { oddTimeWarnings, type Warning } from '../http/warnings.ts'

/** A half-open period in canonical instants, which compare as text. A null side is open. */
export interface Range {
  readonly start: string | null
  readonly end: string | null
}

/** Content of an unavailability, without its resource. Instants as `YYYY-MM-DDTHH:mm:ssZ`. */
export interface Content {
  readonly resource_id: string
  readonly start_at: string
  /** Null when not known yet (UNAV-5). */
  readonly end_at: string | null
  readonly reason: string
  readonly description: string
  readonly external_id: string | null
}

/** A stored unavailability. */
export interface Unavailability extends Content {
  readonly unavailability_id: string
  /** The list of another system it belongs to; null for a record created one by one. */
  readonly source: string | null
}

/**
 * Content stored by a POST or PUT: the whole record, without values of an earlier one (UNAV-1, UNAV-2).
 * @throws Problem validation_failed (422) when it ends before it begins
 */
export function decideContent(resourceId: string, input: UnavailabilityInput): Content {
  if (endsTooEarly(input.start_time, input.end_time ?? null)) {
    const item = errorItem('end_time', endsEarlyMessage, 'end_before_start')
    throw new Problem('validation_failed', { message: msg`end_time: ${endsEarlyMessage}`, errors: [item] })
  }
  return {
    resource_id: resourceId,
    start_at: input.start_time,
    end_at: input.end_time ?? null,
    reason: input.reason,
    description: input.description ?? '',
    external_id: input.external_id ?? null,
  }
}

/**
 * Refuses a change to a record of another system's list: its next list would undo it.
 * @throws Problem state_conflict
 */
export function checkOwn({ source }: Pick<Unavailability, 'source'>): void {
  if (source === null) return
  const message = msg`This record is managed by ${source}. Change it there; its next list updates it here.`
  throw new Problem('state_conflict', { message })
}

/** Longest range the calendar shows, in days: a quarter of a year. */
export const longestRange = 92

/**
 * @param isTooLong whether it is longer than 92 calendar days (TIME-5)
 * @throws Problem validation_failed (422) for a range that ends before it begins, or is too long
 */
export function checkRange(start: string, end: string, isTooLong: boolean): void {
  const isAfter = Date.parse(end) > Date.parse(start)
  if (isAfter && !isTooLong) return
  const message = isAfter
    ? 'is more than 92 days after start_time: request a shorter period'
    : 'must be after start_time'
  const item = errorItem('end_time', message, 'range')
  throw new Problem('validation_failed', { message: msg`end_time ${message}`, errors: [item] })
}

export const endsEarlyMessage = 'is before start_time: send a later instant, or null while the end is not known'

/** True when a range ends before it begins; one that ends as it begins is allowed. */
export function endsTooEarly(start: string, end: string | null): boolean {
  return end !== null && end < start
}

/** Whether a record overlaps a window. A record without length counts at its instant. */
export function isWithin({ start_at, end_at }: Pick<Content, 'start_at' | 'end_at'>, window: Range): boolean {
  const beginsInTime = window.end === null || start_at < window.end
  const endsInTime = window.start === null || start_at >= window.start || end_at === null || end_at > window.start
  return beginsInTime && endsInTime
}

/** Types of resources that are not vehicles, and the prefix of their reasons. */
const ownReasons: Readonly<Record<string, string>> = { DRIVER: 'DRIVER', SUBCONTRACTOR: 'SUBCONTRACTOR' }

/**
 * Warns about a reason for another kind of resource. It is not an error, because reasons are not tied to kinds.
 * @param path path of the reason in the request
 */
export function reasonWarnings(reason: string, resourceType: string, path: string): Warning[] {
  const wanted = ownReasons[resourceType] ?? 'VEHICLE'
  if (reason.startsWith(`${wanted}_`)) return []
  const message = msg`${reason} does not apply to a resource of type ${resourceType}: its reasons begin with ${wanted}_.`
  return [{ field: path, code: 'reason_of_other_kind', message }]
}

/**
 * Warnings about a stored record. A far end is accepted: other systems use it for an open end.
 * @param path path of the record in the request
 */
export function contentWarnings({ start_at, reason }: Content, resourceType: string, path = ''): Warning[] {
  return [
    ...oddTimeWarnings({ [`${path}start_time`]: start_at }),
    ...reasonWarnings(reason, resourceType, `${path}reason`),
  ]
}

/** An unavailability in the interface (CLIENT-18). */
export function unavailabilityOutput(row: Unavailability): UnavailabilityOutput {
  return {
    id: row.unavailability_id,
    external_id: row.external_id,
    start_time: row.start_at,
    end_time: row.end_at,
    reason: row.reason as UnavailabilityOutput['reason'],
    description: row.description,
  }
}

/** An unavailability in the audit trail: as in the interface, with its resource. */
export function unavailabilityMembers(row: Unavailability): Members {
  const { id: _, ...members } = unavailabilityOutput(row)
  return { resource_id: row.resource_id, source: row.source, ...members }
}
