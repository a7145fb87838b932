import { loadTaxRates } from '../../books/views.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { BillingEntity } from './decide.rules.ts'

const selectEntities = statement(
  'charges.select_billing_entities',
  `select g.company_id, e.billing_entity_id, e.country
     from unnest($2::uuid[]) as g (company_id)
     cross join lateral (
       select b.billing_entity_id, b.country from billing_entity b
        where b.tenant_id = $1 and not b.is_archived
        order by (select count(*) = 1 and bool_and(k.billing_entity_id = b.billing_entity_id) from company_billing_code k
                   where k.tenant_id = $1 and k.company_id = g.company_id and k.side = 'SALES') desc,
                 b.is_default desc, b.rank, b.code
        limit 1) e`,
)

/**
 * The billing entity that invoices each company, with its current sales tax rates: the only one with a customer code of
 * the company, else the default (CHARGE-8). A company without an entity is missing.
 */
export async function findBillingEntities(tx: Tx, companyIds: readonly string[]): Promise<Map<string, BillingEntity>> {
  const rows = await tx.query<Omit<BillingEntity, 'rates'> & { company_id: string }>(selectEntities, [
    ...new Set(companyIds),
  ])
  const ids = [...new Set(rows.map(({ billing_entity_id }) => billing_entity_id))]
  const rates = await Promise.all(ids.map((id) => loadTaxRates(tx, id, 'SALES')))
  return new Map(
    rows.map(({ company_id, ...entity }) => [
      company_id,
      { ...entity, rates: rates[ids.indexOf(entity.billing_entity_id)]! },
    ]),
  )
}
