import type { TaxAnswer, tryTaxRules } from '@cartage/contract/books/app/tax-trial'
import type { Input } from '@cartage/contract/endpoint'
import type { Sentence } from '@cartage/contract/message'
import { errorItem, Problem } from '../http/problem.ts'
import type { TaxFacts, TaxHold, TaxReason } from './tax.rules.ts'
import type { ChosenTaxRate } from './tax-rates.rules.ts'

/**
 * Converts a described supply to input for the tax rules.
 * @param country of the billing entity
 * @throws Problem validation_failed if the billing entity has no country
 */
export function taxFacts(body: Input<typeof tryTaxRules>['body'], country: string | null): TaxFacts {
  if (country === null) {
    const message = 'has no country: enter it in the settings of the billing entity'
    throw new Problem('validation_failed', { errors: [errorItem('billing_entity_id', message, 'country_missing')] })
  }
  const { customer_country, has_vat_number, is_private, tax_type: forced, ...others } = body
  const { billing_entity_id: _entity, invoice_type: _type, ...facts } = others
  return {
    ...facts,
    forced,
    supplier_country: country,
    customer: { country: customer_country, has_vat_number, is_private },
  }
}

/**
 * A decision for display.
 * @param say translates a sentence to the language of the reader
 */
export function taxAnswer(outcome: ChosenTaxRate | TaxHold, say: (sentence: Sentence) => string): TaxAnswer {
  const shown = ({ code, message }: TaxReason) => ({ code, message: say(message) })
  const reasons = outcome.reasons.map(shown)
  if (outcome.kind === 'HOLD') {
    const { code, field, message } = outcome
    return { ...undecided, warnings: [], hold: { code, field, message: say(message) }, reasons }
  }
  const { treatment, category, percentage, vatex, tax_type, tax_rate, warnings } = outcome
  return {
    hold: null,
    treatment,
    category,
    percentage: percentage === null ? null : Number(percentage),
    vatex,
    tax_type,
    tax_rate_code: tax_rate.code,
    reasons,
    warnings: warnings.map(shown),
  }
}

const undecided = {
  treatment: null,
  category: null,
  percentage: null,
  vatex: null,
  tax_type: null,
  tax_rate_code: null,
} as const
