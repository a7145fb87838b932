import { getCarrierTerms, putCarrierTerms } from '@cartage/contract/companies/app/carrier-terms'
import * as contract from '@cartage/contract/companies/app/record'
import { byCaller } from '../audit/rules.ts'
import { listTrail } from '../audit/views.ts'
import type { Tx } from '../db/tenant.ts'
import { readableKinds } from '../documents/access.rules.ts'
import { listDocumentsOfRecord } from '../documents/latest.views.ts'
import { Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { warn } from '../http/warnings.ts'
import { confirmCompanyAccount } from './accounts/commands.ts'
import * as commands from './commands.ts'
import { findCompanyDetail } from './details.views.ts'
import { serveCompanyList } from './list.routes.ts'
import { readRecord } from './record.views.ts'
import { putCarrierTerms as replaceTerms } from './terms/commands.ts'
import { getCarrierTerms as readTerms } from './terms/views.ts'

const mostShown = 200

/** Binds companies for screens. */
export function serveCompanyScreens(server: Server): void {
  const { ctx } = server
  serveCompanyList(server)
  serve(server, contract.getCompanyRecord, async ({ caller, params, inTenant }) =>
    inTenant((tx) => readRecord(tx, caller, params.company_id)),
  )
  serve(server, contract.createCompanyRecord, async ({ caller, requestId, body, reply }) => {
    const by = byCaller(caller, requestId)
    const { company, warnings } = await commands.createCompany(ctx, caller.tenantId, by, body)
    warn(reply, warnings)
    return company
  })
  serve(server, contract.changeCompanyRecord, async ({ caller, requestId, params, body, reply }) => {
    const by = byCaller(caller, requestId)
    const { company, warnings } = await commands.patchCompany(ctx, caller.tenantId, by, params.company_id, body)
    warn(reply, warnings)
    return company
  })
  serve(server, contract.confirmCompanyAccount, async ({ caller, requestId, params, body, inTenant }) => {
    const { company_id: companyId } = params
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId), companyId }
    await confirmCompanyAccount(ctx, command, body.account)
    return inTenant((tx) => readRecord(tx, caller, companyId))
  })
  serve(server, getCarrierTerms, async ({ params, inTenant }) => inTenant((tx) => readTerms(tx, params.company_id)))
  serve(server, putCarrierTerms, async ({ caller, requestId, params, body }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId), companyId: params.company_id }
    return await replaceTerms(ctx, command, body)
  })
  serveRelated(server)
}

function serveRelated(server: Server): void {
  serve(server, contract.listDocumentsOfCompany, async ({ caller, params, inTenant }) =>
    inTenant(async (tx) => {
      await requireCompany(tx, params.company_id)
      const subject = { subject_type: 'COMPANY', subject_id: params.company_id }
      return { items: await listDocumentsOfRecord(tx, subject, readableKinds(caller.permissions)) }
    }),
  )
  serve(server, contract.listCompanyHistory, async ({ params, inTenant }) =>
    inTenant(async (tx) => {
      await requireCompany(tx, params.company_id)
      const entity = { type: 'company', id: params.company_id }
      return { items: await listTrail(tx, { entity }, { before: undefined, limit: mostShown }) }
    }),
  )
}

/** @throws Problem not_found */
async function requireCompany(tx: Tx, id: string): Promise<void> {
  if (!(await findCompanyDetail(tx, id))) throw new Problem('not_found')
}
