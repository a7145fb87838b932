import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, bulkIds, listWindow, someOf, someTexts, tally, windowMembers } from '../../listing.ts'
import { Uuid } from '../../scalars.ts'
import { LocationRecord } from '../endpoints.ts'
import { locationStates } from './record.ts'

const shared = {
  ...ofApplication,
  permission: 'location.read',
} as const

/** Precision of a location's coordinates. */
export const placings = ['EXACT', 'TOWN', 'UNCLEAR', 'NONE'] as const
export const locationSorts = ['name', '-name'] as const

/** Filters of a list of locations; they are AND-ed, the values of one are OR-ed. */
export const locationFilters = {
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Beginning of the name or of the town, without regard to accents and case; or the whole code.'),
  state: z.enum(locationStates).default('LIVE').describe('LIVE when absent.'),
  country: someTexts.describe('Codes of countries, with commas between them.'),
  placing: someOf(placings).describe('Where the coordinates come from, with commas between them.'),
}

/** One page of the matching locations. */
export const listLocationRecords = endpoint({
  ...shared,
  id: 'listLocationRecords',
  method: 'GET',
  path: '/app/locations/window',
  summary: 'List locations for a screen',
  description: 'A search finds up to 2,000; the total is counted up to 200,000.',
  query: z.object({
    ...windowMembers,
    ...locationFilters,
    sort: z.enum(locationSorts).default('name').describe('Order of the rows.'),
  }),
  response: listWindow(LocationRecord),
})

/** Location counts of each country and precision under the other filters. */
export const countLocationRecords = endpoint({
  ...shared,
  id: 'countLocationRecords',
  method: 'GET',
  path: '/app/locations/counts',
  summary: 'Count locations by country',
  query: z.object(locationFilters),
  response: z.object({
    by_country: tally.describe('By code of the country.'),
    by_placing: tally.describe('By source of the coordinates.'),
  }),
})

/** All matching locations, as CSV. */
export const exportLocationList = endpoint({
  ...shared,
  id: 'exportLocationList',
  method: 'GET',
  path: '/app/locations/csv',
  summary: 'Locations as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a location, every match.',
  query: z.object(locationFilters),
  responseType: 'bytes',
})

/** Bulk action on locations. */
export const changeLocations = endpoint({
  ...shared,
  id: 'changeLocations',
  method: 'POST',
  path: '/app/locations/bulk',
  permission: 'location.write',
  summary: 'Do one thing to many locations',
  description: 'Each location on its own: a rejection of one does not stop the others.',
  body: z.object({
    action: z.enum(['archive', 'restore', 'merge']).describe('What is to be done.'),
    into: Uuid.optional().describe('For merge: the location that stays.'),
    ids: bulkIds,
  }),
  response: bulkAnswer,
})
