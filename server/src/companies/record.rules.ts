import { isDeepStrictEqual } from 'node:util'
import type { CompanyDetailOutput } from '@cartage/contract/companies/company-detail'
import type { CompanyPartialInput } from '@cartage/contract/companies/company-input'
import type { ErrorItem } from '@cartage/contract/errors'
import { msg } from '@cartage/contract/message'
import { errorItem, Problem, sentenceOf } from '../http/problem.ts'
import { type Contact, decideContacts } from './contacts.rules.ts'
import { type BillingCode, type BillingEntity, decideCodes, termFault } from './sides.rules.ts'

/** Members of a company stored outside of its columns, by their name in the interface. Unknown ones are absent. */
export interface CompanyMembers extends Pick<CompanyDetailOutput, Plain> {
  credit_policy?: { limit: number }
  sales?: { payment_term?: PaymentTerm | undefined }
  purchase?: { payment_term?: PaymentTerm | undefined }
}
type Plain = 'custom_fields' | 'legal_name' | 'vat_number' | 'note' | 'tax_type' | 'payment_term' | Lists
type Lists = 'reference_numbers' | 'bank_accounts'
type PaymentTerm = NonNullable<CompanyDetailOutput['payment_term']>

/** A company in its commands. */
export interface Company {
  name: string
  code: string | null
  accounting_code: string | null
  currency: string
  /** Customer side (ORD-13). */
  status: string
  /** Supplier side. */
  purchase_status: string
  is_customer: boolean
  is_subcontractor: boolean
  is_buyer_or_seller: boolean | null
  archived_customer: boolean
  archived_subcontractor: boolean
  archived_buyer_or_seller: boolean
  billing_location_id: string | null
  default_invoice_customer_id: string | null
  /** Name of the synchronised list it belongs to. */
  source: string | null
  locale: string | null
  members: CompanyMembers
  contacts: Contact[]
  sales_codes: BillingCode[]
  purchase_codes: BillingCode[]
}

/** Whether data that prices and tax depend on differ: billing party, roles, address, terms, or codes. */
export function isBilledDifferently(before: Company, after: Company): boolean {
  const billed = ({ name, code, accounting_code, currency, is_subcontractor, members, ...company }: Company) => {
    const { billing_location_id, default_invoice_customer_id } = company
    const { tax_type, vat_number, payment_term } = members
    const parties = { billing_location_id, default_invoice_customer_id, is_subcontractor, currency }
    return { ...parties, name, code, accounting_code, tax_type, vat_number, payment_term }
  }
  return !isDeepStrictEqual(billed(before), billed(after))
}

/** Members of a company in a request: absent means unchanged or the default, null clears. */
export type SentCompany = Omit<CompanyPartialInput, 'id' | 'is_archived'>

/** `create` and `replace` start from defaults, `change` from the current values; in `sync` contacts are complete. */
export type WriteMode = 'create' | 'replace' | 'change' | 'sync'

/** Records that the sent members refer to. */
export interface KnownRecords {
  way: WriteMode
  /** Location of `billing_location`, if it is sent and not empty. */
  billingLocationId: string | null
  billingEntities: readonly BillingEntity[]
  /** Whether the company of `default_invoice_customer_id` exists. */
  hasInvoiceCustomer: boolean
  newId(): string
}

const blank: Company = {
  name: '',
  code: null,
  accounting_code: null,
  currency: '',
  status: 'APPROVED',
  purchase_status: 'APPROVED',
  is_customer: false,
  is_subcontractor: false,
  is_buyer_or_seller: null,
  archived_customer: false,
  archived_subcontractor: false,
  archived_buyer_or_seller: false,
  billing_location_id: null,
  default_invoice_customer_id: null,
  source: null,
  locale: null,
  members: { tax_type: 'VAT' },
  contacts: [],
  sales_codes: [],
  purchase_codes: [],
}

/**
 * The company that results from a request, and all its errors.
 * @param before the current company; undefined when it is created
 */
