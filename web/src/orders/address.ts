import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** What the address of the list says: its filters, its order, and which order is looked at. */
export const OrdersSearch = address({
  q: text,
  /** States, with commas between them. */
  status: text,
  /** Ids of customers, with commas between them. */
  company: text,
  scenario: text,
  pickup_from: text,
  pickup_to: text,
  is_adr: flag,
  is_tempered: flag,
  sort: oneOf(['created', '-created', 'pickup', '-pickup']),
  /** Id of the order whose panel is open. */
  peek: text,
})
export type OrdersSearch = ReturnType<typeof OrdersSearch>

export const orderTabs = [
  'overview',
  'goods',
  'trips',
  'documents',
  'charges',
  'scans',
  'events',
  'history',
  'raw',
] as const
export type OrderTab = (typeof orderTabs)[number]
