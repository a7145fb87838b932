import { hoursText } from '@cartage/contract/reading/time-units'
import { spokenTime } from '../../planning/instants.rules.ts'
import { crossingBetween } from '../../trips/crossing.rules.ts'
import type { TripStop } from '../../trips/state.rules.ts'

const sleeps: Readonly<Record<string, string | undefined>> = { CABIN: 'driver in a cabin', BUNK: 'driver in a bunk' }

/**
 * CROSS-7: text in a message about the ferry or train that is boarded at a stop, in English: `Ferry Stena Line to
 * Harwich, 7 h 30, departs 3 Mar 21:00 UTC, driver in a cabin.` Undefined if there is none.
 * @param to name of the landing; empty if unknown
 */
export function crossingNote(stop: TripStop, landing: TripStop | undefined, to: string): string | undefined {
  const crossing = landing && crossingBetween(stop, landing)
  if (!crossing) return undefined
  const { kind, line, minutes, departs_at, berth } = crossing
  const what = [kind === 'TRAIN' ? 'Train' : 'Ferry', line, to && `to ${to}`].filter(Boolean).join(' ')
  const departs = departs_at && `departs ${spokenTime(departs_at, 'UTC')} UTC`
  return `${[what, hoursText('en', minutes), departs, sleeps[berth]].filter(Boolean).join(', ')}.`
}
