import { type PortalState, portalStates } from '@cartage/contract/doors/app/portal'
import type { PortalUpload } from '@cartage/contract/doors/app/portal-entry'
import { ownStates } from '@cartage/contract/orders/states'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import type { z } from 'zod'
import type { OrderState } from '../../orders/changes.rules.ts'
import { trackedState } from '../tracking/rules.ts'

/** What the portal says of the state of an order. A quote is what no planner has confirmed; a hold is not said. */
export function portalState(status: string): PortalState {
  return status === 'QUOTE' ? 'REQUESTED' : trackedState(status)
}

/** The states of orders that the portal calls one of these; none when all are wanted. */
export function statusesOf(states: readonly PortalState[]): readonly OrderState[] {
  const isAll = portalStates.every((state) => states.includes(state))
  return isAll ? [] : ownStates.filter((status) => states.includes(portalState(status)))
}

/** What a customer reads of its upload: why it was not taken is for the planners, who have it in the inbox. */
export function portalUpload({
  upload_status,
  order_id = null,
}: Pick<OrderImport, 'upload_status' | 'order_id'>): z.output<typeof PortalUpload> {
  if (upload_status === 'ERROR') return { state: 'IN_REVIEW', order_id: null }
  return order_id === null ? { state: 'IN_PROGRESS', order_id } : { state: 'TAKEN', order_id }
}

/** PORTAL-3: kinds of document that customers see. A kind that is not known may be anything, so it stays inside. */
export const releasedTypes: readonly string[] = [
  'PROOF_OF_DELIVERY',
  'PROOF_OF_DELIVERY_DRIVER_APP',
  'PROOF_OF_DELIVERY_SIGNED',
  'PROOF_OF_PICKUP',
  'PROOF_OF_PICKUP_SIGNED',
  'CONSIGNEE_SIGNATURE',
  'CONSIGNOR_SIGNATURE',
  'CMR',
  'ORIGINAL_CMR',
  'PICKUP_CMR',
  'DELIVERY_NOTE',
  'PICKUP_NOTE',
  'PALLET_NOTE',
  'WEIGHT_NOTE',
  'WEIGHING_TICKET',
  'PHOTO_OF_GOODS_PICKUP',
  'PHOTO_OF_GOODS_DELIVERY',
  'PHOTO_DAMAGED_GOODS',
  'PHOTO_SEAL_NUMBER',
  'TEMPERATURE_REPORT',
  'EQUIPMENT_INTERCHANGE_RECEIPT',
  'CUSTOMS',
  'CUSTOMS_DOCUMENT',
  'EXPORT_DOCUMENT',
  'IMPORT_DOCUMENT',
  'T1_DOCUMENT',
  'T2_DOCUMENT',
  'CUSTOMER_PAPERWORK',
  'ORDER_CONFIRMATION',
]
