import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Stop that a charge was proposed from, with its times. */
const EvidenceStop = z.object({
  stop_id: UuidOut.describe('Id of the stop.'),
  is_subject: z.boolean().describe('Whether the charge is for this stop.'),
  activity: z.string().nullable().describe('What is done there; null when it is not said.'),
  place: z.string().describe('Name and town.'),
  latitude: z.number().nullable().describe('Latitude; null when unknown.'),
  longitude: z.number().nullable().describe('Longitude; null when unknown.'),
  requested_date: z.string().nullable().describe('Requested day.'),
  window_start: z.string().nullable().describe('Beginning of the requested window, local time.'),
  window_end: z.string().nullable().describe('End of the requested window, local time.'),
  planned_start_at: UtcInstant.nullable().describe('Planned arrival.'),
  actual_start_at: UtcInstant.nullable().describe('Reported arrival.'),
  actual_end_at: UtcInstant.nullable().describe('Reported departure.'),
  trip_id: UuidOut.nullable().describe('The trip that calls there.'),
  trip_name: z.string().nullable().describe('Its name.'),
  vehicle_id: UuidOut.nullable().describe('The vehicle of the trip.'),
  vehicle_name: z.string().nullable().describe('Its name.'),
})

/** Decision on or change of a charge. */
const ChargeHistory = z.object({
  at: UtcInstant.describe('When.'),
  by: z
    .string()
    .nullable()
    .describe(
      'Name of the user, API client or person of the customer; of one without a name, its kind; null for rating.',
    ),
  approval: z.string().nullable().describe('Approval it led to; null when that stayed.'),
  status: z.string().nullable().describe('Status it led to; null when that stayed.'),
  amount: z.string().nullable().describe('Amount it led to; null when that stayed.'),
  comment: z.string().nullable().describe('Comment or reason.'),
})

/** Evidence for the amount of a charge. */
export const ChargeEvidence = z
  .object({
    stops: z.array(EvidenceStop).describe('Stops of the order in their order.'),
    history: z.array(ChargeHistory).describe('Decisions and changes, the latest first, at most 100.'),
  })
  .meta({ id: 'AppChargeEvidence' })
export type ChargeEvidence = z.output<typeof ChargeEvidence>

/** Evidence for the amount of a charge. */
export const getChargeEvidence = endpoint({
  ...ofApplication,
  id: 'getChargeEvidence',
  method: 'GET',
  path: '/app/charges/{charge_id}/evidence',
  permission: 'charge.read',
  summary: 'What a charge is decided on',
  params: z.object({ charge_id: Uuid.describe('Id of the charge.') }),
  response: ChargeEvidence,
})
