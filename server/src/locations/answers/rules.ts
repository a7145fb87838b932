import type { PlaceEstimate } from '@cartage/contract/locations/endpoints'
import type { Coordinates } from '../great-circle.rules.ts'

/** Which place a spelling means, as someone said. */
export interface PlaceAnswer extends Coordinates {
  spelling: string
  /** The customer who means it; null: everyone without an answer of their own. */
  company_id: string | null
  radius_km: number
}

/**
 * The place that these customers mean (PLACE-7): what was said for one of them counts before what was said for all.
 * @param answers those for the spelling
 * @returns undefined when nothing was said, or they mean different places
 */
export function answerFor(answers: readonly PlaceAnswer[], customers: readonly string[]): PlaceAnswer | undefined {
  const own = answers.filter(({ company_id }) => company_id !== null && customers.includes(company_id))
  const chosen = own.length > 0 ? own : answers.filter(({ company_id }) => company_id === null)
  const [first, ...others] = chosen
  const isSame = (one: PlaceAnswer) => one.latitude === first?.latitude && one.longitude === first.longitude
  return others.every(isSame) ? first : undefined
}

/** What is kept of a place that a person chose. */
export function chosenEstimate(radius_km: number): PlaceEstimate {
  return { source: 'CHOSEN', radius_km, candidates: [], disagrees: false }
}
