import { address, oneOf, text } from '../shell/address-members.ts'

/** What the address of the purchase documents says. */
export const PurchaseSearch = address({
  /** The documents to place, in place of those that are. */
  view: oneOf(['to-place']),
  /** Id of the inbox item whose panel is open. */
  peek: text,
  result: oneOf(['MATCHED', 'DISPUTED', 'ACCEPTED', 'REJECTED']),
  q: text,
  sort: oneOf(['created', '-created', 'date', '-date']),
})
export type PurchaseSearch = ReturnType<typeof PurchaseSearch>
