import { searchCompanies } from '@cartage/contract/companies/app/search'
import * as contract from '@cartage/contract/companies/endpoints'
import type { Endpoint } from '@cartage/contract/endpoint'
import { byCaller } from '../audit/rules.ts'
import { keepAnswers } from '../http/kept-answers.ts'
import { walkList } from '../http/page.ts'
import { Problem } from '../http/problem.ts'
import { type Call, type Server, serve } from '../http/serve.ts'
import { warn } from '../http/warnings.ts'
import * as commands from './commands.ts'
import { findCompanyDetail, listCompanyDetails } from './details.views.ts'
import { serveCompanyScreens } from './screens.routes.ts'
import { findCompaniesBeginning } from './search.views.ts'
import { syncCompanies } from './sync.commands.ts'

/** Binds the operations of companies. */
export function serveCompanies(server: Server): void {
  serveReads(server)
  serveChanges(server)
  serveArchive(server)
  serveCompanyScreens(server)
}

function serveReads(server: Server): void {
  const { ctx } = server
  serve(server, contract.listCompanies, async ({ caller, query, inTenant }) => {
    const walk = walkList(ctx, caller, contract.listCompanies.id, query)
    const after = walk.after?.[0]
    const filter = {
      after: after === undefined ? undefined : String(after),
      updatedAfter: walk.filters.updated_after,
      limit: walk.limit,
    }
    const rows = await inTenant((tx) => listCompanyDetails(tx, filter))
    return walk.page(rows, ({ id }) => [id])
  })
  const kept = keepAnswers(server, contract.getCompany, 'COMPANY')
  serve(server, contract.getCompany, (call) => kept(call, call.params.id, () => readOne(call, call.params.id)))
  const keptToo = keepAnswers(server, contract.readCompany, 'COMPANY')
  serve(server, contract.readCompany, (call) => {
    const id = call.params.company_id
    return keptToo(call, id, () => readOne(call, id))
  })
  serve(server, searchCompanies, async ({ query, inTenant }) => ({
    items: await inTenant((tx) => findCompaniesBeginning(tx, query.q)),
  }))
}

async function readOne({ inTenant }: Pick<Call<Endpoint>, 'inTenant'>, id: string) {
  const company = await inTenant((tx) => findCompanyDetail(tx, id))
  if (!company) throw new Problem('not_found')
  return { result: company, isMarked: true }
}

function serveChanges(server: Server): void {
  const { ctx } = server
  serve(server, contract.createCompany, async (call) => {
    return answer(call, await commands.createCompany(ctx, call.caller.tenantId, byOf(call), call.body))
  })
  serve(server, contract.updateCompany, async (call) => {
    const { caller, params, body } = call
    return answer(call, await commands.updateCompany(ctx, caller.tenantId, byOf(call), params.id, body))
  })
  serve(server, contract.patchCompany, async (call) => {
    const { caller, params, body } = call
    return answer(call, await commands.patchCompany(ctx, caller.tenantId, byOf(call), params.id, body))
  })
  serve(server, contract.changeCompany, async (call) => {
    const { caller, params, body } = call
    return answer(call, await commands.patchCompany(ctx, caller.tenantId, byOf(call), params.company_id, body))
  })
  serve(server, contract.syncCompanies, (call) => syncCompanies(ctx, call.caller.tenantId, byOf(call), call.body))
}

function serveArchive(server: Server): void {
  const { ctx } = server
  serve(server, contract.archiveCompany, async (call) => {
    await commands.archiveCompany(ctx, call.caller.tenantId, byOf(call), call.params.id)
    return undefined
  })
  serve(server, contract.archiveCompanyOld, async (call) => {
    await commands.archiveCompany(ctx, call.caller.tenantId, byOf(call), call.params.id)
    return null
  })
}

type CallContext = Pick<Call<Endpoint>, 'caller' | 'requestId' | 'reply'>

function byOf({ caller, requestId }: CallContext) {
  return byCaller(caller, requestId)
}

/** Warnings are in a header: the body contains only the company. */
function answer({ reply }: CallContext, { company, warnings }: commands.WrittenCompany) {
  warn(reply, warnings)
  return company
}
