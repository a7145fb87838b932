import { msg } from '@lingui/core/macro'
import type { CodeWords } from '../../records/code-words.ts'

/** What each kind of destination accepts. */
export const destinationWords: CodeWords = {
  SUBCO: msg`Trips of carriers`,
  FLEET: msg`Trips of own vehicles`,
  INTERMODAL: msg`Main legs`,
  LOCATION_BOOKING: msg`Time slots`,
}
