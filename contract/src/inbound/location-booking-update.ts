import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ErrorStatus } from '../orders/upload-record.ts'
import { longestList, longestText, optionalText, Uuid } from '../scalars.ts'
import { OffsetInstant } from './instant.ts'
import { BookingMatchTarget } from './matching.ts'
import { QuestionAnswers } from './question-answers.ts'

/** States of a booking (LB-1). */
export const BookingStatus = z.enum(['TO_REQUEST', 'REQUESTED', 'BOOKED', 'CANCELLED']).meta({ id: 'BookingStatus' })

/** Execution step of a booking. */
export const BookingExecutionStatus = z
  .object({
    event_time: OffsetInstant.describe('When it happened, with offset.'),
    ok: z.boolean().describe('Whether it went as planned.'),
    type: z.string().max(longestText).describe('What happened.'),
    remark: optionalText('Remark.'),
  })
  .meta({ id: 'BookingExecutionStatus' })

/** Execution update of a booking. */
export const ExecutionStatusUpdate = z
  .object({
    execution_statuses: z.array(BookingExecutionStatus).max(longestList).nullish().describe('What happened.'),
  })
  .meta({ id: 'ExecutionStatusUpdate' })

/** Update of one location booking (LB-2). */
export const LocationBookingUpdate = z
  .object({
    match: BookingMatchTarget.nullish().describe('Criteria for the booking, when its id is unknown.'),
    id: Uuid.nullish().describe('Id of the booking; it goes before match.'),
    event_time: OffsetInstant.nullish().describe('When it happened, with offset; the time of receipt when absent.'),
    execution_status: ExecutionStatusUpdate.nullish().describe('What happened to what was booked.'),
    status: BookingStatus.nullish().describe('State of the booking.'),
    question_answers: QuestionAnswers,
  })
  .meta({ id: 'LocationBookingUpdate' })
export type LocationBookingUpdate = z.output<typeof LocationBookingUpdate>

/** Updates of location bookings. */
export const LocationBookingUpdatePayload = z
  .object({
    updates: z.array(LocationBookingUpdate).max(longestList).describe('What happened, at most 2,000 entries.'),
  })
  .meta({ id: 'LocationBookingUpdatePayload' })
export type LocationBookingUpdatePayload = z.output<typeof LocationBookingUpdatePayload>

/** Response: null, or the rejected items. */
export const LocationBookingUpdateResponse = z
  .object({ errors: z.array(ErrorStatus).nullish().describe('What could not be applied, one entry per item.') })
  .meta({ id: 'LocationBookingUpdateResponse' })
export type LocationBookingUpdateResponse = z.output<typeof LocationBookingUpdateResponse>

/** Status of location bookings (LB-2). Any media type is accepted; the bytes are read as JSON of `body`. */
export const updateLocationBooking = endpoint({
  id: 'updateLocationBooking',
  method: 'POST',
  path: '/v1/webhook/location-booking-update',
  tag: 'inbound-webhooks',
  summary: 'Report bookings of locations',
  description:
    'Each item identifies a booking by id, or by criteria that only one booking meets. Items that match nothing are listed ' +
    'in errors, the others are taken.',
  auth: 'webhook',
  limit: 'none',
  since: '1.2.0',
  creates: 'record',
  bodyType: 'raw',
  // Answers may contain files.
  bodyLimit: 32 * 1_048_576,
  body: LocationBookingUpdatePayload,
  response: LocationBookingUpdateResponse.nullable(),
})
