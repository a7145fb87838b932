import { z } from 'zod'
import { CursorQuery, page } from '../page.ts'
import { LenientInstant, OptionalText, optionalList, optionalText, UtcInstant, Uuid, UuidOut } from '../scalars.ts'
import {
  ContainerDocumentTypes,
  CustomerDocumentTypeInput,
  DriverDocumentTypes,
  SubcontractorDocumentWithoutValidityTypeInput,
  SubcontractorDocumentWithValidityTypeInput,
  SubcontractorInsuranceDocumentTypeInput,
  sentDocumentType,
  VehicleDocumentTypes,
} from './document-kinds.ts'
import { ResourceValidityReason, SubcontractorValidityReason } from './reasons.ts'

const sent = {
  start_time: LenientInstant.describe('From when on it is good.'),
  end_time: LenientInstant.nullish().describe('Planning end: up to when it is planned with; null: without end.'),
  legal_end_time: LenientInstant.nullish().describe('Legal end: when it legally expires, as printed on the document.'),
  generate_unavailability: z
    .boolean()
    .nullish()
    .describe('Whether an unavailability is created once end_time has passed (VAL-2).')
    .meta({ default: false }),
  external_id: OptionalText.describe('Key in another system; need not be unique.'),
  description: optionalText('In words.'),
}

const shown = {
  id: UuidOut.describe('Id of the validity.'),
  start_time: UtcInstant.describe('From when on it is good.'),
  end_time: UtcInstant.nullable().describe('Planning end; null: without end.'),
  legal_end_time: UtcInstant.nullable().describe('Legal end; null: the same as the planning end, or unknown.'),
  generate_unavailability: z.boolean().describe('Whether an unavailability is created once end_time has passed.'),
  external_id: z.string().nullable().describe('Key in another system.'),
  description: z.string().nullable().describe('In words.'),
}

const upload = {
  upload_id: Uuid.describe('From POST /v1/documents/document/upload_content (VAL-3).'),
  name: z.string().min(1).max(500).describe('Name of the file.'),
}

/** A file to be attached to a validity of a resource. */
export const UploadedResourceDocument = z
  .object({
    ...upload,
    document_type: sentDocumentType(
      z.union([ContainerDocumentTypes, DriverDocumentTypes, VehicleDocumentTypes]),
    ).describe('Its kind.'),
  })
  .meta({ id: 'UploadedResourceDocument' })

/** A file to be attached to a validity of a company. */
export const UploadedCompanyDocument = z
  .object({
    ...upload,
    document_type: sentDocumentType(
      z.union([SubcontractorDocumentWithValidityTypeInput, SubcontractorInsuranceDocumentTypeInput]),
    ).describe('Its kind.'),
  })
  .meta({ id: 'UploadedCompanyDocument' })

const more = 'Files to attach. On PUT they are added to those that are there.'

/** Certificate or licence of a resource, in requests. */
export const ResourceValidityInput = z
  .object({
    ...sent,
    type: ResourceValidityReason.describe('What it is about.'),
    documents: optionalList(UploadedResourceDocument, more),
  })
  .meta({ id: 'ResourceValidityInput' })

/** Certificate or licence of a company, in requests. */
export const CompanyValidityInput = z
  .object({
    ...sent,
    type: SubcontractorValidityReason.describe('What it is about.'),
    documents: optionalList(UploadedCompanyDocument, more),
  })
  .meta({ id: 'CompanyValidityInput' })

/** Members common to both kinds of validity, in requests. */
export type ValidityInput = z.output<typeof ResourceValidityInput> | z.output<typeof CompanyValidityInput>

/** Certificate or licence of a resource. Its documents are read separately. */
export const ResourceValidityOutput = z
  .object({ ...shown, type: ResourceValidityReason.describe('What it is about.') })
  .meta({ id: 'ResourceValidityOutput' })
export type ResourceValidityOutput = z.output<typeof ResourceValidityOutput>

/** Certificate or licence of a company. Its documents are read separately. */
export const CompanyValidityOutput = z
  .object({ ...shown, type: SubcontractorValidityReason.describe('What it is about.') })
  .meta({ id: 'CompanyValidityOutput' })
export type CompanyValidityOutput = z.output<typeof CompanyValidityOutput>

/** Validities of a resource. */
export const ResourceValidityPage = page(ResourceValidityOutput).meta({ id: 'ListResourceValidityOutput' })
/** Validities of a company. */
export const CompanyValidityPage = page(CompanyValidityOutput).meta({ id: 'ListCompanyValidityOutput' })

/** Filters of a list: records overlapping the period from `start_time` to `end_time`, exclusive. */
export const ValidityQuery = CursorQuery.extend({
  start_time: LenientInstant.optional().describe('Only what has its planning end after this instant, or none.'),
  end_time: LenientInstant.optional().describe('Only what begins before this instant.'),
})

/** Validity sent with a company document. */
export const CompanyValidity = z
  .object({ ...sent, type: SubcontractorValidityReason.describe('What it is about.') })
  .meta({ id: 'CompanyValidity' })

const AnyCompanyDocument = z.union([
  CustomerDocumentTypeInput,
  SubcontractorDocumentWithoutValidityTypeInput,
  SubcontractorDocumentWithValidityTypeInput,
  SubcontractorInsuranceDocumentTypeInput,
])

/** File to attach to a company, with its validity where relevant. */
export const UploadedCompanyDocumentWithValidity = z
  .object({
    ...upload,
    document_type: sentDocumentType(AnyCompanyDocument).describe('Its kind.'),
    validity: CompanyValidity.nullish().describe('How long it is good; null or left out: no matter.'),
  })
  .meta({ id: 'UploadedCompanyDocumentWithValidity' })
export type UploadedCompanyDocumentWithValidity = z.output<typeof UploadedCompanyDocumentWithValidity>

/** A document of a company. */
export const CompanyDocumentOutput = z
  .object({
    id: UuidOut.describe('Id of the document.'),
    name: z.string().describe('Name of the file.'),
    type: AnyCompanyDocument.describe('Its kind.'),
    download_url: z.string().optional().describe('Path to the bytes, relative to the base URL.').meta({ default: '' }),
    subject_type: z.string().describe('What it belongs to: COMPANY.'),
    content_type: z.string().nullable().describe('Media type.'),
    validity: CompanyValidityOutput.nullable().describe('How long it is good.'),
  })
  .meta({ id: 'CompanyDocumentOutput' })
export type CompanyDocumentOutput = z.output<typeof CompanyDocumentOutput>

/** Documents of a company. */
export const CompanyDocumentPage = page(CompanyDocumentOutput).meta({ id: 'ListCompanyDocumentOutput' })
