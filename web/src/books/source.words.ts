import { msg } from '@lingui/core/macro'
import type { CodeWords } from '../records/code-words.ts'

/** Where an exchange rate came from. */
export const sourceWords: CodeWords = {
  ECB: msg`European Central Bank`,
  API: msg`API client`,
  MANUAL: msg`Entered by hand`,
}
