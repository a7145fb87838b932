import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** Search parameters of the calendar. */
export const CalendarSearch = address({
  /** A day of the first week shown, YYYY-MM-DD. Defaults to this week. */
  from: text,
  /** Visible period. Defaults to two weeks. */
  span: oneOf(['day', 'week', 'fortnight', 'month']),
  type: text,
  group: text,
  q: text,
  /** Id of the open unavailability. */
  open: text,
  clashes: flag,
})
export type CalendarSearch = ReturnType<typeof CalendarSearch>
