import { address, oneOf, text } from '../shell/address-members.ts'

/** What the address of the list says. */
export const DocumentsSearch = address({
  q: text,
  /** Kinds, with commas between them. */
  type: text,
  /** What they belong to, with commas between them. */
  subject: text,
  view: oneOf(['missing']),
})
export type DocumentsSearch = ReturnType<typeof DocumentsSearch>
