import { z } from 'zod'
import { LocalDate, longestText, optionalList, optionalNumber, optionalText, Uuid, UuidOut } from '../scalars.ts'

/** Delivery terms between buyer and seller. */
export const Incoterm = z
  .enum(['EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP'])
  .meta({ id: 'Incoterm' })

/** Customs details of the whole order. */
export const ImportExportExtraFields = z
  .object({
    incoterm: Incoterm.nullish().describe('Terms of delivery.'),
    destination_country_of_goods: optionalText('Country the goods end in.'),
    origin_country_of_goods: optionalText('Country the goods come from.'),
  })
  .meta({ id: 'ImportExportExtraFields' })

/** Commercial invoice that accompanies the goods. */
export const ConsignmentCommercialInvoiceExtraField = z
  .object({
    name: optionalText('Number or name of the invoice.'),
    value: optionalNumber('Amount of the invoice.'),
    currency_code: optionalText('Currency of the amount.'),
  })
  .meta({ id: 'ConsignmentCommercialInvoiceExtraField' })

/** Types of export declaration. */
export const ExportDeclarationTypeEnum = z.enum(['EU', 'EX']).meta({ id: 'ExportDeclarationTypeEnum' })

/** Border processes in addition to the export declaration. */
export const AdditionalExportBorderProcessEnum = z
  .enum(['GVMS', 'ELO', 'PBN', 'EIDR'])
  .meta({ id: 'AdditionalExportBorderProcessEnum' })

/** Export declaration of a consignment. */
export const ConsignmentCustomsExportInfo = z
  .object({
    country: optionalText('Country of the declaration.'),
    declaration_type: ExportDeclarationTypeEnum.nullish().describe('Kind of declaration.'),
    additional_border_processes: optionalList(AdditionalExportBorderProcessEnum, 'Other processes.'),
    mrn: optionalText('Movement reference number.'),
    exs_mrn: optionalText('Movement reference number of the exit summary declaration.'),
    ducr: optionalText('Declaration unique consignment reference of the United Kingdom.'),
    location_id: Uuid.nullish().describe('Location where customs are cleared.'),
    emails: optionalList(z.string().max(longestText), 'Mail addresses to inform.'),
  })
  .meta({ id: 'ConsignmentCustomsExportInfo' })

/** Types of import declaration. */
export const ImportDeclarationTypeEnum = z.enum(['IM']).meta({ id: 'ImportDeclarationTypeEnum' })

/** Border processes in addition to the import declaration. */
export const AdditionalImportBorderProcessEnum = z
  .enum(['GVMS', 'ELO', 'PBN', 'TEMPORARY_STORAGE', 'EIDR'])
  .meta({ id: 'AdditionalImportBorderProcessEnum' })

/** Import declaration of a consignment. */
export const ConsignmentCustomsImportInfo = z
  .object({
    country: optionalText('Country of the declaration.'),
    declaration_type: ImportDeclarationTypeEnum.nullish().describe('Kind of declaration.'),
    additional_border_processes: optionalList(AdditionalImportBorderProcessEnum, 'Other processes.'),
    mrn: optionalText('Movement reference number.'),
    ens_mrn: optionalText('Movement reference number of the entry summary declaration.'),
    ducr: optionalText('Declaration unique consignment reference of the United Kingdom.'),
    temporary_storage_ucn: optionalText('Unique consignment number in temporary storage.'),
    temporary_storage_crn: optionalText('Reference of the temporary storage in Belgium.'),
    emails: optionalList(z.string().max(longestText), 'Mail addresses to inform.'),
  })
  .meta({ id: 'ConsignmentCustomsImportInfo' })

/** Types of transit declaration. */
export const TransitDeclarationTypeEnum = z.enum(['T1', 'T2']).meta({ id: 'TransitDeclarationTypeEnum' })

/** Border processes in addition to the transit declaration. */
export const AdditionalTransitBorderProcessEnum = z.enum(['LRN']).meta({ id: 'AdditionalTransitBorderProcessEnum' })

/** A customs office of a transit. */
export const TransitOffice = z
  .object({ code: optionalText('Code of the customs office.') })
  .meta({ id: 'TransitOffice' })

const transitMembers = {
  sequence_number: z.int().describe('Key and order of the declaration.'),
  declaration_type: TransitDeclarationTypeEnum.nullish().describe('Kind of declaration.'),
  additional_border_processes: optionalList(AdditionalTransitBorderProcessEnum, 'Other processes.'),
  lrn: optionalText('Local reference number.'),
  mrn: optionalText('Movement reference number.'),
  start_office: TransitOffice.nullish().describe('Customs office of departure.'),
  end_office: TransitOffice.nullish().describe('Customs office of destination.'),
  valid_to_date: LocalDate.nullish().describe('Last day it is valid.'),
}

/** Transit declaration in requests. */
export const ConsignmentCustomsTransitInfoInput = z
  .object({ ...transitMembers, id: Uuid.nullish().describe('Id of one that exists, to change it.') })
  .meta({ id: 'ConsignmentCustomsTransitInfoInput' })

/** Transit declaration in responses. */
export const ConsignmentCustomsTransitInfoOutput = z
  .object({ ...transitMembers, id: UuidOut.describe('Id of the declaration.') })
  .meta({ id: 'ConsignmentCustomsTransitInfoOutput' })

const members = {
  commercial_invoice: ConsignmentCommercialInvoiceExtraField.nullish().describe('Invoice of the goods.'),
  export_declaration: ConsignmentCustomsExportInfo.nullish().describe('Export declaration.'),
  import_declaration: ConsignmentCustomsImportInfo.nullish().describe('Import declaration.'),
}

const input = z.object({
  ...members,
  transit_declarations: z
    .array(ConsignmentCustomsTransitInfoInput)
    .max(1)
    .nullish()
    .describe('Transit declaration; one at most when sent.'),
})

/** Customs details of a consignment in requests. */
export const ConsignmentImportExportInput = input.meta({ id: 'ConsignmentImportExportExtraFieldsInput-Input' })

/** Customs details of a consignment in exports, in upload format. */
export const ConsignmentImportExportExport = input.meta({ id: 'ConsignmentImportExportExtraFieldsInput-Output' })

/** Customs details of a consignment in responses. */
export const ConsignmentImportExportOutput = z
  .object({
    ...members,
    transit_declarations: optionalList(ConsignmentCustomsTransitInfoOutput, 'Transit declarations.'),
  })
  .meta({ id: 'ConsignmentImportExportExtraFieldsOutput-Output' })
