import { address, text, wholeNumber } from '../shell/address-members.ts'

/** What the address of the log says. */
export const EventsSearch = address({
  q: text,
  /** What events are about, with commas between them. */
  level: text,
  /** Kinds of events, with commas between them. */
  type: text,
  /** The log is paused at this position. */
  until: wholeNumber,
  /** Id of the event whose panel is open. */
  peek: text,
})
export type EventsSearch = ReturnType<typeof EventsSearch>
