import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** What the address of the calendar says. */
export const CalendarSearch = address({
  /** A day of the first week shown, YYYY-MM-DD; this week when absent. */
  from: text,
  /** How much is shown at once; two weeks when absent. */
  span: oneOf(['day', 'week', 'fortnight', 'month']),
  type: text,
  group: text,
  q: text,
  /** Id of the unavailability that is looked at. */
  open: text,
  clashes: flag,
})
export type CalendarSearch = ReturnType<typeof CalendarSearch>
