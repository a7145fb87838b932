import { oneOf, text } from '../shell/address-members.ts'

/** URL members of a log's day filter: a period up to today, or the first and last day. */
export const dayMembers = { when: oneOf(['today', 'yesterday', 'week']), from: text, to: text }
