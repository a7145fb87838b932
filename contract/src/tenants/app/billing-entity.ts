import { z } from 'zod'
import { currencyCodes } from '../../books/currency.ts'
import { paymentTermCodes } from '../../companies/company-output.ts'
import { named, patternText, textOf } from './members.ts'

/** Code from a list too long for a select. */
const oneOf = (codes: readonly string[], error: string, description: string) =>
  z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => codes.includes(code), { error })
    .nullable()
    .default(null)
    .describe(description)

/** Country codes as in addresses, not in VAT numbers: GR, not EL. */
const CountryCode = patternText(/^[A-Z]{2}$/, 'must be a country code, such as BE', 'Country; its tax rules are used.')

const EntityAddress = z.strictObject({
  street: textOf(200, 'Street and number.'),
  postal_code: textOf(20, 'Postal code.'),
  city: textOf(100, 'Town.'),
})

const EntityContact = z.strictObject({
  name: textOf(100, 'Name of a person or department.'),
  phone: textOf(50, 'Phone number.'),
  email: textOf(200, 'E-mail address.'),
})

const ElectronicAddress = z.strictObject({
  scheme: z
    .string()
    .trim()
    .regex(/^\d{4}$/, { error: 'must be a scheme of four digits, such as 0208' })
    .describe('Scheme of the code list EAS, such as 0208.'),
  address: z.string().trim().min(1).max(100).describe('Address in that scheme.'),
})

const Footer = z.strictObject({
  nl: textOf(1000, 'Text in Dutch.'),
  fr: textOf(1000, 'Text in French.'),
  de: textOf(1000, 'Text in German.'),
  en: textOf(1000, 'Text in English.'),
})

/** Required header values of a DATEV file. */
const Datev = z.strictObject({
  adviser_number: z.int().min(1_001).max(9_999_999).describe('Number of the tax adviser, from 1001.'),
  client_number: z.int().min(1).max(99_999).describe('Number that the tax adviser gave the business.'),
  account_length: z.int().min(4).max(8).default(4).describe('Digits of accounts in the general ledger, from 4 to 8.'),
})

/** Legal entity of the haulier that issues invoices. */
export const BillingEntitySetting = z.strictObject({
  ...named,
  legal_name: z.string().trim().min(1).max(200).describe('Registered name.'),
  vat_number: z.string().trim().max(50).default('').describe('VAT number; empty when it has none.'),
  company_registration_number: z
    .string()
    .trim()
    .max(50)
    .default('')
    .describe('Number in the register of companies; empty when it has none.'),
  legal_form: textOf(
    100,
    'Legal form, such as BV, GmbH or SAS au capital de 50 000 €; printed on invoices unless the registered name has it.',
  ),
  register_court: textOf(
    100,
    'Court or town of that register, such as Antwerpen, afdeling Mechelen, Amtsgericht Köln or Paris; printed on invoices.',
  ),
  is_default: z
    .boolean()
    .default(false)
    .describe('Whether it is used where none is given; there is always one default.'),
  country: CountryCode,
  accounting_currency: oneOf(
    currencyCodes,
    'must be a currency of ISO 4217, such as EUR',
    'Currency of its books; null: the currency of the organisation.',
  ),
  payment_term: oneOf(
    paymentTermCodes,
    'must be a payment term, such as NET_30 or END_OF_MONTH_0_NET_20',
    'When its invoices are due, where the company says nothing; null: after 30 days.',
  ),
  iban: patternText(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/, 'must be an IBAN without blanks', 'Bank account for payments.'),
  bic: patternText(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/, 'must be a BIC of 8 or 11 characters', 'BIC of the bank.'),
  address: EntityAddress.nullable().default(null).describe('Registered address.'),
  contact: EntityContact.nullable().default(null).describe('Who answers questions about invoices.'),
  electronic_address: ElectronicAddress.nullable()
    .default(null)
    .describe('Where it receives electronic invoices and sends them from.'),
  footer: Footer.nullable()
    .default(null)
    .describe(
      'Text at the bottom of invoices, by language, such as capital and managers where the law of the country wants them.',
    ),
  post_automatically: z
    .boolean()
    .default(false)
    .describe('Whether finalised documents are offered to the accounting system at once.'),
  datev: Datev.nullable().default(null).describe('What ledger files for DATEV must name; null: none are exported.'),
})
