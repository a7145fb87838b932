import type { TaxTreatment } from '@cartage/contract/books/app'
import type { Language } from '@cartage/contract/reading/languages'
import { labelsOf } from '../languages/labels.ts'

/** Mandatory statements about tax on invoices. The description of the tenant's tax rate overrides them (TAX-9). */
const notes = labelsOf('tax_note', {
  REVERSE_CHARGE: 'Reverse charge, art. 196 Directive 2006/112/EC',
  EXPORT: 'Exempt, art. 146(1)(e) Directive 2006/112/EC',
  IMPORT: 'Exempt, art. 144 Directive 2006/112/EC',
  DISBURSEMENT: 'Paid in the name of the customer, art. 79(c) Directive 2006/112/EC',
  OUTSIDE_SCOPE: 'Not subject to VAT, art. 44 Directive 2006/112/EC',
  SELF_BILLING: 'Self-billing',
})

/** Mandatory statement on every self-billed document. */
export function selfBillingNote(language: Language): string {
  return notes(language).SELF_BILLING
}

/** Note required by a treatment; undefined for S and Z, which need no reason. */
export function taxNote(treatment: TaxTreatment, language: Language): string | undefined {
  const byTreatment: Partial<Record<TaxTreatment, string>> = notes(language)
  return byTreatment[treatment]
}