export function decideCompany(
  before: Company | undefined,
  sent: SentCompany,
  found: KnownRecords,
): { company: Company; faults: ErrorItem[] } {
  const base = startOf(before, found.way)
  const company = { ...base, ...columnsOf(base, sent, found) }
  const faults = [...memberFaults(company, sent, found), ...termFaults(before, sent)]
  const contacts = decideContacts(before?.contacts ?? [], sent.contacts, {
    isFullList: found.way === 'replace' || found.way === 'sync',
    newId: found.newId,
  })
  const sales = decideCodes(base.sales_codes, sent.sales?.billing_entities, found.billingEntities, 'sales')
  const purchase = decideCodes(base.purchase_codes, sent.purchase?.billing_entities, found.billingEntities, 'purchase')
  return {
    company: {
      ...company,
      members: membersOf(base.members, sent),
      contacts: contacts.contacts,
      sales_codes: sales.codes,
      purchase_codes: purchase.codes,
    },
    faults: [...faults, ...contacts.faults, ...sales.faults, ...purchase.faults],
  }
}

/** A replaced company keeps its identity: name, contacts, source, and whether it is archived. */
function startOf(before: Company | undefined, way: WriteMode): Company {
  if (!before || way === 'create') return blank
  if (way !== 'replace') return before
  const { name, source, contacts, archived_customer, archived_subcontractor, archived_buyer_or_seller } = before
  return { ...blank, name, source, contacts, archived_customer, archived_subcontractor, archived_buyer_or_seller }
}

function columnsOf(base: Company, sent: SentCompany, found: KnownRecords): Partial<Company> {
  const is_customer = sent.is_customer ?? base.is_customer
  const is_subcontractor = sent.is_subcontractor ?? base.is_subcontractor
  return {
    name: sent.name?.trim() ?? base.name,
    // An empty code becomes null: otherwise all such companies would share it.
    code: cleared(sent.code, base.code),
    accounting_code: cleared(sent.accounting_code, base.accounting_code),
    currency: sent.currency?.toUpperCase() ?? base.currency,
    is_customer,
    is_subcontractor,
    is_buyer_or_seller: sent.is_buyer_or_seller === undefined ? base.is_buyer_or_seller : sent.is_buyer_or_seller,
    // COMP-6: no effect without the role.
    archived_customer: (is_customer ? sent.archived_customer : null) ?? base.archived_customer,
    archived_subcontractor: (is_subcontractor ? sent.archived_subcontractor : null) ?? base.archived_subcontractor,
    ...statusesOf({ ...base, is_subcontractor }, sent),
    locale: cleared(sent.locale, base.locale),
    billing_location_id: sent.billing_location === undefined ? base.billing_location_id : found.billingLocationId,
    default_invoice_customer_id:
      sent.default_invoice_customer_id === undefined
        ? base.default_invoice_customer_id
        : sent.default_invoice_customer_id,
  }
}

function cleared(sent: string | null | undefined, base: string | null): string | null {
  return sent === undefined ? base : sent?.trim() || null
}

/** COMP-7: a status takes precedence over `is_blocked`, and the status of a side over the deprecated one. */
function statusesOf(base: Company, sent: SentCompany): Pick<Company, 'status' | 'purchase_status'> {
  const status = sent.sales?.status ?? sent.status
  const purchaseStatus = sent.purchase?.status
  if (status || purchaseStatus || sent.is_blocked == null) {
    return { status: status ?? base.status, purchase_status: purchaseStatus ?? base.purchase_status }
  }
  const turned = (before: string) => (sent.is_blocked ? 'BLOCKED' : before === 'BLOCKED' ? 'APPROVED' : before)
  return {
    status: turned(base.status),
    purchase_status: base.is_subcontractor ? turned(base.purchase_status) : base.purchase_status,
  }
}

function membersOf(base: CompanyMembers, sent: SentCompany): CompanyMembers {
  const { credit_policy, credit_limit_total } = sent
  const limit = { limit: credit_policy?.limit === undefined ? credit_limit_total : credit_policy.limit }
  const members = {
    custom_fields: filled(valueOr(sent.custom_fields, base.custom_fields)),
    legal_name: valueOr(sent.legal_name, base.legal_name),
    vat_number: valueOr(sent.vat_number, base.vat_number),
    note: valueOr(sent.note, base.note),
    tax_type: valueOr(sent.tax_type, base.tax_type),
    payment_term: valueOr(sent.payment_term, base.payment_term),
    bank_accounts: valueOr(sent.bank_accounts?.map(withoutNulls) ?? sent.bank_accounts, base.bank_accounts),
    reference_numbers: merged(base.reference_numbers, sent.reference_numbers),
    credit_policy: merged(base.credit_policy, credit_policy === null ? null : limit),
    sales: merged(base.sales, { payment_term: sent.sales?.payment_term }),
    purchase: merged(base.purchase, { payment_term: sent.purchase?.payment_term }),
  }
  // As it is read from the database, so that equal members compare as equal.
  return JSON.parse(JSON.stringify(withoutNulls(members))) as CompanyMembers
}

