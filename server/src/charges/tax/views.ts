import { loadTaxRates } from '../../books/views.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { BillingEntity } from './decide.rules.ts'

const selectDefault = statement(
  'charges.select_default_entity',
  `select b.billing_entity_id, b.country from billing_entity b
    where b.tenant_id = $1 and not b.is_archived order by b.is_default desc, b.rank, b.code limit 1`,
)

/** The billing entity that invoices orders, with its live tax rates for sales; undefined when there is none. */
export async function findBillingEntity(tx: Tx): Promise<BillingEntity | undefined> {
  const [entity] = await tx.query<Omit<BillingEntity, 'rates'>>(selectDefault)
  return entity && { ...entity, rates: await loadTaxRates(tx, entity.billing_entity_id, 'SALES') }
}
