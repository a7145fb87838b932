import { z } from 'zod'
import { optionalText, UtcInstant, UuidOut } from '../scalars.ts'

/** Maximum length of opening hours in characters, as in OpenStreetMap. */
export const longestOpeningHours = 255

const degrees = (description: string, most: 90 | 180) =>
  z
    .number({ error: most === 90 ? 'must be a number from -90 to 90' : 'must be a number from -180 to 180' })
    .min(-most)
    .max(most)
    .nullish()
    .describe(description)

const latitude = degrees('Degrees north, WGS 84. Left out or null, they are estimated from the town.', 90)
const longitude = degrees('Degrees east, WGS 84. Given together with latitude.', 180)

const stopMinutes = (description: string) => z.int().min(0).max(1440).nullish().describe(description)

/** Editable members of a location: all optional; null or empty text means none. */
export const LocationMembers = z.object({
  name: optionalText('Name of the site or company at the address.'),
  display_name: optionalText('Name as people read it, when it differs from name.'),
  code: optionalText('Code of the location in the tenant.'),
  external_id: optionalText('Id of the location in another system.'),
  address: optionalText('Street and number.'),
  address_second_line: optionalText('Second line of the address.'),
  postal_code: optionalText('Postal code.'),
  city: optionalText('Town.'),
  state: optionalText('State, province or county.'),
  country: optionalText('Country, best as its two-letter code.'),
  description: optionalText('How to find the place.'),
  latitude,
  longitude,
  opening_hours: z
    .string()
    .max(longestOpeningHours)
    .nullish()
    .describe('Opening hours in the syntax of OpenStreetMap, for example Mo-Fr 08:00-17:00; PH off.'),
  loading_minutes: stopMinutes('Minutes that loading takes here when the order does not say.'),
  unloading_minutes: stopMinutes('Minutes that unloading takes here when the order does not say.'),
})
export type LocationMembers = z.output<typeof LocationMembers>

const kept = (description: string) => z.string().nullable().describe(description)

/** One of several places with the same name. */
export const PlaceCandidate = z.object({
  latitude: z.number().describe('Degrees north, WGS 84.'),
  longitude: z.number().describe('Degrees east, WGS 84.'),
  radius_km: z.number().describe('From the middle of the town to its edge.'),
  near: z.string().nullable().describe('The main town of the region of postal codes it lies in, if known.'),
  near_km: z.number().nullable().describe('How far it is from that town.'),
})
export type PlaceCandidate = z.output<typeof PlaceCandidate>

/** Basis of estimated coordinates. */
export const PlaceEstimate = z
  .object({
    source: z
      .enum(['TOWN', 'POSTAL_CODE', 'REGION', 'AMBIGUOUS', 'CHOSEN', 'GEOCODER'])
      .describe(
        'TOWN: the only large town of the name. POSTAL_CODE: the town of the name in the region of the postal code. ' +
          'REGION: the region of the postal code. AMBIGUOUS: several may be meant. CHOSEN: a person chose among them. ' +
          'GEOCODER: the geocoder of the installation said it.',
      ),
    radius_km: z
      .number()
      .describe('The place is within this distance; of an AMBIGUOUS one, of the likeliest candidate.'),
    candidates: z
      .array(PlaceCandidate)
      .describe('Of an AMBIGUOUS place: those that may be meant, the likeliest first.'),
    disagrees: z.boolean().describe('True: no town of this name is near the postal code, which counts.'),
  })
  .meta({ id: 'AppPlaceEstimate' })
export type PlaceEstimate = z.output<typeof PlaceEstimate>

/** A location with all stored members. */
export const LocationRecord = z
  .object({
    id: UuidOut.describe('Id of the location.'),
    name: kept('Name of the site or company at the address.'),
    display_name: kept('Name as people read it.'),
    code: kept('Code of the location in the tenant.'),
    external_id: kept('Id of the location in another system.'),
    address: kept('Street and number.'),
    address_second_line: kept('Second line of the address.'),
    postal_code: kept('Postal code.'),
    city: kept('Town.'),
    state: kept('State, province or county.'),
    country: kept('Country as it was given.'),
    description: kept('How to find the place.'),
    latitude: z.number().nullable().describe('Degrees north, WGS 84.'),
    longitude: z.number().nullable().describe('Degrees east, WGS 84.'),
    is_coordinate_estimate: z.boolean().describe('True: the coordinates are those of the town, not of the place.'),
    estimate: PlaceEstimate.nullable().describe(
      'How estimated coordinates were found, or why there are none; null for others.',
    ),
    time_zone: kept('Time zone of the coordinates, for example Europe/Brussels.'),
    opening_hours: kept('Opening hours in the syntax of OpenStreetMap.'),
    loading_minutes: z.number().nullable().describe('Minutes that loading takes there; null: as stops usually take.'),
    unloading_minutes: z
      .number()
      .nullable()
      .describe('Minutes that unloading takes there; null: as stops usually take.'),
    is_archived: z.boolean().describe('True: not offered any more. Uploads that name it still find it.'),
    merged_into: UuidOut.nullable().describe('The location it was merged into; null when it was not merged.'),
    created_timestamp: UtcInstant.describe('When it was first seen.'),
    updated_timestamp: UtcInstant.describe('When it was last updated.'),
  })
  .meta({ id: 'AppLocationRecord' })
export type LocationRecord = z.output<typeof LocationRecord>
