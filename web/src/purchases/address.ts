import { address, oneOf, text } from '../shell/address-members.ts'

/** What the address of the purchase documents says. */
export const PurchaseSearch = address({
  /** Documents that wait for the agreement of a supplier, documents to place or to pay, self-billing agreements. */
  view: oneOf(['consent', 'to-place', 'to-pay', 'agreements']),
  /** Id of the inbox item whose panel is open. */
  peek: text,
  result: oneOf(['MATCHED', 'DISPUTED', 'ACCEPTED', 'REJECTED']),
  /** Who wrote them: the supplier, or we in its name. */
  written_by: oneOf(['supplier', 'us']),
  q: text,
  sort: oneOf(['created', '-created', 'date', '-date']),
})
export type PurchaseSearch = ReturnType<typeof PurchaseSearch>
