import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { SensibleInstant } from '../../reading/entered.ts'
import { Uuid } from '../../scalars.ts'
import {
  CompanyValidityInput,
  CompanyValidityOutput,
  ResourceValidityInput,
  ResourceValidityOutput,
} from '../validity.ts'

/** Start and end entered by a user (SENSE-3). */
const entered = {
  start_time: SensibleInstant.describe('From when on it is good.'),
  end_time: SensibleInstant.nullish().describe('Planning end: up to when it is planned with; null: without end.'),
  legal_end_time: SensibleInstant.nullish().describe('Legal end: when it legally expires, as printed on the document.'),
}
const ResourceValidityEntry = ResourceValidityInput.extend(entered).meta({ id: 'AppResourceValidityInput' })
const CompanyValidityEntry = CompanyValidityInput.extend(entered).meta({ id: 'AppCompanyValidityInput' })

const ofResource = { ...ofApplication, permission: 'resource.write' } as const
const ofCompany = { ...ofApplication, permission: 'company.write' } as const
const resourceParams = z.object({ resource_id: Uuid.describe('Id of the resource.') })
const companyParams = z.object({ company_id: Uuid.describe('Id of the company.') })
const validity_id = Uuid.describe('Id of the validity.')
const oneOfResource = resourceParams.extend({ validity_id })
const oneOfCompany = companyParams.extend({ validity_id })
const resourcePath = '/app/resources/{resource_id}/validities'
const companyPath = '/app/companies/{company_id}/validities'

/** Validities of a resource, in creation order. */
export const listValiditiesOfResource = endpoint({
  ...ofResource,
  id: 'listValiditiesOfResource',
  permission: 'resource.read',
  method: 'GET',
  path: resourcePath,
  summary: 'Validities of a resource',
  description: 'In the order in which they were created, at most 500.',
  params: resourceParams,
  response: z.object({ items: z.array(ResourceValidityOutput).describe('Oldest record first.') }),
})

/** Adds a validity to a resource (VAL-1). */
export const addValidityToResource = endpoint({
  ...ofResource,
  id: 'addValidityToResource',
  method: 'POST',
  creates: 'header',
  path: resourcePath,
  summary: 'Add a validity to a resource on a screen',
  params: resourceParams,
  body: ResourceValidityEntry,
  response: ResourceValidityOutput,
})

/** Replaces a validity of a resource. */
export const changeValidityOfResource = endpoint({
  ...ofResource,
  id: 'changeValidityOfResource',
  method: 'PUT',
  path: `${resourcePath}/{validity_id}`,
  summary: 'Change a validity of a resource on a screen',
  params: oneOfResource,
  body: ResourceValidityEntry,
  response: ResourceValidityOutput,
})

/** Removes a validity of a resource, with the unavailability created from it. */
export const removeValidityOfResource = endpoint({
  ...ofResource,
  id: 'removeValidityOfResource',
  method: 'DELETE',
  path: `${resourcePath}/{validity_id}`,
  summary: 'Remove a validity of a resource on a screen',
  params: oneOfResource,
  status: 204,
})

/** Validities of a company, in creation order. */
export const listValiditiesOfCompany = endpoint({
  ...ofCompany,
  id: 'listValiditiesOfCompany',
  permission: 'company.read',
  method: 'GET',
  path: companyPath,
  summary: 'Validities of a company',
  description: 'In the order in which they were created, at most 500.',
  params: companyParams,
  response: z.object({ items: z.array(CompanyValidityOutput).describe('Oldest record first.') }),
})

/** Adds a validity to a company (VAL-1). */
export const addValidityToCompany = endpoint({
  ...ofCompany,
  id: 'addValidityToCompany',
  method: 'POST',
  creates: 'header',
  path: companyPath,
  summary: 'Add a validity to a company on a screen',
  params: companyParams,
  body: CompanyValidityEntry,
  response: CompanyValidityOutput,
})

/** Replaces a validity of a company. */
export const changeValidityOfCompany = endpoint({
  ...ofCompany,
  id: 'changeValidityOfCompany',
  method: 'PUT',
  path: `${companyPath}/{validity_id}`,
  summary: 'Change a validity of a company on a screen',
  params: oneOfCompany,
  body: CompanyValidityEntry,
  response: CompanyValidityOutput,
})

/** Removes a validity of a company. */
export const removeValidityOfCompany = endpoint({
  ...ofCompany,
  id: 'removeValidityOfCompany',
  method: 'DELETE',
  path: `${companyPath}/{validity_id}`,
  summary: 'Remove a validity of a company on a screen',
  params: oneOfCompany,
  status: 204,
})
