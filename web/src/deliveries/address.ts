import { address, oneOf, text } from '../shell/address-members.ts'

/** Periods that filter a list, in hours. */
export const periods = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const
export type Period = keyof typeof periods

/** What the address of the list says. */
export const DeliveriesSearch = address({
  q: text,
  /** Ids of endpoints, with commas between them. */
  receiver: text,
  /** States, with commas between them. */
  state: text,
  /** Kinds of events, with commas between them. */
  type: text,
  within: oneOf(['1h', '24h', '7d', '30d']),
  /** Event and endpoint of the delivery whose panel is open, with a dot between them. */
  peek: text,
})
export type DeliveriesSearch = ReturnType<typeof DeliveriesSearch>
