import type { BillingEntity } from '@cartage/contract/tenants/billing-entity'
import { companiesById } from '../../companies/views.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { OutputFacts } from './output.rules.ts'
import { findInvoices, findLines } from './views.ts'

const selectEntities = statement(
  'billing.find_entities',
  `select b.billing_entity_id as id, b.code, b.legal_name, b.vat_number, b.company_registration_number, b.is_default
     from billing_entity b where b.tenant_id = $1 and b.billing_entity_id = any($2::uuid[])`,
)

/** Documents with the data for their public shapes, in the order of the ids. The company is in its current state. */
export async function loadOutputs(tx: Tx, ids: readonly string[]): Promise<OutputFacts[]> {
  const found = await findInvoices(tx, ids)
  const companyIds = [...new Set(found.map(({ company_id }) => company_id))]
  const entityIds = [...new Set(found.map(({ billing_entity_id }) => billing_entity_id))]
  const [lines, companies, entities] = await Promise.all([
    findLines(tx, ids),
    companiesById(tx, companyIds),
    tx.query<BillingEntity>(selectEntities, entityIds),
  ])
  return ids.flatMap((id) => {
    const invoice = found.find(({ invoice_id }) => invoice_id === id)
    const company = invoice && companies.get(invoice.company_id)
    const entity = entities.find((one) => one.id === invoice?.billing_entity_id)
    if (!invoice || !company || !entity) return []
    return [{ invoice, lines: lines.filter(({ invoice_id }) => invoice_id === id), company, entity }]
  })
}
