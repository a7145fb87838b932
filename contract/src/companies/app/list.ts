import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, bulkIds, tally } from '../../listing.ts'
import { companyFilters } from './record.ts'

const shared = {
  ...ofApplication,
  permission: 'company.read',
} as const

/** Company counts of each role and state under the other filters. */
export const countCompanyRecords = endpoint({
  ...shared,
  id: 'countCompanyRecords',
  method: 'GET',
  path: '/app/companies/counts',
  summary: 'Count companies by role and state',
  query: z.object(companyFilters),
  response: z.object({
    by_role: tally.describe('By role.'),
    by_status: tally.describe('By state.'),
    expiring: z.int().min(0).describe('Those with a validity that has ended or ends within 30 days.'),
  }),
})

/** All matching companies, as CSV. */
export const exportCompanyList = endpoint({
  ...shared,
  id: 'exportCompanyList',
  method: 'GET',
  path: '/app/companies/csv',
  summary: 'Companies as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a company, by name, every match.',
  query: z.object(companyFilters),
  responseType: 'bytes',
})

/** Bulk action on companies. */
export const changeCompanies = endpoint({
  ...shared,
  id: 'changeCompanies',
  method: 'POST',
  path: '/app/companies/bulk',
  permission: 'company.write',
  summary: 'Do one thing to many companies',
  description:
    'Each company on its own: a rejection of one does not stop the others. approve and block set ' +
    'the state of every role a company has.',
  body: z.object({
    action: z.enum(['approve', 'block', 'archive', 'restore']).describe('What is to be done.'),
    ids: bulkIds,
  }),
  response: bulkAnswer,
})
