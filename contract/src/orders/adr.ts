import { z } from 'zod'
import { longestText, optionalText } from '../scalars.ts'

/** Packaging of a dangerous substance. */
export const ADRPackagingType = z
  .enum([
    'BOX',
    'COMPOSITE_PACKAGING',
    'DRUM',
    'GAS_RECEPTABLE',
    'INTERMEDIATE_BULK_CONTAINER',
    'JERRICAN',
    'LARGE_PACKAGING',
    'LIGHT_GAUGE_METAL_PACKAGINGS',
    'BAG',
    'TANK_CONTAINER',
  ])
  .meta({ id: 'ADRPackagingType' })

/** State of matter of a dangerous substance. */
export const ADRPhysicalState = z
  .enum(['UNKNOWN', 'SOLID', 'LIQUID', 'GAS', 'GAS_OR_LIQUID'])
  .meta({ id: 'ADRPhysicalState' })

/** Whether dangerous goods travel under full rules or as limited quantity. */
export const ADRType = z.enum(['ADR', 'LIMITED_QUANTITY']).meta({ id: 'ADRType' })

const TextByLocale = z.record(z.string(), z.string().max(longestText))

const members = {
  adr_name_by_locale: TextByLocale.nullish()
    .describe('Official name by locale. Set by the service; ignored when sent (GOOD-4).')
    .meta({ readOnly: true }),
  un_number: optionalText('UN number, for example 1203.'),
  packaging_type: ADRPackagingType.nullish().describe('Packaging of the substance.'),
  emergency_phone_number: optionalText('Phone number for emergencies.'),
  technical_name_by_locale: TextByLocale.nullish().describe('Technical name by locale code.'),
  classification_code: optionalText('Classification code, for example F1.'),
  tunnel_code: optionalText('Tunnel restriction code.'),
  packing_group: optionalText('Packing group: I, II or III.'),
  adr_class: optionalText('Class, for example 3.'),
  physical_state: ADRPhysicalState.nullish().describe('State of matter.'),
  hazard_identification_number: optionalText('Hazard number of the orange plate, for example 33.'),
  division: optionalText('Division of the class, for example 2.1.'),
  labels: optionalText('Subsidiary hazard classes, joined with +.'),
  special_provisions: optionalText('Codes of special provisions, separated by spaces.'),
  name: optionalText('Name of the substance in plain words.'),
}

/** Dangerous substance in requests (GOOD-3, GOOD-5). */
export const AdrInput = z
  .object({
    ...members,
    transport_category_tunnel_restriction_code: optionalText('Other spelling of tunnel_code.'),
  })
  .meta({ id: 'ADR-Input' })
export type AdrInput = z.output<typeof AdrInput>

/** Dangerous substance in responses or exports. */
export const AdrOutput = z.object(members).meta({ id: 'ADR-Output' })
export type AdrOutput = z.output<typeof AdrOutput>
