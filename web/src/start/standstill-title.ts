import type { Standstill } from '@cartage/contract/app/standstills'
import { useWords } from '../records/code-words.ts'
import { jobWords } from './standstill.words.ts'

/** Names a row. */
export function keyOf({ kind, id }: Standstill): string {
  return `${kind} ${id}`
}

/** What a row is about: jobs are kinds of work, all others have names. */
export function useStandstillTitle() {
  const jobWord = useWords(jobWords)
  return ({ kind, title }: Standstill) => (kind === 'JOB' ? jobWord(title) : title)
}
