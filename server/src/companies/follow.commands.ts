import type { Tx } from '../db/tenant.ts'
import { enqueueOnce } from '../jobs/queue.ts'
import { type Company, isBilledDifferently } from './record.rules.ts'

/** A company before and after a change. */
export interface ChangedCompany {
  readonly company_id: string
  readonly before: Company | undefined
  readonly company: Company
}

/** Updates charges after changes of companies that affect prices or tax (CHARGE-1). */
export async function followCompanies(tx: Tx, companies: readonly ChangedCompany[]): Promise<void> {
  const changed = companies.filter(
    ({ before, company }) => before !== undefined && isBilledDifferently(before, company),
  )
  const jobs = changed.map(({ company_id }) => ({ payload: { company_id }, serialKey: `company ${company_id}` }))
  await enqueueOnce(tx, 'charges.follow_company', jobs, 0)
}
