import { z } from 'zod'
import { optionalNumber, optionalText, Uuid, UuidOut } from '../scalars.ts'

/** Members of every address in requests. */
export const addressMembers = {
  code: optionalText('Code of the location in the tenant.'),
  display_name: optionalText('Name as people read it.'),
  external_id: optionalText('Id of the location in another system.'),
  address: optionalText('Street and number.'),
  address_second_line: optionalText('Second line of the address.'),
  city: optionalText('Town.'),
  state: optionalText('State, province or county.'),
  country: optionalText('Country, best as its two-letter code.'),
  postal_code: optionalText('Postal code.'),
  name: optionalText('Name of the site or company at the address.'),
}

/** Some clients send "" for every unknown location member (CLIENT-26). */
const Empty = z.literal('')

/** Location of a stop. An existing location is matched, an unknown one is created. */
export const Location = z
  .object({
    ...addressMembers,
    id: z.union([Uuid, Empty], { error: 'must be a UUID' }).nullish().describe('Id of a location that exists.'),
    latitude: z
      .union([z.number().min(-90).max(90), Empty], { error: 'must be a number from -90 to 90' })
      .nullish()
      .describe('Degrees north, WGS 84.'),
    longitude: z
      .union([z.number().min(-180).max(180), Empty], { error: 'must be a number from -180 to 180' })
      .nullish()
      .describe('Degrees east, WGS 84.'),
    description: optionalText('How to find the place.'),
    location_identifier: optionalText("The caller's own key of the location."),
  })
  .meta({ id: 'Location' })
export type Location = z.output<typeof Location>

const addressOut = {
  ...addressMembers,
  id: UuidOut.nullish().describe('Id of the location.'),
  latitude: optionalNumber('Degrees north, WGS 84.'),
  longitude: optionalNumber('Degrees east, WGS 84.'),
}

/** A location in responses. */
export const LocationOutput = z.object(addressOut).meta({ id: 'LocationOutput' })
export type LocationOutput = z.output<typeof LocationOutput>

/** Gate of a terminal. */
export const Gateway = z.object({ name: z.string().describe('Name of the gate.') }).meta({ id: 'Gateway' })

/** Details of a terminal. */
export const TerminalMetadata = z
  .object({
    terminal_email: optionalText('Mail address of the terminal.'),
    sgkv_code: optionalText('SGKV code.'),
    uirr_code: optionalText('UIRR code.'),
    unlo_code: optionalText('UN/LOCODE.'),
    gateway: Gateway.nullish().describe('Gate to use.'),
  })
  .meta({ id: 'TerminalMetadata' })

/** Customs identification of the location. */
export const CustomsMetadata = z
  .object({ customs_office_code: optionalText('Code of the customs office.') })
  .meta({ id: 'CustomsMetadata' })

/** A location in responses, with details of a terminal or customs office. */
export const LocationWithTerminalOutput = z
  .object({
    ...addressOut,
    terminal_metadata: TerminalMetadata.nullish().describe('Present for terminals.'),
    customs_metadata: CustomsMetadata.nullish().describe('Present for places customs know.'),
  })
  .meta({ id: 'LocationWithTerminalOutput-Output' })
export type LocationWithTerminalOutput = z.output<typeof LocationWithTerminalOutput>

/** Reference to an existing location. */
export const LocationReference = z
  .object({ id: UuidOut.describe('Id of the location.') })
  .meta({ id: 'LocationReference' })

/** A point on the map. */
export const Position = z
  .object({
    longitude: z.number().describe('Degrees east, WGS 84.'),
    latitude: z.number().describe('Degrees north, WGS 84.'),
  })
  .meta({ id: 'Position' })
export type Position = z.output<typeof Position>
