import { z } from 'zod'
import { optionalText, UuidOut } from '../scalars.ts'

/** Reference to a company. Responses carry both members with the same value (CLIENT-10). */
export const CompanyReference = z
  .object({
    row_id: UuidOut.describe('Id of the company.'),
    id: UuidOut.optional().describe('The same id; not needed in a request.'),
  })
  .meta({ id: 'CompanyReference' })
export type CompanyReference = z.output<typeof CompanyReference>

/** Company reference in responses. */
export const CompanyReferenceOutput = z
  .object({
    id: UuidOut.describe('Id of the company.'),
    name: z.string().describe('Name.'),
    code: optionalText('Code.'),
  })
  .meta({ id: 'CompanyReferenceOutput' })
export type CompanyReferenceOutput = z.output<typeof CompanyReferenceOutput>
