import { uploadSources, uploadStates } from '@cartage/contract/orders/upload-states'
import { address, oneOf, text } from '../shell/address-members.ts'

/** What the address of the page says. */
export const UploadsSearch = address({
  q: text,
  status: oneOf(uploadStates),
  source: oneOf(uploadSources),
  /** Public id of the client, credential or user. */
  sender: text,
  cause: text,
  /** Id of the order they are about. */
  order: text,
  /** Id of the upload whose panel is open. */
  peek: text,
})
export type UploadsSearch = ReturnType<typeof UploadsSearch>
