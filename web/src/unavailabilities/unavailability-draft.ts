import type { UnavailabilityRecord } from '@cartage/contract/unavailabilities/app/calendar'

/** Initial values of the dialog: a new unavailability on some days, or one to edit. */
export interface UnavailabilityDraft {
  resource: { id: string; name: string; type: string }
  start: number
  end: number | null
  /** The default reason if absent. */
  reason?: string
  /** The one to edit. Absent for a new one. */
  given?: UnavailabilityRecord
}
