import { languageNames, languages } from '@cartage/contract/reading/languages'
import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../../records/code-labels.ts'

/** Members of billing preferences. */
export const preferenceLabels: CodeLabels = {
  group_by: msg`One invoice for each`,
  lines: msg`One line for each`,
  surcharges: msg`Surcharges`,
  minimum_amount: msg`Minimum amount of an invoice, excl. VAT`,
  requires_reference: msg`Bill orders only with a customer reference`,
  attachments: msg`Attachments`,
  language: msg`Language (empty: that of the company)`,
  channels: msg`Send by`,
  channel: msg`Channel`,
  address: msg`Address (empty: that of the company)`,
  electronic_address: msg`Electronic address`,
  scheme: msg`Scheme (EAS)`,
  buyer_reference: msg`Buyer reference`,
  formats: msg`Formats`,
  invoice_day: msg`Invoice day of the month`,
  cash_discount: msg`Discount for early payment`,
  percentage: msg`Percentage`,
  days: msg`Days`,
}

/** Choices of billing preferences. */
export const preferenceChoices: CodeLabels = {
  ORDER: msg`Order`,
  DAY: msg`Day`,
  WEEK: msg`Week`,
  HALF_MONTH: msg`Half month`,
  MONTH: msg`Month`,
  REFERENCE: msg`Customer reference`,
  DEPARTMENT: msg`Department`,
  TRIP: msg`Trip`,
  DELIVERY_PLACE: msg`Delivery place`,
  CHARGE: msg`Charge`,
  ONE: msg`Invoice (one line in all)`,
  SHOWN: msg`On lines of their own`,
  FOLDED: msg`Part of the freight`,
  PROOF_OF_DELIVERY: msg`Proof of delivery`,
  CMR: msg`CMR`,
  MAIL: msg`E-mail`,
  ACCESS_POINT: msg`Peppol access point`,
  PDF: msg`PDF`,
  UBL: msg`XML (UBL)`,
  FACTUR_X: msg`PDF with XML inside (Factur-X)`,
  // Each language is shown by its own name.
  ...Object.fromEntries(languages.map((one) => [one, { id: one, message: languageNames[one] }])),
}
