import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** What the address of the planning board says. */
export const BoardSearch = address({
  /** The first day shown, YYYY-MM-DD, or a day of the week; from yesterday on, or this week, when absent. */
  from: text,
  /** How much of it is in sight; three days when absent. */
  zoom: oneOf(['day', 'days', 'week']),
  /** What rows are; vehicles when absent. */
  by: oneOf(['vehicle', 'driver', 'trailer']),
  /** Rows with this in their name. */
  q: text,
  /** Id of a group of resources. */
  group: text,
  /** The same as a table. */
  list: flag,
  /** Id of the trip that is looked at. */
  open: text,
  /** Id of the order of the pool that is looked at. */
  order: text,
  side: oneOf(['conflicts', 'history']),
  /** Id of the run whose suggested trips lie over the plan. */
  run: text,
  /** The pool: search, what orders need, requested day, and how they are grouped. */
  find: text,
  need: oneOf(['adr', 'temperature', 'container']),
  day: text,
  pool: oneOf(['day', 'customer', 'pickup', 'delivery']),
})
export type BoardSearch = ReturnType<typeof BoardSearch>
