import type { Visit } from './geofence.rules.ts'
import type { Proposal } from './proposals.store.ts'

/** The state of a stop for proposals. Instants are ISO 8601 in UTC with milliseconds. */
export interface WatchedStop {
  stop_id: string
  is_arrived: boolean
  is_left: boolean
}

/** Changes of proposals that follow from visits and earlier proposals. */
export interface ProposalPlan {
  /** New ones, and open ones whose instant changed. */
  open: Proposal[]
  /** Accepted ones whose instant changed with late positions, with the instant reported before. */
  corrected: (Proposal & { reported_at: string })[]
  /** Open ones that are obsolete: the stop was reported otherwise, or positions no longer show it. */
  overtaken: Proposal[]
}

/**
 * Proposals for the visits that positions show. Dismissed ones are not repeated, and nothing is proposed for reported
 * arrivals and departures.
 */
export function planProposals(
  visits: readonly Visit[],
  stops: readonly WatchedStop[],
  known: readonly Proposal[],
  about: { trip_id: string; resource_id: string },
): ProposalPlan {
  const plan: ProposalPlan = { open: [], corrected: [], overtaken: [] }
  const seen = new Map(visits.map((visit) => [visit.stop_id, visit]))
  const before = new Map(known.map((proposal) => [`${proposal.stop_id} ${proposal.kind}`, proposal]))
  for (const stop of stops) {
    for (const kind of ['ARRIVAL', 'DEPARTURE'] as const) {
      const visit = seen.get(stop.stop_id)
      const at = kind === 'ARRIVAL' ? visit?.arrived_at : visit?.left_at
      const between = kind === 'DEPARTURE' ? visit?.left_between : undefined
      const isReported = kind === 'ARRIVAL' ? stop.is_arrived : stop.is_left
      const old = before.get(`${stop.stop_id} ${kind}`)
      const happened = at == null ? undefined : whenOf(at, between)
      decide(plan, { old, isReported, happened, fresh: { ...about, stop_id: stop.stop_id, kind, state: 'OPEN' } })
    }
  }
  return plan
}

interface Case {
  old: Proposal | undefined
  isReported: boolean
  happened: When | undefined
  fresh: Omit<Proposal, keyof When>
}

/** An instant, and the fixes around it if it is an estimate. */
type When = Pick<Proposal, 'happened_at' | 'earliest_at' | 'latest_at'>

function whenOf(at: number, between: Visit['left_between']): When {
  const [earliest_at, latest_at] = (between ?? [null, null]).map((one) => one && new Date(one).toISOString()) as [
    string | null,
    string | null,
  ]
  return { happened_at: new Date(at).toISOString(), earliest_at, latest_at }
}

function isSame(one: When, other: When): boolean {
  return (['happened_at', 'earliest_at', 'latest_at'] as const).every((member) => one[member] === other[member])
}

function decide(plan: ProposalPlan, { old, isReported, happened, fresh }: Case): void {
  if (old?.state === 'DISMISSED') return
  if (old?.state === 'ACCEPTED') {
    if (happened !== undefined && happened.happened_at !== old.happened_at) {
      plan.corrected.push({ ...old, ...happened, reported_at: old.happened_at })
    }
    return
  }
  if (isReported || happened === undefined) {
    if (old) plan.overtaken.push(old)
    return
  }
  if (!old || !isSame(old, happened)) plan.open.push({ ...fresh, ...happened })
}
