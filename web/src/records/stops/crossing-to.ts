import type { PlannedCrossing } from '@cartage/contract/planning/app/crossing'

interface Boarding {
  crossing?: PlannedCrossing | null | undefined
}

/** CROSS-1: ferry or train from one stop to the next. Undefined if the leg is driven. */
export function crossingTo(before: Boarding | undefined, stop: { stop_id: string }): PlannedCrossing | undefined {
  const crossing = before?.crossing
  return crossing && crossing.lands_stop_id === stop.stop_id ? crossing : undefined
}
