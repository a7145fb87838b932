import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../../records/code-labels.ts'

/** States of a credit transfer file. */
export const transferFileLabels: CodeLabels = { MADE: msg`Made`, TAKEN_BACK: msg`Taken back`, PAID: msg`Paid` }
