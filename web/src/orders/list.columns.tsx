import type { ListedOrder } from '@cartage/contract/orders/app/list'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { OrderStatus } from '../records/order.words.tsx'
import { PunctualityPill } from '../records/punctuality.tsx'
import { Flame, Snowflake } from '../ui/icons.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'

/** Columns that are not shown until the user adds them. */
export const hiddenAtFirst: readonly string[] = ['identifier', 'reference', 'created']

const titles = {
  number: msg`Order`,
  status: msg`Status`,
  punctuality: msg`Punctuality`,
  customer: msg`Customer`,
  from: msg`From`,
  to: msg`To`,
  pickup: msg`Pickup`,
  delivery: msg`Delivery`,
  container: msg`Container`,
  cargo: msg`Cargo`,
  reference: msg`Customer reference`,
  identifier: msg`Reference ID`,
  created: msg`Created`,
}

/** The columns of the list of orders. */
export function useOrderColumns(): readonly Column<ListedOrder>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      { id: 'number', title: t(titles.number), width: 88, isFixed: true, sortKey: 'created', cell: OrderNumber },
      { id: 'status', title: t(titles.status), width: 120, cell: (row) => <OrderStatus status={row.status} /> },
      {
        id: 'punctuality',
        title: t(titles.punctuality),
        width: 116,
        cell: (row) => <PunctualityPill verdict={row.punctuality} />,
      },
      { id: 'customer', title: t(titles.customer), width: 142, cell: (row) => row.customer.name },
      { id: 'from', title: t(titles.from), width: 112, cell: (row) => <Place place={row.from} /> },
      { id: 'to', title: t(titles.to), width: 112, cell: (row) => <Place place={row.to} /> },
      {
        id: 'pickup',
        title: t(titles.pickup),
        width: 138,
        sortKey: 'pickup',
        cell: (row) => <OrderDay date={row.pickup_on} time={row.pickup_from} />,
      },
      {
        id: 'delivery',
        title: t(titles.delivery),
        width: 138,
        cell: (row) => <OrderDay date={row.delivery_on} time={row.delivery_from} />,
      },
      { id: 'cargo', title: t(titles.cargo), width: 84, cell: (row) => <Cargo order={row} /> },
      { id: 'container', title: t(titles.container), width: 130, cell: Container },
      { id: 'reference', title: t(titles.reference), width: 130, cell: (row) => row.customer_reference_number },
      {
        id: 'identifier',
        title: t(titles.identifier),
        width: 150,
        cell: (row) => <span title={row.order_identifier}>{row.order_identifier}</span>,
      },
      { id: 'created', title: t(titles.created), width: 100, cell: (row) => <RelativeTime instant={row.created_at} /> },
    ],
    [t],
  )
}

function OrderNumber(row: ListedOrder) {
  return <span className="tnum font-semibold">{row.order_number}</span>
}

function Place({ place }: { place: ListedOrder['from'] }) {
  if (!place) return <span className="text-ink-3">—</span>
  const where = place.city ?? place.name
  return (
    <span title={[place.name, place.city, place.country].filter(Boolean).join(', ')}>
      <span className="pr-1.5 text-[11px] text-ink-3">{place.country}</span>
      {where}
    </span>
  )
}

function Container(row: ListedOrder) {
  if (row.container_number === null && row.container_type === null) return <span className="text-ink-3">—</span>
  return (
    <span className="tnum">
      {row.container_number !== null && <span className="pr-2">{row.container_number}</span>}
      <span className="text-[11px] text-ink-3">{row.container_type}</span>
    </span>
  )
}

/** What is special about the goods, in a word or a degree. */
export function Cargo({ order }: { order: ListedOrder }) {
  return (
    <span className="inline-flex gap-1">
      {order.container_scenario !== null && (
        <span className="tag tone-grey">
          {order.container_scenario === 'IMPORT' ? <Trans>Import</Trans> : <Trans>Export</Trans>}
        </span>
      )}
      {order.is_adr && (
        <span className="tag tone-amber">
          <Flame size={11} aria-hidden="true" />
          ADR
        </span>
      )}
      {order.is_tempered && (
        <span className="tag tone-blue tnum">
          <Snowflake size={11} aria-hidden="true" />
          {order.temperature_degrees === null ? <Trans>Reefer</Trans> : degrees(order.temperature_degrees)}
        </span>
      )}
    </span>
  )
}

/** A temperature with its sign: `+2°`, `-18°`. */
function degrees(value: number): string {
  return `${value > 0 ? '+' : ''}${value}°`
}
