import type { SuggestedTrip } from '@cartage/contract/planning/app/optimise'
import { whenText } from '../ui/time/when.tsx'
import { combinationText } from './combination-text.tsx'

/** Distinguishes a suggested trip from the others, even those of the same combination: resources and start time. */
export function tripName({ resources, stops }: SuggestedTrip, locale: Parameters<typeof whenText>[1]): string {
  const name = combinationText(resources)
  return stops[0] ? `${name}, ${whenText(new Date(stops[0].start_at), locale)}` : name
}
