import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** URL parameters of the orders to invoice: tab, filters, sort order and open order. */
export const InvoiceSearch = address({
  tab: oneOf(['review', 'to_request', 'requested', 'rejected', 'ready', 'draft']),
  /** Comma-separated reasons. */
  reason: text,
  /** Comma-separated company ids. */
  company: text,
  until: text,
  q: text,
  sort: oneOf(['day', '-day']),
})
export type InvoiceSearch = ReturnType<typeof InvoiceSearch>

/** URL parameters of the charges. */
export const ChargesSearch = address({
  side: oneOf(['SALES', 'COST']),
  /** Comma-separated statuses. */
  status: text,
  /** Comma-separated approvals. */
  approval: text,
  /** Comma-separated origins. */
  origin: text,
  /** Comma-separated charge type codes. */
  type: text,
  /** Comma-separated company ids. */
  company: text,
  outdated: flag,
  q: text,
  sort: oneOf(['newest', 'oldest']),
  /** Id of the charge whose panel is open. */
  peek: text,
})
export type ChargesSearch = ReturnType<typeof ChargesSearch>

/** URL parameters of the margins. */
export const MarginSearch = address({
  by: oneOf(['order', 'trip', 'customer', 'week']),
  from: text,
  to: text,
})
export type MarginSearch = ReturnType<typeof MarginSearch>
