import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { UuidOut } from '../../scalars.ts'

const degrees = (least: number, most: number) => z.coerce.number().min(least).max(most)

/** Location with its geofence. */
export const Fence = z
  .object({
    location_id: UuidOut.describe('Id of the location.'),
    name: z.string().nullable().describe('Name as people read it.'),
    city: z.string().nullable().describe('Town.'),
    latitude: z.number().describe('Degrees north.'),
    longitude: z.number().describe('Degrees east.'),
    radius_m: z.int().describe('Metres that count.'),
    is_own: z
      .boolean()
      .describe('Whether they were set for this location; else they are the usual ones of the tenant.'),
  })
  .meta({ id: 'AppFence' })
export type Fence = z.output<typeof Fence>

/** Locations in the visible map area. */
export const listFences = endpoint({
  ...ofApplication,
  id: 'listFences',
  method: 'GET',
  path: '/app/map/fences',
  summary: 'Locations in a box, with the circles around them',
  description:
    'At most 500, those with a radius of their own first; is_cut says that there are more. Locations whose coordinates are ' +
    'those of their town are left out: no one arrives there.',
  permission: 'location.read',
  query: z.object({
    west: degrees(-180, 180).describe('Western edge, degrees east.'),
    south: degrees(-90, 90).describe('Southern edge, degrees north.'),
    east: degrees(-180, 180).describe('Eastern edge, degrees east.'),
    north: degrees(-90, 90).describe('Northern edge, degrees north.'),
  }),
  response: z
    .object({
      items: z.array(Fence).describe('The locations.'),
      is_cut: z.boolean().describe('Whether there are more in the box.'),
    })
    .meta({ id: 'AppFences' }),
})
