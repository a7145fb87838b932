import { z } from 'zod'
import {
  longestText,
  optionalFlag,
  optionalList,
  optionalNumber,
  optionalObject,
  optionalText,
  UuidOut,
} from '../scalars.ts'
import { ADRType, AdrInput, AdrOutput } from './adr.ts'
import {
  BarcodeInput,
  BarcodeOutput,
  PackagedItemsImportExportExtraFields,
  PackagingType,
  Product,
} from './packaging.ts'
import { ExtraField, Incident } from './reference.ts'

/** Members common to all forms of a goods item. */
export const goodMembers = {
  description: optionalText('What the good is, in words.'),
  quantity: optionalNumber('How many pieces; 0 and decimals are possible.'),
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
  stackable: optionalFlag('Pieces may stand on each other.'),
  adr_type: ADRType.nullish().describe('Full dangerous goods rules or limited quantity.'),
  absolute_min_temperature_degrees: optionalNumber('Lowest allowed temperature in degrees Celsius.'),
  absolute_max_temperature_degrees: optionalNumber('Highest allowed temperature in degrees Celsius.'),
  ordered_transport_temperature_degrees: optionalNumber('Ordered temperature in degrees Celsius.'),
  specific_gravity: optionalNumber('Density relative to water.'),
  product: Product.nullish().describe('What the good is, by code or name.'),
  packaging_type: PackagingType.nullish().describe('Packaging, by code or by name with the code of a size.'),
  extras: optionalList(ExtraField, 'Extras of the good.'),
  custom_fields: optionalObject('Keys of the tenant.'),
}

const packagedItemMembers = {
  barcodes: optionalList(z.string().max(longestText), 'Barcodes on the item.'),
  custom_fields: optionalObject('Keys of the tenant.'),
  import_export: PackagedItemsImportExportExtraFields.nullish().describe('What customs want to know.'),
  packaging_type: PackagingType.nullish().describe('Inner packaging.'),
  quantity: z.int().nullish().describe('How many items.'),
  total_net_weight_kg: optionalNumber('Net weight of all items in kg.'),
  total_volume_l: optionalNumber('Volume of all items in litres.'),
  total_weight_kg: optionalNumber('Gross weight of all items in kg.'),
  unit_height_m: optionalNumber('Height of one item in metres.'),
  unit_length_m: optionalNumber('Length of one item in metres.'),
  unit_width_m: optionalNumber('Width of one item in metres.'),
  description: optionalText('What the item is, in words.'),
}

function packagedItem<Adr extends z.ZodType>(adr: Adr) {
  return z.object({ adr: adr.nullish().describe('Dangerous substance in the item.'), ...packagedItemMembers })
}

function goodItems<Adr extends z.ZodType>(adr: Adr) {
  return z.object({ adr: adr.nullish().describe('Dangerous substance of the good.') })
}

const handlingUnitInput = z.object({ barcode: BarcodeInput.nullish().describe('Barcode of the unit.') })

function goodInput<Item extends z.ZodType, Unit extends z.ZodType, Items extends z.ZodType>(
  item: Item,
  unit: Unit,
  items: Items,
) {
  return z.object({
    ...goodMembers,
    packaged_items: optionalList(item, 'What is inside the good, for example dangerous substances.'),
    handling_units: optionalList(unit, 'Pallets or parcels with their barcodes (GOOD-2).').meta({ default: [] }),
    ordered_quantity: optionalNumber('Other spelling of quantity.'),
    ordered_total_volume_value: optionalNumber('Other spelling of total_volume_m3, in litres.'),
    absolute_max_temperature_value: z
      .string()
      .max(32)
      .regex(/^-?\d+(\.\d+)?$/, { error: 'must be a decimal written as text, such as -18.5' })
      .nullish()
      .describe('Other spelling of absolute_max_temperature_degrees, as text.'),
    product_name: optionalText('Other spelling of product.name.'),
    package_type: optionalText('Other spelling of packaging_type.code.'),
    total_weight: optionalNumber('Other spelling of total_weight_kg.'),
    good_items: items.nullish().describe('Other spelling of one packaged item with a dangerous substance.'),
  })
}

/** Content of a goods item in requests. */
export const PackagedItem = packagedItem(AdrInput).meta({ id: 'PackagedItem-Input' })
export type PackagedItem = z.output<typeof PackagedItem>

/** Pallet or parcel in requests. */
export const HandlingUnitInput = handlingUnitInput.meta({ id: 'HandlingUnitInput-Input' })

/** Goods item in requests. */
export const GoodInput = goodInput(
  PackagedItem,
  HandlingUnitInput,
  goodItems(AdrInput).meta({ id: 'GoodItems-Input' }),
).meta({ id: 'GoodInput-Input' })
export type GoodInput = z.output<typeof GoodInput>

/** Goods item in exports, in upload format. */
export const GoodExport = goodInput(
  packagedItem(AdrOutput).meta({ id: 'PackagedItem-Output' }),
  handlingUnitInput.meta({ id: 'HandlingUnitInput-Output' }),
  goodItems(AdrOutput).meta({ id: 'GoodItems-Output' }),
).meta({ id: 'GoodInput-Output' })

const packagedItemOutput = <Adr extends z.ZodType>(adr: Adr) =>
  packagedItem(adr).extend({ id: UuidOut.describe('Id of the item.') })

const handlingUnitOutput = z.object({
  id: UuidOut.describe('Id of the unit.'),
  barcode: BarcodeOutput.nullish().describe('Barcode of the unit.'),
})

const outputMembers = {
  id: UuidOut.describe('Id of the good.'),
  incidents: optionalList(Incident, 'What went wrong with the good.'),
  actual_delivery_temperature_degrees: optionalNumber('Temperature measured at the delivery, in degrees Celsius.'),
  actual_pickup_temperature_degrees: optionalNumber('Temperature measured at the pickup, in degrees Celsius.'),
}

/** Content of a goods item in responses. */
export const PackagedItemOutput = packagedItemOutput(AdrOutput).meta({ id: 'PackagedItemOutput-Output' })

/** Pallet or parcel in responses. */
export const HandlingUnitOutput = handlingUnitOutput.meta({ id: 'HandlingUnitOutput-Output' })

/** Goods item in responses. */
export const GoodOutput = z
  .object({
    ...goodMembers,
    ...outputMembers,
    packaged_items: z.array(PackagedItemOutput).optional().describe('What is inside the good.'),
    handling_units: optionalList(HandlingUnitOutput, 'Pallets or parcels with their barcodes.'),
  })
  .meta({ id: 'GoodOutput-Output' })
export type GoodOutput = z.output<typeof GoodOutput>

/** Number of customs codes of a goods item, only in outbound messages (GOOD-6). */
export const GoodHSCodes = z
  .object({ count: z.int().nonnegative().describe('Number of customs codes.') })
  .meta({ id: 'GoodHSCodes' })

/** Members of a goods item in outbound messages; `hs_codes` is absent, not null, without a code (GOOD-6). */
export const goodMessageMembers = {
  ...goodMembers,
  ...outputMembers,
  packaged_items: z
    .array(packagedItemOutput(AdrInput).meta({ id: 'PackagedItemOutput-Input' }))
    .optional()
    .describe('What is inside the good.'),
  handling_units: optionalList(
    handlingUnitOutput.meta({ id: 'HandlingUnitOutput-Input' }),
    'Pallets or parcels with their barcodes.',
  ),
  hs_codes: GoodHSCodes.optional().describe('Absent when no customs code is set.'),
}
