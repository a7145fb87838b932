import type { LedgerProfile } from '@cartage/contract/accounting/app/ledger'
import { msg } from '@lingui/core/macro'
import type { CodeWords } from '../../records/code-words.ts'

/** Formats of files of the ledger. */
export const profileWords: Readonly<Record<LedgerProfile, CodeWords[string]>> = {
  NEUTRAL: msg`Neutral CSV`,
  DATEV: msg`DATEV`,
  FEC: msg`FEC (France)`,
  YUKI: msg`Yuki`,
  EXACT_ONLINE: msg`Exact Online`,
  OCTOPUS: msg`Octopus`,
}
