import type { PlaceEstimate } from '@cartage/contract/locations/endpoints'
import type { Coordinates } from '../great-circle.rules.ts'

/** The answer of a person: which place a spelling means. */
export interface PlaceAnswer extends Coordinates {
  spelling: string
  /** The customer for whom it counts; null: all customers without an answer of their own. */
  company_id: string | null
  radius_km: number
}

/**
 * The place that these customers mean (PLACE-7): an answer for a customer takes precedence over one for all.
 * @param answers those for the spelling
 * @returns undefined when there is no answer, or they mean different places
 */
export function answerFor(answers: readonly PlaceAnswer[], customers: readonly string[]): PlaceAnswer | undefined {
  const own = answers.filter(({ company_id }) => company_id !== null && customers.includes(company_id))
  const chosen = own.length > 0 ? own : answers.filter(({ company_id }) => company_id === null)
  const [first, ...others] = chosen
  const isSame = (one: PlaceAnswer) => one.latitude === first?.latitude && one.longitude === first.longitude
  return others.every(isSame) ? first : undefined
}

/** The estimate stored for a place that a person chose. */
export function chosenEstimate(radius_km: number): PlaceEstimate {
  return { source: 'CHOSEN', radius_km, candidates: [], disagrees: false }
}
