import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { mostAtOnce, someTexts } from '../../listing.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Possible answers of a carrier to a trip. */
export const tripAnswers = ['ACCEPTED', 'REFUSED'] as const
export type TripAnswerKind = (typeof tripAnswers)[number]

/** States of a trip at its carrier. */
export const carrierAnswerStates = ['NOT_SENT', 'FAILED', 'SILENT', 'ACCEPTED', 'REFUSED', 'CHANGED'] as const
export type CarrierAnswerState = (typeof carrierAnswerStates)[number]

const longestName = 200
const longestReason = 1_000
const optionalName = z.string().trim().max(longestName).nullish()

/** An answer to a trip. */
export const NewTripAnswer = z
  .discriminatedUnion('answer', [
    z.object({
      answer: z.literal('ACCEPTED').describe('The carrier drives the trip.'),
      plate: optionalName.describe('Licence plate of the vehicle, as far as known.'),
      driver_name: optionalName.describe('Name of the driver, as far as known.'),
    }),
    z.object({
      answer: z.literal('REFUSED').describe('The carrier does not drive the trip.'),
      reason: z.string().trim().min(1).max(longestReason).describe('Why.'),
    }),
  ])
  .meta({ id: 'AppNewTripAnswer' })
export type NewTripAnswer = z.output<typeof NewTripAnswer>

/** A carrier's answer to a trip. */
export const TripAnswer = z
  .object({
    answer: openSet(tripAnswers).describe('ACCEPTED or REFUSED.'),
    reason: z.string().nullable().describe('Why it was refused; null when it was accepted.'),
    plate: z.string().nullable().describe('Licence plate of the vehicle; null when unknown.'),
    driver_name: z.string().nullable().describe('Name of the driver; null when unknown.'),
    revision: z.int().nullable().describe('Message that was answered; null when the trip came by link only.'),
    answered_at: UtcInstant.describe('When.'),
    answered_through: openSet(['LINK', 'USER']).describe('LINK: the page of the carrier. USER: entered by a planner.'),
    answered_by: z.string().nullable().describe('Office that the link is for, or name of the user; null when unknown.'),
  })
  .meta({ id: 'AppTripAnswer' })
export type TripAnswer = z.output<typeof TripAnswer>

/** State of a trip at its carrier. */
export const CarrierStanding = z
  .object({
    trip_id: UuidOut.describe('Id of the trip.'),
    company_id: UuidOut.describe('Id of the carrier.'),
    company_name: z.string().describe('Name of the carrier.'),
    state: openSet(carrierAnswerStates).describe(
      'NOT_SENT: neither dispatched nor a link. FAILED: the last message did not arrive. SILENT: no answer yet. ACCEPTED, ' +
        'REFUSED: the answer. CHANGED: the carrier has an older version.',
    ),
    is_overdue: z.boolean().describe('Whether the carrier should have answered by now.'),
    answer_by: UtcInstant.nullable().describe('Until when the carrier should answer; null before it was sent.'),
    answer: TripAnswer.nullable().describe(
      'The answer that counts; null without one, and once the trip is sent as new.',
    ),
    can_answer: z.boolean().describe('Whether an answer can be entered or changed.'),
  })
  .meta({ id: 'AppCarrierStanding' })
export type CarrierStanding = z.output<typeof CarrierStanding>

const params = z.object({ trip_id: Uuid.describe('Id of the trip.') })
const path = '/app/dispatch/trips/{trip_id}/answer'

/** State of a trip at its carrier. */
export const getTripAnswer = endpoint({
  ...ofApplication,
  id: 'getTripAnswer',
  method: 'GET',
  path,
  permission: 'dispatch.read',
  summary: 'Show what the carrier answered to a trip',
  description: 'Without a carrier, `standing` is null.',
  params,
  response: z.object({ standing: CarrierStanding.nullable().describe('Null for a trip without a carrier.') }),
})

/** States of many trips at their carriers. */
export const listTripAnswers = endpoint({
  ...ofApplication,
  id: 'listTripAnswers',
  method: 'GET',
  path: '/app/dispatch/answers',
  permission: 'dispatch.read',
  summary: 'Show what carriers answered to several trips',
  description: 'Trips without a carrier, and those that do not exist, are left out.',
  query: z.object({
    trip_ids: someTexts
      .pipe(z.array(Uuid).min(1).max(mostAtOnce))
      .describe('Ids of the trips with commas between them, at most 200.'),
  }),
  response: z.object({ items: z.array(CarrierStanding).describe('One for each trip with a carrier.') }),
})

/** Records a carrier's answer given by telephone (DISP-5). */
export const answerTrip = endpoint({
  ...ofApplication,
  id: 'answerTrip',
  method: 'POST',
  path,
  permission: 'dispatch.write',
  summary: 'Enter the answer of a carrier',
  description:
    'Replaces an earlier answer as long as the trip has not started; after that it answers 409. The same answer again ' +
    'changes nothing.',
  params,
  body: NewTripAnswer,
  response: CarrierStanding,
})
