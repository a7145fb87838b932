import { type CarrierDocumentType, type CarrierStop, carrierDocumentTypes } from '@cartage/contract/doors/app/carrier'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ActionFailure } from './queries.ts'

const kinds: Readonly<Record<string, MessageDescriptor>> = {
  PICKUP: msg`Pickup`,
  DELIVERY: msg`Delivery`,
  OTHER: msg`Stop`,
}

/** Activity at a stop. */
export function kindLabel(kind: CarrierStop['kind']): MessageDescriptor {
  return kinds[kind] ?? msg`Stop`
}

/** Label of a document type sent by the server. */
export function documentLabel(documentType: string): MessageDescriptor {
  const known = carrierDocumentTypes.find((one) => one === documentType) ?? 'OTHER'
  return documentLabels[known]
}

/** Labels of document types for upload. */
export const documentLabels: Readonly<Record<CarrierDocumentType, MessageDescriptor>> = {
  PROOF_OF_DELIVERY: msg`Proof of delivery`,
  CMR: msg`CMR`,
  PROOF_OF_PICKUP: msg`Proof of pickup`,
  PHOTO_DAMAGED_GOODS: msg`Photo of damage`,
  WAITING_HOURS_INFORMATION: msg`Waiting time`,
  OTHER: msg`Other document`,
}

/** Why an action could not be sent, and what to do. */
export const failureLabels: Readonly<Record<ActionFailure, { title: MessageDescriptor; text: MessageDescriptor }>> = {
  TOO_LARGE: { title: msg`The file is too large`, text: msg`Upload a file of at most 50 MB.` },
  WRONG_FILE: { title: msg`This was not accepted`, text: msg`Check what you entered. Files must be photos or PDFs.` },
  NOT_POSSIBLE: {
    title: msg`This is not possible any more`,
    text: msg`The trip has changed. The page shows it as it is now. If something is wrong, call the planner.`,
  },
  NOT_SENT: { title: msg`It was not sent`, text: msg`Check the connection and try again.` },
}
