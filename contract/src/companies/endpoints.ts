import { z } from 'zod'
import { type ApiRole, endpoint } from '../endpoint.ts'
import { CursorQuery } from '../page.ts'
import { LenientInstant, Uuid } from '../scalars.ts'
import { mostSyncRows, SyncResponse, syncBodyLimit, syncMembers } from '../sync.ts'
import { CompanyDetailOutput, ListCompanyOutput } from './company-detail.ts'
import { CompanyInput, CompanyPartialInput, CompanySyncItem } from './company-input.ts'

/** COMP-11: accounting systems read companies as well. */
const roles: readonly ApiRole[] = ['API_MASTER_DATA', 'API_ACCOUNTING']
const IdParams = z.object({ id: Uuid.describe('Id of the company.') })
const CompanyParams = z.object({ company_id: Uuid.describe('Id of the company.') })

const shared = { tag: 'companies', auth: 'bearer', roles, limit: 'general', since: '1.2.0' } as const

const checked =
  'A VAT number, IBAN, phone number or country that looks wrong is saved unchanged; the header cartage-warnings says so.'

/** Companies of the tenant (PAGE-1). */
export const listCompanies = endpoint({
  ...shared,
  id: 'listCompanies',
  method: 'GET',
  path: '/v1/companies/company',
  aliases: ['/v1/accounting/company'],
  summary: 'List companies',
  description:
    'Without a filter, the companies in use. With updated_after, every company changed since then, archived ones too.',
  query: z.object({
    ...CursorQuery.shape,
    updated_after: LenientInstant.optional().describe('Only companies changed after this instant.'),
  }),
  response: ListCompanyOutput,
})

/** Creates a company (COMP-1, COMP-9). */
export const createCompany = endpoint({
  ...shared,
  id: 'createCompany',
  method: 'POST',
  path: '/v1/companies/company',
  aliases: ['/v1/accounting/company'],
  summary: 'Create a company',
  description: checked,
  creates: 'header',
  body: CompanyInput,
  response: CompanyDetailOutput,
})

/** One company, archived or not. */
export const getCompany = endpoint({
  ...shared,
  id: 'getCompany',
  method: 'GET',
  path: '/v1/companies/company/{id}',
  aliases: ['/v1/accounting/company/{id}'],
  summary: 'Get a company',
  params: IdParams,
  response: CompanyDetailOutput,
})

/** As `getCompany`, on the short path. */
export const readCompany = endpoint({
  ...shared,
  id: 'readCompany',
  method: 'GET',
  path: '/v1/company/{company_id}',
  summary: 'Get a company by the short path',
  description: 'Answers the same as GET /v1/companies/company/{id}.',
  params: CompanyParams,
  response: CompanyDetailOutput,
})

/** Replaces all members of a company. */
export const updateCompany = endpoint({
  ...shared,
  id: 'updateCompany',
  method: 'PUT',
  path: '/v1/companies/company/{id}',
  aliases: ['/v1/accounting/company/{id}'],
  summary: 'Replace a company',
  description:
    'What is left out gets its default; name, contacts and what is archived stay when they are left out. ' +
    `A list of contacts is the full list: those not in it are archived. ${checked}`,
  params: IdParams,
  body: CompanyInput,
  response: CompanyDetailOutput,
})

/** Changes only the sent members (COMP-2 to COMP-4). */
export const patchCompany = endpoint({
  ...shared,
  id: 'patchCompany',
  method: 'PATCH',
  path: '/v1/companies/company/{id}',
  aliases: ['/v1/accounting/company/{id}'],
  summary: 'Change a company',
  description: checked,
  params: IdParams,
  creates: 'header',
  body: CompanyPartialInput,
  response: CompanyDetailOutput,
})

/** As `patchCompany`, on the short path. */
export const changeCompany = endpoint({
  ...shared,
  id: 'changeCompany',
  method: 'PATCH',
  path: '/v1/company/{company_id}',
  summary: 'Change a company by the short path',
  description: 'Answers the same as PATCH /v1/companies/company/{id}.',
  params: CompanyParams,
  creates: 'header',
  body: CompanyPartialInput,
  response: CompanyDetailOutput,
})

/** Archives a company in all its roles (COMP-5). */
export const archiveCompany = endpoint({
  ...shared,
  id: 'archiveCompany',
  method: 'DELETE',
  path: '/v1/companies/company/{id}',
  summary: 'Archive a company',
  description: 'It can still be read by its id. Archiving it again has no effect.',
  params: IdParams,
  status: 204,
})

/** As `archiveCompany`, on the old path, which returns 200. */
export const archiveCompanyOld = endpoint({
  ...shared,
  id: 'archiveCompanyOld',
  method: 'DELETE',
  path: '/v1/accounting/company/{id}',
  summary: 'Archive a company by the old path',
  description: 'Use DELETE /v1/companies/company/{id}, which answers 204.',
  deprecated: true,
  params: IdParams,
  response: z.null(),
})

/** Full company list of one source. */
export const CompanySyncRequest = z.object(syncMembers(CompanySyncItem)).meta({ id: 'CompanySyncRequest' })
export type CompanySyncRequest = z.output<typeof CompanySyncRequest>

/** Synchronises the companies of one source with its full list, in one transaction. */
export const syncCompanies = endpoint({
  ...shared,
  id: 'syncCompanies',
  method: 'PUT',
  path: '/v1/companies/sync',
  summary: 'Synchronise the companies of a source',
  description:
    'A row means the company with its code, or without a code the one with its accounting_code. Companies of the ' +
    'source that are not in the list are archived; those of other sources are left alone, and a company without a ' +
    'source that a row means belongs to the source from then on. A row that a rule refuses says why and changes nothing; while ' +
    'one has neither code, nothing is archived.',
  added: true,
  bodyLimit: syncBodyLimit,
  longestList: mostSyncRows,
  body: CompanySyncRequest,
  response: SyncResponse,
})
