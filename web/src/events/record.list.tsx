import type { RecentEvent } from '@cartage/contract/events/app'
import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { About } from '../deliveries/list.columns.tsx'
import { useLabels } from '../records/code-labels.ts'
import { updateLabels } from '../records/event.labels.ts'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { Radio } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { StatusBadge, Tag } from '../ui/status.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { When } from '../ui/time/when.tsx'
import { deliveryBadge, eventBadge } from './status.labels.ts'

/** Events of a record and its stops, latest first, with their deliveries and links. */
export function EventsList({ query }: { query: UseQueryResult<{ items: RecentEvent[] }> }) {
  const { t } = useLingui()
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState icon={Radio} title={t`No events yet`} text={t`Events appear here as they happen.`} />
        ) : (
          <div className="max-w-[1040px] px-4 py-3">
            <PlainTable
              label={t`Events`}
              rows={items}
              keyOf={({ event_id }) => event_id}
              columns={[
                { id: 'at', title: t`Time`, width: 'w-40', cell: (row) => <When instant={row.occurred_at} /> },
                { id: 'type', title: t`Event`, width: 'w-36', cell: (row) => <Kind event={row} /> },
                { id: 'object', title: t`Object`, cell: (row) => <About delivery={row} /> },
                { id: 'status', title: t`Status`, width: 'w-40', cell: (row) => <Status event={row} /> },
                {
                  id: 'sent',
                  title: t`Webhooks`,
                  width: 'w-40',
                  cell: (row) => <Tag badge={deliveryBadge(row.deliveries)} />,
                },
              ]}
            />
          </div>
        )
      }
    </Loaded>
  )
}

function Kind({ event }: { event: RecentEvent }) {
  const word = useLabels(updateLabels)(event.type)
  if (!usePermission('event.read')) return word
  return (
    <Link
      to="/events"
      search={{ q: event.entity_id, peek: event.event_id }}
      className="font-medium underline-offset-2 hover:underline"
    >
      {word}
    </Link>
  )
}

function Status({ event }: { event: RecentEvent }) {
  const badge = eventBadge(event.status)
  return badge ? <StatusBadge badge={badge} /> : <span className="text-ink-3">—</span>
}
