import { anyTerms, type CarrierTerms } from '@cartage/contract/companies/app/carrier-terms'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const lock = statement(
  'companies.lock_carrier_terms',
  'select c.carrier_terms as terms from company c where c.tenant_id = $1 and c.company_id = $2 for update',
)

/** Terms of a carrier, locked until the transaction ends; undefined for an unknown company. */
export async function carrierTermsForUpdate(tx: Tx, companyId: string): Promise<CarrierTerms | undefined> {
  const [row] = await tx.query<{ terms: CarrierTerms }>(lock, companyId)
  return row && { ...anyTerms, ...row.terms }
}

const update = statement(
  'companies.update_carrier_terms',
  'update company set carrier_terms = $3 where tenant_id = $1 and company_id = $2',
)

/** Stores the terms of a carrier. */
export async function updateCarrierTerms(tx: Tx, companyId: string, terms: CarrierTerms): Promise<void> {
  await tx.query(update, companyId, terms)
}
