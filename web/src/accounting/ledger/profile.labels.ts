import type { LedgerProfile } from '@cartage/contract/accounting/app/ledger'
import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../../records/code-labels.ts'

/** Ledger export formats. */
export const profileLabels: Readonly<Record<LedgerProfile, CodeLabels[string]>> = {
  NEUTRAL: msg`Neutral CSV`,
  DATEV: msg`DATEV`,
  FEC: msg`FEC (France)`,
  YUKI: msg`Yuki`,
  EXACT_ONLINE: msg`Exact Online`,
  OCTOPUS: msg`Octopus`,
}
