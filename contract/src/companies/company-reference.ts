import { z } from 'zod'
import { optionalText, UuidOut } from '../scalars.ts'

/** Names a company. Answers carry both members, with the same value (CLIENT-10). */
export const CompanyReference = z
  .object({
    row_id: UuidOut.describe('Id of the company.'),
    id: UuidOut.optional().describe('The same id; not needed in a request.'),
  })
  .meta({ id: 'CompanyReference' })
export type CompanyReference = z.output<typeof CompanyReference>

/** A company another record points to, as answers show it. */
export const CompanyReferenceOutput = z
  .object({
    id: UuidOut.describe('Id of the company.'),
    name: z.string().describe('Name.'),
    code: optionalText('Code.'),
  })
  .meta({ id: 'CompanyReferenceOutput' })
export type CompanyReferenceOutput = z.output<typeof CompanyReferenceOutput>
