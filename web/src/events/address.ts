import { dayMembers } from '../lists/day-members.ts'
import { address, text, wholeNumber } from '../shell/address-members.ts'

/** URL parameters of the log. */
export const EventsSearch = address({
  q: text,
  /** Comma-separated subjects of events. */
  level: text,
  /** Comma-separated event types. */
  type: text,
  ...dayMembers,
  /** Position at which the log is paused. */
  until: wholeNumber,
  /** Id of the event whose panel is open. */
  peek: text,
})
export type EventsSearch = ReturnType<typeof EventsSearch>
