import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** What the address of the orders to invoice says: the tab, the filters, the order, and which one is looked at. */
export const InvoiceSearch = address({
  tab: oneOf(['review', 'to_request', 'requested', 'rejected', 'ready', 'draft']),
  /** Reasons, with commas between them. */
  reason: text,
  /** Ids of companies, with commas between them. */
  company: text,
  until: text,
  q: text,
  sort: oneOf(['day', '-day']),
})
export type InvoiceSearch = ReturnType<typeof InvoiceSearch>

/** What the address of the charges says. */
export const ChargesSearch = address({
  side: oneOf(['SALES', 'COST']),
  /** Statuses, with commas between them. */
  status: text,
  /** Approvals, with commas between them. */
  approval: text,
  /** Origins, with commas between them. */
  origin: text,
  /** Codes of charge types, with commas between them. */
  type: text,
  /** Ids of companies, with commas between them. */
  company: text,
  outdated: flag,
  q: text,
  sort: oneOf(['newest', 'oldest']),
  /** Id of the charge whose panel is open. */
  peek: text,
})
export type ChargesSearch = ReturnType<typeof ChargesSearch>

/** What the address of the margins says. */
export const MarginSearch = address({
  by: oneOf(['order', 'trip', 'customer', 'week']),
  from: text,
  to: text,
})
export type MarginSearch = ReturnType<typeof MarginSearch>
