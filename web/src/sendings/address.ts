import { address, oneOf, text } from '../shell/address-members.ts'

/** Search parameters of the sendings. */
export const SendingsSearch = address({
  /** States, comma-separated. */
  status: text,
  /** Channels, comma-separated. */
  channel: text,
  /** Documents or reminders. */
  purpose: text,
  /** Id of a company. */
  company_id: text,
  q: text,
  sort: oneOf(['newest', 'oldest']),
  /** Id of the open sending. */
  peek: text,
})
export type SendingsSearch = ReturnType<typeof SendingsSearch>
