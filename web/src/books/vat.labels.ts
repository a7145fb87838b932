import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../records/code-labels.ts'

/** VAT categories of EN 16931. */
export const vatLabels: CodeLabels = {
  S: msg`Standard rate`,
  Z: msg`Zero rate`,
  E: msg`Exempt`,
  AE: msg`Reverse charge`,
  K: msg`Intra-Community supply`,
  G: msg`Export outside the EU`,
  O: msg`Outside the scope of VAT`,
}
