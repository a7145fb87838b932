import { z } from 'zod'
import { ADRPackagingType, ADRPhysicalState, ADRType } from '../orders/adr.ts'
import {
  FreeObject,
  LocalDate,
  LocalTime,
  longestText,
  optionalFlag,
  optionalList,
  optionalNumber,
  optionalObject,
  optionalText,
  Uuid,
} from '../scalars.ts'

const Text = z.string().max(longestText)
/** Optional, nullable integer with a description. */
export const optionalInteger = (description: string) => z.int().nullish().describe(description)
const name = z.string().max(255).nullish()

/** Object of optional texts: ids and numbers of other systems. */
export function texts<const Name extends string>(id: string, members: Readonly<Record<Name, string>>) {
  const shape = Object.fromEntries(
    Object.entries<string>(members).map(([member, description]) => [member, optionalText(description)]),
  ) as Record<Name, ReturnType<typeof optionalText>>
  return z.object(shape).meta({ id })
}

/** Barcode of a partial update; the source defaults to EXTERNAL (GOOD-7). */
export const UpdateBarcodeInput = z
  .object({
    value: z.string().max(255).nullish().describe('Content of the barcode.'),
    source: z.literal('EXTERNAL').default('EXTERNAL').describe('Who issued it: always another party.'),
  })
  .meta({ id: 'UpdateBarcodeInput' })

const handlingUnit = z.object({
  barcode: UpdateBarcodeInput.nullish().describe('Barcode of the unit.'),
  alternative_barcodes: optionalList(UpdateBarcodeInput, 'Other barcodes on the unit.'),
  external_id: optionalText('Id of the unit in another system.'),
})

/** Changes of a handling unit. */
export const HandlingUnitUpdateData = handlingUnit.meta({ id: 'HandlingUnitUpdateData' })

/** A complete handling unit. */
export const HandlingUnitData = handlingUnit.meta({ id: 'HandlingUnitData' })
export type HandlingUnitData = z.output<typeof HandlingUnitData>

/** Size of a packaging, by code or by name. */
export const GoodPackagingSize = texts('GoodPackagingSize', { code: 'Code of the size.', name: 'Name of the size.' })

/** Packaging, by code or by name. */
export const GoodPackagingType = z
  .object({
    custom_fields: optionalObject('Keys of the tenant.'),
    code: optionalText('Code of the packaging.'),
    name: optionalText('Name of the packaging.'),
    packaging_size: GoodPackagingSize.nullish().describe('Size, by code or by name.'),
  })
  .meta({ id: 'GoodPackagingType' })

/** Kind of product, by code or by name. */
export const GoodProductType = z
  .object({ name: name.describe('Name of the kind.'), code: name.describe('Code of the kind.') })
  .meta({ id: 'GoodProductType' })

