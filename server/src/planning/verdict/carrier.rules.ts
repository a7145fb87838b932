import { msg, type Sentence } from '@cartage/contract/message'
import type { PlanningLimit } from '@cartage/contract/tenants/app/planning-limits'
import type { TripState } from '../../trips/state.rules.ts'
import { type CarrierFacts, type Facts, limited, type Reason, type ReasonCode, resourcesOf } from '../facts/rules.ts'
import { spokenTime } from '../instants.rules.ts'
import { rangeOf } from '../schedule.rules.ts'
import { legalEnd, paperGap } from './papers.rules.ts'
import { termsFaults } from './terms.rules.ts'

/** Kinds of carrier certificates that have to cover a trip if the carrier has any of the kind. */
const needed: readonly string[] = [
  'CMR_INSURANCE',
  'EU_TRANSPORT_LICENSE',
  'NATIONAL_TRANSPORT_LICENSE',
  'ECMT_TRANSPORT_LICENSE',
  'SUBCONTRACTOR_LICENSE',
]

/** Reasons that only a user with the permission `carrier.override` can override, stating why. */
const liftable: readonly ReasonCode[] = ['carrier_blocked', 'carrier_papers', 'carrier_terms']

/** FIT-6: whether a HARD reason can be overridden with a permission. */
export function isLiftable({ code }: Pick<Reason, 'code'>): boolean {
  return liftable.includes(code)
}

/** FIT-6: whether the carrier of a trip and the owners of its resources are allowed to drive for its whole duration. */
export function carrierReasons(trip: TripState, facts: Facts): Reason[] {
  const ids = [trip.subcontractor_id, ...resourcesOf(trip, facts).map(({ subcontractor_id: id }) => id)]
  const carriers = [...new Set(ids)].flatMap((id) => (id === null ? [] : (facts.carriers?.get(id) ?? [])))
  return reasonsOfCarriers(trip, carriers, facts)
}

/** The same check for carriers that are already loaded. */
export function reasonsOfCarriers(
  trip: TripState,
  carriers: readonly CarrierFacts[],
  facts: Pick<Facts, 'settings' | 'time_zone' | 'orders' | 'places'>,
): Reason[] {
  return carriers.flatMap((carrier) => {
    const faults = [
      standingOf(carrier) ?? [],
      paperFaults(trip, carrier, facts.time_zone),
      termsFaults(trip, carrier, facts).map((message): Fault => ({ limit: 'carrier_terms', message })),
    ].flat()
    return faults.flatMap(({ limit, message }) => limited(trip, facts, limit, [limit, message]))
  })
}

interface Fault {
  limit: PlanningLimit & ReasonCode
  message: Sentence
}

function standingOf({ name, status, is_archived }: CarrierFacts): Fault | undefined {
  if (is_archived) {
    return { limit: 'carrier_blocked', message: msg`${name} is archived. Choose another carrier.` }
  }
  if (status === 'BLOCKED') {
    return { limit: 'carrier_blocked', message: msg`${name} is blocked as a carrier. Choose another one.` }
  }
  if (status === 'APPROVED') return undefined
  const message =
    status === 'WARNING'
      ? msg`There is a warning about ${name} as a carrier. Check it or choose another one.`
      : msg`${name} is not approved as a carrier. Check it or choose another one.`
  return { limit: 'carrier_not_approved', message }
}

function paperFaults(trip: TripState, { name, validities }: CarrierFacts, zone: string): Fault[] {
  const { starts_at, ends_at } = rangeOf(trip)
  if (starts_at === null || ends_at === null) return []
  return needed.flatMap((type): Fault[] => {
    const papers = validities.filter(({ validity_type }) => validity_type === type)
    const gap = papers.length === 0 ? undefined : paperGap(papers, { starts_at, ends_at }, legalEnd)
    if (!gap) return []
    const words = type === 'CMR_INSURANCE' ? msg`CMR insurance` : msg`transport licence`
    const from = spokenTime(gap.from, zone)
    const message =
      gap.to === null
        ? msg`The ${words} of ${name} ends on ${from}. Request a new one or choose another carrier.`
        : msg`The ${words} of ${name} is missing from ${from} to ${spokenTime(gap.to, zone)}. Request a new one or choose another carrier.`
    return [{ limit: 'carrier_papers', message }]
  })
}
