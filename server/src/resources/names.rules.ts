import { foldText } from '@cartage/contract/reading/fold'

/** Search key of a name, folded like all names (SEARCH-6). */
export function nameKey(name: string): string {
  return foldText(name)
}

/** Search key of a licence plate, without case, blanks and punctuation: `1-ABC-234` is `1abc234`. Null if empty. */
export function plateKey(plate: string | null): string | null {
  return plate === null ? null : foldText(plate).replace(/[^\p{L}\p{N}]/gu, '') || null
}
