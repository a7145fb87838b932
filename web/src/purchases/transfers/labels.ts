import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../../records/code-labels.ts'

/** How far a file of credit transfers is. */
export const transferFileLabels: CodeLabels = { MADE: msg`Made`, TAKEN_BACK: msg`Taken back`, PAID: msg`Paid` }
