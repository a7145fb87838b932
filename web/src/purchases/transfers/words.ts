import { msg } from '@lingui/core/macro'
import type { CodeWords } from '../../records/code-words.ts'

/** How far a file of credit transfers is. */
export const transferFileWords: CodeWords = { MADE: msg`Made`, TAKEN_BACK: msg`Taken back`, PAID: msg`Paid` }
