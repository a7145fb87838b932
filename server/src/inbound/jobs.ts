import type { InboundKind, Receiver } from '../messages/rules.ts'
import { receiveIntermodalStatus, receiveLocationBooking } from './bookings.jobs.ts'
import { documentImport, fleetDocuments, subcontractorDocuments } from './documents.jobs.ts'
import { receiveOrderUpdate } from './order-update.jobs.ts'
import { receiveFleetStatus, receiveSubcontractorStatus } from './status.jobs.ts'
import { trackingReceiver } from './tracking.jobs.ts'
import { receiveTrip } from './trip-import.jobs.ts'

/** How each kind of message is applied, so that a message that was kept can be run again. */
export const inboundReceivers: Readonly<{ [kind in InboundKind]?: Receiver<unknown> }> = {
  'subco-status-update': receiveSubcontractorStatus,
  'fleet-status-update': receiveFleetStatus,
  'subco-document-upload': subcontractorDocuments,
  'fleet-document-upload': fleetDocuments,
  'document-import': documentImport,
  'partial-order-update': receiveOrderUpdate,
  'tracking-update': trackingReceiver,
  'trip-import': receiveTrip,
  'location-booking-update': receiveLocationBooking,
  'intermodal-status': receiveIntermodalStatus,
}
