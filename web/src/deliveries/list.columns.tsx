import type { ListedDelivery } from '@cartage/contract/deliveries/app/record'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useLabels } from '../records/code-labels.ts'
import { deliveryLabels, eventLevelLabels } from '../records/event.labels.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { Countdown } from '../ui/time/countdown.tsx'
import { LogTime } from '../ui/time/log-time.tsx'
import { AnswerCode, DeliveryState } from './status.labels.tsx'

/** Columns of the delivery list. */
export function useDeliveryColumns(): readonly Column<ListedDelivery>[] {
  const { t } = useLingui()
  const eventLabel = useLabels(deliveryLabels)
  return useMemo(
    () => [
      { id: 'state', title: t`Status`, width: 132, isFixed: true, cell: (row) => <DeliveryState delivery={row} /> },
      {
        id: 'type',
        title: t`Event`,
        width: 170,
        isFixed: true,
        cell: (row) => (
          <span className="font-medium" title={row.type}>
            {eventLabel(row.type)}
          </span>
        ),
      },
      { id: 'object', title: t`Object`, width: 160, cell: (row) => <About delivery={row} /> },
      { id: 'receiver', title: t`Endpoint`, width: 162, cell: (row) => row.receiver ?? <Nothing /> },
      {
        id: 'code',
        title: t`Response`,
        width: 96,
        cell: (row) => <AnswerCode status={row.last_status} failure={row.last_failure} />,
      },
      {
        id: 'attempts',
        title: t`Attempts`,
        width: 84,
        align: 'right',
        cell: (row) => <span className="tnum">{row.attempts}</span>,
      },
      {
        id: 'duration',
        title: t`Duration`,
        width: 84,
        align: 'right',
        cell: (row) => <Took ms={row.last_duration_ms} />,
      },
      {
        id: 'last',
        title: t`Last attempt`,
        width: 150,
        cell: (row) => (row.last_at === null ? <Nothing /> : <LogTime instant={row.last_at} />),
      },
      {
        id: 'next',
        title: t`Next retry`,
        width: 138,
        cell: (row) => (row.due_at === null ? <Nothing /> : <Countdown until={row.due_at} />),
      },
    ],
    [t, eventLabel],
  )
}

interface Subject extends Pick<ListedDelivery, 'entity_name' | 'entity_type' | 'entity_id'> {
  /** Absent in the delivery list of an order, where it is obvious. */
  order_number?: string | null
}

/**
 * Readable name of an event's record: orders and trips by number, stops by order and place, others by kind and name.
 */
export function About({ delivery }: { delivery: Subject }) {
  const { entity_name: name, entity_type: type, entity_id: id, order_number: number } = delivery
  const kind = useLabels(eventLevelLabels)(type)
  const isNumbered = name !== null && ['order', 'trip'].includes(type)
  const text =
    type === 'stop' && number && name
      ? `${number} · ${name}`
      : [!isNumbered && kind, name ?? number ?? id.slice(0, 8)].filter(Boolean).join(' ')
  return (
    <span className="tnum" title={id}>
      {text}
    </span>
  )
}

/** Duration in readable form. */
export function Took({ ms }: { ms: number | null }) {
  if (ms === null) return <Nothing />
  return <span className="tnum">{ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1_000)} s`}</span>
}

function Nothing() {
  return <span className="text-ink-3">—</span>
}