/** Product of a goods item. */
export const GoodProductInput = z
  .object({
    name: optionalText('Name of the product.'),
    code: optionalText('Code of the product.'),
    product_type: GoodProductType.nullish().describe('Kind of product.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'GoodProductInput' })

const goodMembers = {
  description: optionalText('What the good is, in words.'),
  quantity: optionalInteger('How many pieces.'),
  total_loading_meters: optionalNumber('Loading metres of all pieces.'),
  total_pallet_spaces: optionalNumber('Pallet spaces of all pieces.'),
  total_volume_m3: optionalNumber('Volume of all pieces in cubic metres.'),
  total_weight_kg: optionalNumber('Gross weight of all pieces in kg.'),
  unit_height_m: optionalNumber('Height of one piece in metres.'),
  unit_length_m: optionalNumber('Length of one piece in metres.'),
  unit_loading_meters: optionalNumber('Loading metres of one piece.'),
  unit_pallet_spaces: optionalNumber('Pallet spaces of one piece.'),
  unit_weight_kg: optionalNumber('Weight of one piece in kg.'),
  unit_width_m: optionalNumber('Width of one piece in metres.'),
  absolute_min_temperature_degrees: optionalNumber('Lowest allowed temperature in degrees Celsius.'),
  absolute_max_temperature_degrees: optionalNumber('Highest allowed temperature in degrees Celsius.'),
  ordered_transport_temperature_degrees: optionalNumber('Ordered temperature in degrees Celsius.'),
  specific_gravity: optionalNumber('Density relative to water.'),
  custom_fields: optionalObject('Keys of the tenant.'),
  adr_type: z.enum(ADRType.options).nullish().describe('Full dangerous goods rules or limited quantity.'),
  packaging_type: GoodPackagingType.nullish().describe('Packaging, by code or by name.'),
  external_id: optionalText('Id of the good in another system.'),
}

/** Changes of a goods item. */
export const GoodUpdateData = z
  .object({ ...goodMembers, commodity_type: GoodProductInput.nullish().describe('What the good is.') })
  .meta({ id: 'GoodUpdateData' })
export type GoodUpdateData = z.output<typeof GoodUpdateData>

/** A dangerous substance. */
export const ADRInput = z
  .object({
    un_number: optionalText('UN number, for example 1203.'),
    packaging_type: z.enum(ADRPackagingType.options).nullish().describe('Packaging of the substance.'),
    emergency_phone_number: optionalText('Phone number for emergencies.'),
    technical_name_by_locale: z.record(z.string(), Text).nullish().describe('Technical name by locale code.'),
    packing_group: optionalText('Packing group: I, II or III.'),
    adr_class: optionalText('Class, for example 3.'),
    tunnel_code: optionalText('Tunnel restriction code.'),
    physical_state: z.enum(ADRPhysicalState.options).nullish().describe('State of matter.'),
  })
  .meta({ id: 'ADRInput' })

/** HS code of customs. */
export const HSCodeField = texts('HSCodeField', { code: 'The code.', description: 'Meaning of the code.' })

/** Value of a packaged item. */
export const CommercialInvoiceInput = z
  .object({ value: optionalNumber('Value in the currency of the commercial invoice.') })
  .meta({ id: 'CommercialInvoiceInput' })

/** Customs details of a packaged item. */
export const ImportExportInput = z
  .object({
    hs_code_import: HSCodeField.nullish().describe('Code on import.'),
    hs_code_export: HSCodeField.nullish().describe('Code on export.'),
    commercial_invoice: CommercialInvoiceInput.nullish().describe('Value of the item.'),
  })
  .meta({ id: 'ImportExportInput' })

/** Content of a goods item. */
export const PackagedItemInput = z
  .object({
    adr: ADRInput.nullish().describe('Dangerous substance in the item.'),
    custom_fields: optionalObject('Keys of the tenant.'),
    quantity: optionalInteger('How many items.'),
    total_volume_l: optionalNumber('Volume of all items in litres.'),
    total_weight_kg: optionalNumber('Gross weight of all items in kg.'),
    description: optionalText('What the item is, in words.'),
    import_export: ImportExportInput.nullish().describe('What customs want to know.'),
  })
  .meta({ id: 'PackagedItemInput' })

/** A complete goods item. */
export const GoodData = z
  .object({
    ...goodMembers,
    product: GoodProductInput.nullish().describe('What the good is.'),
    extras: optionalList(FreeObject, 'Extras of the good.'),
    handling_units: optionalList(HandlingUnitData, 'Pallets or parcels with their barcodes.'),
    packaged_items: optionalList(PackagedItemInput, 'What is inside the good.'),
  })
  .meta({ id: 'GoodData' })
export type GoodData = z.output<typeof GoodData>

/** Location of a stop. An existing location is matched, an unknown one is created. */
export const LocationInput = z
  .object({
    id: z
      .union([Uuid, z.literal('')], { error: 'must be a UUID' })
      .nullish()
      .describe('Id of a location that exists.'),
    name: optionalText('Name of the site or company at the address.'),
    address: optionalText('Street and number.'),
    address_second_line: optionalText('Second line of the address.'),
    postal_code: optionalText('Postal code.'),
    city: optionalText('Town.'),
    state: optionalText('State, province or county.'),
    country: optionalText('Country, best as its two-letter code.'),
    latitude: z.number().min(-90).max(90).nullish().describe('Degrees north, WGS 84.'),
    longitude: z.number().min(-180).max(180).nullish().describe('Degrees east, WGS 84.'),
    description: optionalText('How to find the place.'),
    location_identifier: optionalText("The caller's own key of the location."),
    external_id: optionalText('Id of the location in another system.'),
    location_search: optionalText('The address in one line, when it is not known in parts.'),
    place_id: optionalText('Id of the place in a map service; nothing is looked up by it.'),
  })
  .meta({ id: 'LocationInput' })
export type LocationInput = z.output<typeof LocationInput>

/** Service window of a stop on its date, in the location's local time. */
export const TimeWindowInput = z
  .object({
    code: optionalText('Code of a time window of the tenant.'),
    name: optionalText('Name of a time window of the tenant.'),
    start_time: LocalTime.nullish().describe('Earliest time, HH:mm.'),
    end_time: LocalTime.nullish().describe('Latest time, HH:mm.'),
    custom_fields: optionalObject('Keys of the tenant.'),
    is_enforced: optionalFlag('Planning must keep to it.'),
  })
  .meta({ id: 'TimeWindowInput' })

const stopMembers = {
  note: optionalText('Note for the driver.'),
  date: LocalDate.nullish().describe('Requested day.'),
  reference_number: optionalText('Reference to give at the gate.'),
  email: optionalText('Mail address of the contact at the stop.'),
  phone_number: optionalText('Phone number of the contact.'),
  mobile_number: optionalText('Mobile number of the contact.'),
  planning_instructions: optionalText('Instructions for planners.'),
  location: LocationInput.nullish().describe('Where the stop is.'),
  time_window: TimeWindowInput.nullish().describe('When the stop may be served.'),
  custom_fields: optionalObject('Keys of the tenant.'),
  external_id: optionalText('Id of the stop in another system.'),
}

/** Changes of a stop. */
export const StopUpdateData = z.object(stopMembers).meta({ id: 'StopUpdateData' })
export type StopUpdateData = z.output<typeof StopUpdateData>

/** Position of a stop among all stops of the order. */
export const StopPosition = z
  .object({ position: z.int().positive().nullish().describe('Place in the sequence of the order, from 1.') })
  .meta({ id: 'StopPosition' })

/** Type of a stop, by code or by name. */
export const StopTypeField = z
  .object({
    name: name.describe('Name of the kind.'),
    code: name.describe('Code of the kind, or of a custom activity of the tenant.'),
    row_id: name.describe('Used by other systems; not used to look up records.'),
  })
  .meta({ id: 'StopTypeField' })

/** Requirements of a stop's activity. */
export const StopActivityConfigInput = z
  .object({
    resource_types: optionalList(Text, 'Kinds of resource it needs.'),
    dpc_start_or_end_stop_location: LocationInput.nullish().describe('Where the empty container is fetched or left.'),
    dpc_drop_collect_empty_date: LocalDate.nullish().describe('On which day.'),
    duration: z.int().nonnegative().nullish().describe('Expected length of the stop in seconds.'),
  })
  .meta({ id: 'StopActivityConfigInput' })

/** Activity at a stop. */
export const StopActivityInput = z
  .object({
    label: optionalText('What happens, in words.'),
    config: StopActivityConfigInput.nullish().describe('Settings of the activity.'),
  })
  .meta({ id: 'StopActivityInput' })

/** An empty container dropped or collected after a stop. */
export const UpdateDropCollectEmptyInput = z
  .object({
    requested_date: LocalDate.nullish().describe('On which day.'),
    location: LocationInput.nullish().describe('Where to drop or collect.'),
  })
  .meta({ id: 'UpdateDropCollectEmptyInput' })

/** A complete stop. */
export const StopData = z
  .object({
    ...stopMembers,
    extras: optionalList(FreeObject, 'Extra services at the stop.'),
    position: StopPosition.nullish().describe('Position in the order.'),
    stop_type: StopTypeField.nullish().describe('What kind of stop it is.'),
    stop_activity: StopActivityInput.nullish().describe('What happens at the stop.'),
    drop_collect_empty: UpdateDropCollectEmptyInput.nullish().describe('Empty container to drop or collect.'),
  })
  .meta({ id: 'StopData' })
export type StopData = z.output<typeof StopData>
