import type { OrderTrip } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { historyLabels } from '../../audit/action.labels.ts'
import { useChangeLabels } from '../../audit/change-text.ts'
import { orderDocumentLabels } from '../../documents/order.labels.ts'
import { orderFilesQuery } from '../../documents/queries.ts'
import { useLabels } from '../../records/code-labels.ts'
import { Loaded } from '../../records/loaded.tsx'
import { carriersText } from '../../trips/carriers.tsx'
import { TripStatus } from '../../trips/labels.tsx'
import { Span } from '../../trips/stops/stop-times.tsx'
import { FileText } from '../../ui/icons.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import type { OrderTab } from '../address.ts'
import { orderHistoryQuery } from '../order.queries.ts'
import { orderTripsQuery } from './queries.ts'

/** Number of rows shown on the overview. Another tab shows all. */
const mostShown = 5

/** First rows of another tab, with a link to it. All rows if there is no such tab. */
function Part<Row>({
  orderId,
  title,
  tab,
  query,
  none,
  line,
  most = mostShown,
  listClass = 'rounded-lg border border-line',
}: {
  orderId: string
  title: string
  tab: OrderTab | undefined
  query: UseQueryResult<{ items: Row[] }>
  none: ReactNode
  line: (row: Row) => ReactNode
  most?: number
  listClass?: string
}) {
  const count = query.data?.items.length ?? 0
  const all = count > most && tab !== undefined && (
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
            <ul className={listClass}>{(tab === undefined ? items : items.slice(0, most)).map(line)}</ul>
          )
        }
      </Loaded>
    </Section>
  )
}

const lineClass = 'flex min-h-9 items-center gap-2.5 border-t border-line px-3 first:border-t-0'

/** Latest documents of an order, images as thumbnails. */
export function LatestDocuments({ orderId, title }: { orderId: string; title: string }) {
  const labelOf = useLabels(orderDocumentLabels)
  return (
    <Part
      orderId={orderId}
      title={title}
      tab="documents"
      most={6}
      listClass="grid grid-cols-3 gap-2"
      query={useQuery(orderFilesQuery(orderId))}
      none={<Trans>No documents yet.</Trans>}
      line={(one) => (
        <li key={one.document_id} className="min-w-0">
          <a
            href={`/app/documents/${one.document_id}/download`}
            download={one.name}
            title={one.name}
            className="block overflow-hidden rounded-lg border border-line hover:border-line-strong"
          >
            <span className="grid h-16 place-items-center overflow-hidden bg-sunken">
              {/\.(png|jpe?g|webp|gif)$/i.test(one.name) ? (
                <img
                  src={`/app/documents/${one.document_id}/download`}
                  alt=""
                  loading="lazy"
                  className="size-full object-cover"
                />
              ) : (
                <FileText size={20} strokeWidth={1.5} className="text-ink-3" aria-hidden="true" />
              )}
            </span>
            <span className="block truncate px-2 pt-1 text-[12px]">{one.name}</span>
            <span className="block truncate px-2 pb-1 text-[11px] text-ink-3">{labelOf(one.type)}</span>
          </a>
        </li>
      )}
    />
  )
}

/** Latest actions on the order, with the user. */
export function LatestActivity({ orderId, title }: { orderId: string; title: string }) {
  const { t } = useLingui()
  const labels = useChangeLabels()
  return (
    <Part
      orderId={orderId}
      title={title}
      tab="history"
      query={useQuery(orderHistoryQuery(orderId))}
      none={<Trans>No changes yet.</Trans>}
      line={(entry) => {
        const who = entry.actor.name ?? labels.actor(entry.actor.kind)
        const action = historyLabels[entry.action]
        return (
          <li key={entry.sequence} className={lineClass}>
            <span className="min-w-0 flex-1 truncate">
              {action === undefined ? `${entry.action} · ${who}` : t(action(who))}
            </span>
            <span className="shrink-0 text-ink-3">
              <RelativeTime instant={entry.at} />
            </span>
          </li>
        )
      }}
    />
  )
}

/** Trips of an order, with driver and time. */
export function TripsOfOrder({ orderId, title }: { orderId: string; title: string }) {
  return (
    <Part
      orderId={orderId}
      title={title}
      tab={undefined}
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
