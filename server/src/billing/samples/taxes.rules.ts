import type { TaxTreatment } from '@cartage/contract/books/app'
import type { Language } from '@cartage/contract/reading/languages'
import type { ChargeTax } from '../../charges/record/store.ts'
import type { ContentTax } from '../documents/content.rules.ts'
import { lineTax } from '../drafts/lines.rules.ts'

/** Tax treatment of a sample. The rates are those of the seller's country. */
export type SampleTax = 'STANDARD' | 'REDUCED' | 'CO_CONTRACTING' | Exclude<TaxTreatment, 'STANDARD' | 'OTHER'>

type Kept = Pick<ChargeTax, 'treatment' | 'category' | 'percentage' | 'vatex' | 'tax_type' | 'name'>

const kinds: Readonly<Record<Exclude<SampleTax, 'STANDARD' | 'REDUCED'>, Kept>> = {
  ZERO_RATED: kept('ZERO_RATED', 'Z', null, 'VAT'),
  REVERSE_CHARGE: kept('REVERSE_CHARGE', 'AE', 'VATEX-EU-AE', 'REVERSE_CHARGE'),
  CO_CONTRACTING: kept('REVERSE_CHARGE', 'AE', 'VATEX-EU-AE', 'CO_CONTRACTING'),
  EXPORT: kept('EXPORT', 'E', 'VATEX-EU-146-1E', 'TRANSIT'),
  IMPORT: kept('IMPORT', 'E', 'VATEX-EU-144', 'TRANSIT'),
  DISBURSEMENT: kept('DISBURSEMENT', 'E', 'VATEX-EU-79-C', 'NO_VAT'),
  OUTSIDE_SCOPE: kept('OUTSIDE_SCOPE', 'O', 'VATEX-EU-O', 'NO_VAT'),
}

function kept(
  treatment: TaxTreatment,
  category: ChargeTax['category'],
  vatex: string | null,
  tax_type: ChargeTax['tax_type'],
): Kept {
  const percentage = category === 'O' ? null : '0'
  return { treatment, category, percentage, vatex, tax_type, name: treatment }
}

/** Tax of a sample line, in the form of a draft line. */
export function sampleTax(tax: SampleTax, rates: readonly [string, string], language: Language): ContentTax {
  const rate = rates[tax === 'REDUCED' ? 1 : 0]
  const plain: Kept = { ...kept('STANDARD', 'S', null, 'VAT'), percentage: rate }
  const own = tax === 'STANDARD' || tax === 'REDUCED' ? plain : kinds[tax]
  const charge: ChargeTax = { ...own, base_percentage: rates[0], code: `${own.category}${rate}`, description: '' }
  return lineTax(charge, null, language)
}
