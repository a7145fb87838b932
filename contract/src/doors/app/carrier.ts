import { z } from 'zod'
import { CarrierStanding, NewTripAnswer, TripAnswer } from '../../dispatch/app/answers.ts'
import { largestDocument } from '../../documents/endpoints.ts'
import { endpoint, ofDoor } from '../../endpoint.ts'
import { SensibleOffsetInstant } from '../../inbound/instant.ts'
import { Positive } from '../../rates/app/decimal.ts'
import { doorLanguages } from '../../reading/languages.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { DriverStop } from './driver.ts'
import { doorRequestStates } from './requests.ts'

/** Reports of a carrier about a stop. */
export const carrierReports = ['ARRIVED', 'LEFT'] as const
export type CarrierReport = (typeof carrierReports)[number]

/** Document types that a carrier can upload. */
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

/** A price for a whole trip. */
const TripPrice = z.object({
  amount: z.string().describe('Amount without tax, as a decimal.'),
  currency: z.string().describe('Currency, ISO 4217.'),
})

/** Price requested by the carrier (DOOR-14). */
export const CarrierOffer = TripPrice.extend({
  text: z.string().nullable().describe('What the carrier wrote; null without.'),
  state: openSet(doorRequestStates).describe('OPEN until the office has decided.'),
  answer: z.string().nullable().describe('What the office says to it; null without.'),
  requested_at: UtcInstant.describe('When it was asked.'),
})
export type CarrierOffer = z.output<typeof CarrierOffer>

/**
 * A trip for its carrier: stops, goods and deadline. No customers or other trips; its own price if the link allows it.
 */
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
    agreed: TripPrice.nullable().describe('What the trip pays; null when it is unknown, or the link does not show it.'),
    offer: CarrierOffer.nullable().describe('The last price that the carrier asked; null without one.'),
    offer_currency: z.string().describe('Currency of the price that can be asked.'),
    can_offer: z.boolean().describe('Whether another price can be asked.'),
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

/** Content of the carrier page. */
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

/** Requests another price for the trip (DOOR-14). */
export const offerCarrierPrice = endpoint({
  ...ofCarrier,
  id: 'offerCarrierPrice',
  method: 'POST',
  path: '/door/carrier/offer',
  summary: 'Ask another price for a trip',
  description: 'Replaces an earlier offer. It is an exception of the day for the office, which takes or declines it.',
  body: z
    .object({
      amount: Positive.describe('Price of the whole trip without tax, in offer_currency.'),
      text: z.string().trim().max(1_000).nullish().describe('Why; shown to the office.'),
    })
    .meta({ id: 'AppNewCarrierOffer' }),
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
  // Deduplicated by content.
  creates: 'record',
  params: StopParams,
  query: z.object({ document_type: z.enum(carrierDocumentTypes).describe('What it is.') }),
  bodyType: 'multipart',
  bodyLimit: largestDocument,
  body: z.object({ file: z.any().describe('The file.').meta({ type: 'string', contentMediaType: 'image/jpeg' }) }),
  status: 201,
  response: CarrierTrip,
})
