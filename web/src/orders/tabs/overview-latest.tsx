import type { OrderTrip } from '@cartage/contract/trips/app/record'
import { Trans } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { orderDocumentWords } from '../../documents/order.words.ts'
import { DownloadLink } from '../../documents/record.list.tsx'
import { deliveryBadge, eventBadge } from '../../events/status.words.ts'
import { useWords } from '../../records/code-words.ts'
import { updateWords } from '../../records/event.words.ts'
import { Loaded } from '../../records/loaded.tsx'
import { carriersText } from '../../trips/carriers.tsx'
import { Span } from '../../trips/stop-times.tsx'
import { TripStatus } from '../../trips/words.tsx'
import { FileText } from '../../ui/icons.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { StatusBadge, Tag } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import type { OrderTab } from '../address.ts'
import { orderEventsQuery } from '../order.queries.ts'
import { orderFilesQuery, orderTripsQuery } from './queries.ts'

/** The overview shows so many of what another tab shows all of. */
const mostShown = 5

/** The first rows of what another tab shows all of, and the way there. */
function Part<Row>({
  orderId,
  title,
  tab,
  query,
  none,
  line,
}: {
  orderId: string
  title: string
  tab: OrderTab
  query: UseQueryResult<{ items: Row[] }>
  none: ReactNode
  line: (row: Row) => ReactNode
}) {
  const count = query.data?.items.length ?? 0
  const all = count > mostShown && (
    <Link
      to="/orders/$orderId"
      params={{ orderId }}
      search={{ tab }}
      className="text-[12px] text-brand-ink underline-offset-2 hover:underline"
    >
      <Trans>All {count}</Trans>
    </Link>
  )
  return (
    <Section title={title} actions={all}>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="py-1 text-ink-3">{none}</p>
          ) : (
            <ul className="rounded-lg border border-line">{items.slice(0, mostShown).map(line)}</ul>
          )
        }
      </Loaded>
    </Section>
  )
}

const lineClass = 'flex min-h-9 items-center gap-2.5 border-t border-line px-3 first:border-t-0'

/** The latest documents of an order. */
export function LatestDocuments({ orderId, title }: { orderId: string; title: string }) {
  const wordOf = useWords(orderDocumentWords)
  return (
    <Part
      orderId={orderId}
      title={title}
      tab="documents"
      query={useQuery(orderFilesQuery(orderId))}
      none={<Trans>No documents yet.</Trans>}
      line={(one) => (
        <li key={one.document_id} className={lineClass}>
          <FileText size={14} className="shrink-0 text-ink-3" aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate" title={one.name}>
            {one.name}
          </span>
          <span className="max-w-36 truncate text-ink-3">{wordOf(one.type)}</span>
          <DownloadLink documentId={one.document_id} name={one.name} />
        </li>
      )}
    />
  )
}

/** The latest events of an order and its stops. */
export function LatestEvents({ orderId, title }: { orderId: string; title: string }) {
  const updateWord = useWords(updateWords)
  return (
    <Part
      orderId={orderId}
      title={title}
      tab="events"
      query={useQuery(orderEventsQuery(orderId))}
      none={<Trans>No events yet.</Trans>}
      line={(event) => {
        const badge = eventBadge(event.status)
        return (
          <li key={event.event_id} className={lineClass}>
            <span className="w-20 shrink-0 truncate">
              {updateWord(event.type)} <span className="tnum text-[12px] text-ink-3">#{event.sequence}</span>
            </span>
            <span className="min-w-0 flex-1">{badge && <StatusBadge badge={badge} />}</span>
            <Tag badge={deliveryBadge(event.deliveries)} />
            <span className="w-24 shrink-0 text-right text-ink-3">
              <RelativeTime instant={event.occurred_at} />
            </span>
          </li>
        )
      }}
    />
  )
}

/** The trips of an order: who drives it and when. */
export function TripsOfOrder({ orderId, title }: { orderId: string; title: string }) {
  return (
    <Part
      orderId={orderId}
      title={title}
      tab="trips"
      query={useQuery(orderTripsQuery(orderId))}
      none={<Trans>Not on a trip yet.</Trans>}
      line={(trip) => <TripLine key={trip.trip_id} trip={trip} />}
    />
  )
}

function TripLine({ trip }: { trip: OrderTrip }) {
  return (
    <li className="border-t border-line px-3 py-2 first:border-t-0">
      <span className="flex items-center gap-2">
        <Link
          to="/trips/$tripId"
          params={{ tripId: trip.trip_id }}
          className="tnum min-w-0 flex-1 truncate font-medium underline-offset-2 hover:underline"
        >
          {trip.name}
        </Link>
        <TripStatus status={trip.status} />
      </span>
      <span className="block truncate pt-0.5">{trip.subcontractor?.name ?? carriersText(trip.resources)}</span>
      <span className="block text-[12px] text-ink-3">
        <Span from={trip.starts_at} to={trip.ends_at} />
      </span>
    </li>
  )
}
