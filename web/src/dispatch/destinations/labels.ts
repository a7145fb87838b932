import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../../records/code-labels.ts'

/** Destination kinds by what they accept. */
export const destinationLabels: CodeLabels = {
  SUBCO: msg`Trips of carriers`,
  FLEET: msg`Trips of own vehicles`,
  INTERMODAL: msg`Main legs`,
  LOCATION_BOOKING: msg`Time slots`,
}
