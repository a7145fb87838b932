import type { InboundKind, Receiver } from '../messages/rules.ts'
import { receiveEInvoice } from '../purchases/intake/commands.ts'
import { receiveDocumentUpdates } from '../purchases/updates.commands.ts'
import { receiveDriverCard } from '../tachograph/commands.ts'
import { receiveIntermodalStatus, receiveLocationBooking } from './bookings/commands.ts'
import { documentImport, fleetDocuments, subcontractorDocuments } from './documents/commands.ts'
import { receiveOrderUpdate } from './order-update/commands.ts'
import { receiveFleetStatus, receiveSubcontractorStatus } from './status/commands.ts'
import { trackingReceiver } from './tracking.commands.ts'
import { receiveTrip } from './trip-import/commands.ts'

/** Receiver of each kind of message, also for running stored messages again. */
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
  'e-invoicing': receiveEInvoice,
  'billing-document-update': receiveDocumentUpdates,
  'driver-card': receiveDriverCard,
}
