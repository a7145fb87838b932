import { z } from 'zod'
import { LocationOutput } from '../locations/location.ts'
import { openSet, optionalFlag, optionalObject, optionalText, UuidOut } from '../scalars.ts'

/** Purposes of a contact. */
export const contactTypes = [
  'BILLING',
  'OPERATIONS',
  'BOOKINGS',
  'NOTIFICATIONS',
  'CLEANING',
  'HEATING',
  'STORAGE',
  'CONTAINER_RELEASE',
  'DRIVER',
  'OTHER',
  'CMR_PROCESSING',
  'PAYMENT_REMINDERS',
  'CLAIMS_INSURANCE',
  'CUSTOMS',
  'IT',
  'QUALITY',
  'SALES',
  'CUSTOMER_CONTACT',
] as const
export const ContactType = z.enum(contactTypes).meta({ id: 'ContactType' })

/** Contact of a company. */
export const CompanyContactOutput = z
  .object({
    id: UuidOut.nullish().describe('Id of the contact.'),
    roles: z.array(ContactType).optional().describe('What the contact is for.'),
    name: optionalText('Name.'),
    note: optionalText('Note.'),
    email: optionalText('Mail address.'),
    phone_number: optionalText('Phone number, E.164.'),
  })
  .meta({ id: 'CompanyContactOutput' })

/** Registration numbers of a company with authorities. */
export const CompanyReferenceNumbers = z
  .object({
    eori_number: optionalText('EORI number of customs.'),
    duns_number: optionalText('DUNS number.'),
    scac_code: optionalText('SCAC code of a carrier.'),
    company_registration_number: optionalText('Number in the commercial register.'),
    tss_registration_number: optionalText('Registration with the trader support service.'),
  })
  .meta({ id: 'CompanyReferenceNumbers' })

/** Tax treatments of a company. */
export const TaxTypeEnum = z
  .enum(['VAT', 'REVERSE_CHARGE', 'TRANSIT', 'NO_VAT', 'CO_CONTRACTING', 'OTHER'])
  .meta({ id: 'TaxTypeEnum' })

/** Whether a company may order (ORD-13). */
export const CustomerStatus = z
  .enum(['PROSPECT', 'NOT_APPROVED', 'APPROVED', 'WARNING', 'BLOCKED'])
  .meta({ id: 'CustomerStatus' })

const endOfMonthDays = [90, 75, 70, 65, 60, 50, 45, 35, 31, 30, 25, 21, 20, 14, 7, 1] as const
const netDays = [
  1, 2, 3, 5, 7, 8, 10, 12, 14, 15, 20, 21, 28, 30, 35, 40, 42, 45, 48, 49, 50, 52, 55, 56, 60, 63, 70, 75, 77, 80, 84,
  90, 91, 98, 120,
] as const

/** Payment terms. `NET_30`: 30 days; `END_OF_MONTH_0_NET_20`: end of this month plus 20 days. */
export const paymentTermCodes = [
  'END_OF_MONTH_2',
  'END_OF_MONTH_1',
  ...endOfMonthDays.map((days) => `END_OF_MONTH_0_NET_${days}` as const),
  'END_OF_MONTH_0',
  'PREPAID',
  'CUSTOM_DUE_DATE',
  'UPON_RECEIPT',
  ...netDays.map((days) => `NET_${days}` as const),
] as const

/** Code of a payment term. */
export const PaymentTermCode = openSet(paymentTermCodes).meta({ id: 'PaymentTermCode', enum: [...paymentTermCodes] })

/** Payment term of an invoice. */
export const BasePaymentTerm = z
  .object({ code: PaymentTermCode.describe('Code of the payment term.') })
  .meta({ id: 'BasePaymentTerm' })

/** A bank account. */
export const BankAccount = z
  .object({
    bic_code: optionalText('BIC of the bank.'),
    iban_code: optionalText('IBAN.'),
  })
  .meta({ id: 'BankAccount' })

/** Company on orders. */
export const CompanyOutput = z
  .object({
    id: UuidOut.describe('Id of the company.'),
    code: optionalText('Code of the company.'),
    currency: z.string().describe('Currency it is invoiced in, ISO 4217.'),
    custom_fields: optionalObject('Keys of the tenant.'),
    is_customer: z.boolean().optional().describe('May order.').meta({ default: false }),
    is_subcontractor: z.boolean().optional().describe('Carries for the tenant.').meta({ default: false }),
    is_buyer_or_seller: optionalFlag('Buys or sells goods that are carried.'),
    name: z.string().describe('Name.'),
    legal_name: optionalText('Name in the commercial register.'),
    vat_number: optionalText('VAT number.'),
    note: optionalText('Note.'),
    tax_type: TaxTypeEnum.nullish().describe('How taxes apply.'),
    status: CustomerStatus.optional().describe('Whether it may order (ORD-13).').meta({ default: 'APPROVED' }),
    accounting_code: optionalText('Code in the accounting system.'),
    billing_location: LocationOutput.nullish().describe('Where invoices go.'),
    payment_term: BasePaymentTerm.nullish().describe('When invoices are due.'),
    locale: optionalText('Language, xx or xx-YY.'),
    reference_numbers: CompanyReferenceNumbers.optional().describe('Numbers of registers.'),
    bank_accounts: z.array(BankAccount).optional().describe('Bank accounts.'),
    contacts: z.array(CompanyContactOutput).nullish().describe('Contacts.'),
    is_blocked: z.boolean().optional().describe('Use status.').meta({ deprecated: true, default: false }),
  })
  .meta({ id: 'CompanyOutput-Output' })
export type CompanyOutput = z.output<typeof CompanyOutput>

/** A company that buys or sells the goods of a consignment. */
export const BuyerSellerCompanyOutput = z
  .object({
    id: UuidOut.describe('Id of the company.'),
    is_archived: z.boolean().optional().describe('No longer in use.').meta({ default: false }),
    name: z.string().describe('Name.'),
    legal_name: optionalText('Name in the commercial register.'),
    code: optionalText('Code of the company.'),
    contacts: z.array(CompanyContactOutput).nullish().describe('Contacts.'),
    locale: optionalText('Language, xx or xx-YY.'),
    billing_location: LocationOutput.nullish().describe('Where invoices go.'),
    note: optionalText('Note.'),
    reference_numbers: CompanyReferenceNumbers.optional().describe('Numbers of registers.'),
  })
  .meta({ id: 'BuyerSellerCompanyOutput-Output' })
