import type { simulationEvents, simulationReasons } from '@cartage/contract/app/simulation'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Labels of simulation events. */
export const simulationEventLabels: Readonly<Record<(typeof simulationEvents)[number], MessageDescriptor>> = {
  ARRIVED: msg`Arrival reported`,
  LEFT: msg`Departure reported`,
  ETA: msg`New ETA reported`,
  PAPER: msg`Document uploaded`,
  RELEASED: msg`Container released late`,
  ILL: msg`Driver called in ill`,
}

/** Reasons why a trip is not driven. */
export const simulationReasonLabels: Readonly<Record<(typeof simulationReasons)[number], MessageDescriptor>> = {
  DRAFT: msg`Not confirmed`,
  DECLINED: msg`Rejected by the carrier`,
  NO_VEHICLE: msg`No vehicle`,
  NO_DRIVER: msg`No driver`,
  VEHICLE_AWAY: msg`Vehicle unavailable`,
  DRIVER_AWAY: msg`Driver unavailable`,
}
