import { z } from 'zod'
import { LocationReference } from '../locations/location.ts'
import { optionalText } from '../scalars.ts'

/** Decimals are returned as text, without an exponent. */
function plainDecimal(value: number): string {
  const text = String(value)
  const [digits, exponent] = text.split('e-')
  if (exponent === undefined) return text
  const [whole, fraction = ''] = digits!.replace('-', '').split('.')
  const sign = value < 0 ? '-' : ''
  return `${sign}0.${'0'.repeat(Number(exponent) - whole!.length)}${whole}${fraction}`
}

const decimalShape = /^[+-]?\d{1,30}(\.\d{1,30})?$/

/** Optional, nullable decimal sent as a number or text. */
function decimal(description: string) {
  return z
    .union([z.number(), z.string()], { error: 'must be a number, or a decimal written as text' })
    .transform((value, ctx) => {
      const text = typeof value === 'number' ? plainDecimal(value) : value.trim()
      if (decimalShape.test(text)) return text.replace(/^\+/, '')
      ctx.addIssue({ code: 'custom', message: 'must be a decimal such as 7400 or 13.60' })
      return z.NEVER
    })
    .nullish()
    .describe(description)
}

/** Value of a closed list, optionally prefixed by the list's name, as in `RoofType.OPEN`. */
function choice<const Values extends readonly [string, ...string[]]>(values: Values, description: string) {
  const bare = (value: unknown) => (typeof value === 'string' ? value.replace(/^\w+\./, '') : value)
  return z.preprocess(bare, z.enum(values).nullish()).optional().describe(description)
}

/** Value of a closed list in responses. */
function chosen<const Values extends readonly [string, ...string[]]>(values: Values, description: string) {
  return z.enum(values).nullish().describe(description)
}

const motorAxles = [
  'AC_4_X_2',
  'AC_4_X_4',
  'AC_6_X_2',
  'AC_6_X_4',
  'AC_6_X_6',
  'AC_8_X_2',
  'AC_8_X_4',
  'AC_8_X_6',
  'AC_10_X_4',
  'AC_12_X_4',
] as const
const trailerAxles = [
  'AC_12_TRAILER',
  'AC_10_TRAILER',
  'AC_8_TRAILER',
  'AC_6_TRAILER',
  'AC_4_TRAILER',
  'AC_2_TRAILER',
] as const
const emissionClasses = ['EURO_1', 'EURO_2', 'EURO_3', 'EURO_4', 'EURO_5', 'EURO_6'] as const
const fuelTypes = ['DIESEL', 'BIOFUELS', 'LPG', 'ELECTRIC', 'HYBRID_ELECTRIC'] as const
const roofTypes = ['CLOSED', 'OPEN', 'FLATBED'] as const
const standardSizes = [
  'FEET_20',
  'FEET_23',
  'FEET_24',
  'FEET_25',
  'FEET_26',
  'FEET_30',
  'FEET_35',
  'FEET_40',
  'FEET_45',
] as const

/** Maximum length of searchable plates and numbers in UTF-16 units, limited by the index. */
const longestKey = 100

const key = (description: string) => z.string().max(longestKey).nullish().describe(description)

const vehicle = {
  license_plate: key('Licence plate, as it is written.'),
  model: optionalText('Model.'),
  manufacturer: optionalText('Who built it.'),
  vin_number: optionalText('Vehicle identification number.'),
}

const dimensions = <Member extends z.ZodType>(member: (description: string) => Member) => ({
  tare_weight_kg: member('Weight when empty, in kg.'),
  exterior_length_m: member('Length outside, in m.'),
  exterior_width_m: member('Width outside, in m.'),
  exterior_height_m: member('Height outside, in m.'),
})
const rating = <Member extends z.ZodType>(member: (description: string) => Member) => ({
  gross_weight_vehicle_rating_weight_kg: member('Highest weight it may have when loaded, in kg.'),
})
const capacity = <Member extends z.ZodType>(member: (description: string) => Member) => ({
  capacity_pallet_spaces: member('How many pallets stand on it.'),
  capacity_volume_m3: member('How much it holds, in m³.'),
  capacity_weight_kg: member('How much it carries, in kg.'),
})
const axlesIn = { axle_configuration: choice(motorAxles, 'Wheels, and how many of them are driven.') }
const axlesOut = { axle_configuration: chosen(motorAxles, 'Wheels, and how many of them are driven.') }
const trailerAxlesIn = { axle_configuration: choice(trailerAxles, 'Wheels.') }
const trailerAxlesOut = { axle_configuration: chosen(trailerAxles, 'Wheels.') }
const engineIn = {
  emission_class: choice(emissionClasses, 'Emission class.'),
  fuel_type: choice(fuelTypes, 'What it runs on.'),
}
const engineOut = {
  emission_class: chosen(emissionClasses, 'Emission class.'),
  fuel_type: chosen(fuelTypes, 'What it runs on.'),
}
const roofIn = { roof_type: choice(roofTypes, 'Roof.') }
const roofOut = { roof_type: chosen(roofTypes, 'Roof.') }

