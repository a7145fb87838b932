import { type PortalState, portalStates } from '@cartage/contract/doors/app/portal'
import type { PortalUpload } from '@cartage/contract/doors/app/portal-entry'
import { ownStates } from '@cartage/contract/orders/states'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import type { z } from 'zod'
import type { OrderState } from '../../orders/changes.rules.ts'
import { trackedState } from '../tracking/rules.ts'

/** State of an order in the portal. A quote is an order that no planner has confirmed; a hold is not shown. */
export function portalState(status: string): PortalState {
  return status === 'QUOTE' ? 'REQUESTED' : trackedState(status)
}

/** Order states behind these portal states; empty without a filter. */
export function statusesOf(states: readonly PortalState[]): readonly OrderState[] {
  const isAll = portalStates.every((state) => states.includes(state))
  return isAll ? [] : ownStates.filter((status) => states.includes(portalState(status)))
}

/** A customer's view of its upload: the reason of a failure is only for planners, in the inbox. */
export function portalUpload({
  upload_status,
  order_id = null,
}: Pick<OrderImport, 'upload_status' | 'order_id'>): z.output<typeof PortalUpload> {
  if (upload_status === 'ERROR') return { state: 'IN_REVIEW', order_id: null }
  return order_id === null ? { state: 'IN_PROGRESS', order_id } : { state: 'TAKEN', order_id }
}
