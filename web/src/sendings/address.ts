import { address, oneOf, text } from '../shell/address-members.ts'

/** What the address of the sendings says. */
export const SendingsSearch = address({
  /** States, with commas between them. */
  status: text,
  /** Channels, with commas between them. */
  channel: text,
  /** Documents or reminders. */
  purpose: text,
  /** Id of a company. */
  company_id: text,
  q: text,
  sort: oneOf(['newest', 'oldest']),
  /** Id of the sending whose panel is open. */
  peek: text,
})
export type SendingsSearch = ReturnType<typeof SendingsSearch>
