import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** Search parameters of the planning board. */
export const BoardSearch = address({
  /** First day shown, YYYY-MM-DD, or any day of the week. Defaults to yesterday, or this week. */
  from: text,
  /** Visible period. Defaults to three days. */
  zoom: oneOf(['day', 'days', 'week']),
  /** Kind of the rows. Defaults to vehicles. */
  by: oneOf(['vehicle', 'driver', 'trailer']),
  /** Filters rows by name. */
  q: text,
  /** Id of a resource group. */
  group: text,
  /** Shows the plan as a table. */
  list: flag,
  /** Id of the open trip. */
  open: text,
  /** Id of the open order of the pool. */
  order: text,
  side: oneOf(['conflicts', 'history']),
  /** Id of the run whose suggested trips are laid over the plan. */
  run: text,
  /** Pool: search, needs, requested day, and grouping. */
  find: text,
  need: oneOf(['adr', 'temperature', 'container']),
  day: text,
  pool: oneOf(['day', 'customer', 'pickup', 'delivery']),
})
export type BoardSearch = ReturnType<typeof BoardSearch>