function valueOr<Value>(sent: Value | null | undefined, base: Value | null | undefined): Value | null | undefined {
  return sent === undefined ? base : sent
}

/** Undefined for an object without members. */
function filled<Thing extends object>(thing: Thing | null | undefined): Thing | undefined {
  return thing && Object.keys(thing).length > 0 ? thing : undefined
}

/** Merges the given members into an object; null empties it. Undefined when nothing is left. */
function merged(base: object | null | undefined, sent: object | null | undefined): object | undefined {
  if (sent === null) return undefined
  const msg = Object.entries(sent ?? {}).filter(([, value]) => value !== undefined)
  const whole = withoutNulls({ ...base, ...Object.fromEntries(msg) })
  return Object.keys(whole).length === 0 ? undefined : whole
}

function withoutNulls<Thing extends object>(thing: Thing): Thing {
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => value != null)) as Thing
}

function memberFaults(company: Company, sent: SentCompany, found: KnownRecords): ErrorItem[] {
  const faults: ErrorItem[] = []
  if (company.name === '') faults.push(errorItem('name', 'is required', 'required'))
  if (company.currency === '') faults.push(errorItem('currency', 'is required', 'required'))
  if (!company.is_customer && !company.is_subcontractor) {
    const message = 'A company is a customer, a carrier or both: set is_customer or is_subcontractor.'
    faults.push(errorItem('is_customer', message, 'role_required'))
  }
  if (sent.default_invoice_customer_id && !found.hasInvoiceCustomer) {
    const message = 'There is no company with this id.'
    faults.push(errorItem('default_invoice_customer_id', message, 'company_unknown'))
  }
  return faults
}

/** COMP-8. Sending back a term that was read is allowed and has no effect. */
function termFaults(before: Company | undefined, sent: SentCompany): ErrorItem[] {
  const members = before?.members
  return [
    termFault('payment_term', sent.payment_term, members?.payment_term),
    termFault('sales.payment_term', sent.sales?.payment_term, members?.sales?.payment_term),
    termFault('purchase.payment_term', sent.purchase?.payment_term, members?.purchase?.payment_term),
  ].filter((fault) => fault !== undefined)
}

/** COMP-5: archived in every role it has. Without a role, the company is archived. */
export function isArchived(company: Company): boolean {
  const roles: [boolean, boolean][] = [
    [company.is_customer, company.archived_customer],
    [company.is_subcontractor, company.archived_subcontractor],
    [company.is_buyer_or_seller === true, company.archived_buyer_or_seller],
  ]
  return roles.every(([isHeld, isGone]) => !isHeld || isGone)
}

/** COMP-5: archived, or restored, in all roles at once. */
export function withArchived(company: Company, archived: boolean): Company {
  return {
    ...company,
    archived_customer: archived,
    archived_subcontractor: archived,
    archived_buyer_or_seller: archived,
  }
}

/** The Problem for a request with errors. */
export function companyProblem(faults: readonly [ErrorItem, ...ErrorItem[]]): Problem {
  const [first] = faults
  const { path, message } = first
  const sentence = sentenceOf(first)
  const spoken = /^[A-Z]/.test(message) || path === null ? sentence : msg`${path}: ${sentence}`
  return new Problem('validation_failed', { message: spoken, errors: [...faults] })
}

/** Another active company that has an accounting code. */
export interface CodeHolder {
  company_id: string
  name: string
  accounting_code: string
}

/** Error for an accounting code that another active company has; names that company. */
export function accountingCodeFault(holder: CodeHolder): ErrorItem {
  const { accounting_code: code, name, company_id } = holder
  const message = msg`The accounting code ${code} belongs to ${name} (${company_id}). Change or archive that company first, or send another code.`
  return errorItem('accounting_code', message, { code: 'accounting_code_taken', company_id })
}
