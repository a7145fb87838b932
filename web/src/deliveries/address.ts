import { address, oneOf, text } from '../shell/address-members.ts'

/** Filter periods, in hours. */
export const periods = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const
export type Period = keyof typeof periods

/** URL parameters of the list. */
export const DeliveriesSearch = address({
  q: text,
  /** Comma-separated endpoint ids. */
  receiver: text,
  /** Comma-separated states. */
  state: text,
  /** Comma-separated event types. */
  type: text,
  within: oneOf(['1h', '24h', '7d', '30d']),
  /** Event and endpoint of the open delivery, separated by a dot. */
  peek: text,
})
export type DeliveriesSearch = ReturnType<typeof DeliveriesSearch>
