import { z } from 'zod'
import { AuditRecord } from '../../audit/app.ts'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { CursorQuery, page } from '../../page.ts'
import { Uuid, UuidOut } from '../../scalars.ts'
import { LocationMembers, LocationRecord, PlaceCandidate } from '../endpoints.ts'

const LocationParams = z.object({ location_id: Uuid.describe('Id of the location.') })

/** States of listed locations. */
export const locationStates = ['LIVE', 'ARCHIVED', 'MERGED'] as const
export type LocationState = (typeof locationStates)[number]

/** Query of the list of locations. */
export const LocationQuery = CursorQuery.extend({
  search: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Beginning of the name or of the town, without regard to accents and case; or the whole code.'),
  city: z.string().trim().min(1).max(200).optional().describe('The town, without regard to accents and case.'),
  code: z.string().trim().min(1).max(200).optional().describe('The code, exactly.'),
  external_id: z.string().min(1).max(200).optional().describe('The id in another system, exactly.'),
  state: z.enum(locationStates).optional().describe('LIVE when absent; ARCHIVED or MERGED ones are listed apart.'),
})

/** A page of locations. */
export const LocationPage = page(LocationRecord).meta({ id: 'AppLocationPage' })

/** A new location. */
export const NewLocation = LocationMembers.meta({ id: 'AppNewLocation' })

/** Changed members of a location. */
export const LocationChange = LocationMembers.meta({ id: 'AppLocationChange' })

/** Target of a merge. */
export const LocationMerge = z
  .object({ into: Uuid.describe('Id of the location that stays.') })
  .meta({ id: 'AppLocationMerge' })

/** Locations of the tenant, paginated. */
export const listLocations = endpoint({
  ...ofApplication,
  id: 'listLocations',
  method: 'GET',
  path: '/app/locations',
  summary: 'List locations',
  description: 'Each location that is there at the first page comes exactly once, whatever changes meanwhile.',
  permission: 'location.read',
  query: LocationQuery,
  response: LocationPage,
})

/** One location; for a merged one, its replacement. */
export const getLocation = endpoint({
  ...ofApplication,
  id: 'getLocation',
  method: 'GET',
  path: '/app/locations/{location_id}',
  summary: 'Read a location',
  description: 'The id of a merged location answers the location that took its place, with that one’s id.',
  permission: 'location.read',
  params: LocationParams,
  response: LocationRecord,
})

/** Creates a location manually; most are created by orders. */
export const createLocation = endpoint({
  ...ofApplication,
  id: 'createLocation',
  method: 'POST',
  creates: 'header',
  path: '/app/locations',
  summary: 'Create a location',
  description:
    'Needs a name, an address or a town. Name, address, postal code, town and country of a location that exists: 409. ' +
    'Coordinates that are not given, and the time zone, follow within seconds.',
  permission: 'location.write',
  body: NewLocation,
  response: LocationRecord,
})

/** Changes the sent members. */
export const updateLocation = endpoint({
  ...ofApplication,
  id: 'updateLocation',
  method: 'PATCH',
  path: '/app/locations/{location_id}',
  summary: 'Change a location',
  description:
    'Members that are left out stay; null removes. A location whose address is corrected is still found by uploads ' +
    'that write the old one, and by those that write the new one. A merged location: 409.',
  permission: 'location.write',
  params: LocationParams,
  body: LocationChange,
  response: LocationRecord,
})

/** Archives a location. */
export const archiveLocation = endpoint({
  ...ofApplication,
  id: 'archiveLocation',
  method: 'POST',
  path: '/app/locations/{location_id}/archive',
  summary: 'Archive a location',
  description: 'What refers to it keeps it, and uploads that name it find it. An archived one answers the same.',
  permission: 'location.write',
  params: LocationParams,
  response: LocationRecord,
})

/** Restores an archived or merged location. */
export const restoreLocation = endpoint({
  ...ofApplication,
  id: 'restoreLocation',
  method: 'POST',
  path: '/app/locations/{location_id}/restore',
  summary: 'Restore a location',
  description: 'An archived location is offered again; a merged one is separate again, as before.',
  permission: 'location.write',
  params: LocationParams,
  response: LocationRecord,
})

/** Sets which candidate place a location is. */
export const chooseLocationPlace = endpoint({
  ...ofApplication,
  id: 'chooseLocationPlace',
  method: 'POST',
  path: '/app/locations/{location_id}/place',
  summary: 'Say which of several places a location is',
  description:
    'The coordinates of one of its candidates. They stay an estimate, of the middle of that town, until the town, the ' +
    'postal code or the coordinates change. Others: 422. A merged location: 409.',
  permission: 'location.write',
  params: LocationParams,
  body: PlaceCandidate.pick({ latitude: true, longitude: true }).meta({ id: 'AppChosenPlace' }),
  response: LocationRecord,
})

/** Merges one location into another. */
export const mergeLocation = endpoint({
  ...ofApplication,
  id: 'mergeLocation',
  method: 'POST',
  path: '/app/locations/{location_id}/merge',
  summary: 'Merge a location into another',
  description:
    'The other one stays as it is and replaces this one in references and for uploads with its ' +
    'address. Answers the location that stays. One that is merged already, or one to stay that is archived: 409.',
  permission: 'location.write',
  params: LocationParams,
  body: LocationMerge,
  response: LocationRecord,
})

/** Record that refers to a location. */
const Namesake = (what: string) =>
  z.object({ id: UuidOut.describe(`Id of the ${what}.`), name: z.string().describe('Its name.') })

/** Uses of a location. */
export const LocationUses = z
  .object({
    orders: z
      .array(
        Namesake('order').extend({
          activity: z.string().describe('What is done there.'),
          day: z.string().nullable().describe('Requested day, as YYYY-MM-DD.'),
          customer: z.string().nullable().describe('Whose order it is.'),
        }),
      )
      .describe('Stops of the newest 5,000 orders, newest order first, at most 50.'),
    order_count: z.int().describe('Stops of the newest 5,000 orders, counted up to 1,000.'),
    companies: z.array(Namesake('company')).describe('Companies that are billed there, at most 50.'),
    drivers: z.array(Namesake('driver')).describe('Drivers whose day begins and ends there, at most 50.'),
    merged: z.array(Namesake('location')).describe('Locations that were merged into this one, at most 50.'),
  })
  .meta({ id: 'AppLocationUses' })
export type LocationUses = z.output<typeof LocationUses>

/** Records that refer to a location. */
export const getLocationUses = endpoint({
  ...ofApplication,
  id: 'getLocationUses',
  method: 'GET',
  path: '/app/locations/{location_id}/uses',
  summary: 'Where a location is used',
  permission: 'location.read',
  params: LocationParams,
  response: LocationUses,
})

/** History of a location. */
export const listLocationHistory = endpoint({
  ...ofApplication,
  id: 'listLocationHistory',
  method: 'GET',
  path: '/app/locations/{location_id}/history',
  summary: 'History of a location',
  description: 'Newest first, at most 200.',
  permission: 'location.read',
  params: LocationParams,
  response: z.object({ items: z.array(AuditRecord).describe('Newest first.') }),
})
