import type { PlanFigures } from '@cartage/contract/planning/app/optimise'

/** Whether kilometres of a plan are estimated; those of an older run say nothing of it and count as estimated. */
export function isEstimated({ distance_km, distance_is_estimated }: PlanFigures): boolean {
  return distance_km > 0 && distance_is_estimated !== false
}
