import type { z } from 'zod'
import { AccountingVisibilityUpdate } from './accounting-event.ts'
import { FleetDispatch, FleetDispatchResponse } from './fleet-dispatch.ts'
import { IntermodalBookingsPushPayload } from './intermodal-booking.ts'
import { LocationBookingDispatchResponse, LocationDispatchOutput } from './location-booking.ts'
import { SubcontractorDispatch, SubcontractorDispatchResponse } from './subco-dispatch.ts'
import { OperationalVisibilityUpdate } from './visibility-event.ts'

/** Outbound message for the interface document. */
export interface Webhook {
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly body: z.ZodType
  /** Schema of the receiver's response; if absent, any 2xx response is accepted. */
  readonly answer?: z.ZodType
  /** Each message references the previous one about the same entity. */
  readonly counts?: boolean
}

const refusals = 'A response with errors rejects the message permanently; without errors it was processed (DISP-4).'

/** Every outbound message, by name. */
export const webhooks: { readonly [name: string]: Webhook } = {
  'visibility-event': {
    id: 'sendVisibilityEvent',
    summary: 'News about orders, stops, trips, resources and documents',
    description:
      'Sent at least once and in order per entity. Any 2xx response settles it; anything else is retried later.',
    body: OperationalVisibilityUpdate,
    counts: true,
  },
  'accounting-visibility-event': {
    id: 'sendAccountingVisibilityEvent',
    summary: 'States of invoices and credit notes',
    description:
      'Sent at least once and in order per document, to endpoints that name the events. Any 2xx response settles it; ' +
      'anything else is retried later.',
    body: AccountingVisibilityUpdate,
    counts: true,
  },
  'subco-dispatch': {
    id: 'sendSubcontractorDispatch',
    summary: 'A trip dispatched to a carrier, its updates and its withdrawal',
    description: `Sent at least once and in order per trip. ${refusals}`,
    body: SubcontractorDispatch,
    answer: SubcontractorDispatchResponse.nullable(),
  },
  'fleet-dispatch': {
    id: 'sendFleetDispatch',
    summary: "A trip dispatched to a driver's application or on-board unit, its updates and its withdrawal",
    description: `Sent at least once and in order per trip. ${refusals}`,
    body: FleetDispatch,
    answer: FleetDispatchResponse.nullable(),
  },
  'location-booking': {
    id: 'sendLocationBooking',
    summary: 'A booking of a time slot at a place, its changes and its end',
    description: `Sent at least once and in order per booking. ${refusals}`,
    body: LocationDispatchOutput,
    answer: LocationBookingDispatchResponse.nullable(),
  },
  'intermodal-booking': {
    id: 'sendIntermodalBooking',
    summary: 'Bookings of main legs by ferry, train or barge, their changes and their end',
    description: `Sent at least once and in order per booking. ${refusals}`,
    body: IntermodalBookingsPushPayload,
  },
}
