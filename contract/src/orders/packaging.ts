import { z } from 'zod'
import { optionalFlag, optionalList, optionalNumber, optionalObject, optionalText } from '../scalars.ts'
import { Entity } from './reference.ts'

/** Dimensions of one packaging unit. */
export const PackagingSize = z
  .object({
    name: optionalText('Name of the size.'),
    code: optionalText('Code of the size.'),
    height_m: optionalNumber('Height in metres.'),
    length_m: optionalNumber('Length in metres.'),
    width_m: optionalNumber('Width in metres.'),
    weight_kg: optionalNumber('Weight in kg.'),
    loading_meters: optionalNumber('Loading metres of one piece.'),
    pallet_spaces: optionalNumber('Pallet spaces of one piece.'),
  })
  .meta({ id: 'PackagingSize' })

/** Packaging, by code, or by name with a size code (GOOD-1). */
export const PackagingType = z
  .object({
    name: optionalText('Name of the packaging.'),
    code: optionalText('Code of the packaging.'),
    export_alias: optionalText('Name the tenant gives it towards others.'),
    packaging_size: PackagingSize.nullish().describe('Size, by code or by name.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'PackagingType' })
export type PackagingType = z.output<typeof PackagingType>

/** Product of a goods item. */
export const Product = z
  .object({
    name: optionalText('Name of the product.'),
    code: optionalText('Code of the product.'),
    product_type: Entity.nullish().describe('Kind of product.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'Product' })
export type Product = z.output<typeof Product>

/** HS code of customs. */
export const HSCode = z
  .object({
    code: optionalText('The code.'),
    description: optionalText('Meaning of the code.'),
  })
  .meta({ id: 'HSCode' })

/** Value of a packaged item. */
export const PackagedItemCommercialInvoiceExtraField = z
  .object({ value: optionalNumber('Value in the currency of the commercial invoice.') })
  .meta({ id: 'PackagedItemCommercialInvoiceExtraField' })

/** Customs details of a packaged item. */
export const PackagedItemsImportExportExtraFields = z
  .object({
    hs_code_import: HSCode.nullish().describe('Code on import.'),
    hs_code_export: HSCode.nullish().describe('Code on export.'),
    shipping_marks: optionalList(z.string().max(65_536), 'Marks on the packages.'),
    commercial_invoice: PackagedItemCommercialInvoiceExtraField.nullish().describe('Value of the item.'),
    sps_flag: optionalFlag('Under sanitary and phytosanitary control.'),
    sps_reference: optionalText('Reference of that control.'),
    ggb_reference: optionalText('Reference of the border inspection in the Netherlands.'),
  })
  .meta({ id: 'PackagedItemsImportExportExtraFields' })

/** System that issued a barcode; INTERNAL is the operator itself. */
export const BarcodeSource = z
  .enum([
    'EXTERNAL',
    'INTERNAL',
    'HAZCHEM',
    'PALLETFORCE',
    'PALLETLINE',
    'PALLETWAYS',
    'PALLETXPRESS_IE',
    'PALLET_TRACK',
    'PALLEX',
    'POLE',
    'TPN',
    'UPN',
  ])
  .meta({ id: 'BarcodeSource' })

const barcode = z.object({
  value: z.string().max(255).nullish().describe('Content of the barcode.'),
  source: BarcodeSource.nullish().describe('Who issued it.'),
})

/** Barcode in requests (GOOD-2). An absent source stays absent. */
export const BarcodeInput = barcode.meta({ id: 'BarcodeInput' })

/** Barcode in responses. */
export const BarcodeOutput = barcode.meta({ id: 'BarcodeOutput' })
export type BarcodeOutput = z.output<typeof BarcodeOutput>
