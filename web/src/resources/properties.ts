import type { MessageDescriptor } from '@lingui/core'
import { memberLabels } from '../records/member.labels.ts'

/** A property specific to a kind. */
export interface ResourceProperty {
  member: string
  name: MessageDescriptor
  /** Allowed values. Absent for free text. */
  choices?: readonly string[]
}

const motorAxles = ['4_X_2', '4_X_4', '6_X_2', '6_X_4', '6_X_6', '8_X_2', '8_X_4', '8_X_6', '10_X_4', '12_X_4']
const trailerAxles = ['12', '10', '8', '6', '4', '2']
/** Axle configurations of motor vehicles and of towed ones. */
const axles = {
  motor: motorAxles.map((axle) => `AC_${axle}`),
  pulled: trailerAxles.map((axle) => `AC_${axle}_TRAILER`),
}

/** Axle choices of a kind. */
export function axlesOf(kind: string): readonly string[] {
  return ['trailer', 'full_trailer', 'chassis'].includes(kind) ? axles.pulled : axles.motor
}

const emission = ['EURO_1', 'EURO_2', 'EURO_3', 'EURO_4', 'EURO_5', 'EURO_6']
const fuel = ['DIESEL', 'BIOFUELS', 'LPG', 'ELECTRIC', 'HYBRID_ELECTRIC']
const roof = ['CLOSED', 'OPEN', 'FLATBED']
const sizes = ['FEET_20', 'FEET_23', 'FEET_24', 'FEET_25', 'FEET_26', 'FEET_30', 'FEET_35', 'FEET_40', 'FEET_45']

/** All properties in page order. A kind shows those it has. */
export const resourceProperties: readonly ResourceProperty[] = [
  { member: 'first_name', name: memberLabels.first_name },
  { member: 'last_name', name: memberLabels.last_name },
  { member: 'email_address', name: memberLabels.email_address },
  { member: 'phone_number', name: memberLabels.phone_number },
  { member: 'date_of_birth', name: memberLabels.date_of_birth },
  { member: 'license_plate', name: memberLabels.license_plate },
  { member: 'container_number', name: memberLabels.container_number },
  { member: 'manufacturer', name: memberLabels.manufacturer },
  { member: 'model', name: memberLabels.model },
  { member: 'vin_number', name: memberLabels.vin_number },
  { member: 'iso_code', name: memberLabels.iso_code },
  { member: 'standard_size', name: memberLabels.standard_size, choices: sizes },
  { member: 'fuel_type', name: memberLabels.fuel_type, choices: fuel },
  { member: 'emission_class', name: memberLabels.emission_class, choices: emission },
  { member: 'roof_type', name: memberLabels.roof_type, choices: roof },
  { member: 'axle_configuration', name: memberLabels.axle_configuration, choices: [] },
  { member: 'tare_weight_kg', name: memberLabels.tare_weight_kg },
  { member: 'gross_weight_vehicle_rating_weight_kg', name: memberLabels.gross_weight_vehicle_rating_weight_kg },
  { member: 'capacity_weight_kg', name: memberLabels.capacity_weight_kg },
  { member: 'capacity_volume_m3', name: memberLabels.capacity_volume_m3 },
  { member: 'capacity_pallet_spaces', name: memberLabels.capacity_pallet_spaces },
  { member: 'exterior_length_m', name: memberLabels.exterior_length_m },
  { member: 'exterior_width_m', name: memberLabels.exterior_width_m },
  { member: 'exterior_height_m', name: memberLabels.exterior_height_m },
]
