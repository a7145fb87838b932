import { changeCompanies, countCompanyRecords, exportCompanyList } from '@cartage/contract/companies/app/list'
import { type ListedCompany, listCompanyRecords } from '@cartage/contract/companies/app/record'
import { soonFrom } from '@cartage/contract/validities/soon'
import { byCaller } from '../audit/rules.ts'
import { type CsvColumns, sendCsv, walkRows } from '../http/csv.ts'
import { itself } from '../http/each.ts'
import { type Server, serve } from '../http/serve.ts'
import { archiveCompany, patchCompany } from './commands.ts'
import { companies, countCompanies } from './list.views.ts'

/** Binds the list of companies: pages, counts, file export and bulk actions. */
export function serveCompanyList(server: Server): void {
  const { ctx } = server
  serve(server, listCompanyRecords, async ({ query, inTenant }) => {
    const { sort, offset, limit, ...filters } = query
    const given = { soon: soonFrom(ctx.now()) }
    return inTenant((tx) => companies.open(tx, filters, given).window({ sort, offset, limit }))
  })
  serve(server, countCompanyRecords, async ({ query, inTenant }) =>
    inTenant((tx) => countCompanies(tx, query, soonFrom(ctx.now()))),
  )
  serve(server, exportCompanyList, ({ caller, query, reply }) => {
    const given = { soon: soonFrom(ctx.now()) }
    const chunks = walkRows(ctx, caller.tenantId, companies, { filters: query, given })
    return sendCsv(reply, 'companies', columns, chunks)
  })
  serve(server, changeCompanies, async ({ caller, requestId, body, doEach }) => {
    const by = byCaller(caller, requestId)
    const items = await doEach(body.ids, itself, async (id) => {
      if (body.action === 'archive') return archiveCompany(ctx, caller.tenantId, by, id)
      return patchCompany(ctx, caller.tenantId, by, id, patches[body.action])
    })
    return { items }
  })
}

/** Changes that each bulk action sends, as the company page does. */
const patches = {
  approve: { sales: { status: 'APPROVED' }, purchase: { status: 'APPROVED' } },
  block: { sales: { status: 'BLOCKED' }, purchase: { status: 'BLOCKED' } },
  restore: { is_archived: false },
} as const

const columns: CsvColumns<ListedCompany> = {
  name: (row) => row.name,
  code: (row) => row.code,
  accounting_code: (row) => row.accounting_code,
  is_customer: (row) => row.is_customer,
  is_subcontractor: (row) => row.is_subcontractor,
  status: (row) => row.status,
  city: (row) => row.city,
  country: (row) => row.country,
  vat_number: (row) => row.vat_number,
  is_archived: (row) => row.is_archived,
  updated_at: (row) => row.updated_at,
  company_id: (row) => row.company_id,
}
