import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** A line of what is special to a kind. */
export interface ResourceProperty {
  member: string
  name: MessageDescriptor
  /** One of these, when it is no free text. */
  choices?: readonly string[]
}

const motorAxles = ['4_X_2', '4_X_4', '6_X_2', '6_X_4', '6_X_6', '8_X_2', '8_X_4', '8_X_6', '10_X_4', '12_X_4']
const trailerAxles = ['12', '10', '8', '6', '4', '2']
/** Axles by what they are under: a motor vehicle or something that is pulled. */
const axles = {
  motor: motorAxles.map((axle) => `AC_${axle}`),
  pulled: trailerAxles.map((axle) => `AC_${axle}_TRAILER`),
}

/** Choices of the axles of a kind. */
export function axlesOf(kind: string): readonly string[] {
  return ['trailer', 'full_trailer', 'chassis'].includes(kind) ? axles.pulled : axles.motor
}

const emission = ['EURO_1', 'EURO_2', 'EURO_3', 'EURO_4', 'EURO_5', 'EURO_6']
const fuel = ['DIESEL', 'BIOFUELS', 'LPG', 'ELECTRIC', 'HYBRID_ELECTRIC']
const roof = ['CLOSED', 'OPEN', 'FLATBED']
const sizes = ['FEET_20', 'FEET_23', 'FEET_24', 'FEET_25', 'FEET_26', 'FEET_30', 'FEET_35', 'FEET_40', 'FEET_45']

/** Every line there is, in the order of the page; a kind shows those it has. */
export const resourceProperties: readonly ResourceProperty[] = [
  { member: 'first_name', name: msg`First name` },
  { member: 'last_name', name: msg`Last name` },
  { member: 'email_address', name: msg`E-mail` },
  { member: 'phone_number', name: msg`Phone` },
  { member: 'date_of_birth', name: msg`Date of birth` },
  { member: 'license_plate', name: msg`Licence plate` },
  { member: 'container_number', name: msg`Number` },
  { member: 'manufacturer', name: msg`Make` },
  { member: 'model', name: msg`Model` },
  { member: 'vin_number', name: msg`VIN` },
  { member: 'iso_code', name: msg`ISO code` },
  { member: 'standard_size', name: msg`Size`, choices: sizes },
  { member: 'fuel_type', name: msg`Fuel`, choices: fuel },
  { member: 'emission_class', name: msg`Emission class`, choices: emission },
  { member: 'roof_type', name: msg`Roof`, choices: roof },
  { member: 'axle_configuration', name: msg`Axles`, choices: [] },
  { member: 'tare_weight_kg', name: msg`Tare (kg)` },
  { member: 'gross_weight_vehicle_rating_weight_kg', name: msg`Gross weight (kg)` },
  { member: 'capacity_weight_kg', name: msg`Payload (kg)` },
  { member: 'capacity_volume_m3', name: msg`Volume (m³)` },
  { member: 'capacity_pallet_spaces', name: msg`Pallets` },
  { member: 'exterior_length_m', name: msg`Length (m)` },
  { member: 'exterior_width_m', name: msg`Width (m)` },
  { member: 'exterior_height_m', name: msg`Height (m)` },
]
