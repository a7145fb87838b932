import { msg } from '@lingui/core/macro'
import type { CodeLabels } from './code-labels.ts'
import { recordLabels } from './record.labels.ts'

/** Labels of event types. Lists and forms also show the code, because integrators know it. */
export const eventLabels: CodeLabels = {
  'order.accepted': msg`Order accepted`,
  'order.rejected': msg`Order rejected`,
  'order.blocked': msg`Order on hold`,
  'order.unblocked': msg`Order released`,
  'order.cancelled': msg`Order cancelled`,
  'order.completed': msg`Order completed`,
  'order.invoice_created': msg`Invoice drafted`,
  'order.invoiced': msg`Order invoiced`,
  'order.invoice_posted': msg`Invoice of the order posted`,
  'order_import.ignored': msg`Upload ignored`,
  'upload.failed': msg`Upload failed`,
  'stop.at_stop': msg`Arrived at stop`,
  'stop.completed': msg`Stop completed`,
  'order.changed': msg`Order updated`,
  'order.approval_requested': msg`Approval of charges requested`,
  'order.temperature_breached': msg`Outside of the ordered temperature`,
  'order.temperature_breach_ended': msg`Temperature excursion over`,
  'stop.eta_changed': msg`ETA updated`,
  'trip.planned': msg`Trip planned`,
  'trip.completed': msg`Trip completed`,
  'trip.cancelled': msg`Trip cancelled`,
  'resource.assigned': msg`Resource assigned`,
  'resource.unassigned': msg`Resource unassigned`,
  'position.updated': msg`Position updated`,
  'document.created': msg`Document added`,
  'handling_unit.scanned': msg`Handling unit scanned`,
  'invoice.status_changed': msg`Invoice status changed`,
  'credit_note.status_changed': msg`Credit note status changed`,
}

/** Labels of deliveries to endpoints: events, and messages for one partner. */
export const deliveryLabels: CodeLabels = {
  ...eventLabels,
  'subco-dispatch': msg`Dispatch to carrier`,
  'fleet-dispatch': msg`Dispatch to fleet`,
  'location-booking': msg`Location booking`,
  'intermodal-booking': msg`Intermodal booking`,
}

/** Labels of event subjects: the part of a type before the dot. */
export const eventLevelLabels: CodeLabels = {
  invoice: msg`Invoice`,
  credit_note: msg`Credit note`,
  order: recordLabels.order,
  order_import: recordLabels.upload,
  upload: msg`Failed upload`,
  stop: recordLabels.stop,
  trip: recordLabels.trip,
  resource: recordLabels.resource,
  position: recordLabels.position,
  document: recordLabels.document,
  handling_unit: recordLabels.handling_unit,
  dispatch: msg`Dispatch`,
  location_booking: msg`Location booking`,
  intermodal_booking: msg`Intermodal booking`,
}

/** Labels of published updates. */
export const updateLabels: CodeLabels = {
  Order: recordLabels.order,
  OrderImport: recordLabels.upload,
  Stop: recordLabels.stop,
  Eta: msg`ETA`,
  Position: recordLabels.position,
  Document: recordLabels.document,
  Trip: recordLabels.trip,
  Resource: recordLabels.resource,
  HandlingUnit: recordLabels.handling_unit,
}
