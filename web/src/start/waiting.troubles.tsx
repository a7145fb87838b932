import type { Subscription } from '@cartage/contract/app/subscriptions'
import type { Standstill } from '@cartage/contract/app/waiting'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWords } from '../records/words.ts'
import { ReceiverState } from '../subscriptions/receiver-looks.tsx'
import { subscriptionsQuery } from '../subscriptions/subscriptions.queries.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { standstillWords } from './standstill-words.ts'
import { keyOf, useStandstillTitle } from './standstills.page.tsx'
import { standstillsQuery } from './standstills.queries.ts'
import { lineClass, titleClass, WaitingCard } from './waiting.card.tsx'

const stoppedQuery = { ...subscriptionsQuery, select: stoppedOf }

/** Receivers that get nothing, or not all; those that most waits for come first. */
function stoppedOf({ items }: { items: Subscription[] }): { items: Subscription[]; total: number } {
  const stopped = items.filter(({ state, blocked }) => state !== 'ACTIVE' || blocked > 0)
  return { items: stopped.toSorted((one, other) => other.pending - one.pending), total: stopped.length }
}

/** Receivers that events wait for, with how many do. */
export function StoppedReceivers() {
  const { t, i18n } = useLingui()
  return (
    <WaitingCard<Subscription>
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
          <ReceiverState state={one.state} />
          <span className="min-w-0 flex-1 truncate font-medium">{one.name}</span>
          <span className="tnum shrink-0 text-ink-2">
            <Trans>{i18n.number(one.state === 'ACTIVE' ? one.blocked : one.pending)} queued</Trans>
          </span>
          <span className="shrink-0 text-ink-3">{one.stuck_since && <RelativeTime instant={one.stuck_since} />}</span>
        </Link>
      )}
    />
  )
}

/** What else stands still: failed background work, arrivals to confirm, documents and bookings. */
export function Standstills() {
  const { t } = useLingui()
  const word = useWords(standstillWords)
  const titleOf = useStandstillTitle()
  return (
    <WaitingCard<Standstill>
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
