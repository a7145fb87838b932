import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** What the address of the list says: its filters, its order, and which company is looked at. */
export const CompaniesSearch = address({
  q: text,
  /** Roles, with commas between them. */
  role: text,
  /** States, with commas between them. */
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
