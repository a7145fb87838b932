import { z } from 'zod'
import { RecordDocument } from '../../documents/app/record.ts'
import { DocumentUploadForm, largestDocument } from '../../documents/endpoints.ts'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { Uuid } from '../../scalars.ts'
import {
  ContainerDocumentTypes,
  CustomerDocumentTypeInput,
  DriverDocumentTypes,
  SubcontractorDocumentWithoutValidityTypeInput,
  SubcontractorDocumentWithValidityTypeInput,
  SubcontractorInsuranceDocumentTypeInput,
  VehicleDocumentTypes,
} from '../document-kinds.ts'

const ofResource = { ...ofApplication, permission: 'resource.write' } as const
const ofCompany = { ...ofApplication, permission: 'company.write' } as const
const resourceParams = z.object({ resource_id: Uuid.describe('Id of the resource.') })
const companyParams = z.object({ company_id: Uuid.describe('Id of the company.') })
const document_id = Uuid.describe('Id of the document.')
const file = {
  bodyType: 'multipart',
  bodyLimit: largestDocument,
  body: DocumentUploadForm,
  response: RecordDocument,
  description: 'Send multipart/form-data with one part called file. The same types and sizes as in the interface.',
} as const

/** Document types of a resource. */
export const ResourceDocumentType = z.union([ContainerDocumentTypes, DriverDocumentTypes, VehicleDocumentTypes])
/** Document types of a company. */
export const CompanyDocumentType = z.union([
  CustomerDocumentTypeInput,
  SubcontractorDocumentWithoutValidityTypeInput,
  SubcontractorDocumentWithValidityTypeInput,
  SubcontractorInsuranceDocumentTypeInput,
])

/** Uploads a file and attaches it to an active resource. */
export const addResourceDocument = endpoint({
  ...ofResource,
  ...file,
  id: 'addResourceDocument',
  method: 'POST',
  creates: 'header',
  path: '/app/resources/{resource_id}/documents',
  summary: 'Attach a file to a resource',
  params: resourceParams,
  query: z.object({ document_type: ResourceDocumentType.default('OTHER').describe('Its kind; OTHER when absent.') }),
})

/** Uploads a file and attaches it to a company. */
export const addCompanyDocument = endpoint({
  ...ofCompany,
  ...file,
  id: 'addCompanyDocument',
  method: 'POST',
  creates: 'header',
  path: '/app/companies/{company_id}/documents',
  summary: 'Attach a file to a company',
  params: companyParams,
  query: z.object({ document_type: CompanyDocumentType.default('OTHER').describe('Its kind; OTHER when absent.') }),
})

const kept = 'One that came with a validity is its proof and goes when the validity is removed first: 409 until then.'

/** Removes a document of a resource permanently. */
export const removeResourceDocument = endpoint({
  ...ofResource,
  id: 'removeResourceDocument',
  method: 'DELETE',
  path: '/app/resources/{resource_id}/documents/{document_id}',
  summary: 'Remove a document of a resource',
  description: kept,
  params: resourceParams.extend({ document_id }),
  status: 204,
})

/** Removes a document of a company permanently. */
export const removeCompanyDocument = endpoint({
  ...ofCompany,
  id: 'removeCompanyDocument',
  method: 'DELETE',
  path: '/app/companies/{company_id}/documents/{document_id}',
  summary: 'Remove a document of a company',
  description: kept,
  params: companyParams.extend({ document_id }),
  status: 204,
})
