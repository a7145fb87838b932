import { type PlanningPresence, reportPlanningPresence } from '@cartage/contract/planning/app/presence'
import { call } from '../../api/call.ts'

/** Orders and trips selected or dragged on this board. */
export interface Held {
  orderIds: readonly string[]
  tripIds: readonly string[]
  isDragging: boolean
}

/** Maximum number of records per report. */
const most = 50

/** Reports the selection and returns who else is on the board. */
export async function reportPresence(presenceId: string, held: Held): Promise<readonly PlanningPresence[]> {
  const body = {
    presence_id: presenceId,
    order_ids: held.orderIds.slice(0, most),
    trip_ids: held.tripIds.slice(0, most),
    is_dragging: held.isDragging,
  }
  return (await call(reportPlanningPresence, { body })).items
}

/** Reports that this board was closed. */
export async function endPresence(presenceId: string): Promise<void> {
  const body = { presence_id: presenceId, order_ids: [], trip_ids: [], is_dragging: false, is_closed: true }
  await call(reportPlanningPresence, { body })
}
