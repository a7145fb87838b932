import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { Punctuality, WorstPunctuality } from '../../orders/app/punctuality.ts'
import { openSet, UtcInstant, UuidOut } from '../../scalars.ts'

/** Position of a vehicle at one moment. */
export const MapPosition = z
  .object({
    latitude: z.number().describe('Degrees north.'),
    longitude: z.number().describe('Degrees east.'),
    recorded_at: UtcInstant.describe('When it was measured.'),
  })
  .meta({ id: 'AppMapPosition' })
export type MapPosition = z.output<typeof MapPosition>

/** Stop of a vehicle's trip. */
export const MapStop = z
  .object({
    stop_id: UuidOut.describe('Id of the stop.'),
    name: z.string().nullable().describe('Name of the place.'),
    city: z.string().nullable().describe('Town.'),
    status: z.string().describe('State of the stop.'),
    latitude: z.number().nullable().describe('Degrees north; null: unknown.'),
    longitude: z.number().nullable().describe('Degrees east; null: unknown.'),
    time_zone: z.string().describe('Time zone of the place, else of the haulier.'),
    planned_start_at: UtcInstant.nullable().describe('Planned arrival.'),
    eta_start_at: UtcInstant.nullable().describe('Estimated arrival.'),
    eta_is_estimated: z.boolean().describe('Whether no router gave the driving times of the ETA.'),
    asked_from: UtcInstant.nullable().describe('Start of the requested window.'),
    asked_to: UtcInstant.nullable().describe('End of the requested window.'),
    punctuality: Punctuality.nullable().describe('Whether it will be reached in time; null: nothing to compare.'),
  })
  .meta({ id: 'AppMapStop' })
export type MapStop = z.output<typeof MapStop>

/** Current or next trip of a vehicle. */
export const MapTrip = z
  .object({
    trip_id: UuidOut.describe('Id of the trip.'),
    name: z.string().describe('Number for people.'),
    status: openSet(['PLANNED', 'IN_PROGRESS']).describe('State of the trip.'),
    customer_name: z.string().nullable().describe('Customer of its first order.'),
    driver_name: z.string().nullable().describe('Driver on the trip.'),
    driver_phone: z
      .string()
      .nullable()
      .describe('Phone number of the driver; null without the right to personal data.'),
    stop_count: z.int().describe('Stops in all.'),
    done_count: z.int().describe('Stops that were served.'),
    from_city: z.string().nullable().describe('Town of the first stop.'),
    to_city: z.string().nullable().describe('Town of the last stop.'),
    next_stop: MapStop.nullable().describe('The first stop that is not done.'),
    punctuality: WorstPunctuality.nullable().describe('Of the stop ahead that is furthest off.'),
  })
  .meta({ id: 'AppMapTrip' })
export type MapTrip = z.output<typeof MapTrip>

/** A vehicle on the map. */
export const MapVehicle = z
  .object({
    resource_id: UuidOut.describe('Id of the resource.'),
    name: z.string().describe('Name.'),
    resource_type: z.string().describe('Kind of resource.'),
    license_plate: z.string().nullable().describe('Licence plate.'),
    resource_group_ids: z.array(UuidOut).describe('Groups it is in today.'),
    position: MapPosition.describe('Where it was last.'),
    before: MapPosition.nullable().describe('A position of 20 seconds to 15 minutes before: heading and speed.'),
    trip: MapTrip.nullable().describe('The trip it is on, else the next one within a day; null: none.'),
  })
  .meta({ id: 'AppMapVehicle' })
export type MapVehicle = z.output<typeof MapVehicle>

/** Content of the live map. Later positions are read with listPositions. */
export const listMapVehicles = endpoint({
  ...ofApplication,
  id: 'listMapVehicles',
  method: 'GET',
  path: '/app/map/vehicles',
  summary: 'List vehicles on the map',
  description: 'Active resources that sent a position, at most 2,000, the newest first.',
  permission: 'trip.read',
  response: z
    .object({
      version: z.string().describe('Pass it as since of listPositions.'),
      items: z.array(MapVehicle).describe('The newest position first.'),
    })
    .meta({ id: 'AppMapVehicles' }),
})
