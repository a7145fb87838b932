import { z } from 'zod'
import { AuditRecord } from '../../audit/app.ts'
import { RecordDocument } from '../../documents/app/record.ts'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { listWindow, someOf, windowMembers } from '../../listing.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { Warning } from '../../warnings.ts'
import { CompanyDetailOutput } from '../company-detail.ts'
import { CompanyInput, CompanyPartialInput } from '../company-input.ts'

/** Company in a list. */
export const ListedCompany = z
  .object({
    company_id: UuidOut.describe('Id of the company.'),
    name: z.string().describe('Name.'),
    code: z.string().nullable().describe('Code.'),
    accounting_code: z.string().nullable().describe('Code in the accounting system.'),
    is_customer: z.boolean().describe('May order.'),
    is_subcontractor: z.boolean().describe('Carries for the tenant.'),
    status: z.string().describe('As a customer, or as a subcontractor when it is not a customer.'),
    city: z.string().nullable().describe('Town of the billing address.'),
    country: z.string().nullable().describe('Country of the billing address.'),
    vat_number: z.string().nullable().describe('VAT number.'),
    is_archived: z.boolean().describe('Out of use in every role.'),
    updated_at: UtcInstant.describe('When it changed last.'),
  })
  .meta({ id: 'AppListedCompany' })
export type ListedCompany = z.output<typeof ListedCompany>

export const companyRoles = ['customer', 'subcontractor'] as const
export const companyStates = ['PROSPECT', 'NOT_APPROVED', 'APPROVED', 'WARNING', 'BLOCKED'] as const
export const companySorts = ['name', '-name', 'code', '-code', 'updated', '-updated'] as const

const yes = z
  .enum(['true', 'false'])
  .optional()
  .transform((value) => value === 'true')

/** Filters of a list of companies; they are AND-ed, the values of one are OR-ed. */
export const companyFilters = {
  q: z.string().trim().max(100).optional().describe('Beginning of the name, the code or the accounting code.'),
  role: someOf(companyRoles).describe('Roles, with commas between them.'),
  status: someOf(companyStates).describe('States, with commas between them.'),
  archived: yes.describe('True: those out of use, instead of those in use.'),
  expiring: yes.describe('True: only those with a validity that has ended or ends within 30 days.'),
}

const reads = {
  ...ofApplication,
  permission: 'company.read',
} as const
const writes = { ...reads, permission: 'company.write' } as const
const params = z.object({ company_id: Uuid.describe('Id of the company.') })

/** One page of the matching companies. */
export const listCompanyRecords = endpoint({
  ...reads,
  id: 'listCompanyRecords',
  method: 'GET',
  path: '/app/companies',
  summary: 'List companies for a screen',
  query: z.object({
    ...windowMembers,
    ...companyFilters,
    sort: z.enum(companySorts).default('name').describe('Order of the rows.'),
  }),
  response: listWindow(ListedCompany),
})

/** Company for its page. */
export const CompanyRecord = z
  .object({
    company: CompanyDetailOutput.describe('As GET /v1/companies/company/{id} answers it.'),
    source: z.string().nullable().describe('The list of another system that manages it; null for one created by hand.'),
    order_count: z.int().min(0).describe('Orders as a customer, counted up to 10,000.'),
    warnings: z.array(Warning).describe('What looks wrong in it.'),
    unconfirmed_accounts: z
      .array(
        z.object({
          account: z.string().describe('Number of the account, without spaces.'),
          entered_by: z
            .string()
            .nullable()
            .describe('Name of the user who entered it; null: another system, or removed.'),
          entered_at: UtcInstant.describe('When it was entered.'),
          may_confirm: z.boolean().describe('Whether the caller may confirm it (COMP-13).'),
        }),
      )
      .describe('Its bank accounts that are not confirmed: nothing is paid there (COMP-12).'),
  })
  .meta({ id: 'AppCompanyRecord' })
export type CompanyRecord = z.output<typeof CompanyRecord>

/** One company for its page and its panel. */
export const getCompanyRecord = endpoint({
  ...reads,
  id: 'getCompanyRecord',
  method: 'GET',
  path: '/app/companies/{company_id}',
  summary: 'Read a company for a screen',
  params,
  response: CompanyRecord,
})

/** Creates a company as the published interface does (COMP-1). */
export const createCompanyRecord = endpoint({
  ...writes,
  id: 'createCompanyRecord',
  method: 'POST',
  creates: 'header',
  path: '/app/companies',
  summary: 'Create a company on a screen',
  body: CompanyInput,
  response: CompanyDetailOutput,
})

/** Changes only the sent members, as the published interface does (COMP-2 to COMP-4). */
export const changeCompanyRecord = endpoint({
  ...writes,
  id: 'changeCompanyRecord',
  method: 'PATCH',
  creates: 'header',
  path: '/app/companies/{company_id}',
  summary: 'Change a company on a screen',
  params,
  body: CompanyPartialInput,
  response: CompanyDetailOutput,
})

/** Confirms a bank account entered by another user, so that it may be paid (COMP-13). */
export const confirmCompanyAccount = endpoint({
  ...ofApplication,
  id: 'confirmCompanyAccount',
  method: 'POST',
  path: '/app/companies/{company_id}/confirm-account',
  permission: 'purchase.pay',
  summary: 'Confirm a bank account of a company',
  description:
    'Ask the company first. Who entered the account cannot confirm it while someone else may pay suppliers (409).',
  params,
  body: z.object({ account: z.string().trim().min(1).max(255).describe('The account, as it is shown.') }),
  response: CompanyRecord,
})

/** Documents of a company, newest first. */
export const listDocumentsOfCompany = endpoint({
  ...reads,
  id: 'listDocumentsOfCompany',
  method: 'GET',
  path: '/app/companies/{company_id}/documents',
  summary: 'Documents of a company for a screen',
  description: 'Newest first, at most 200.',
  params,
  response: z.object({ items: z.array(RecordDocument).describe('Newest first.') }),
})

/** History of a company. */
export const listCompanyHistory = endpoint({
  ...reads,
  id: 'listCompanyHistory',
  method: 'GET',
  path: '/app/companies/{company_id}/history',
  summary: 'History of a company',
  description: 'Newest first, at most 200.',
  params,
  response: z.object({ items: z.array(AuditRecord).describe('Newest first.') }),
})
