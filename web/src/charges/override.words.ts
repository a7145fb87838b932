import type { OverrideMember } from '@cartage/contract/charges/app/charge'
import { msg } from '@lingui/core/macro'
import type { CodeWords } from '../records/code-words.ts'

/** What a person can set in place of what rating says. */
export const overriddenWords: Readonly<Record<OverrideMember, CodeWords[string]>> = {
  quantity: msg`Quantity`,
  unit_price: msg`Unit price`,
  amount: msg`Amount`,
  description: msg`Description`,
}
