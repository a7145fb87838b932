import { address, oneOf, text } from '../shell/address-members.ts'

/** URL parameters of the list. */
export const DocumentsSearch = address({
  q: text,
  /** Comma-separated kinds. */
  type: text,
  /** Comma-separated subjects. */
  subject: text,
  sort: oneOf(['name', '-name', 'created', '-created']),
  /** From links of earlier versions: missing documents now have their own page. */
  view: oneOf(['missing']),
})
export type DocumentsSearch = ReturnType<typeof DocumentsSearch>

/** URL parameters of one document: the list it was opened from. Defaults to its order or trip. */
export const DocumentSearch = address({
  /** Id of the trip whose documents are listed next to it. */
  trip: text,
  /** Queue of proofs of delivery to review. */
  from: oneOf(['review']),
})
export type DocumentSearch = ReturnType<typeof DocumentSearch>
