import type { DeliveryCounts, RecentEvent } from '@cartage/contract/events/app'
import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { failureOf } from '../api/failure.ts'
import { deliveryBadge, eventBadge } from '../events/status.words.ts'
import { useWords } from '../records/code-words.ts'
import { updateWords } from '../records/event.words.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { RadioTower } from '../ui/icons.tsx'
import { CommandLines, EmptyState } from '../ui/page/empty-state.tsx'
import { StatusBadge, Tag } from '../ui/status.tsx'
import { cellClass, ListPanel } from '../ui/table/list-panel.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { eventsCommand } from './first-call.ts'

const widths = ['', 'w-[100px]', 'w-[112px]', 'w-[122px]', 'w-[108px] text-right']

/** The tenant's last events and how far sending them has come. */
export function EventsPanel({ query }: { query: UseQueryResult<{ items: RecentEvent[] }> }) {
  const { t } = useLingui()
  const titles = [t`Reference ID`, t`Event`, t`Status`, t`Webhooks`, t({ message: 'Happened', context: 'when' })]
  return (
    <ListPanel
      title={t`Events`}
      count={query.data?.items.length}
      columns={titles.map((title, index) => ({ title, className: widths[index]! }))}
      failure={query.error === null ? undefined : failureOf(query.error)}
      updatedAt={query.dataUpdatedAt}
      onRetry={() => query.refetch()}
      empty={<NoEvents />}
    >
      {query.data?.items.map((event) => (
        <EventRow key={event.event_id} event={event} />
      ))}
    </ListPanel>
  )
}

function EventRow({ event }: { event: RecentEvent }) {
  const { t } = useLingui()
  const updateWord = useWords(updateWords)
  const badge = eventBadge(event.status)
  return (
    <tr className="group h-(--row) border-b border-line hover:bg-hover">
      <td className={cellClass}>
        <div className="flex h-6 items-center gap-1">
          <span className="tnum truncate font-semibold" title={`${event.entity_type} ${event.entity_id}`}>
            {event.order_identifier ?? <span className="font-normal text-ink-3">—</span>}
          </span>
          <CopyButton
            text={event.event_id}
            label={t`Copy event ID ${event.event_id}`}
            className="shrink-0 opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
          />
        </div>
      </td>
      <td className={`${cellClass} truncate`} title={placeOf(event)}>
        {updateWord(event.type)} <span className="text-[12px] text-ink-3">{nameOf(event)}</span>
      </td>
      <td className={cellClass}>{badge ? <StatusBadge badge={badge} /> : <span className="text-ink-3">—</span>}</td>
      <td className={cellClass}>
        <Tag badge={deliveryBadge(event.deliveries)} title={countsOf(event.deliveries)} />
      </td>
      <td className={`${cellClass} text-right text-ink-2`}>
        <RelativeTime instant={event.occurred_at} />
      </td>
    </tr>
  )
}

/** What the event is about, where the reference of the order does not say it. */
function nameOf({ entity_type: type, entity_name: name }: RecentEvent): string | null {
  return type === 'order' ? null : name
}

function placeOf(event: RecentEvent): string {
  const { type, sequence, entity_type: entity, position } = event
  if (position === null) return t`${type}, no. ${sequence} of this ${entity}, not in the log yet`
  return t`${type}, no. ${sequence} of this ${entity}, position ${position} in the log`
}

function countsOf(counts: DeliveryCounts): string {
  return t`${counts.delivered} delivered, ${counts.pending} pending, ${counts.dead} failed`
}

function NoEvents() {
  const { t } = useLingui()
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <EmptyState
        icon={RadioTower}
        title={t`No events yet`}
        text={t`Creating, holding, rejecting or cancelling an order creates an event. Events go to your webhook endpoints and can be read from the log.`}
      >
        <CommandLines label={t`Read the event log`} text={eventsCommand(window.location.origin)} />
      </EmptyState>
    </div>
  )
}
