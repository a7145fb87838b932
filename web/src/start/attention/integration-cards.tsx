import type { Standstill } from '@cartage/contract/app/standstills'
import type { ListedDelivery } from '@cartage/contract/deliveries/app/record'
import type { Subscription } from '@cartage/contract/deliveries/app/subscriptions'
import type { InboxItem } from '@cartage/contract/messages/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMessageKind } from '../../messages/words.tsx'
import { useWords } from '../../records/code-words.ts'
import { deliveryWords } from '../../records/event.words.ts'
import { countsQuery } from '../../shell/counts.queries.ts'
import { subscriptionsQuery } from '../../subscriptions/queries.ts'
import { EndpointState } from '../../subscriptions/words.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { standstillWords } from '../standstill.words.ts'
import { keyOf, useStandstillTitle } from '../standstill-title.ts'
import { standstillsQuery } from '../standstills.queries.ts'
import { AttentionCard, lineClass, titleClass } from './card.tsx'
import { failedDeliveries, openItems } from './queries.ts'

const stoppedQuery = { ...subscriptionsQuery, select: stoppedOf }

/** Endpoints that receive nothing, or not all; those with the most pending deliveries come first. */
function stoppedOf({ items }: { items: Subscription[] }): { items: Subscription[]; total: number } {
  const stopped = items.filter(({ state, blocked }) => state !== 'ACTIVE' || blocked > 0)
  return { items: stopped.toSorted((one, other) => other.pending - one.pending), total: stopped.length }
}

/** Endpoints with pending events, and how many. */
export function StoppedEndpoints() {
  const { t, i18n } = useLingui()
  return (
    <AttentionCard<Subscription>
      title={
        <Link to="/settings/receivers" className={titleClass}>
          {t`Webhook endpoints falling behind`}
        </Link>
      }
      query={useQuery(stoppedQuery)}
      keyOf={({ subscription_id }) => subscription_id}
      none={t`All endpoints are up to date.`}
      line={(one) => (
        <Link to="/settings/receivers" search={{ open: one.subscription_id }} className={lineClass}>
          <EndpointState endpoint={one} />
          <span className="min-w-0 flex-1 truncate font-medium">{one.name}</span>
          <span className="tnum shrink-0 text-ink-2">
            <Trans>{i18n.number(one.state === 'ACTIVE' ? one.blocked : one.pending)} pending</Trans>
          </span>
          <span className="shrink-0 text-ink-3">{one.stuck_since && <RelativeTime instant={one.stuck_since} />}</span>
        </Link>
      )}
    />
  )
}

/** Deliveries that endpoints did not accept. */
export function FailedDeliveries() {
  const { t } = useLingui()
  const eventWord = useWords(deliveryWords)
  return (
    <AttentionCard<ListedDelivery>
      title={
        <Link to="/deliveries" search={{ state: 'UNSETTLED' }} className={titleClass}>
          {t`Failed webhooks`}
        </Link>
      }
      query={useQuery(failedDeliveries)}
      keyOf={({ event_id, subscription_id }) => `${event_id}.${subscription_id}`}
      none={t`No failed webhooks.`}
      line={(one) => (
        <Link
          to="/deliveries"
          search={{ state: 'UNSETTLED', peek: `${one.event_id}.${one.subscription_id}` }}
          className={lineClass}
        >
          <span className="shrink-0 font-medium">{one.receiver ?? '—'}</span>
          <span className="min-w-0 flex-1 truncate text-ink-2">
            {[one.order_number, eventWord(one.type)].filter(Boolean).join(' · ')}
          </span>
          <span className="shrink-0 text-ink-3">{one.finished_at && <RelativeTime instant={one.finished_at} />}</span>
        </Link>
      )}
    />
  )
}

/** Parts of messages that match no record. */
export function OpenItems() {
  const { t } = useLingui()
  const kindWord = useMessageKind()
  const counts = useQuery(countsQuery).data
  return (
    <AttentionCard<InboxItem>
      title={
        <Link to="/messages" search={{ tab: 'inbox' }} className={titleClass}>
          {t`Inbox`}
        </Link>
      }
      query={useQuery(openItems)}
      total={counts?.inbox_open}
      keyOf={({ id }) => id}
      none={t`No unresolved messages.`}
      line={(item) => (
        <Link to="/messages" search={{ tab: 'inbox', item: item.id }} className={lineClass}>
          <span className="shrink-0 font-medium">{kindWord(item.kind)}</span>
          <span className="min-w-0 flex-1 truncate text-ink-2">{item.reason}</span>
          <span className="shrink-0 text-ink-3">
            <RelativeTime instant={item.last_at} />
          </span>
        </Link>
      )}
    />
  )
}

/** Other standstills: failed background work, arrivals to confirm, documents and bookings. */
export function Standstills() {
  const { t } = useLingui()
  const word = useWords(standstillWords)
  const titleOf = useStandstillTitle()
  return (
    <AttentionCard<Standstill>
      title={
        <Link to="/waiting" className={titleClass}>
          {t`Open issues`}
        </Link>
      }
      query={useQuery(standstillsQuery)}
      keyOf={keyOf}
      none={t`No open issues.`}
      line={(one) => (
        <Link to="/waiting" className={lineClass}>
          <span className="max-w-[50%] shrink-0 truncate font-medium">{word(one.kind)}</span>
          <span className="min-w-0 flex-1 truncate text-ink-2">{titleOf(one)}</span>
          <span className="shrink-0 text-ink-3">
            <RelativeTime instant={one.since} />
          </span>
        </Link>
      )}
    />
  )
}
