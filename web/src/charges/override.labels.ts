import type { OverrideMember } from '@cartage/contract/charges/app/charge'
import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../records/code-labels.ts'

/** Rated values that a user can override. */
export const overriddenLabels: Readonly<Record<OverrideMember, CodeLabels[string]>> = {
  quantity: msg`Quantity`,
  unit_price: msg`Unit price`,
  amount: msg`Amount`,
  description: msg`Description`,
}
