import type { PortalCharge, PortalState } from '@cartage/contract/doors/app/portal'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { stateLabels } from '../tracking/labels.ts'

/** Order states, each with a sentence on what comes next. */
export const portalStateLabels: Readonly<
  Record<PortalState, { word: MessageDescriptor; text: MessageDescriptor; tone: string }>
> = {
  REQUESTED: {
    word: msg`To be confirmed`,
    text: msg`We have the order and confirm it soon.`,
    tone: 'bg-amber-soft text-amber',
  },
  RECEIVED: { ...stateLabels.RECEIVED, tone: 'bg-(--grey-soft) text-(--grey)' },
  PLANNED: { ...stateLabels.PLANNED, tone: 'bg-(--blue-soft) text-(--blue)' },
  UNDER_WAY: { ...stateLabels.UNDER_WAY, tone: 'bg-(--teal-soft) text-(--teal)' },
  DELIVERED: { ...stateLabels.DELIVERED, tone: 'bg-(--green-soft) text-green' },
  CANCELLED: { ...stateLabels.CANCELLED, tone: 'bg-red-soft text-red' },
}

/** The customer's decision on a charge. */
export const approvalLabels: Readonly<Record<PortalCharge['approval'], MessageDescriptor>> = {
  REQUESTED: msg`To approve`,
  APPROVED: msg`Approved`,
  REJECTED: msg`Rejected`,
}

const proofOfDelivery = msg`Proof of delivery`
const proofOfPickup = msg`Proof of pickup`
const consignmentNote = msg`Consignment note`
const photo = msg`Photo`
const weight = msg`Weight note`
const customs = msg`Customs document`
const temperatures = msg`Temperature record`

/** Document kinds that matter to customers; all others are just called documents. */
export const documentLabels: Readonly<Record<string, MessageDescriptor>> = {
  PROOF_OF_DELIVERY: proofOfDelivery,
  PROOF_OF_DELIVERY_DRIVER_APP: proofOfDelivery,
  PROOF_OF_DELIVERY_SIGNED: proofOfDelivery,
  CONSIGNEE_SIGNATURE: proofOfDelivery,
  PROOF_OF_PICKUP: proofOfPickup,
  PROOF_OF_PICKUP_SIGNED: proofOfPickup,
  CONSIGNOR_SIGNATURE: proofOfPickup,
  CMR: consignmentNote,
  ORIGINAL_CMR: consignmentNote,
  PICKUP_CMR: consignmentNote,
  TEMPERATURE_REPORT: temperatures,
  WEIGHT_NOTE: weight,
  WEIGHING_TICKET: weight,
  PHOTO_OF_GOODS_PICKUP: photo,
  PHOTO_OF_GOODS_DELIVERY: photo,
  PHOTO_DAMAGED_GOODS: photo,
  PHOTO_SEAL_NUMBER: photo,
  CUSTOMS: customs,
  CUSTOMS_DOCUMENT: customs,
  EXPORT_DOCUMENT: customs,
  IMPORT_DOCUMENT: customs,
  T1_DOCUMENT: customs,
  T2_DOCUMENT: customs,
}

/** Any other document. */
export const documentLabel = msg`Document`
