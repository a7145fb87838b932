import * as operations from '@cartage/contract/billing/app/preference'
import { byCaller } from '../../audit/rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { loadPreference, setPreference } from './commands.ts'

/** Binds the billing preferences of companies and billing entities. */
export function servePreferences(server: Server): void {
  const { ctx } = server
  const company = ({ company_id: id }: { company_id: string }) => ({ of: 'COMPANY', id }) as const
  const entity = ({ billing_entity_id: id }: { billing_entity_id: string }) => ({ of: 'BILLING_ENTITY', id }) as const
  serve(server, operations.getCompanyBilling, async ({ params, inTenant }) =>
    inTenant((tx) => loadPreference(tx, company(params))),
  )
  serve(server, operations.setCompanyBilling, async ({ caller, requestId, params, body }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    return await setPreference(ctx, command, company(params), body.preference)
  })
  serve(server, operations.getEntityBilling, async ({ params, inTenant }) =>
    inTenant((tx) => loadPreference(tx, entity(params))),
  )
  serve(server, operations.setEntityBilling, async ({ caller, requestId, params, body }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    return await setPreference(ctx, command, entity(params), body.preference)
  })
}
