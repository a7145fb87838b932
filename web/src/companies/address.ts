import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** URL parameters of the list: filters, sort order and open company. */
export const CompaniesSearch = address({
  q: text,
  /** Comma-separated roles. */
  role: text,
  /** Comma-separated states. */
  status: text,
  archived: flag,
  expiring: flag,
  sort: oneOf(['name', '-name', 'code', '-code', 'updated', '-updated']),
  /** Id of the company whose panel is open. */
  peek: text,
})
export type CompaniesSearch = ReturnType<typeof CompaniesSearch>

export const companyTabs = [
  'properties',
  'contacts',
  'validities',
  'documents',
  'orders',
  'invoices',
  'billing',
  'history',
  'raw',
] as const
export type CompanyTab = (typeof companyTabs)[number]
