import type { TaxCategory, TaxTreatment } from '@cartage/contract/books/app'
import type { TaxRateType } from '@cartage/contract/books/tax-rate'
import { decideTax, missingRate, type TaxDecision, type TaxFacts, type TaxHold } from './tax.rules.ts'
import { standardRate, vatCountry } from './tax-data.rules.ts'

/** A live tax rate of one billing entity and one type of invoice, by rank and code. */
export interface TaxRateRow {
  tax_rate_id: string
  code: string
  name: string
  treatment: TaxTreatment
  category: TaxCategory
  /** In percent. */
  percentage: string
  base_percentage: string | null
  vatex_code: string | null
  tax_type: TaxRateType
  /** What documents say about it; empty: the usual note. */
  description: string
  valid_from: string
  valid_to: string | null
  /** For EXPORT: whether subcontractors are exempt as well; null: as the country has it. */
  includes_subcontractors: boolean | null
}

/** A decision with the tenant's own row, which says what the document shows. */
export interface ChosenTaxRate extends TaxDecision {
  tax_rate: TaxRateRow
}

/**
 * Decides how a charge is taxed and finds the tenant's row for it (TAX-9). The row is the one of the treatment that is valid
 * on the day of supply, and what it says is used: its category, percentage, reason and tax type. Of several rows with a
 * standard rate the one with the rate of the country is used, else the first.
 */
export function chooseTaxRate(facts: TaxFacts, rows: readonly TaxRateRow[]): ChosenTaxRate | TaxHold {
  const valid = rows.filter(
    ({ valid_from, valid_to }) => valid_from <= facts.day && (valid_to === null || facts.day <= valid_to),
  )
  const first = (treatment: TaxTreatment) => valid.find((row) => row.treatment === treatment)
  const shipped = standardRate(vatCountry(facts.supplier_country), facts.day)
  const standard =
    valid.find((row) => row.treatment === 'STANDARD' && Number(row.percentage) === Number(shipped)) ?? first('STANDARD')
  const decision = decideTax(facts, {
    exempts_carriers: first('EXPORT')?.includes_subcontractors ?? undefined,
    standard_percentage: standard?.percentage,
  })
  if (decision.kind === 'HOLD') return decision
  const row = decision.treatment === 'STANDARD' ? standard : first(decision.treatment)
  if (!row) return { kind: 'HOLD', ...missingRate(decision.treatment), reasons: decision.reasons }
  const { category, vatex_code: vatex, base_percentage } = row
  return {
    ...decision,
    category,
    percentage: category === 'O' ? null : row.percentage,
    vatex,
    tax_type: facts.forced && facts.forced !== 'VAT' ? decision.tax_type : row.tax_type,
    base_percentage: base_percentage ?? decision.base_percentage,
    tax_rate: row,
  }
}
