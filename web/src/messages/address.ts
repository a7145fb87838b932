import { messageResults } from '@cartage/contract/messages/app/results'
import type { ReactNode } from 'react'
import { address, oneOf, text } from '../shell/address-members.ts'

/** What the address of the page says. */
export const MessagesSearch = address({
  tab: oneOf(['messages', 'inbox']),
  q: text,
  direction: oneOf(['IN', 'OUT']),
  result: oneOf(messageResults),
  kind: text,
  /** Id of the message whose panel is open. */
  peek: text,
  /** State of the items of the inbox; open ones when absent. */
  status: oneOf(['OPEN', 'RESOLVED', 'DISMISSED']),
  /** Webhook that items of the inbox came to. */
  item_kind: text,
  /** Id of the item whose panel is open. */
  item: text,
})
export type MessagesSearch = ReturnType<typeof MessagesSearch>

/** What the two lists of the page are given. */
export interface ListProps {
  search: MessagesSearch
  onChange: (members: Partial<MessagesSearch>) => void
  /** Leads from one list to the other. */
  views?: ReactNode
}
