import { anyTerms, type CarrierTerms } from '@cartage/contract/companies/app/carrier-terms'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'

const select = statement(
  'companies.find_carrier_terms',
  'select c.carrier_terms as terms from company c where c.tenant_id = $1 and c.company_id = $2',
)

/**
 * The terms of a carrier.
 * @throws Problem not_found
 */
export async function getCarrierTerms(tx: Tx, companyId: string): Promise<CarrierTerms> {
  const [row] = await tx.query<{ terms: CarrierTerms }>(select, companyId)
  if (!row) throw new Problem('not_found')
  return { ...anyTerms, ...row.terms }
}
