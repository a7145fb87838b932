import type { CompanyRecord } from '@cartage/contract/companies/app/record'
import { plainNumber } from '@cartage/contract/reading/fold'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { Caller } from '../http/caller.ts'
import { Problem } from '../http/problem.ts'
import { mayConfirm } from './accounts/rules.ts'
import { listUnconfirmed } from './accounts/views.ts'
import { findCompanyDetail } from './details.views.ts'

/** Most orders counted for a customer. */
const mostOrders = 10_000

const selectRelated = statement(
  'companies.select_related',
  `select c.source, c.warnings,
          (select count(*)::int from (
             select from transport_order o
              where o.tenant_id = $1 and o.company_id = $2 and o.created_at > '-infinity' limit ${mostOrders}) few)
            as order_count
     from company c where c.tenant_id = $1 and c.company_id = $2`,
)

/**
 * A company as its page shows it to the caller, also when archived.
 * @throws Problem not_found
 */
export async function readRecord(tx: Tx, caller: Caller, id: string): Promise<CompanyRecord> {
  const [company, [related], unconfirmed] = await Promise.all([
    findCompanyDetail(tx, id),
    tx.query<Omit<CompanyRecord, 'company' | 'unconfirmed_accounts'>>(selectRelated, id),
    listUnconfirmed(tx, id),
  ])
  if (!company || !related) throw new Problem('not_found')
  const has = new Set(company.bank_accounts?.map(({ iban_code }) => plainNumber(iban_code)))
  const unconfirmed_accounts = unconfirmed
    .filter(({ account }) => has.has(account))
    .map((entry) => {
      const { account, entered_by_name: entered_by, entered_at } = entry
      return { account, entered_by, entered_at, may_confirm: mayConfirm(entry, caller) }
    })
  return { company, ...related, unconfirmed_accounts }
}
