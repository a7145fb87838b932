import type { SuggestedTrip } from '@cartage/contract/planning/app/optimise'
import { whenText } from '../ui/time/when.tsx'
import { combinationText } from './combination-text.tsx'

/** What tells a suggested trip from the others, those of the same combination too: what carries it, and when it begins. */
export function tripName({ resources, stops }: SuggestedTrip, locale: Parameters<typeof whenText>[1]): string {
  const name = combinationText(resources)
  return stops[0] ? `${name}, ${whenText(new Date(stops[0].start_at), locale)}` : name
}
