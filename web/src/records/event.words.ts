import { msg } from '@lingui/core/macro'
import type { CodeWords } from './code-words.ts'

/** Kinds of events in words; lists and forms show the code as well, because integrators know it. */
export const eventWords: CodeWords = {
  'order.accepted': msg`Order accepted`,
  'order.rejected': msg`Order rejected`,
  'order.blocked': msg`Order on hold`,
  'order.unblocked': msg`Order released`,
  'order.cancelled': msg`Order cancelled`,
  'order.completed': msg`Order completed`,
  'order_import.ignored': msg`Upload ignored`,
  'upload.failed': msg`Upload failed`,
  'stop.at_stop': msg`Arrived at stop`,
  'stop.completed': msg`Stop completed`,
  'order.changed': msg`Order updated`,
  'stop.eta_changed': msg`ETA updated`,
  'trip.planned': msg`Trip planned`,
  'trip.completed': msg`Trip completed`,
  'trip.cancelled': msg`Trip cancelled`,
  'resource.assigned': msg`Resource assigned`,
  'resource.unassigned': msg`Resource unassigned`,
  'position.updated': msg`Position updated`,
  'document.created': msg`Document added`,
  'handling_unit.scanned': msg`Handling unit scanned`,
}

/** What events are about: the part of their kind before the dot. */
export const eventLevelWords: CodeWords = {
  order: msg`Order`,
  order_import: msg`Upload`,
  upload: msg`Failed upload`,
  stop: msg`Stop`,
  trip: msg`Trip`,
  resource: msg`Resource`,
  position: msg`Position`,
  document: msg`Document`,
  handling_unit: msg`Handling unit`,
}

/** Kinds of published updates in words. */
export const updateWords: CodeWords = {
  Order: msg`Order`,
  OrderImport: msg`Upload`,
  Stop: msg`Stop`,
  Eta: msg`ETA`,
  Position: msg`Position`,
  Document: msg`Document`,
  Trip: msg`Trip`,
  Resource: msg`Resource`,
  HandlingUnit: msg`Handling unit`,
}
