import { readFileSync } from 'node:fs'
import { isIn } from './guessable.rules.ts'

let filter: Uint8Array | undefined

/** Whether a lower-case word is one of the 100,000 most common passwords. The bundled list is read once. */
export function isCommonPassword(word: string): boolean {
  filter ??= readFileSync(new URL('../../../data/common-passwords.bin', import.meta.url))
  return isIn(filter, word)
}
