import type { TaxCategory, TaxTreatment } from '@cartage/contract/books/app'
import type { TaxRateType } from '@cartage/contract/books/tax-rate'
import type { ErrorItem } from '@cartage/contract/errors'
import { msg } from '@cartage/contract/message'
import { errorItem } from '../http/problem.ts'
import { isVatex } from './codes.rules.ts'
import { decideTax, missingRate, type TaxDecision, type TaxFacts, type TaxHold } from './tax.rules.ts'
import { standardRate, vatCountry } from './tax-data.rules.ts'

/** A tax rate in use of one billing entity and one type of invoice, sorted by rank and code. */
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
  /** Text for documents; empty: the usual note. */
  description: string
  valid_from: string
  valid_to: string | null
  /** For EXPORT: whether subcontractors are exempt too; null: by the rule of the country. */
  includes_subcontractors: boolean | null
}

/** A decision with the tenant's tax rate, which determines what documents show. */
export interface ChosenTaxRate extends TaxDecision {
  tax_rate: TaxRateRow
}

/**
 * Decides how a charge is taxed and finds the tenant's tax rate for it (TAX-9): that of the treatment, valid on the day
 * of supply. Its category, percentage, reason and tax type are used. Of several the one that starts last is used, so a
 * new rate does not require an end of the previous one; of standard rates that start on the same day, the one with the
 * country's rate.
 */
export function chooseTaxRate(facts: TaxFacts, rows: readonly TaxRateRow[]): ChosenTaxRate | TaxHold {
  const valid = rows
    .filter(({ valid_from, valid_to }) => valid_from <= facts.day && (valid_to === null || facts.day <= valid_to))
    // Rows with the same start keep their order.
    .toSorted((one, other) => (one.valid_from < other.valid_from ? 1 : -Number(one.valid_from > other.valid_from)))
  const first = (treatment: TaxTreatment) => valid.find((row) => row.treatment === treatment)
  const shipped = standardRate(vatCountry(facts.supplier_country), facts.day)
  const newest = first('STANDARD')
  const alike = valid.filter(
    ({ treatment, valid_from: from }) => treatment === 'STANDARD' && from === newest?.valid_from,
  )
  const standard = alike.find(({ percentage }) => Number(percentage) === Number(shipped)) ?? newest
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

/** Members that determine which of several tax rates is used (TAX-9). */
const chosenBy = ['billing_entity', 'invoice_type', 'treatment', 'valid_from'] as const

/** Members of a setting. */
type Values = Readonly<Record<string, unknown>>

/**
 * Errors in a submitted tax rate: a reason outside the code list, or the same start as another rate of the treatment,
 * since no rule would decide between them (BOOK-5). Of several STANDARD rates the country's is used, and OTHER is never
 * chosen by a rule, so both may occur more than once.
 * @param others the active tax rates except this one
 */
export function taxRateFaults(values: Values, others: readonly Values[]): ErrorItem[] {
  const code = values.vatex_code
  const reason =
    typeof code !== 'string' || code === '' || isVatex(code)
      ? []
      : [
          errorItem(
            'vatex_code',
            msg`is ${code}, which is not a VATEX code: enter one such as VATEX-EU-AE`,
            'vatex_unknown',
          ),
        ]
  // A duplicate code is reported elsewhere.
  const isAlike = (other: Values) =>
    other.code !== values.code && chosenBy.every((member) => other[member] === values[member])
  const clash = values.treatment === 'OTHER' || values.treatment === 'STANDARD' ? undefined : others.find(isAlike)
  if (clash === undefined) return reason
  const message = msg`is the day on which tax rate ${String(clash.code)} of the same treatment starts: choose another day, or archive that tax rate`
  return [...reason, errorItem('valid_from', message, 'valid_from_taken')]
}
