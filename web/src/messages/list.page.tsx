import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useListAddress } from '../lists/list-address.ts'
import { ViewsNav } from '../lists/views-nav.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import type { MessagesSearch } from './address.ts'
import { InboxList } from './inbox.list.tsx'
import { MessageList } from './messages.list.tsx'
import { inboxCountsQuery } from './queries.ts'

const messagesRoute = getRouteApi('/shell/messages')

/** All sent and received messages, and the inbox of unmatched items. */
export function MessagesPage() {
  const { t } = useLingui()
  usePageTitle(t`Messages`)
  const search = messagesRoute.useSearch()
  const open = useQuery(inboxCountsQuery).data?.open
  const { change } = useListAddress<MessagesSearch>('/messages')
  const views = (
    <ViewsNav<'messages' | 'inbox'>
      views={[
        { value: 'messages', title: t`All messages` },
        { value: 'inbox', title: t`Inbox`, count: open },
      ]}
      value={search.tab ?? 'messages'}
      onChange={(tab) =>
        change({ tab: tab === 'inbox' ? tab : undefined, q: undefined, peek: undefined, item: undefined })
      }
    />
  )
  const List = search.tab === 'inbox' ? InboxList : MessageList
  return <List search={search} onChange={change} views={views} />
}
