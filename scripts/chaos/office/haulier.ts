import { createCompany } from '@cartage/contract/companies/endpoints'
import { addDispatchDestination } from '@cartage/contract/dispatch/app'
import { createRateRecord, NewRateDraft } from '@cartage/contract/rates/app/records'
import { byOperator } from '../../../server/src/audit/rules.ts'
import type { Context } from '../../../server/src/context.ts'
import { createRecord, publishDraft, saveDraft } from '../../../server/src/rates/records/commands.ts'
import { createBooks, createInvoicing } from '../../../server/src/sample/books.jobs.ts'
import type { TenantFacts } from '../../scratch.ts'
import { type Caller, openCaller } from './caller.ts'

/** Haulier that plans, subcontracts, bills and posts. */
export interface Haulier {
  readonly facts: TenantFacts
  readonly caller: Caller
  readonly customerId: string
  readonly customerCode: string
  readonly carrierId: string
}

/** Fixed freight for each order. */
const card = {
  assignments: [{ to: 'ALL' }],
  lines: [{ key: 'freight', type: 'FREIGHT', block: { kind: 'FIXED', price: '186.00' } }],
}

/** Books, number ranges and prices of a tenant created with the reference data. */
export async function prepareBooks(ctx: Context, tenantId: string): Promise<void> {
  const command = { tenantId, by: byOperator }
  await createBooks(ctx, tenantId, ctx.now())
  await createInvoicing(ctx, tenantId)
  const record = { kind: 'RATE_CARD', code: 'ALL', name: 'All', side: 'SALES', currency: 'EUR' }
  const { rate_record_id } = await createRecord(ctx, command, createRateRecord.body.parse(record))
  const draft = { kind: 'RATE_CARD', valid_from: '2026-01-01', doc: card }
  await saveDraft(ctx, command, rate_record_id, NewRateDraft.parse(draft))
  await publishDraft(ctx, command, rate_record_id)
}

/** Creates a billable customer, and a carrier that receives its trips at `carrierUrl`. No process dies meanwhile. */
export async function openHaulier(urls: readonly string[], facts: TenantFacts, carrierUrl: string): Promise<Haulier> {
  const caller = await openCaller(urls, facts)
  const customerCode = `C-${facts.tenant.slug}`
  const customer = await caller.program(createCompany, {
    body: {
      ...{ name: 'Bakery', legal_name: 'Bakkerij Janssens NV', currency: 'EUR', is_customer: true },
      ...{ accounting_code: customerCode, vat_number: 'BE0202239951', payment_term: { code: 'NET_30' } },
      billing_location: { name: 'Office', address: 'Street 1', postal_code: '1000', city: 'Brussel', country: 'BE' },
    },
  })
  const carrier = await caller.program(createCompany, {
    body: { name: 'Carrier', code: `S-${facts.tenant.slug}`, currency: 'EUR', is_subcontractor: true },
  })
  await caller.planner(addDispatchDestination, {
    body: { kind: 'SUBCO', name: 'Carrier', channel: { url: carrierUrl }, subcontractor_id: carrier.id },
  })
  return { facts, caller, customerId: customer.id, customerCode, carrierId: carrier.id }
}
