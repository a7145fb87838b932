import type { RecentEvent } from '@cartage/contract/events/app'
import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Radio } from 'lucide-react'
import { useWords } from '../records/code-words.ts'
import { updateWords } from '../records/event.words.ts'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { StatusBadge, Tag } from '../ui/status.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { deliveryBadge, eventBadge } from './status.words.ts'

/** Events of a record and its stops, with their deliveries; each links to the event. */
export function EventsList({ query }: { query: UseQueryResult<{ items: RecentEvent[] }> }) {
  const { t } = useLingui()
  const updateWord = useWords(updateWords)
  const mayOpen = usePermission('event.read')
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState icon={Radio} title={t`No events yet`} text={t`Events appear here as they happen.`} />
        ) : (
          <ul className="max-w-[960px] px-4 py-2">
            {items.map((event) => {
              const badge = eventBadge(event.status)
              return (
                <li key={event.event_id} className="flex h-(--row) items-center gap-3 border-b border-line">
                  <span className="w-28 text-ink-2">
                    <RelativeTime instant={event.occurred_at} />
                  </span>
                  <span className="w-28">
                    {mayOpen ? (
                      <Link
                        to="/events"
                        search={{ q: event.entity_id, peek: event.event_id }}
                        className="font-medium underline-offset-2 hover:underline"
                      >
                        {updateWord(event.type)}
                      </Link>
                    ) : (
                      updateWord(event.type)
                    )}
                  </span>
                  <span className="w-36">{badge && <StatusBadge badge={badge} />}</span>
                  <span className="tnum flex-1 text-ink-3">#{event.sequence}</span>
                  <Tag badge={deliveryBadge(event.deliveries)} />
                </li>
              )
            })}
          </ul>
        )
      }
    </Loaded>
  )
}
