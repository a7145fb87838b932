import { en16931Rules } from './en16931.rules.ts'
import { type Finding, judge } from './judge.rules.ts'
import { nationalRules } from './national.rules.ts'
import { peppolRules } from './peppol.rules.ts'
import { shapeRules } from './shape.rules.ts'
import { type EInvoice, isSelfBilled } from './terms.rules.ts'
import { vatCategoryRules } from './vat-category.rules.ts'

/**
 * Violations of EN 16931, Peppol and national rules, exact to the cent. Without any, the document may be sent. Numbers
 * and dates are checked first: if one is unreadable, nothing is computed.
 */
export function faultsOfEInvoice(document: EInvoice, { isForPeppol }: { isForPeppol: boolean }): Finding[] {
  const unreadable = judge(document, shapeRules)
  if (unreadable.length > 0) return unreadable
  const general = judge(document, en16931Rules, vatCategoryRules)
  if (!isForPeppol) return general
  return [...general, ...judge(document, peppolRules, ...(isSelfBilled(document) ? [] : [nationalRules]))]
}
