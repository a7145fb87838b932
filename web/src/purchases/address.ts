import { address, oneOf, text } from '../shell/address-members.ts'

/** What the address of the purchase documents says. */
export const PurchaseSearch = address({
  result: oneOf(['MATCHED', 'DISPUTED', 'ACCEPTED', 'REJECTED']),
  q: text,
  sort: oneOf(['created', '-created', 'date', '-date']),
})
export type PurchaseSearch = ReturnType<typeof PurchaseSearch>
