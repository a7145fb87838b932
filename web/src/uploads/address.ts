import { uploadSources, uploadStates } from '@cartage/contract/orders/upload-states'
import { address, oneOf, text } from '../shell/address-members.ts'

/** Search parameters of the page. */
export const UploadsSearch = address({
  q: text,
  status: oneOf(uploadStates),
  source: oneOf(uploadSources),
  /** Public id of the client, credential or user. */
  sender: text,
  cause: text,
  /** Id of the order of the uploads. */
  order: text,
  /** Id of the open upload. */
  peek: text,
})
export type UploadsSearch = ReturnType<typeof UploadsSearch>
