import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../../records/code-labels.ts'

/** What each kind of destination accepts. */
export const destinationLabels: CodeLabels = {
  SUBCO: msg`Trips of carriers`,
  FLEET: msg`Trips of own vehicles`,
  INTERMODAL: msg`Main legs`,
  LOCATION_BOOKING: msg`Time slots`,
}
