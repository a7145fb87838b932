import type { Standstill } from '@cartage/contract/app/standstills'
import { useLabels } from '../records/code-labels.ts'
import { jobLabels } from './standstill.labels.ts'

/** Names a row. */
export function keyOf({ kind, id }: Standstill): string {
  return `${kind} ${id}`
}

/** What a row is about: jobs are kinds of work, all others have names. */
export function useStandstillTitle() {
  const jobLabel = useLabels(jobLabels)
  return ({ kind, title }: Standstill) => (kind === 'JOB' ? jobLabel(title) : title)
}
