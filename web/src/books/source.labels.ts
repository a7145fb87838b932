import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../records/code-labels.ts'

/** Sources of exchange rates. */
export const sourceLabels: CodeLabels = {
  ECB: msg`European Central Bank`,
  API: msg`API client`,
  MANUAL: msg`Entered by hand`,
}
