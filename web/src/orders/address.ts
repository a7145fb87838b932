import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** What the address of the list says: its filters, its order, and which order is looked at. */
export const OrdersSearch = address({
  q: text,
  /** States, with commas between them. */
  status: text,
  /** Ids of customers, with commas between them. */
  company: text,
  scenario: text,
  /** Day of pickup, from today on. */
  when: oneOf(['today', 'tomorrow', 'week']),
  pickup_from: text,
  pickup_to: text,
  is_adr: flag,
  is_tempered: flag,
  sort: oneOf(['created', '-created', 'pickup', '-pickup']),
  /** Id of the order whose panel is open. */
  peek: text,
})
export type OrdersSearch = ReturnType<typeof OrdersSearch>

/** Periods of pickup that filter the list: the first and the last day, from today. */
export const pickupPeriods = { today: [0, 0], tomorrow: [1, 1], week: [0, 6] } as const
export type PickupPeriod = keyof typeof pickupPeriods

export const orderTabs = ['overview', 'documents', 'charges', 'history', 'raw'] as const
export type OrderTab = (typeof orderTabs)[number]

/** What the address of an order says: its open tab. Older links name parts that are in another tab now. */
export const OrderSearch = address({
  tab: oneOf(orderTabs, { goods: 'overview', trips: 'overview', scans: 'documents', events: 'raw' }),
})
