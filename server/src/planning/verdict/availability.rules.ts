import { msg } from '@cartage/contract/message'
import type { TripState } from '../../trips/state.rules.ts'
import { absenceLabel } from '../../unavailabilities/labels.rules.ts'
import { paperLabel } from '../../validities/labels.rules.ts'
import {
  type Facts,
  hard,
  liveStops,
  motorTypes,
  type Plan,
  type Reason,
  type ResourceFacts,
  resourcesOf,
  soft,
  type ValidityFacts,
} from '../facts/rules.ts'
import { spokenTime } from '../instants.rules.ts'
import { isReached, rangeOf } from '../schedule.rules.ts'
import { type PaperGap, paperGap, type Range, roadPapers } from './papers.rules.ts'

/** Whether the resources of a trip exist and are free while it takes place, with certificates valid until its end. */
export function availabilityReasons(trip: TripState, plan: Plan): Reason[] {
  const { facts } = plan
  const { starts_at, ends_at } = rangeOf(trip)
  const resources = resourcesOf(trip, facts)
  const archived = resources
    .filter(({ is_archived }) => is_archived)
    .map(({ name, resource_id }) =>
      hard(trip, 'resource_archived', msg`${name} is archived. Choose another one.`, { resource_id }),
    )
  if (starts_at === null || ends_at === null) return archived
  const range = { starts_at, ends_at }
  const driven = drivenRange(trip, range)
  return [
    ...archived,
    ...resources.flatMap((one) => [
      ...overlapReasons(trip, one, range, plan),
      ...absenceReasons(trip, one, driven, facts),
      ...certificateReasons(trip, one, driven, facts),
    ]),
  ]
}

/** FIT-12: the period of a trip: as planned, or, once it has begun, from its actual start to its expected end. */
function drivenRange(trip: TripState, planned: Range): Range {
  const stops = liveStops(trip)
  const begun = stops.find(isReached)?.actual_start_at
  if (!begun) return planned
  const ends = stops.flatMap((one) => one.actual_end_at ?? one.eta_end_at ?? [])
  return { starts_at: begun, ends_at: [planned.ends_at, begun, ...ends].reduce((last, at) => (at > last ? at : last)) }
}

/**
 * A driver or vehicle is in one place at a time. Trailers and containers may be swapped, so they only give a warning.
 */
function overlapReasons(trip: TripState, resource: ResourceFacts, range: Range, { trips, facts }: Plan): Reason[] {
  const { resource_id, name, resource_type } = resource
  const judged = trips.flatMap((other) => {
    const { starts_at, ends_at } = rangeOf(other)
    const isOther = other !== trip && other.status !== 'CANCELLED' && other.status !== 'COMPLETED'
    const has = other.resources.some((one) => one.resource_id === resource_id)
    return isOther && has && starts_at !== null && ends_at !== null ? [{ name: other.name, starts_at, ends_at }] : []
  })
  const others = facts.others.filter((other) => !other.is_completed && other.resource_ids.includes(resource_id))
  const severity = resource_type === 'DRIVER' || motorTypes.includes(resource_type) ? hard : soft
  return [...judged, ...others]
    .filter((other) => other.starts_at < range.ends_at && other.ends_at > range.starts_at)
    .map((other) => {
      const until = spokenTime(other.ends_at, facts.time_zone)
      const message = msg`${name} is on ${other.name} until ${until}. Choose another one or move one of the trips.`
      return severity(trip, 'resource_overlap', message, { resource_id })
    })
}

function absenceReasons(trip: TripState, resource: ResourceFacts, range: Range, facts: Facts): Reason[] {
  return resource.unavailabilities
    .filter(({ start_at, end_at }) => start_at < range.ends_at && (end_at === null || end_at > range.starts_at))
    .map(({ start_at, end_at, reason }) => {
      const from = spokenTime(start_at, facts.time_zone)
      const to = end_at === null ? msg`with no known end` : msg`to ${spokenTime(end_at, facts.time_zone)}`
      const message = msg`${resource.name} is unavailable from ${from} ${to} (${absenceLabel(reason)}). Choose another one or another time.`
      return hard(trip, 'resource_unavailable', message, { resource_id: resource.resource_id })
    })
}

/**
 * VAL-1, FIT-3: certificates and their renewals must cover each day of the trip. Passing a planning end warns; passing
 * a legal end refuses, and so does an uncovered day in between.
 */
function certificateReasons(trip: TripState, resource: ResourceFacts, range: Range, facts: Facts): Reason[] {
  const byType = Map.groupBy(resource.validities, ({ validity_type }) => validity_type)
  const { resource_id, name } = resource
  return [...byType].flatMap(([type, papers]) => {
    const words = paperLabel(type)
    const missing = neededGap(
      type,
      papers,
      paperGap(papers, range, ({ legal_end_at }) => legal_end_at),
    )
    if (missing) {
      const from = spokenTime(missing.from, facts.time_zone)
      if (missing.to === null) {
        const message = msg`${words} of ${name} legally expires on ${from}. Renew it or choose another one.`
        return [hard(trip, 'validity_legally_ended', message, { resource_id })]
      }
      const to = spokenTime(missing.to, facts.time_zone)
      const message = msg`${words} of ${name} is missing from ${from} to ${to}. Choose another one or another time.`
      return [hard(trip, 'validity_missing', message, { resource_id })]
    }
    const due = neededGap(
      type,
      papers,
      paperGap(papers, range, ({ end_at }) => end_at),
    )
    if (!due) return []
    const message = msg`${words} of ${name} must be renewed before ${spokenTime(due.from, facts.time_zone)}. Renew it or choose another one.`
    return [soft(trip, 'validity_ended', message, { resource_id })]
  })
}

/** A first certificate that begins later counts as missing until then only if driving requires its kind. */
function neededGap(type: string, papers: readonly ValidityFacts[], gap: PaperGap | undefined): PaperGap | undefined {
  if (!gap || gap.to === null || roadPapers.includes(type)) return gap
  return papers.some(({ start_at }) => start_at < gap.to!) ? gap : undefined
}
