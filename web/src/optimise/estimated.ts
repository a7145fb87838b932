import type { PlanFigures } from '@cartage/contract/planning/app/optimise'

/** Whether the kilometres of a plan are estimated. Older runs do not state it and count as estimated. */
export function isEstimated({ distance_km, distance_is_estimated }: PlanFigures): boolean {
  return distance_km > 0 && distance_is_estimated !== false
}
