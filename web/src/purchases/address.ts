import { address, oneOf, text } from '../shell/address-members.ts'

/** Search parameters of the purchase documents. */
export const PurchaseSearch = address({
  /** Documents awaiting a supplier's consent, documents to place or to pay, self-billing agreements. */
  view: oneOf(['consent', 'to-place', 'to-pay', 'agreements']),
  /** Id of the open inbox item. */
  peek: text,
  result: oneOf(['MATCHED', 'DISPUTED', 'ACCEPTED', 'REJECTED']),
  /** Author: the supplier, or us in its name. */
  written_by: oneOf(['supplier', 'us']),
  q: text,
  sort: oneOf(['created', '-created', 'date', '-date']),
})
export type PurchaseSearch = ReturnType<typeof PurchaseSearch>
