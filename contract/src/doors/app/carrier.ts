import { z } from 'zod'
import { CarrierStanding, NewTripAnswer, TripAnswer } from '../../dispatch/app/answers.ts'
import { largestDocument } from '../../documents/endpoints.ts'
import { endpoint, ofDoor } from '../../endpoint.ts'
import { SensibleOffsetInstant } from '../../inbound/instant.ts'
import { doorLanguages } from '../../reading/languages.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { DriverStop } from './driver.ts'

/** What a carrier can report of a stop. */
export const carrierReports = ['ARRIVED', 'LEFT'] as const
export type CarrierReport = (typeof carrierReports)[number]

/** What a file of a carrier can be, as types of documents. */
export const carrierDocumentTypes = [
  'PROOF_OF_DELIVERY',
  'CMR',
  'PROOF_OF_PICKUP',
  'PHOTO_DAMAGED_GOODS',
  'WAITING_HOURS_INFORMATION',
  'OTHER',
] as const
export type CarrierDocumentType = (typeof carrierDocumentTypes)[number]

const CarrierDocument = z.object({
  document_id: UuidOut.describe('Id of the document.'),
  document_type: openSet(carrierDocumentTypes).describe('What it is.'),
  name: z.string().describe('Name of the file.'),
  created_at: UtcInstant.describe('When it was uploaded.'),
})

const CarrierStop = DriverStop.extend({
  documents: z.array(CarrierDocument).describe('What the carrier uploaded, oldest first.'),
})
export type CarrierStop = z.output<typeof CarrierStop>

/** A trip as its carrier sees it: stops, goods and deadline. No prices, no customers, no other trips. */
export const CarrierTrip = z
  .object({
    sender: z.string().describe('Name of the haulier.'),
    office_phone: z.string().nullable().describe('Phone number of the office; null without one.'),
    language: z.enum(doorLanguages).nullable().describe('Language of the link; null: that of the browser.'),
    expires_at: UtcInstant.describe('When the link expires.'),
    time_zone: z.string().describe('Time zone of the haulier, for the deadline.'),
    company_name: z.string().describe('Name of the carrier.'),
    office: z.string().nullable().describe('Office or person that the link is for; null without one.'),
    name: z.string().describe('Number of the trip.'),
    status: openSet(['CREATED', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED']).describe('State of the trip.'),
    ...CarrierStanding.pick({ state: true, is_overdue: true, answer_by: true, can_answer: true }).shape,
    answer: TripAnswer.nullable().describe('The answer that counts, of any office; null without one.'),
    can_report: z.boolean().describe('Whether arrivals and departures can be reported.'),
    can_upload: z.boolean().describe('Whether documents can be uploaded.'),
    stops: z
      .array(CarrierStop)
      .describe('In sequence. Phone numbers and collection codes are there once the trip is accepted.'),
  })
  .meta({ id: 'AppCarrierTrip' })
export type CarrierTrip = z.output<typeof CarrierTrip>

const ofCarrier = { ...ofDoor, door: 'CARRIER' } as const
const StopParams = z.object({ stop_id: Uuid.describe('Id of the stop.') })

/** What the page of a carrier shows. */
export const getCarrierTrip = endpoint({
  ...ofCarrier,
  id: 'getCarrierTrip',
  method: 'GET',
  path: '/door/carrier/trip',
  summary: 'Show a trip to its carrier',
  description: 'The one trip of the link. A link of a carrier that the trip is not with any more answers 401.',
  response: CarrierTrip,
})

/** Accepts or refuses the trip (DISP-5). */
export const answerCarrierTrip = endpoint({
  ...ofCarrier,
  id: 'answerCarrierTrip',
  method: 'POST',
  path: '/door/carrier/answer',
  summary: 'Accept or refuse a trip',
  description: 'Replaces an earlier answer of any office until the trip starts; after that it answers 409.',
  body: NewTripAnswer,
  response: CarrierTrip,
})

/** Reports an arrival or a departure. */
export const reportCarrierStop = endpoint({
  ...ofCarrier,
  id: 'reportCarrierStop',
  method: 'POST',
  path: '/door/carrier/stops/{stop_id}/reports',
  summary: 'Report an arrival or a departure',
  description: 'Of a stop of the trip, once it is accepted. The same report again changes nothing.',
  params: StopParams,
  body: z
    .object({
      report: z.enum(carrierReports).describe('ARRIVED or LEFT.'),
      happened_at: SensibleOffsetInstant.describe('When it happened.'),
    })
    .meta({ id: 'AppCarrierReport' }),
  response: CarrierTrip,
})

/** Adds a file to a stop. */
export const uploadCarrierDocument = endpoint({
  ...ofCarrier,
  id: 'uploadCarrierDocument',
  method: 'POST',
  path: '/door/carrier/stops/{stop_id}/documents',
  summary: 'Upload a document of a stop',
  description: 'A photo or a PDF. The same file again is stored once.',
  // Stored once by its content.
  creates: 'record',
  params: StopParams,
  query: z.object({ document_type: z.enum(carrierDocumentTypes).describe('What it is.') }),
  bodyType: 'multipart',
  bodyLimit: largestDocument,
  body: z.object({ file: z.any().describe('The file.').meta({ type: 'string', contentMediaType: 'image/jpeg' }) }),
  status: 201,
  response: CarrierTrip,
})
