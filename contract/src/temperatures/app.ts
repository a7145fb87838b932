import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'
import { SensibleInstant } from '../reading/entered.ts'
import { UtcInstant, Uuid, UuidOut } from '../scalars.ts'

/** Permitted temperature of goods: at least one limit. */
export const TemperatureRange = z
  .object({
    least: z.number().nullable().describe('Lowest allowed, in degrees Celsius; null: no lower end.'),
    most: z.number().nullable().describe('Highest allowed, in degrees Celsius; null: no upper end.'),
  })
  .meta({ id: 'AppTemperatureRange' })
export type TemperatureRange = z.output<typeof TemperatureRange>

/** Period in which an order's goods were measured outside their permitted temperature. */
export const TemperatureExcursion = z
  .object({
    order_id: UuidOut.describe('Order whose goods these are.'),
    trip_id: UuidOut.describe('Trip that carried them.'),
    resource_id: UuidOut.describe('Vehicle that measured.'),
    resource_name: z.string().describe('Its name.'),
    range: TemperatureRange.describe('What the goods may have.'),
    from: UtcInstant.describe('First measurement outside of the range.'),
    until: UtcInstant.describe('Last measurement outside of it.'),
    minutes: z.int().describe('Minutes between the two.'),
    worst_degrees: z.number().describe('The measurement farthest from the range, in degrees Celsius.'),
    is_over: z.boolean().describe('Whether it was measured inside the range again, or the transport is over.'),
    is_seen: z.boolean().describe('Whether a person has confirmed it.'),
  })
  .meta({ id: 'AppTemperatureExcursion' })
export type TemperatureExcursion = z.output<typeof TemperatureExcursion>

/** Classification of a measurement. */
export const temperatureReadings = ['INSIDE', 'OUTSIDE', 'DOORS_OPEN', 'IMPOSSIBLE'] as const

/** One vehicle of an order's transport with its measurements. */
export const TemperatureLeg = z
  .object({
    order_id: UuidOut.describe('Order.'),
    order_number: z.string().describe('Its number.'),
    trip_id: UuidOut.describe('Trip.'),
    trip_name: z.string().describe('Its number.'),
    resource_id: UuidOut.describe('Vehicle.'),
    resource_name: z.string().describe('Its name.'),
    from: UtcInstant.describe('From when the goods were in it.'),
    until: UtcInstant.describe('Until when, or when this was read.'),
    measurements: z
      .array(
        z.object({
          at: UtcInstant.describe('When.'),
          degrees: z.number().describe('The sensor nearest to the range, in degrees Celsius.'),
          reading: z.enum(temperatureReadings).describe('Whether it counts, and where it is.'),
        }),
      )
      .describe('At most 500, evenly chosen, oldest first; what counts as an excursion comes from all of them.'),
  })
  .meta({ id: 'AppTemperatureLeg' })
export type TemperatureLeg = z.output<typeof TemperatureLeg>

/** Temperature record of a transport. */
export const TemperatureRecord = z
  .object({
    ranges: z.array(TemperatureRange).describe('What the goods may have; none: nothing was ordered.'),
    tolerance_degrees: z.number().describe('Degrees outside of the range that are still accepted.'),
    tolerated_minutes: z.int().describe('Minutes outside of it that are still accepted.'),
    legs: z.array(TemperatureLeg).describe('Vehicles that measured on the way, in the order they drove.'),
    excursions: z.array(TemperatureExcursion).describe('Oldest first.'),
  })
  .meta({ id: 'AppTemperatureRecord' })
export type TemperatureRecord = z.output<typeof TemperatureRecord>

const ofOrder = { params: z.object({ order_id: Uuid.describe('Id of the order.') }) }

/** Temperature record of one order. */
export const getOrderTemperature = endpoint({
  ...ofApplication,
  ...ofOrder,
  id: 'getOrderTemperature',
  method: 'GET',
  path: '/app/orders/{order_id}/temperature',
  summary: 'Read how warm the goods of an order were',
  permission: 'order.read',
  response: TemperatureRecord,
})

/** Temperature record of one trip. */
export const getTripTemperature = endpoint({
  ...ofApplication,
  id: 'getTripTemperature',
  method: 'GET',
  path: '/app/trips/{trip_id}/temperature',
  summary: 'Read how warm the goods on a trip were',
  permission: 'trip.read',
  params: z.object({ trip_id: Uuid.describe('Id of the trip.') }),
  response: TemperatureRecord,
})

/** Every measurement of an order's transport, for the consignee. */
export const exportOrderTemperature = endpoint({
  ...ofApplication,
  ...ofOrder,
  id: 'exportOrderTemperature',
  method: 'GET',
  path: '/app/orders/{order_id}/temperature/file',
  summary: 'Download the temperatures of an order as CSV',
  permission: 'order.read',
  responseType: 'bytes',
})

/** Marks the temperature deviations of an order as seen. */
export const dismissExcursions = endpoint({
  ...ofApplication,
  ...ofOrder,
  id: 'dismissExcursions',
  method: 'POST',
  path: '/app/orders/{order_id}/temperature/seen',
  summary: 'Confirm that excursions of an order were seen',
  description: 'The day leaves out those that began until then, for everyone. Later ones are shown again.',
  permission: 'trip.write',
  body: z.object({ until: SensibleInstant.describe('Beginning of the last excursion that was seen.') }),
  response: z
    .object({ seen_until: UtcInstant.describe('Until when they are seen now.') })
    .meta({ id: 'AppExcursionsSeen' }),
})
