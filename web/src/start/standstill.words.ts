import { msg } from '@lingui/core/macro'
import type { CodeWords } from '../records/code-words.ts'

/** What stands still, in words. */
export const standstillWords: CodeWords = {
  JOB: msg`Background work failed`,
  ARRIVAL: msg`Arrival to confirm`,
  DEPARTURE: msg`Departure to confirm`,
  INFECTED_DOCUMENT: msg`Virus found`,
  UNSCANNED_DOCUMENT: msg`Not checked for viruses`,
  CANCELLED_BOOKING: msg`Booking cancelled by the other side`,
  FAILED_BOOKING: msg`Booking not carried out`,
}

/** Kinds of background work in words. */
export const jobWords: CodeWords = {
  'audit.note_head': msg`Note the end of the audit trail in the log`,
  'deliveries.purge_expired': msg`Remove what is past its retention`,
  'deliveries.tell_paused': msg`Mail about a paused receiver`,
  'documents.tell_created': msg`Notify receivers of a document`,
  'trips.estimate': msg`Estimate arrival times of a trip`,
  'trips.follow_order': msg`Adjust trips to a changed order`,
  'dispatch.follow_trip': msg`Notify the partner of a changed trip`,
  'dispatch.follow_booking': msg`Notify the other side of a changed booking`,
  'sample.fill': msg`Fill in sample data`,
}
