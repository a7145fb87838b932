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
