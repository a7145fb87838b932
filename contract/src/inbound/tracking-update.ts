import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ErrorStatus } from '../orders/upload-record.ts'
import { longestText, optionalNumber } from '../scalars.ts'
import { OffsetInstant } from './instant.ts'
import { FieldMatchInput } from './matching.ts'

const timestamp = OffsetInstant.describe('When it was measured, with offset.')

function moment(description: string) {
  return OffsetInstant.nullish().describe(description)
}

const members = {
  name: FieldMatchInput.nullish().describe('Name of the resource.'),
  generic_id: FieldMatchInput.nullish().describe('Its external_id.'),
  integration_object_id: FieldMatchInput.nullish().describe(
    'Its id in an integration: the member object_id, external_id or id of one of its integrations.',
  ),
}

/** Identifies a driver. */
export const DriverMatchInput = z.object(members).meta({ id: 'DriverMatchInput' })
/** Identifies a vehicle: tractor, truck, van, trailer or chassis. */
export const VehicleMatchInput = z.object(members).meta({ id: 'VehicleMatchInput' })
/** Identifies a subcontractor's resource. */
export const SubcontractorMatchInput = z.object(members).meta({ id: 'SubcontractorMatchInput' })
/** Identifies a container. */
export const ContainerMatchInput = z.object(members).meta({ id: 'ContainerMatchInput' })

/** Criteria of a resource: all given members must match, each with one of its values. */
export type ResourceMatchInput = z.output<typeof VehicleMatchInput>

/** Identifies a resource by its kind. */
export const TrackingResourceMatchInput = z
  .object({
    driver: DriverMatchInput.nullish().describe('A driver.'),
    vehicle: VehicleMatchInput.nullish().describe('A vehicle.'),
    subcontractor: SubcontractorMatchInput.nullish().describe('A subcontractor.'),
    container: ContainerMatchInput.nullish().describe('A container.'),
  })
  .meta({ id: 'TrackingResourceMatchInput' })

/** One alternative to identify the resource. */
export const TrackingMatchInput = z
  .object({ resource: TrackingResourceMatchInput.nullish().describe('The resource.') })
  .meta({ id: 'TrackingMatchInput' })
export type TrackingMatchInput = z.output<typeof TrackingMatchInput>

/** Matching resource: that of the first entry with exactly one match. */
export const TrackingMatchTarget = z
  .object({
    matches_any: z
      .array(TrackingMatchInput)
      .max(100)
      .optional()
      .describe('Ways to identify it; the first that matches exactly one resource is used.'),
  })
  .meta({ id: 'TrackingMatchTarget' })
export type TrackingMatchTarget = z.output<typeof TrackingMatchTarget>

/** Measured position. */
export const TrackingUpdatePositionData = z
  .object({
    timestamp,
    latitude: z.number().describe('Degrees north, WGS 84.'),
    longitude: z.number().describe('Degrees east, WGS 84.'),
    accuracy_m: z
      .number()
      .min(0)
      .max(100_000)
      .nullish()
      .describe('How far off it may be, in metres. Of two positions of one moment the more accurate counts.'),
  })
  .meta({ id: 'TrackingUpdatePositionData' })

/** Value of one temperature sensor. */
export const TrackingUpdateTemperatureMeasurement = z
  .object({
    sensor: z.string().max(longestText).describe('Name of the sensor.'),
    temperature: z.number().describe('Degrees Celsius.'),
  })
  .meta({ id: 'TrackingUpdateTemperatureMeasurement' })

/** Measured temperatures. */
export const TrackingUpdateTemperatureData = z
  .object({
    timestamp,
    temperatures: z.array(TrackingUpdateTemperatureMeasurement).max(200).optional().describe('What was measured.'),
    temperature_setpoints: z
      .array(TrackingUpdateTemperatureMeasurement)
      .max(200)
      .optional()
      .describe('What was to be held.'),
  })
  .meta({ id: 'TrackingUpdateTemperatureData' })

