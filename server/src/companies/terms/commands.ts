import type { CarrierTerms } from '@cartage/contract/companies/app/carrier-terms'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { carrierTermsForUpdate, updateCarrierTerms } from './store.ts'

/**
 * Replaces the terms of a carrier; countries and days without duplicates.
 * @throws Problem not_found
 */
export async function putCarrierTerms(
  ctx: Context,
  { tenantId, by, companyId }: { tenantId: string; by: By; companyId: string },
  given: CarrierTerms,
): Promise<CarrierTerms> {
  const terms = { ...given, countries: [...new Set(given.countries)], days: [...new Set(given.days)] }
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await carrierTermsForUpdate(tx, companyId)
    if (!before) throw new Problem('not_found')
    await updateCarrierTerms(tx, companyId, terms)
    const about = { entity_type: 'company', entity_id: companyId, action: 'updated' } as const
    await recordChanges(tx, by, [{ ...about, before: { ...before }, after: { ...terms } }])
    return terms
  })
}
