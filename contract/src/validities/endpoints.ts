import { z } from 'zod'
import { Document } from '../documents/endpoints.ts'
import { type ApiRole, endpoint } from '../endpoint.ts'
import { CursorQuery } from '../page.ts'
import { Uuid } from '../scalars.ts'
import {
  CompanyDocumentOutput,
  CompanyDocumentPage,
  CompanyValidityInput,
  CompanyValidityOutput,
  CompanyValidityPage,
  ResourceValidityInput,
  ResourceValidityOutput,
  ResourceValidityPage,
  UploadedCompanyDocumentWithValidity,
  ValidityQuery,
} from './validity.ts'

const ofResource = {
  tag: 'validities',
  auth: 'bearer',
  roles: ['API_MASTER_DATA'] as readonly ApiRole[],
  limit: 'general',
  since: '1.2.0',
} as const
const ofCompany = { ...ofResource, roles: ['API_MASTER_DATA', 'API_ACCOUNTING'] as readonly ApiRole[] } as const

const resource_id = Uuid.describe('Id of the resource.')
const company_id = Uuid.describe('Id of the company.')
const id = Uuid.describe('Id of the validity.')
const resourcePath = '/v1/resources/resource/{resource_id}/validity'
const companyPath = '/v1/companies/company/{company_id}/validity'
const ResourceParams = z.object({ resource_id })
const OneOfResource = z.object({ resource_id, id })
const CompanyParams = z.object({ company_id })
const OneOfCompany = z.object({ company_id, id })

const listed =
  'In the order in which they were created. The filters match overlaps with the time up to the planning end.'
const createDescription =
  'Upload files first and list their ids in documents. With generate_unavailability an unavailability without end is created ' +
  'when end_time has passed; it follows when the validity is changed, and goes when the validity goes.'

/** Every validity of a resource. */
export const listResourceValidities = endpoint({
  ...ofResource,
  id: 'listResourceValidities',
  method: 'GET',
  path: resourcePath,
  summary: 'List the validities of a resource',
  description: listed,
  params: ResourceParams,
  query: ValidityQuery,
  response: ResourceValidityPage,
})

/** Adds a certificate or licence to a resource (VAL-1 to VAL-3). */
export const createResourceValidity = endpoint({
  ...ofResource,
  id: 'createResourceValidity',
  method: 'POST',
  path: resourcePath,
  summary: 'Add a validity to a resource',
  description: createDescription,
  params: ResourceParams,
  creates: 'header',
  body: ResourceValidityInput,
  response: ResourceValidityOutput,
})

/** One validity of a resource. */
export const getResourceValidity = endpoint({
  ...ofResource,
  id: 'getResourceValidity',
  method: 'GET',
  path: `${resourcePath}/{id}`,
  summary: 'Get a validity of a resource',
  params: OneOfResource,
  response: ResourceValidityOutput,
})

/** Replaces a validity of a resource; documents are added. */
export const replaceResourceValidity = endpoint({
  ...ofResource,
  id: 'replaceResourceValidity',
  method: 'PUT',
  path: `${resourcePath}/{id}`,
  summary: 'Replace a validity of a resource',
  description: 'A member that is left out is emptied; documents are added to those that are there.',
  params: OneOfResource,
  creates: 'header',
  body: ResourceValidityInput,
  response: ResourceValidityOutput,
})

/** Removes a validity of a resource, with the unavailability created from it. */
export const deleteResourceValidity = endpoint({
  ...ofResource,
  id: 'deleteResourceValidity',
  method: 'DELETE',
  path: `${resourcePath}/{id}`,
  summary: 'Remove a validity of a resource',
  params: OneOfResource,
  status: 204,
})

/** Files of a resource's validity. */
export const listResourceValidityDocuments = endpoint({
  ...ofResource,
  id: 'listResourceValidityDocuments',
  method: 'GET',
  path: `${resourcePath}/{id}/documents`,
  summary: 'List the documents of a validity of a resource',
  params: OneOfResource,
  response: z.array(Document),
})

/** Every validity of a company. */
export const listCompanyValidities = endpoint({
  ...ofCompany,
  id: 'listCompanyValidities',
  method: 'GET',
  path: companyPath,
  summary: 'List the validities of a company',
  description: listed,
  params: CompanyParams,
  query: ValidityQuery,
  response: CompanyValidityPage,
})

/** Adds a certificate or licence to a company (VAL-1 to VAL-3). */
export const createCompanyValidity = endpoint({
  ...ofCompany,
  id: 'createCompanyValidity',
  method: 'POST',
  path: companyPath,
  summary: 'Add a validity to a company',
  description: `${createDescription} It is created for every resource of that carrier at that moment.`,
  params: CompanyParams,
  creates: 'header',
  body: CompanyValidityInput,
  response: CompanyValidityOutput,
})

/** One validity of a company. */
export const getCompanyValidity = endpoint({
  ...ofCompany,
  id: 'getCompanyValidity',
  method: 'GET',
  path: `${companyPath}/{id}`,
  summary: 'Get a validity of a company',
  params: OneOfCompany,
  response: CompanyValidityOutput,
})

/** Replaces a validity of a company; documents are added. */
export const replaceCompanyValidity = endpoint({
  ...ofCompany,
  id: 'replaceCompanyValidity',
  method: 'PUT',
  path: `${companyPath}/{id}`,
  summary: 'Replace a validity of a company',
  description: 'A member that is left out is emptied; documents are added to those that are there.',
  params: OneOfCompany,
  creates: 'header',
  body: CompanyValidityInput,
  response: CompanyValidityOutput,
})

/** Removes a validity of a company, with the unavailabilities created from it. */
export const deleteCompanyValidity = endpoint({
  ...ofCompany,
  id: 'deleteCompanyValidity',
  method: 'DELETE',
  path: `${companyPath}/{id}`,
  summary: 'Remove a validity of a company',
  description: 'Its documents stay with the company.',
  params: OneOfCompany,
  status: 204,
})

/** Files of a company's validity. */
export const listCompanyValidityDocuments = endpoint({
  ...ofCompany,
  id: 'listCompanyValidityDocuments',
  method: 'GET',
  path: `${companyPath}/{id}/documents`,
  summary: 'List the documents of a validity of a company',
  params: OneOfCompany,
  response: z.array(Document),
})

/** Every document of a company. */
export const listCompanyDocuments = endpoint({
  ...ofCompany,
  id: 'listCompanyDocuments',
  method: 'GET',
  path: '/v1/companies/company/{company_id}/documents',
  tag: 'documents',
  summary: 'List the documents of a company',
  params: CompanyParams,
  query: CursorQuery,
  response: CompanyDocumentPage,
})

/** Attaches an uploaded file to a company, optionally with its validity. */
export const createCompanyDocument = endpoint({
  ...ofCompany,
  id: 'createCompanyDocument',
  method: 'POST',
  path: '/v1/companies/company/{company_id}/documents',
  tag: 'documents',
  summary: 'Attach a file to a company',
  description: 'Upload the file first. A validity that is sent with it becomes one of the company as well.',
  params: CompanyParams,
  creates: 'header',
  body: UploadedCompanyDocumentWithValidity,
  response: CompanyDocumentOutput,
})
