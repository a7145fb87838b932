import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { openSet, UuidOut } from '../../scalars.ts'

/** Company as a search suggestion. */
export const CompanyOption = z
  .object({
    company_id: UuidOut.describe('Id of the company.'),
    name: z.string().describe('Name.'),
    code: z.string().nullable().describe('What orders name it by: its accounting code, else its code.'),
    city: z.string().nullable().describe('Town it is billed in.'),
    status: openSet(['PROSPECT', 'NOT_APPROVED', 'APPROVED', 'WARNING', 'BLOCKED']).describe('Whether it may order.'),
  })
  .meta({ id: 'AppFoundCompany' })
export type CompanyOption = z.output<typeof CompanyOption>

/** Companies whose name begins with a text. */
export const searchCompanies = endpoint({
  ...ofApplication,
  id: 'searchCompanies',
  method: 'GET',
  path: '/app/companies/search',
  summary: 'Look for a company',
  description: 'Customers whose name, code or accounting code begins with the text; at most 20, by name.',
  permission: 'order.read',
  query: z.object({ q: z.string().trim().max(200).default('').describe('Beginning of name or code.') }),
  response: z.object({ items: z.array(CompanyOption).describe('By name.') }),
})
