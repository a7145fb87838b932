import { address, oneOf, text } from '../shell/address-members.ts'

/** What the address of the list says. */
export const DocumentsSearch = address({
  q: text,
  /** Kinds, with commas between them. */
  type: text,
  /** What they belong to, with commas between them. */
  subject: text,
  sort: oneOf(['name', '-name', 'created', '-created']),
  /** In links of former versions: it has a page of its own. */
  view: oneOf(['missing']),
})
export type DocumentsSearch = ReturnType<typeof DocumentsSearch>

/** What the address of one document says: the list it was opened from. Its order or trip when it says nothing. */
export const DocumentSearch = address({
  /** Id of the trip whose documents are next to it. */
  trip: text,
  /** The proofs of delivery that wait for a decision. */
  from: oneOf(['review']),
})
export type DocumentSearch = ReturnType<typeof DocumentSearch>
