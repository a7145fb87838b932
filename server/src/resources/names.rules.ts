import { foldText } from '@cartage/contract/reading/fold'

/** A name to find by: folded as all names are (SEARCH-6). */
export function nameKey(name: string): string {
  return foldText(name)
}

/** A plate to find by, without case, blanks and punctuation: `1-ABC-234` is `1abc234`. Null when nothing is left. */
export function plateKey(plate: string | null): string | null {
  return plate === null ? null : foldText(plate).replace(/[^\p{L}\p{N}]/gu, '') || null
}
