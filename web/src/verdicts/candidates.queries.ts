import { type CandidateKind, listPlanCandidates, type PlanCandidate } from '@cartage/contract/planning/app/candidates'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export type { CandidateKind, PlanCandidate }

/** Trip and role of the candidates, with the resources the trip would lose or get along with them. */
export interface CandidateSearch {
  tripId: string
  kind: CandidateKind
  insteadOf?: readonly string[]
  along?: readonly string[]
  /** Limits the search to these ids. */
  only?: readonly string[]
}

/** Candidates for a trip with their verdicts, fitting ones first (FIT-8). */
export async function findCandidates(
  { tripId, kind, insteadOf = [], along = [], only = [] }: CandidateSearch,
  text: string,
) {
  const lists = { instead_of: insteadOf.join(','), with: along.join(','), only: only.join(',') }
  const query = { kind, ...lists, ...(text.trim() !== '' && { q: text.trim() }) }
  return await call(listPlanCandidates, { params: { trip_id: tripId }, query })
}

/** All candidates, cached for a screen. */
export function candidatesQuery(wanted: CandidateSearch) {
  return queryOptions({
    queryKey: ['trips', 'candidates', wanted],
    queryFn: async () => (await findCandidates(wanted, '')).items,
  })
}
