import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import type { KnownCustomer } from './copy.rules.ts'

const select = statement(
  'doors.find_portal_customer',
  `select c.name, coalesce(c.accounting_code, c.code) as code from company c
    where c.tenant_id = $1 and c.company_id = $2`,
)

/**
 * Name and code of a customer, as in uploads.
 * @throws Problem not_found
 */
export async function readCustomer(tx: Tx, companyId: string): Promise<KnownCustomer> {
  const [row] = await tx.query<KnownCustomer>(select, companyId)
  if (!row) throw new Problem('not_found')
  return row
}
