import { usageCategories, usageHours } from '@cartage/contract/usage/app'
import { address, oneOf, text } from '../shell/address-members.ts'

/** Search parameters of the page: what is counted, and how far back. */
export const UsageSearch = address({
  category: oneOf(usageCategories),
  hours: oneOf(usageHours),
  // Client whose refused requests are shown.
  client: text,
})
export type UsageSearch = ReturnType<typeof UsageSearch>
