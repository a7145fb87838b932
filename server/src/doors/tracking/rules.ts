import type { TrackedState, TrackedStop } from '@cartage/contract/doors/app/tracking'

const states: Readonly<Record<string, TrackedState>> = {
  QUOTE: 'RECEIVED',
  TO_PLAN: 'RECEIVED',
  PLANNED: 'PLANNED',
  IN_PROGRESS: 'UNDER_WAY',
  COMPLETED: 'DELIVERED',
  CANCELLED: 'CANCELLED',
  REJECTED: 'CANCELLED',
}

/** What a tracking page says of the state of an order. A hold is between the haulier and its customer. */
export function trackedState(status: string): TrackedState {
  return states[status] ?? 'RECEIVED'
}

/** What a tracking page says of the state of a stop. */
export function trackedStopState(status: string): TrackedStop['state'] {
  if (status === 'COMPLETED') return 'DONE'
  return status === 'AT_STOP' || status === 'CANCELLED' ? status : 'EXPECTED'
}
