import type { Sentence } from '@cartage/contract/message'
import type { CandidateKind } from '@cartage/contract/planning/app/candidates'
import { verdictRanks } from '@cartage/contract/planning/app/verdict-ranks'
import type { RecordFilters } from '../../resources/records/rules.ts'
import type { TripState } from '../../trips/state.rules.ts'
import type { Facts } from '../facts/rules.ts'
import { gravest, judged, verdictOf } from '../verdict/rules.ts'

/** Resource types of each kind of candidate; absent: any. */
export const typesOf: Readonly<Record<CandidateKind, RecordFilters['type']>> = {
  VEHICLE: ['TRACTOR', 'RIGID', 'VAN'],
  DRIVER: ['DRIVER'],
  TRAILER: ['TRAILER', 'FULL_TRAILER', 'CHASSIS'],
  RESOURCE: [],
  CARRIER: [],
}

/** The trip that needs a candidate. */
export interface Vacancy {
  kind: CandidateKind
  /** Without the resource or carrier that the candidate replaces. */
  trip: TripState
}

/** The verdict on a candidate. */
export interface CandidateVerdict {
  verdict: 'OK' | 'SOFT' | 'HARD'
  /** The most severe reason, preferably one about the candidate itself. */
  message: Sentence | null
}

/** A trip with some resources replaced by others, or without its carrier. */
export function vacancyOf(
  trip: TripState,
  kind: CandidateKind,
  { off, on }: { off: readonly string[]; on: readonly string[] },
): Vacancy {
  const kept = trip.resources.filter(({ resource_id: id }) => !off.includes(id) && !on.includes(id))
  const subcontractor_id = kind === 'CARRIER' ? null : trip.subcontractor_id
  return { kind, trip: { ...trip, subcontractor_id, resources: [...kept, ...[...new Set(on)].map(unnamed)] } }
}

const unnamed = (resource_id: string) => ({ resource_id, name: null, license_plate: null, container_number: null })

/** The trip with the candidate on it. */
export function filled({ kind, trip }: Vacancy, id: string): TripState {
  if (kind === 'CARRIER') return { ...trip, subcontractor_id: id }
  const others = trip.resources.filter(({ resource_id }) => resource_id !== id)
  return { ...trip, resources: [...others, unnamed(id)] }
}

/**
 * FIT-8: the reasons that each candidate adds to the verdict on the trip, which is computed once without any.
 * @param mayLift the caller may override HARD reasons about a carrier (FIT-6)
 * @returns a function that judges a candidate by its id
 */
export function judgeOf(vacancy: Vacancy, facts: Facts, mayLift: boolean): (id: string) => CandidateVerdict {
  const before = verdictOf({ trips: [vacancy.trip], facts })
  return (id) => {
    const reasons = judged(before, verdictOf({ trips: [filled(vacancy, id)], facts })).filter(({ is_new }) => is_new)
    const hard = reasons.filter(({ severity }) => severity === 'HARD')
    const grave = hard.length > 0 ? hard : reasons
    const first = grave.find(({ resource_id }) => resource_id === id) ?? grave[0]
    return { verdict: gravest(reasons, mayLift), message: first?.message ?? null }
  }
}

/** FIT-8: best verdict first; the order within a verdict is preserved. */
export function inOrder<One extends Pick<CandidateVerdict, 'verdict'>>(found: readonly One[]): One[] {
  return found.toSorted((one, other) => verdictRanks[one.verdict] - verdictRanks[other.verdict])
}