/** Driver properties in requests and responses. */
export const DriverProperties = z
  .object({
    first_name: optionalText('First name.'),
    last_name: optionalText('Last name.'),
    email_address: optionalText('Mail address.'),
    date_of_birth: optionalText('Date of birth, best as YYYY-MM-DD.'),
    phone_number: optionalText('Phone number, best with the country code.'),
    start_stop_location: LocationReference.nullish().describe(
      'Where the day begins and ends: an existing location; null removes it (RES-15).',
    ),
  })
  .meta({ id: 'DriverProperties' })

/** Tractor properties in requests. */
export const TractorPropertiesInput = z
  .object({ ...dimensions(decimal), ...vehicle, ...axlesIn, ...engineIn })
  .meta({ id: 'TractorProperties-Input' })

/** Tractor properties. */
export const TractorProperties = z
  .object({ ...dimensions(optionalText), ...vehicle, ...axlesOut, ...engineOut })
  .meta({ id: 'TractorProperties-Output' })

const lorryIn = {
  ...capacity(decimal),
  ...dimensions(decimal),
  ...rating(decimal),
  ...vehicle,
  ...axlesIn,
  ...engineIn,
  ...roofIn,
}
const lorryOut = {
  ...capacity(optionalText),
  ...dimensions(optionalText),
  ...rating(optionalText),
  ...vehicle,
  ...axlesOut,
  ...engineOut,
  ...roofOut,
}

/** Truck properties in requests. */
export const TruckPropertiesInput = z.object(lorryIn).meta({ id: 'TruckProperties-Input' })

/** Truck properties. */
export const TruckProperties = z.object(lorryOut).meta({ id: 'TruckProperties-Output' })

/** Van properties in requests. */
export const VanPropertiesInput = z.object(lorryIn).meta({ id: 'VanProperties-Input' })

/** Van properties. */
export const VanProperties = z.object(lorryOut).meta({ id: 'VanProperties-Output' })

/** Properties of a trailer or full trailer in requests. */
export const TrailerPropertiesInput = z
  .object({ ...capacity(decimal), ...dimensions(decimal), ...rating(decimal), ...vehicle, ...trailerAxlesIn })
  .meta({ id: 'TrailerProperties-Input' })

/** Properties of a trailer or full trailer. */
export const TrailerProperties = z
  .object({
    ...capacity(optionalText),
    ...dimensions(optionalText),
    ...rating(optionalText),
    ...vehicle,
    ...trailerAxlesOut,
  })
  .meta({ id: 'TrailerProperties-Output' })

/** Chassis properties in requests. */
export const ChassisPropertiesInput = z
  .object({ ...dimensions(decimal), ...rating(decimal), ...vehicle, ...trailerAxlesIn })
  .meta({ id: 'ChassisProperties-Input' })

/** Chassis properties. */
export const ChassisProperties = z
  .object({ ...dimensions(optionalText), ...rating(optionalText), ...vehicle, ...trailerAxlesOut })
  .meta({ id: 'ChassisProperties-Output' })

/** Container properties in requests and responses. */
export const ContainerProperties = z
  .object({
    container_number: key('Number on the container (ISO 6346). An odd one is taken, with a warning.'),
    manufacturer: optionalText('Who built it.'),
    standard_size: chosen(standardSizes, 'Standard size.'),
    iso_code: z.string().max(4).nullish().describe('Size and type code of ISO 6346, for example 45G1.'),
  })
  .meta({ id: 'ContainerProperties' })
