import { z } from 'zod'
import { addressMembers } from '../locations/location.ts'
import {
  OptionalText,
  optionalFlag,
  optionalList,
  optionalNumber,
  optionalObject,
  optionalText,
  Uuid,
} from '../scalars.ts'
import { CarriedId } from '../sync.ts'
import {
  BankAccount,
  BasePaymentTerm,
  CompanyReferenceNumbers,
  ContactType,
  CustomerStatus,
  TaxTypeEnum,
} from './company-output.ts'
import { PurchaseCompanyFieldsInput, SalesCompanyFieldsInput } from './company-sides.ts'

/** Maximum length of lookup names and codes in UTF-16 units, limited by the index. */
const longestName = 255

const lookup = (description: string) => z.string().max(longestName).nullish().describe(description)

/** Billing address. An identical address is the same location; an unknown one is created. */
export const BillingLocation = z.object(addressMembers).meta({ id: 'BillingLocation' })
export type BillingLocation = z.output<typeof BillingLocation>

/** Credit limit of a company. */
export const CreditPolicyInput = z
  .object({ limit: optionalNumber('Most that may be invoiced and not yet paid.') })
  .meta({ id: 'CreditPolicyInput' })

/** Contact of a company, to be added, changed or archived (COMP-2, COMP-3). */
export const CompanyContactInput = z
  .object({
    id: Uuid.nullish().describe('Absent: a new contact. Present: the contact to change.'),
    is_archived: optionalFlag('True archives the contact.').meta({ default: false }),
    roles: z.array(ContactType).max(ContactType.options.length).nullish().describe('What the contact is for.'),
    name: optionalText('Name.'),
    note: optionalText('Note.'),
    email: optionalText('Mail address.'),
    phone_number: optionalText('Phone number, E.164 (COMP-10).'),
  })
  .meta({ id: 'CompanyContactInput' })
export type CompanyContactInput = z.output<typeof CompanyContactInput>

const currency = z.string().regex(/^[A-Za-z]{3}$/, { error: 'must be a currency of ISO 4217, for example EUR' })

const locale = OptionalText.refine((text) => text == null || /^[a-z]{2}(-[A-Z]{2})?$/.test(text), {
  error: 'must be a language such as nl or nl-BE',
})

const members = {
  is_buyer_or_seller: optionalFlag('Buys or sells goods that are carried.'),
  name: lookup('Name.'),
  code: lookup('Code in your own system.'),
  custom_fields: optionalObject('Keys of the tenant. An object that is sent replaces the one before.'),
  credit_policy: CreditPolicyInput.nullish().describe('How much it may owe.'),
  default_invoice_customer_id: Uuid.nullish().describe('Id of the company that is billed instead.'),
  archived_customer: optionalFlag('True archives it as a customer, false restores it. No effect unless is_customer.'),
  archived_subcontractor: optionalFlag(
    'True archives it as a carrier, false restores it. No effect unless is_subcontractor.',
  ),
  legal_name: optionalText('Name in the commercial register.'),
  locale: locale.describe('Language, xx or xx-YY (COMP-10); the language of the tenant when there is none.'),
  vat_number: optionalText('VAT number.'),
  reference_numbers: CompanyReferenceNumbers.nullish().describe('Numbers of registers.'),
  note: optionalText('Note.'),
  tax_type: TaxTypeEnum.nullish().describe('How taxes apply.'),
  bank_accounts: optionalList(BankAccount, 'Bank accounts. A list that is sent is the full new list.'),
  accounting_code: lookup('Code in the accounting system: one live company of the tenant has it.'),
  billing_location: BillingLocation.nullish().describe('Where invoices go.'),
  payment_term: BasePaymentTerm.nullish().describe('When invoices are due. CUSTOM_DUE_DATE may be read and not set.'),
  contacts: optionalList(CompanyContactInput, 'Contacts.'),
  sales: SalesCompanyFieldsInput.nullish().describe('The company as a customer.'),
  purchase: PurchaseCompanyFieldsInput.nullish().describe('The company as a supplier.'),
  credit_limit_total: optionalNumber('Use credit_policy.limit.').meta({ deprecated: true }),
  is_blocked: optionalFlag('Use sales.status and purchase.status; status wins (COMP-7).').meta({ deprecated: true }),
  status: CustomerStatus.nullish().describe('Use sales.status, which wins.').meta({ deprecated: true }),
}

/** A company to create, or the full replacement of one. */
export const CompanyInput = z
  .object({
    ...members,
    is_customer: optionalFlag('May order. It has this role or the next (COMP-9).').meta({ default: false }),
    is_subcontractor: optionalFlag('Carries for the tenant.').meta({ default: false }),
    currency: currency.describe('Currency it is invoiced in, ISO 4217.'),
    tax_type: members.tax_type.meta({ default: 'VAT' }),
    bank_accounts: members.bank_accounts.meta({ default: [] }),
  })
  .meta({ id: 'CompanyInput' })
export type CompanyInput = z.output<typeof CompanyInput>

const partial = {
  ...members,
  is_customer: optionalFlag('May order. It keeps this role or the next (COMP-9).'),
  is_subcontractor: optionalFlag('Carries for the tenant.'),
  currency: currency.nullish().describe('Currency it is invoiced in, ISO 4217.'),
}

/** Changes of a company. Absent members stay, null clears; lists are replaced, except that contacts are added. */
export const CompanyPartialInput = z
  .object({
    ...partial,
    id: Uuid.nullish().describe('Id of the contact, where contacts has one item without an id.'),
    is_archived: optionalFlag('Archives that contact; without one the company, in all its roles (COMP-4).'),
  })
  .meta({ id: 'CompanyPartialInput' })
export type CompanyPartialInput = z.output<typeof CompanyPartialInput>

/** One company of a synchronised list: absent members stay, and contacts are the full list. */
export const CompanySyncItem = z.object({ ...partial, id: CarriedId }).meta({ id: 'CompanySyncItem' })
export type CompanySyncItem = z.output<typeof CompanySyncItem>