/** Driver activity reported by the tachograph. */
export const TachographActivity = z
  .enum(['DRIVING', 'WORKING', 'BREAK', 'REST', 'WAITING', 'UNKNOWN'])
  .meta({ id: 'TachographActivityEnum' })

/** Tachograph reading. */
export const TrackingUpdateTachographData = z
  .object({
    timestamp,
    activity: TachographActivity.nullish().describe('What the driver is doing.'),
    driving_since: moment('Since when the driver drives.'),
    resting_since: moment('Since when the driver rests.'),
    on_break_since: moment('Since when the driver has a break.'),
    waiting_since: moment('Since when the driver waits.'),
    next_break_at: moment('When the next break is due.'),
    next_rest_at: moment('When the next rest is due.'),
  })
  .meta({ id: 'TrackingUpdateTachographData' })

/** Fuel level. */
export const TrackingUpdateFuelData = z
  .object({ timestamp, fuel_level_percentage: optionalNumber('Percent of the tank.') })
  .meta({ id: 'TrackingUpdateFuelData' })

/** Odometer reading. */
export const TrackingUpdateMileageData = z
  .object({ timestamp, mileage_meter: optionalNumber('Metres on the odometer.') })
  .meta({ id: 'TrackingUpdateMileageData' })

/** Measured weight. */
export const TrackingUpdateWeightData = z
  .object({ timestamp, axle_weight: optionalNumber('Weight on the axles, in kg.') })
  .meta({ id: 'TrackingUpdateWeightData' })

/** One set of measurements, each with its own instant; all members are optional. */
export const TrackingUpdateData = z
  .object({
    position: TrackingUpdatePositionData.nullish().describe('Where it was.'),
    temperature: TrackingUpdateTemperatureData.nullish().describe('How warm it was.'),
    tachograph: TrackingUpdateTachographData.nullish().describe('Data of the tachograph.'),
    fuel: TrackingUpdateFuelData.nullish().describe('How full the tank was.'),
    mileage: TrackingUpdateMileageData.nullish().describe('How far it had driven.'),
    weight: TrackingUpdateWeightData.nullish().describe('What it weighed.'),
  })
  .meta({ id: 'TrackingUpdateData' })
export type TrackingUpdateData = z.output<typeof TrackingUpdateData>

/** Measurements of one resource. */
export const TrackingUpdateItem = z
  .object({
    tracking_match: TrackingMatchTarget.describe('Whose measurements they are.'),
    tracking_update_data: z.array(TrackingUpdateData).max(2_000).optional().describe('The measurements, in any order.'),
  })
  .meta({ id: 'TrackingUpdateItem' })

/** Measurements of resources, in any order; repeated ones have no effect. */
export const TrackingUpdatePayload = z
  .object({
    updates: z.array(TrackingUpdateItem).max(2_000).optional().describe('Measurements by resource, at most 2,000.'),
  })
  .meta({ id: 'TrackingUpdatePayload' })
export type TrackingUpdatePayload = z.output<typeof TrackingUpdatePayload>

/** Rejected items: one entry for each item that matched no single resource or had an impossible instant. */
export const TrackingUpdateResponse = z
  .object({ errors: z.array(ErrorStatus).nullish().describe('Why items were rejected; the others were accepted.') })
  .meta({ id: 'TrackingUpdateResponse' })
export type TrackingUpdateResponse = z.output<typeof TrackingUpdateResponse>

/** Receives telematics data of resources (TRK-1). */
export const updateTracking = endpoint({
  id: 'updateTracking',
  method: 'POST',
  path: '/v1/webhook/tracking-update',
  tag: 'inbound-webhooks',
  summary: 'Send positions and other telematics of resources',
  description:
    'Samples may arrive late, in any order and more than once: the last value is that of the newest instant, and a ' +
    'sample that comes again has no effect. Items that name no single resource and samples with an ' +
    'impossible place or instant are listed in errors, the others are taken.',
  auth: 'webhook',
  limit: 'none',
  since: '1.2.0',
  creates: 'record',
  body: TrackingUpdatePayload,
  bodyLimit: 8 * 1_048_576,
  response: TrackingUpdateResponse.nullable(),
})
