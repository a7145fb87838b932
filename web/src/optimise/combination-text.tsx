import type { CombinationResource } from '@cartage/contract/planning/app/optimise'
import type { z } from 'zod'

/** The resources of a combination in one line. */
export function combinationText(resources: readonly z.output<typeof CombinationResource>[]): string {
  return resources.map(({ name }) => name).join(' · ')
}
