import type { Standstill } from '@cartage/contract/app/standstills'
import { useLabels } from '../records/code-labels.ts'
import { jobLabels } from './standstill.labels.ts'

/** Key of a row. */
export function keyOf({ kind, id }: Standstill): string {
  return `${kind} ${id}`
}

/** Subject of a row: the kind of work for jobs, otherwise a name. */
export function useStandstillTitle() {
  const jobLabel = useLabels(jobLabels)
  return ({ kind, title }: Standstill) => (kind === 'JOB' ? jobLabel(title) : title)
}
