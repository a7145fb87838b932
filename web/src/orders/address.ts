import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** Search parameters of the order list: filters, sort order and the open order. */
export const OrdersSearch = address({
  q: text,
  /** States, comma-separated. */
  status: text,
  /** Customer ids, comma-separated. */
  company: text,
  scenario: text,
  /** Pickup period, from today on. */
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

/** Pickup periods that filter the list: first and last day, as offsets from today. */
export const pickupPeriods = { today: [0, 0], tomorrow: [1, 1], week: [0, 6] } as const
export type PickupPeriod = keyof typeof pickupPeriods

export const orderTabs = ['overview', 'documents', 'charges', 'history', 'raw'] as const
export type OrderTab = (typeof orderTabs)[number]

/** Search parameters of an order: its open tab. Older links name parts that are now in another tab. */
export const OrderSearch = address({
  tab: oneOf(orderTabs, { goods: 'overview', trips: 'overview', scans: 'documents', events: 'raw' }),
})
