import { type CandidateKind, listPlanCandidates, type PlanCandidate } from '@cartage/contract/planning/app/candidates'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export type { CandidateKind, PlanCandidate }

/** What a trip would be given, next to what it would lose and get with it. */
export interface CandidateSearch {
  tripId: string
  kind: CandidateKind
  insteadOf?: readonly string[]
  along?: readonly string[]
  /** Only these. */
  only?: readonly string[]
}

/** Who and what fits a trip, those that fit first, with the verdict on each (FIT-8). */
export async function findCandidates(
  { tripId, kind, insteadOf = [], along = [], only = [] }: CandidateSearch,
  text: string,
) {
  const lists = { instead_of: insteadOf.join(','), with: along.join(','), only: only.join(',') }
  const query = { kind, ...lists, ...(text.trim() !== '' && { q: text.trim() }) }
  return await call(listPlanCandidates, { params: { trip_id: tripId }, query })
}

/** The same without a text, kept for a screen. */
export function candidatesQuery(wanted: CandidateSearch) {
  return queryOptions({
    queryKey: ['trips', 'candidates', wanted],
    queryFn: async () => (await findCandidates(wanted, '')).items,
  })
}
