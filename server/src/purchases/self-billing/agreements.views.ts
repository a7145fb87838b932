import type { SelfBillingAgreement } from '@cartage/contract/purchases/app/agreement'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { todaySql } from '../../tenants/today.views.ts'

const today = todaySql('$1')
const rows = `select a.self_billing_agreement_id, a.company_id, k.name as company_name, a.billing_entity_id,
          b.legal_name as billing_entity_name, a.reference, a.valid_from::text as valid_from,
          a.valid_to::text as valid_to, a.days_to_object, a.version,
          case when a.valid_from > ${today} then 'UPCOMING' when a.valid_to < ${today} then 'ENDED' else 'IN_FORCE' end as state,
          ${instant('a.created_at')} as created_at
     from self_billing_agreement a
     join company k on k.tenant_id = $1 and k.company_id = a.company_id
     join billing_entity b on b.tenant_id = $1 and b.billing_entity_id = a.billing_entity_id`
const ofCompanies = '(cardinality($2::uuid[]) = 0 or a.company_id = any($2::uuid[]))'

const selectWindow = statement(
  'purchases.list_agreements',
  `${rows} where a.tenant_id = $1 and ${ofCompanies}
    order by k.name, a.valid_from desc, a.self_billing_agreement_id offset $3 limit $4`,
)
const countRows = statement(
  'purchases.count_agreements',
  `select count(*)::integer as total from self_billing_agreement a where a.tenant_id = $1 and ${ofCompanies}`,
)
const selectRecord = statement(
  'purchases.find_agreement',
  `${rows} where a.tenant_id = $1 and a.self_billing_agreement_id = $2`,
)

/** A page of the agreements, by supplier. */
export async function listAgreements(
  tx: Tx,
  { company, offset, limit }: { company: readonly string[]; offset: number; limit: number },
): Promise<{ items: SelfBillingAgreement[]; total: number }> {
  const [items, [count]] = await Promise.all([
    tx.query<SelfBillingAgreement>(selectWindow, company, offset, limit),
    tx.query<{ total: number }>(countRows, company),
  ])
  return { items, total: count!.total }
}

/** One agreement for display; undefined if there is none. */
export async function findAgreement(tx: Tx, id: string): Promise<SelfBillingAgreement | undefined> {
  return (await tx.query<SelfBillingAgreement>(selectRecord, id))[0]
}
