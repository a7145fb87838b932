import { messageResults } from '@cartage/contract/messages/app/results'
import type { ReactNode } from 'react'
import { address, oneOf, text } from '../shell/address-members.ts'

/** URL parameters of the page. */
export const MessagesSearch = address({
  tab: oneOf(['messages', 'inbox']),
  q: text,
  direction: oneOf(['IN', 'OUT']),
  result: oneOf(messageResults),
  kind: text,
  /** Id of the message whose panel is open. */
  peek: text,
  /** Inbox state; open items when absent. */
  status: oneOf(['OPEN', 'RESOLVED', 'DISMISSED']),
  /** Webhook of inbox items. */
  item_kind: text,
  /** Id of the inbox item whose panel is open. */
  item: text,
})
export type MessagesSearch = ReturnType<typeof MessagesSearch>

/** Props common to both lists of the page. */
export interface ListProps {
  search: MessagesSearch
  onChange: (members: Partial<MessagesSearch>) => void
  /** Switches between the lists. */
  views?: ReactNode
}
