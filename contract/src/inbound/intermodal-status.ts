import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ErrorStatus } from '../orders/upload-record.ts'
import { IntermodalBookingReferences, IntermodalExecutionStatus } from '../outbound/intermodal-booking.ts'
import { longestList, optionalFlag, optionalList, optionalText, Uuid } from '../scalars.ts'
import { OffsetInstant } from './instant.ts'
import { BookingStatus } from './location-booking-update.ts'
import { BookingMatchTarget } from './matching.ts'

/** Step reported by the carrier: as in outbound messages, with an instant of any offset. */
const Step = z
  .object({
    ...IntermodalExecutionStatus.shape,
    event_time: OffsetInstant.describe(IntermodalExecutionStatus.shape.event_time.description ?? ''),
  })
  .meta({ id: 'IntermodalExecutionStatus' })

/** Reported members of a booking; at least one is required. */
export const IntermodalStatuses = z
  .object({
    booking_status: BookingStatus.nullish().describe('State of the booking.'),
    execution_statuses: optionalList(Step, 'What happened to what was booked.'),
    failure: ErrorStatus.nullish().describe('Why the booking failed.'),
  })
  .refine((status) => [status.booking_status, status.execution_statuses, status.failure].some((one) => one != null), {
    error: 'needs booking_status, execution_statuses or failure: send what happened',
  })
  .meta({ id: 'IntermodalStatuses' })

/** Update of one intermodal booking. */
export const IntermodalBookingUpdate = z
  .object({
    match: BookingMatchTarget.nullish().describe('Criteria for the booking, when its id is unknown.'),
    id: Uuid.nullish().describe('Id of the booking; it goes before match.'),
    event_time: OffsetInstant.nullish().describe('When it happened, with offset; the time of receipt when absent.'),
    status: IntermodalStatuses.nullish().describe('What happened.'),
    booking_reference: optionalText("The carrier's reference. It is kept; bookings are not matched by it."),
    references: IntermodalBookingReferences.nullish().describe('References the carrier gave.'),
    skip_dispatch: optionalFlag('Freeze: the booking is not sent any more.'),
    booking_id: Uuid.nullish().describe('Use id.').meta({ deprecated: true }),
    timestamp: OffsetInstant.nullish().describe('Use event_time.').meta({ deprecated: true }),
  })
  .meta({ id: 'IntermodalBookingUpdate' })
export type IntermodalBookingUpdate = z.output<typeof IntermodalBookingUpdate>

/** Updates of intermodal bookings. */
export const IntermodalBookingStatusPayload = z
  .object({
    updates: z.array(IntermodalBookingUpdate).max(longestList).describe('What happened, at most 2,000 entries.'),
  })
  .meta({ id: 'IntermodalBookingStatusPayload' })
export type IntermodalBookingStatusPayload = z.output<typeof IntermodalBookingStatusPayload>

/** Rejected updates; all were accepted if there are no errors. */
export const IntermodalStatusResponse = z
  .object({ errors: z.array(ErrorStatus).optional().describe('What could not be applied, one entry per item.') })
  .meta({ id: 'IntermodalStatusResponse' })
export type IntermodalStatusResponse = z.output<typeof IntermodalStatusResponse>

/** Status of intermodal bookings (IM-1). Any media type is accepted; the bytes are read as JSON of `body`. */
export const updateIntermodalStatus = endpoint({
  id: 'updateIntermodalStatus',
  method: 'POST',
  path: '/v1/webhook/intermodal-status',
  tag: 'inbound-webhooks',
  summary: 'Report intermodal bookings',
  description:
    'A preview: it answers 403 until the tenant turns on its setting intermodal_status. Each item identifies a booking by ' +
    'id, or by criteria that only one booking meets. Items that match nothing are listed in errors, the others are taken.',
  auth: 'webhook',
  limit: 'none',
  since: '1.2.0',
  creates: 'record',
  bodyType: 'raw',
  bodyLimit: 8 * 1_048_576,
  body: IntermodalBookingStatusPayload,
  response: IntermodalStatusResponse,
})
