import type { TrackedPosition, TrackedState, TrackedStop } from '@cartage/contract/doors/app/tracking'

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

/** Hours after which a position says nothing about where an order is. */
const longestSilenceHours = 4

/** Degrees to two decimals: about a kilometre, so that a map shows the town and not the street. */
export function roughly(degrees: number): number {
  return Math.round(degrees * 100) / 100
}

/** LINK-6: where a vehicle was last as a tracking page shows it; null without a position, and when it is old. */
export function shownPosition(
  last: { latitude: number; longitude: number; at: number } | undefined,
  now: number,
): TrackedPosition | null {
  if (last === undefined || now - last.at > longestSilenceHours * 3_600_000) return null
  const at = `${new Date(last.at).toISOString().slice(0, 19)}Z`
  return { latitude: roughly(last.latitude), longitude: roughly(last.longitude), at }
}
