import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../records/code-labels.ts'

/** Labels of standstills. */
export const standstillLabels: CodeLabels = {
  JOB: msg`Background job failed`,
  ARRIVAL: msg`Arrival to confirm`,
  DEPARTURE: msg`Departure to confirm`,
  INFECTED_DOCUMENT: msg`Virus found`,
  UNSCANNED_DOCUMENT: msg`Not scanned for viruses`,
  CANCELLED_BOOKING: msg`Booking cancelled by the other party`,
  FAILED_BOOKING: msg`Booking failed`,
  REFUSED_TRIP: msg`Refused by carrier`,
  FAILED_DISPATCH: msg`Dispatch failed`,
  FAILED_TASK: msg`Posting failed`,
  WAITING_TASK: msg`Account missing to post`,
  FAILED_SENDING: msg`Sending failed`,
  UNKNOWN_SENDING: msg`Unknown whether it was sent`,
  FAILED_MAIL: msg`E-mail failed`,
  UNKNOWN_MAIL: msg`Unknown whether an e-mail was sent`,
  DISPUTED_PURCHASE: msg`Disputed purchase`,
  UNPLACED_PURCHASE: msg`Supplier document to place`,
  ROAD_ENGINE: msg`Routing engine fails`,
}

/** Labels of the kinds of background work. */
export const jobLabels: CodeLabels = {
  'audit.note_head': msg`Record the audit trail checkpoint`,
  'deliveries.purge_expired': msg`Delete expired data`,
  'deliveries.tell_paused': msg`E-mail about a paused webhook endpoint`,
  'documents.tell_created': msg`Notify webhook endpoints of a document`,
  'temperatures.watch': msg`Watch the temperature of goods on a trip`,
  'trips.estimate': msg`Calculate ETAs of a trip`,
  'trips.follow_order': msg`Update trips for an edited order`,
  'dispatch.follow_trip': msg`Notify the carrier of an updated trip`,
  'dispatch.follow_booking': msg`Notify the partner of an updated booking`,
  'accounting.post': msg`Post an invoice or credit note`,
  'accounting.check_credit': msg`Check an order against the credit limit`,
  'billing.make_files': msg`Create the files of an invoice`,
  'billing.send': msg`Send an invoice`,
  'mails.send': msg`Send an e-mail about an order or a trip`,
  'billing.follow_sending': msg`Check a delivery to the access point`,
  'billing.notify_orders': msg`Publish that orders are invoiced`,
  'billing.run': msg`Run of invoices`,
  'retention.purge': msg`Purge of personal data`,
  'messages.retry_parts': msg`Apply parts of a message again`,
  'search.write_alone': msg`Make a record searchable`,
  'tenants.seal_engine': msg`Encrypt the key of the routing engine`,
  'sample.fill': msg`Load sample data`,
}
