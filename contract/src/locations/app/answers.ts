import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { Uuid, UuidOut } from '../../scalars.ts'
import { PlaceCandidate } from '../endpoints.ts'

const text = (description: string) => z.string().max(1_000).nullish().describe(description)

/** Place in its original spelling. */
const writtenPlace = {
  city: text('Town.'),
  postal_code: text('Postal code.'),
  country: text('Country.'),
}

/** A candidate for an ambiguous place name. */
export const PlaceChoice = PlaceCandidate.extend({
  country: z.string().describe('Two-letter code of its country.'),
  postal_codes: z.string().nullable().describe('What postal codes around it begin with, if known.'),
  usual_km: z.int().nullable().describe('From the nearest place of the last orders of the customer; null: not known.'),
}).meta({ id: 'AppPlaceChoice' })
export type PlaceChoice = z.output<typeof PlaceChoice>

/** An ambiguous place name. */
export const PlaceQuestion = z
  .object({
    city: z.string().describe('Town as it is written.'),
    postal_code: z.string().describe('Postal code as it is written, or an empty text.'),
    country: z.string().describe('Country as it is written, or an empty text.'),
    location_id: UuidOut.nullable().describe('The location that it is asked of; null: a place that is written.'),
    company_ids: z.array(UuidOut).describe('Customers that the answer is remembered for; empty: for all of them.'),
    choices: z.array(PlaceChoice).describe('The places, the likeliest first.'),
  })
  .meta({ id: 'AppPlaceQuestion' })
export type PlaceQuestion = z.output<typeof PlaceQuestion>

/** Asks whether a written place is ambiguous. */
export const findPlaceQuestions = endpoint({
  ...ofApplication,
  id: 'findPlaceQuestions',
  method: 'POST',
  path: '/app/places/questions',
  permission: 'location.read',
  summary: 'Whether a place may be several',
  description:
    'Nothing where it is one, is not known, or was said before. Of a location the answer is for that location alone. ' +
    'Nothing is stored.',
  body: z
    .object({
      ...writtenPlace,
      location_id: Uuid.nullish().describe('The location whose address it is; absent: one that does not exist yet.'),
    })
    .meta({ id: 'AppPlaceAsked' }),
  response: z.object({ questions: z.array(PlaceQuestion).describe('Which one it may be: one question, or none.') }),
})

/** Answers which place a name means, and remembers it. */
export const answerPlaceQuestion = endpoint({
  ...ofApplication,
  id: 'answerPlaceQuestion',
  method: 'POST',
  path: '/app/places/answers',
  permission: 'location.write',
  summary: 'Say which of several places it is',
  description:
    'Remembered for this spelling. Locations with it that wait for an answer are placed within seconds. Coordinates ' +
    'that are not those of a choice: 422.',
  body: z
    .object({
      ...writtenPlace,
      company_ids: z
        .array(Uuid)
        .max(100)
        .describe('Customers that the answer is for; empty: for all without an answer of their own.'),
      latitude: z.number().min(-90).max(90).describe('Degrees north of the choice.'),
      longitude: z.number().min(-180).max(180).describe('Degrees east of the choice.'),
    })
    .meta({ id: 'AppPlaceAnswer' }),
  response: z.object({ waiting: z.int().describe('Locations with this spelling that waited for it.') }),
})

/** Ambiguous places that wait for an answer. */
export const listUnclearPlaces = endpoint({
  ...ofApplication,
  id: 'listUnclearPlaces',
  method: 'GET',
  path: '/app/places/unclear',
  permission: 'location.read',
  summary: 'List places that may be several',
  description: 'Of the first 2,000 locations that wait, together by spelling, those with the most locations first.',
  response: z.object({
    items: z
      .array(
        z.object({
          question: PlaceQuestion.describe('Which one it may be.'),
          locations: z.int().describe('Locations that wait for the answer.'),
          example: z.string().describe('Name of one of them.'),
        }),
      )
      .describe('At most 50.'),
  }),
})
